"""Tests against Leadership."""

import pytest
from msgspec.structs import replace

from rules.arap.morale import leadership
from rules.dice.sources import ScriptedDice
from rules.progress import Progress
from tests.builders import a_battle, a_profile, a_unit


def battle(**values):
    return a_battle(a_unit("a1", [(10, 10), (12, 10)], profile=a_profile(ld=7), **values))


def a_test(state, faces):
    progress = Progress(state, ScriptedDice({"leadership": faces}))
    return leadership.test(progress, "a1", "leadership", rules=(), why="test")


@pytest.mark.part_of("ARAP-DICE-05")
@pytest.mark.parametrize(("faces", "passed"), [([3, 4], True), ([4, 4], False), ([1, 1], True), ([6, 6], False)])
def test_the_total_must_not_exceed_leadership(faces, passed):
    rolled = a_test(battle(), faces)
    assert (rolled.goal, rolled.total, rolled.passed) == (7, sum(faces), passed)


@pytest.mark.part_of("ARAP-SUPP-03")
def test_suppression_points_in_force_lower_leadership_in_tests():
    rolled = a_test(battle(s_active=2, s_pending=1), [3, 3])
    assert (rolled.base, rolled.goal, rolled.passed) == (7, 5, False)
    assert [(m.value, m.reason) for m in rolled.modifiers] == [(-2, "suppression")]


def test_the_best_leader_present_counts_while_he_lives():
    state = battle()
    boss = a_profile("boss", ld=9)
    unit = state.units["a1"]
    led = replace(unit, models=(replace(unit.models[0], profile="boss"), unit.models[1]))
    state = replace(state.with_unit(led), profiles={**state.profiles, "boss": boss})
    assert leadership.ld(state, led) == 9
    fallen = replace(led, models=(replace(led.models[0], wounds=0), led.models[1]))
    assert leadership.ld(state, fallen) == 7
