"""Moves that walls bar are planned by what is open, in single file where ranks do not get through."""

import json

import pytest

from rules import decode_action
from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.preview import plan
from tests.builders import A, a_profile, play
from tests.rules.buildings.doors.test_doors import a_field


def moved(*places, to, ticked=None, **door):
    state = a_field(*places, **door)
    return state, plan(state, A, Draft(kind="move", unit="a1", path=(to,), ticked=ticked or {}))


def ends(expected):
    return json.loads(expected.action)["path"][-1]["at"]


@pytest.mark.part_of("BLD-DOOR-03", "ARAP-MOVE-01")
def test_a_press_beyond_an_open_door_from_beside_it_is_led_through_it():
    """Straight on is the wall; so it goes by the door, and the plan says so."""
    state, found = moved((28.8, 26.0), to=(28.8, 24.4), profile=a_profile("scout", m=8))
    assert (found.refusal, found.text, ends(found)) == (None, "Round by what is open.", [28.8, 24.4])
    _, after = play(state, decode_action(found.action))
    assert after.units["a1"].models[0].at == (28.8, 24.4)


@pytest.mark.part_of("BLD-DOOR-03", "ARAP-MOVE-01")
def test_a_door_as_wide_as_one_man_leads_too():
    """As the scenario editor draws it: an inch and a quarter."""
    door = {"a": (29.38, 25), "b": (30.62, 25)}
    _, found = moved((28.4, 26.0), to=(28.4, 24.2), profile=a_profile("scout", m=8), **door)
    assert (found.refusal, found.text, ends(found)) == (None, "Round by what is open.", [28.4, 24.2])


@pytest.mark.part_of("BLD-DOOR-03")
def test_what_is_too_far_that_way_is_gone_as_far_as_the_move_lets():
    _, found = moved((28.2, 25.6), to=(26.2, 17))
    assert found.text == "Round by what is open, as far as it goes."
    assert ends(found)[1] < 25


@pytest.mark.part_of("BLD-DOOR-03")
@pytest.mark.parametrize("state", ["closed", "locked"])
def test_a_shut_door_leads_nobody_anywhere(state):
    _, found = moved((28.2, 25.6), to=(28.2, 23.6), state=state)
    assert "Round" not in found.text


@pytest.mark.part_of("BLD-DOOR-03", "ARAP-MOVE-01")
def test_a_rank_before_a_door_goes_in_in_single_file():
    """Abreast they come no inch further; who has ticked it is told nothing of it."""
    rank = ((30.0, 25.6), (31.2, 25.6), (28.8, 25.6), (32.4, 25.6), (27.6, 25.6))
    _, found = moved(*rank, to=(30.0, 22.2))
    assert (found.text, ends(found)) == ("In single file.", [30.0, 22.2])
    assert [c.value for c in found.controls if c.name == "file"] == [""]
    _, ticked = moved(*rank, to=(30.0, 22.2), ticked={"file": "1"})
    assert (ticked.text, ends(ticked)) == ("", [30.0, 22.2])


@pytest.mark.part_of("ARAP-MOVE-01")
def test_who_is_put_somewhere_by_hand_is_led_nowhere():
    state = a_field((28.2, 25.6), (27.0, 26.0))
    shown = plan(state, A, Draft(kind="move", unit="a1", path=((28.2, 23.6),), models={"a1.2": (27.0, 27.0)}))
    assert shown.refusal.rule == "BLD-DOOR-03"
