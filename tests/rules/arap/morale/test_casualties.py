"""The 25 % casualties test and pinning."""

import pytest
from msgspec.structs import replace

from rules.arap.damage import wounds_and_saves
from rules.arap.events import Wound, WoundsTaken, tallied
from rules.arap.morale import casualties, pinning
from rules.arap.morale.casualties import CasualtiesTested
from rules.arap.turn.activation import EndActivation
from rules.dice.sources import ScriptedDice
from rules.state import Melee
from tests.builders import A, a_battle, a_profile, a_row, a_unit, happens, play, the


def battle(models=8, **values):
    return a_battle(
        a_unit("a1", a_row(5, 10, 10)),
        a_unit("a2", a_row(5, 40, 10)),
        a_unit("b1", a_row(models, 60, 10), profile=a_profile(ld=7), **values),
        active="a1",
        ap=1,
    )


def losing(state, count, *, by="a1", counts=True, unit="b1"):
    """The state in which that unit has lost the last so many of its models."""
    fallen = tuple(Wound(model=m.id, taken=1, left=0) for m in state.units[unit].alive[-count:])
    return WoundsTaken(unit=unit, wounds=fallen, by=by, counts=counts).evolve(state)


def end_turn(state, dice=None):
    return play(state, EndActivation(side=A), dice)


@pytest.mark.rule("ARAP-CAS-04")
@pytest.mark.parametrize(
    ("models", "lost"), [(3, 1), (4, 1), (5, 2), (8, 2), (9, 3), (10, 3), (12, 3), (16, 4), (20, 5)]
)
def test_a_quarter_lost_calls_for_a_test_at_the_end_of_the_turn(models, lost):
    assert casualties.threshold(models) == lost
    if lost > 1:
        end_turn(losing(battle(models), lost - 1))
    events, _ = end_turn(losing(battle(models), lost), {"casualties-test": [1, 1]})
    assert the(events, CasualtiesTested).result == "passed"


@pytest.mark.rule("ARAP-CAS-04")
def test_losses_by_several_enemies_add_up_to_one_test():
    state = losing(losing(battle(8), 1), 1, by="a2")
    events, _ = end_turn(state, {"casualties-test": [1, 1]})
    the(events, CasualtiesTested)


@pytest.mark.rule("ARAP-CAS-05", "ARAP-SUPP-04")
@pytest.mark.parametrize(
    ("faces", "s_active", "result"),
    [
        ([3, 4], 0, "passed"),
        ([5, 3], 0, "pinned"),
        ([6, 5], 0, "routs"),
        ([3, 2], 2, "passed"),
        ([3, 3], 2, "pinned"),
        ([4, 3], 2, "routs"),
    ],
)
def test_an_even_failure_pins_and_an_odd_one_routs(faces, s_active, result):
    progress = happens(
        losing(battle(s_active=s_active, s_pending=1), 2),
        ScriptedDice({"casualties-test": faces, "flinch": [1]}),
        lambda p: casualties.test(p, "b1", cause="a1", now=False),
    )
    unit = progress.state.units["b1"]
    assert the(progress.events, CasualtiesTested).result == result
    assert unit.pinned is (result == "pinned")
    assert (unit.s_active, unit.s_pending) == (0, 0)


@pytest.mark.part_of("ARAP-CAS-06")
@pytest.mark.parametrize("exempt", ["locked", "routing", "charge"])
def test_no_test_in_melee_in_rout_or_for_losses_in_a_charge(exempt):
    state = losing(battle(), 4, counts=exempt != "charge")
    if exempt == "routing":
        state = state.with_unit(replace(state.units["b1"], routing=True))
    if exempt == "locked":
        state = replace(state, melees=(Melee(id="m1", units=("a2", "b1")),))
    assert casualties.is_due(state, state.units["b1"]) is False
    assert casualties.is_due(losing(losing(battle(), 1, counts=False), 2), losing(battle(), 3).units["b1"]) is True


@pytest.mark.rule("ARAP-CAS-07", "ARAP-PIN-01")
def test_in_its_own_turn_a_pinned_unit_loses_the_rest_of_its_activation():
    state = losing(battle(), 2, unit="a1", by=None)
    state = state.with_turn(ap=3)
    progress = happens(
        state, ScriptedDice({"casualties-test": [6, 4]}), lambda p: casualties.test(p, "a1", cause=None, now=True)
    )
    assert progress.state.turn.ap == 0
    assert progress.state.units["a1"].pinned
    passed = happens(
        state, ScriptedDice({"casualties-test": [4, 3]}), lambda p: casualties.test(p, "a1", cause=None, now=True)
    )
    assert passed.state.turn.ap == 3


def test_the_test_is_taken_once_a_turn():
    state = losing(battle(), 2, unit="a1", by=None)
    progress = happens(
        state, ScriptedDice({"casualties-test": [1, 1]}), lambda p: casualties.test(p, "a1", cause=None, now=True)
    )
    assert not casualties.is_due(losing(progress.state, 1, unit="a1"), progress.state.units["a1"])


def test_the_worst_enemy_is_the_cause_and_of_equals_the_nearer():
    state = losing(losing(battle(), 1), 2, by="a2")
    assert casualties.main_cause(state, state.units["b1"]) == "a2"
    state = losing(state, 1)
    assert casualties.main_cause(state, state.units["b1"]) == "a2"
    state = losing(state, 1)
    assert casualties.main_cause(state, state.units["b1"]) == "a1"


@pytest.mark.part_of("ARAP-GTG-03")
def test_who_lies_low_tests_but_is_not_pinned():
    state = losing(battle(gone_to_ground=True), 2)
    pinned = happens(
        state, ScriptedDice({"casualties-test": [4, 4]}), lambda p: casualties.test(p, "b1", cause="a1", now=False)
    )
    assert (pinned.state.units["b1"].pinned, pinned.state.units["b1"].gone_to_ground) == (False, True)
    broken = happens(
        state,
        ScriptedDice({"casualties-test": [5, 4], "flinch": [1]}),
        lambda p: casualties.test(p, "b1", cause="a1", now=False),
    )
    assert broken.state.units["b1"].gone_to_ground is False


@pytest.mark.rule("ARAP-PIN-03", "ARAP-PIN-04")
def test_a_failed_pinning_test_pins_and_clears_suppression():
    state = battle(s_active=1, s_pending=1)
    failed = happens(
        state,
        ScriptedDice({"pinning-test": [4, 3]}),
        lambda p: pinning.pinning_test(p, "b1", "nest autogun", ("ARAP-PIN-03",)),
    )
    unit = failed.state.units["b1"]
    assert (unit.pinned, unit.s_active, unit.s_pending) == (True, 0, 0)
    passed = happens(
        state,
        ScriptedDice({"pinning-test": [3, 3]}),
        lambda p: pinning.pinning_test(p, "b1", "nest autogun", ("ARAP-PIN-03",)),
    )
    assert not passed.state.units["b1"].pinned


@pytest.mark.part_of("ARAP-PIN-03")
@pytest.mark.parametrize("flag", [{"routing": True}, {"gone_to_ground": True}])
def test_no_pinning_test_for_routers_and_those_gone_to_ground(flag):
    progress = happens(
        battle(**flag), ScriptedDice({}), lambda p: pinning.pinning_test(p, "b1", "nest autogun", ("ARAP-PIN-03",))
    )
    assert progress.events == []


def test_a_trait_of_all_members_may_spare_the_test():
    state = a_battle(a_unit("b1", a_row(3, 10, 10), profile=a_profile(traits=("fearless",))))
    progress = happens(
        state,
        ScriptedDice({}),
        lambda p: pinning.pinning_test(p, "b1", "shock", ("ARAP-PIN-03",), spared_by=("fearless",)),
    )
    assert progress.events == []


def test_own_losses_without_a_culprit_count_too():
    state = losing(battle(), 2, by=None)
    assert casualties.losses(state, "b1") == 2
    assert casualties.main_cause(state, state.units["b1"]) is None
    progress = happens(
        state,
        ScriptedDice({"to-wound": [6]}),
        lambda p: wounds_and_saves.strike(p, ["b1.1"], 4, by=None, why="fall", rules=(), cause="fall"),
    )
    assert casualties.losses(progress.state, "b1") == 3


@pytest.mark.rule("ARAP-DICE-05", "ARAP-CAS-05")
def test_the_hardened_stand_their_losses_without_dice():
    hard = a_profile("hard", traits=("passes-casualties", "passes-suppression"))
    state = a_battle(a_unit("a1", a_row(4, 10, 10)), a_unit("b1", a_row(4, 60, 10), profile=hard), active="a1", ap=1)
    state = tallied(state, "b1", "b1", losses=1)
    events, _ = play(state, EndActivation(side=A))
    assert the(events, CasualtiesTested).result == "passed"
    assert "B1 passes its 25 % test without dice" in [getattr(e, "text", "") for e in events]
