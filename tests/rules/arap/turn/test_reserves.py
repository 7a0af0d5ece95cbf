"""Reserves arrive at the end of the compulsory phase."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.turn.activation import EndActivation
from rules.arap.turn.reserves import BringOn
from rules.arap.turn.turn import PhaseBegan
from rules.events import Note, Rolled
from tests.builders import A, B, a_battle, a_row, a_unit, play, the


def battle(goal=4, in_play=True):
    late, profiles, weapons = a_unit("b2", a_row(5, 0, 0))
    late = replace(late, deployed=False, reserve=True)
    state = a_battle(
        a_unit("a1", a_row(5, 10, 10)),
        a_unit("b1", a_row(5, 60, 10)),
        (late, profiles, weapons),
        options={"reserves_in_play": in_play},
    )
    return replace(state, scenario=replace(state.scenario, reserve_goal=goal))


@pytest.mark.rule("ARAP-TURN-04", "ARAP-TURN-02")
def test_a_unit_that_makes_its_roll_comes_on_where_its_owner_says():
    events, state = play(battle(), EndActivation(side=A), {"reserves": [4]})
    assert the(events, Rolled).passed
    assert state.prompt.side == B
    assert [o.id for o in state.prompt.options] == ["0", "1", "2"]
    events, state = play(state, Answer(side=B, choice="2"))
    arrived = state.units["b2"]
    assert arrived.on_table
    assert not arrived.reserve
    assert all(66 <= m.at[0] <= 72 and 32 <= m.at[1] <= 48 for m in arrived.alive)
    assert the(events, PhaseBegan).phase == "activation"


@pytest.mark.rule("ARAP-TURN-04")
def test_a_unit_that_fails_its_roll_waits():
    _, state = play(battle(), EndActivation(side=A), {"reserves": [3]})
    assert state.units["b2"].reserve
    assert state.turn.phase == "activation"


@pytest.mark.rule("ARAP-TURN-04")
def test_without_a_number_the_host_brings_the_unit_on():
    events, state = play(battle(goal=0), EndActivation(side=A))
    assert "the host says when" in the(events, Note).text
    _, state = play(state, BringOn(side=A, unit="b2"))
    _, state = play(state, Answer(side=B, choice="0"))
    assert state.units["b2"].on_table


def test_reserves_that_are_not_in_play_are_not_rolled_for():
    events, state = play(battle(in_play=False), EndActivation(side=A))
    assert not [e for e in events if isinstance(e, Rolled)]
    assert state.turn.phase == "activation"
