"""Rulings on walls, doors, rooms and sections by words, at the table as text."""

import json

from msgspec.structs import replace

from rules.core.ids import UnitId
from rules.questions.board import named_openings
from rules.questions.buildings import sections, walls
from tabletop.games.access import actions
from tabletop.games.text_table import answers, commands
from tests.browser.battles.garage import TOLLHOUSE
from tests.browser.battles.storming import BLOCKHOUSE, CUSTOMS
from tests.builders import A, a_battle, a_unit, play

WALL = "wall between A and B of Customs House"
SHED = replace(BLOCKHOUSE, armoured=None)
STATE = a_battle(a_unit("a1", [(60, 40)]), a_unit("b1", [(60, 44)]), terrain=(CUSTOMS, SHED), active="a1", ap=2)


def say(text):
    return commands.answer(STATE, answers.Asker(A, None), text)


def ruled(text):
    found = say(text)
    return play(STATE, actions.action(json.loads(found.action), A))[1]


def test_a_wall_is_holed_and_breached_by_its_name():
    found = say(f"rule the {WALL} hole 2 inch 1: a charge went off")
    assert (found.title, found.lines) == (f"Ruling for {WALL}: hole 2 inch 1", ("Since a charge went off",))
    house = ruled(f"rule the {WALL} hole of 2 inch 1: a charge went off").terrain[0]
    assert [(h.a, h.b, h.dp) for h in walls.holes(house)] == [((22, 8), (22, 9), 2)]
    assert walls.gaps(ruled(f"rule {WALL} breached because it fell").terrain[0])
    assert json.loads(say(f"rule {WALL} is whole: bricked up").action)["what"] == "whole"
    north = json.loads(say("rule north wall of Customs House, level 2 has a hole: a shell").action)
    assert (north["wall"], north["points"]) == ("customs:4", 1)
    assert say(f"rule {WALL} breached").title == "Say why, after a colon."


def test_how_a_house_is_entered_and_by_what_is_said_in_words():
    tollhouse = replace(
        TOLLHOUSE.terrain[0], building=replace(TOLLHOUSE.terrain[0].building, entered_as_boarding=False)
    )
    squad = a_unit("a1", [(22.4, 13.4), (24.4, 18.4)])
    state = a_battle(squad, a_unit("b1", [(60, 44)]), terrain=(tollhouse,), active="a1", ap=2)
    found = commands.answer(state, answers.Asker(A, None), "rule tollhouse boarding: figures are too large for it")
    assert found.title == "Ruling for Tollhouse: boarding"
    _, state = play(state, actions.action(json.loads(found.action), A))
    offered = commands.answer(state, answers.Asker(A, UnitId("a1")), "what")
    assert any(choice.words.startswith("Enter") for choice in offered.choices)
    for said, way in (("enter", "oak door"), ("enter by the yard window", "yard window")):
        found = commands.answer(state, answers.Asker(A, UnitId("a1")), said)
        assert any(f"go in by {way}" in line for line in found.lines)
        assert found.commit == "Go in"


def test_doors_rooms_and_sections_go_by_their_names_too():
    after = ruled("rule hall door locked: the wind")
    assert {name: said for _, name, said in named_openings(after)}["hall door"] == "locked"
    after = ruled("rule A of Customs House open space: cleared")
    assert [s.open_space for s in sections.houses(after)[0].sections] == [True, False, False]
    assert (
        ruled("rule B of Blockhouse very difficult: it burnt").terrain[1].building.sections[1].going == "very-difficult"
    )
    # What is said of a unit stays said of it; why it is so may name a door.
    assert json.loads(say("rule a1 pinned: the hall door was locked").action)["type"] == "RuleUnit"
    assert any("wall between A and B" in line for line in say("rule").lines)


def test_shots_that_miss_a_section_scatter_once_the_host_says_so():
    found = say("rule strays scatter: the yard is full")
    assert found.title == "Ruling for strays: scatter"
    after = ruled("rule strays scatter: the yard is full")
    assert after.option("section_area_miss") == "scatter"
    back = commands.answer(after, answers.Asker(A, None), "rule strays harmless: enough")
    assert json.loads(back.action)["strays"] == "harmless"
    assert any("rule strays" in line for line in say("rule").lines)
