"""The edges of the table."""

import math

from rules.geometry.borders import (
    inches_until_off,
    table,
)

SURFACE = table(72, 48)


def test_the_way_off_the_table() -> None:
    assert inches_until_off((10, 20), 270, SURFACE) == (10, "left")
    assert inches_until_off((10, 20), 0, SURFACE) == (20, "top")
    inches, edge = inches_until_off((70, 40), 135, SURFACE)
    assert edge == "right"
    assert math.isclose(inches, 2 * 2**0.5)
