"""Lying down and getting up."""

import pytest
from msgspec.structs import replace

from rules.arap.movement.prone import GoProne, PostureChanged, StandUp
from rules.arap.movement.walk import Move
from rules.arap.paths.turns import Waypoint
from rules.core.refusal import IllegalAction
from tests.builders import A, a_battle, a_profile, a_row, a_unit, play, the


def a_field(ap=2, prone=False, profile=None):
    state = a_battle(
        a_unit("a1", a_row(3, 10, 10), profile=profile or a_profile()),
        a_unit("b1", a_row(3, 60, 10), profile=a_profile("foe")),
        active="a1",
        ap=ap,
    )
    unit = state.units["a1"]
    return state.with_unit(replace(unit, prone=prone, models=tuple(replace(m, prone=prone) for m in unit.models)))


def step(x, **values):
    return Move(side=A, unit="a1", path=(Waypoint(at=(x, 10)),), **values)


@pytest.mark.rule("ARAP-PRONE-03", "ARAP-ACT-12")
def test_getting_up_costs_a_point_and_lets_the_unit_walk():
    state = a_field(prone=True, ap=2)
    with pytest.raises(IllegalAction) as refused:
        play(state, step(12))
    assert refused.value.rule == "ARAP-PRONE-01"
    events, after = play(state, StandUp(side=A, unit="a1"))
    assert not the(events, PostureChanged).prone
    assert (after.turn.ap, after.units["a1"].prone, {m.prone for m in after.units["a1"].models}) == (1, False, {False})
    assert step(12).check(after) is None


@pytest.mark.rule("ARAP-PRONE-03")
def test_going_prone_is_free_at_the_end_of_a_move():
    state = a_field()
    with pytest.raises(IllegalAction) as refused:
        play(state, GoProne(side=A, unit="a1"))
    assert refused.value.code == "not-after-a-move"
    _, state = play(state, step(12))
    _, state = play(state, GoProne(side=A, unit="a1"))
    assert (state.turn.ap, {m.prone for m in state.units["a1"].models}) == (1, {True})


@pytest.mark.rule("ARAP-PRONE-03")
def test_single_models_lie_down_while_the_others_stand():
    state = a_battle(
        a_unit("a1", [(10, 10), (10, 12), (10, 14)]), a_unit("b1", [(60, 10)]), active="a1", ap=2
    )  # fmt: skip
    _, state = play(state, step(12))
    events, state = play(state, GoProne(side=A, unit="a1", models=("a1.2",)))
    assert [m.prone for m in state.units["a1"].models] == [False, True, False]
    assert (state.units["a1"].prone, state.turn.ap) == (True, 1)
    assert the(events, PostureChanged).sentence(state) == "1 of A1 goes prone"
    with pytest.raises(IllegalAction) as expected:
        play(state, GoProne(side=A, unit="a1", models=("a1.2",)))
    assert (expected.value.code, expected.value.refusal.allowed) == ("not-standing", "A1.1, A1.3")
    _, state = play(state, GoProne(side=A, unit="a1"))
    assert all(m.prone for m in state.units["a1"].models)


@pytest.mark.rule("ARAP-PRONE-03")
def test_the_last_point_may_pay_for_a_move_that_ends_prone():
    _, state = play(a_field(ap=1), step(12, prone=True))
    assert {m.prone for m in state.units["a1"].models} == {True}
    assert state.turn.active is None


@pytest.mark.rule("ARAP-PRONE-06")
@pytest.mark.parametrize("kind", ["rider", "machine"])
def test_horses_and_machines_do_not_lie_down(kind):
    state = a_field(profile=a_profile(kind=kind))
    with pytest.raises(IllegalAction) as refused:
        play(state, step(12, prone=True))
    assert refused.value.code == "cannot-crawl"


def test_nobody_stands_up_or_lies_down_twice():
    with pytest.raises(IllegalAction) as refused:
        play(a_field(), StandUp(side=A, unit="a1"))
    assert refused.value.code == "not-prone"
    with pytest.raises(IllegalAction) as refused:
        play(a_field(prone=True), GoProne(side=A, unit="a1"))
    assert refused.value.code == "already-prone"
