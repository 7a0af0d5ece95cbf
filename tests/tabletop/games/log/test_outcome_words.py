"""What came of dice, in words."""

import pytest

from tabletop.games.words import came_of


@pytest.mark.parametrize(
    ("label", "made", "thrown", "expected"),
    [
        ("to-hit", 2, 3, "2 hits"),
        ("save", 0, 1, "not saved"),
        ("agility", 1, 1, "made"),
        ("agility", 1, 2, "1 of 2"),
        ("dangerous-terrain", 1, 1, "bad"),
        ("dangerous-terrain", 0, 2, "safe"),
        ("hazard", 2, 5, "2 harmed"),
        ("mine-trigger", 0, 1, "no mine"),
    ],
)
def test_what_came_of_dice(label, made, thrown, expected):
    assert came_of(label, made, thrown) == expected
