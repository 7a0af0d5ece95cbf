"""Names of sides with what they do."""

import pytest

from rules.core.ids import SideId
from rules.core.words import does
from rules.events import GameCreated
from rules.questions.events import sentence
from rules.state import Side
from tests.builders import a_battle


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


def test_a_battle_of_two_is_one_against_the_other_and_of_more_names_them_in_a_row() -> None:
    field = a_battle()
    sides = tuple(Side(id=SideId(name[0]), name=name) for name in ("Ash", "Birch", "Elm", "Oak"))
    for many, words in ((2, "Ash against Birch"), (4, "Ash, Birch, Elm and Oak")):
        forces = {"profiles": {}, "weapons": {}, "units": {}}
        begun = GameCreated(game_id="g", scenario=field.scenario, sides=sides[:many], options={}, **forces)
        assert sentence(begun, field) == f"{field.scenario.name}: {words}"
