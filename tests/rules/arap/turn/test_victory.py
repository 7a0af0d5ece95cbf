"""Who wins at the turn limit when sides are level on objectives."""

import pytest
from msgspec.structs import replace

from rules.arap.turn.activation import EndActivation
from rules.arap.turn.victory import ObjectivesScored
from rules.events import GameEnded
from rules.table.scenario import Objective
from tests.builders import A, B, a_battle, a_unit, play, the

STONE = Objective(id="o1", name="Stone", at=(10, 10))
MILL = Objective(id="o2", name="Mill", at=(60, 10))
TWO, FOUR = [(10, 10), (12, 10)], [(60, 10), (62, 10), (62, 12), (60, 12)]


def hurt(made, fallen):
    unit, *rest = made
    models = tuple(replace(m, wounds=0) if n < fallen else m for n, m in enumerate(unit.models))
    return (replace(unit, models=models), *rest)


def last_turn(*units, tie="losses"):
    state = a_battle(*units, turn=6, objectives=(STONE, MILL))
    scenario = replace(state.scenario, turn_limit=6, tie=tie)
    return replace(state, scenario=scenario, turn=replace(state.turn, place=1))


def outcome(state):
    events, _ = play(state, EndActivation(side=B), {})
    return the(events, GameEnded).outcome


def test_level_on_objectives_whoever_has_lost_fewer_points_wins():
    found = outcome(last_turn(hurt(a_unit("a1", TWO, points=30), 1), hurt(a_unit("b1", FOUR, points=41), 1)))
    assert found.winner == B
    assert found.reason == "15 to 10 on points lost, level at 1 to 1 on objectives, after turn 6"
    assert found.in_words([A, B]).startswith("10 to 15 on points lost")


def test_it_stays_a_draw_where_the_scenario_says_so_or_losses_are_level_too():
    ours, theirs = a_unit("a1", TWO, points=30), a_unit("b1", FOUR, points=41)
    drawn = outcome(last_turn(hurt(ours, 1), theirs, tie="draw"))
    assert (drawn.winner, drawn.reason) == (None, "1 to 1 on objectives after turn 6")
    level = outcome(last_turn(ours, theirs))
    assert (level.winner, level.reason) == (None, "0 to 0 on points lost, level at 1 to 1 on objectives, after turn 6")


@pytest.mark.parametrize(("gone", "winner"), [({"routing": True}, B), ({}, None)])
def test_who_ran_off_the_table_is_lost_and_who_left_it_is_not(gone, winner):
    away = a_unit("a2", [(2, 2)], points=50, left_table=True, **gone)
    assert outcome(last_turn(a_unit("a1", TWO), a_unit("b1", FOUR), away)).winner == winner


def test_losses_do_not_count_while_objectives_decide():
    state = last_turn(hurt(a_unit("a1", TWO, points=30), 1), a_unit("b1", [(40, 10)]))
    assert outcome(state).reason == "1 to 0 on objectives after turn 6"


def test_what_each_side_holds_is_said_in_one_breath():
    state = a_battle(a_unit("a1", [*TWO, *FOUR], points=30), objectives=(STONE, MILL))
    held = ObjectivesScored(seq=1, held=(("o1", A), ("o2", A)), scores=())
    assert held.sentence(state) == "Ash holds Stone and Mill"
    assert replace(held, held=(("o1", A), ("o2", B))).sentence(state) == "Ash holds Stone, Birch holds Mill"
    assert replace(held, held=()).sentence(state) == "Nobody holds an objective"
