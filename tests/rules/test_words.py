"""Names of sides with what they do."""

import pytest

from rules.core.words import does


@pytest.mark.parametrize(
    ("name", "verb", "expected"),
    [
        ("Ash", "wins", "Ash wins"),
        ("Runners", "wins", "Runners win"),
        ("Runners", "chooses", "Runners choose"),
        ("Riders of Mordin", "has", "Riders of Mordin have"),
        ("Ash and Birch", "finishes", "Ash and Birch finish"),
        ("House of Blades", "goes", "House of Blades goes"),
        ("The Cross", "places", "The Cross places"),
        ("Marcus", "holds", "Marcus holds"),
    ],
)
def test_sides_that_are_many_do_what_many_do(name, verb, expected):
    assert does(name, verb) == expected
