"""The edges of the table."""

import math

from rules.geometry.borders import (
    bearing_to_edge,
    inches_to_edge,
    inches_until_off,
    is_on_table,
    nearest_edge,
    table,
)

SURFACE = table(72, 48)


def test_inches_to_each_edge() -> None:
    assert [inches_to_edge((10, 20), SURFACE, edge) for edge in ("top", "right", "bottom", "left")] == [20, 62, 28, 10]
    assert [bearing_to_edge(edge) for edge in ("top", "right", "bottom", "left")] == [0, 90, 180, 270]


def test_the_nearest_of_the_edges_allowed() -> None:
    assert nearest_edge((10, 20), SURFACE) == "left"
    assert nearest_edge((10, 20), SURFACE, ("bottom", "right")) == "bottom"
    assert nearest_edge((24, 24), SURFACE) == "top"
    assert nearest_edge((10, 20), SURFACE, ()) is None


def test_a_base_is_on_the_table_with_all_of_it() -> None:
    assert is_on_table((0.5, 5), SURFACE, 0.5)
    assert not is_on_table((0.4, 5), SURFACE, 0.5)
    assert not is_on_table((73, 5), SURFACE)


def test_the_way_off_the_table() -> None:
    assert inches_until_off((10, 20), 270, SURFACE) == (10, "left")
    assert inches_until_off((10, 20), 0, SURFACE) == (20, "top")
    inches, edge = inches_until_off((70, 40), 135, SURFACE)
    assert edge == "right"
    assert math.isclose(inches, 2 * 2**0.5)
