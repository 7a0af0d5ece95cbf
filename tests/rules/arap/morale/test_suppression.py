"""Suppression: when a test is due, what it brings, how it goes."""

import pytest
from msgspec.structs import replace

from rules.arap.cards import states
from rules.arap.events import tallied
from rules.arap.morale.suppression import Regroup, SuppressionTested, is_immune, threshold
from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.shoot_at_spot import FireAtSpot
from rules.arap.turn.activation import Finish
from rules.arap.turn.turn import GameTurnEnded, PlayerTurnBegan
from rules.core.refusal import IllegalAction
from rules.engine import preview
from tests.builders import A, a_battle, a_profile, a_row, a_unit, a_weapon, play, the


def battle(models=10, profile=None, *, hits=0, big=False, others=0, locked=False, **values):
    """A1 is acting and has scored hits on B1, A2 perhaps others."""
    state = a_battle(
        a_unit("a1", a_row(5, 10, 10)),
        a_unit("a2", a_row(5, 10, 30)),
        a_unit("b1", a_row(models, 60, 10), profile=profile, **values),
        active="a1",
        ap=1,
    )
    if hits:
        state = tallied(state, "a1", "b1", hits=hits, big=big)
    return tallied(state, "a2", "b1", hits=others) if others else state


def finish(state, dice=None):
    return play(state, Finish(side=A, unit="a1"), dice)


@pytest.mark.rule("ARAP-SUPP-01")
@pytest.mark.parametrize(
    ("models", "hits"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (7, 2), (8, 3), (10, 3), (12, 4), (16, 5), (20, 6)]
)
def test_more_than_a_quarter_hit_calls_for_a_test(models, hits):
    assert threshold(models) == hits
    if hits > 1:
        finish(battle(models, hits=hits - 1))
    events, _ = finish(battle(models, hits=hits), {"suppression-test": [1, 1]})
    assert the(events, SuppressionTested).by == "a1"


def test_a_card_counts_the_hits_by_who_scored_them_until_the_test():
    state = battle(hits=2, others=3)
    lines = [each.words for each in states(state, state.units["b1"])]
    assert "2 hits by A1 in this turn: 3 call for a test" in lines
    assert "3 hits by A2 in this turn: a test is due" in lines
    hidden = state.with_unit(replace(state.units["a1"], hidden=True))
    assert any(each.words.startswith("2 hits by somebody unseen") for each in states(hidden, hidden.units["b1"]))
    assert not [each for each in states(state, state.units["a1"]) if each.rule == "ARAP-SUPP-01"]
    _, tested = finish(battle(hits=3), {"suppression-test": [1, 1]})
    assert not [each for each in states(tested, tested.units["b1"]) if each.rule == "ARAP-SUPP-01"]


@pytest.mark.rule("ARAP-SUPP-02")
@pytest.mark.parametrize(("faces", "big", "gain"), [([3, 4], False, 0), ([5, 3], False, 1), ([5, 3], True, 2)])
def test_a_failed_test_is_a_point_or_two_after_a_big_marker(faces, big, gain):
    events, state = finish(battle(hits=3, big=big), {"suppression-test": faces})
    assert the(events, SuppressionTested).gain == gain
    assert (state.units["b1"].s_active, state.units["b1"].s_pending) == (0, gain)


@pytest.mark.rule("ARAP-SUPP-01")
def test_each_enemy_unit_calls_for_its_own_test_once():
    _, state = finish(battle(hits=3, others=9), {"suppression-test": [6, 6]})
    assert state.units["b1"].s_pending == 1
    state = tallied(state.with_turn(active="a1", ap=1), "a1", "b1", hits=3)
    _, state = finish(state)
    state = state.with_turn(active="a2", ap=1)
    _, state = play(state, Finish(side=A, unit="a2"), {"suppression-test": [6, 6]})
    assert state.units["b1"].s_pending == 2


@pytest.mark.rule("ARAP-SUPP-03")
def test_points_weigh_on_leadership_when_they_are_in_force():
    _, state = finish(battle(hits=3, s_active=1, s_pending=4), {"suppression-test": [3, 4]})
    assert state.units["b1"].s_pending == 5
    began = PlayerTurnBegan(side="b", number=1, place=1, rules=("ARAP-SUPP-03",)).evolve(state)
    assert (began.units["b1"].s_active, began.units["b1"].s_pending) == (6, 0)


@pytest.mark.part_of("ARAP-SUPP-04")
@pytest.mark.parametrize(("before", "after"), [((2, 0), (1, 0)), ((1, 2), (0, 2)), ((0, 2), (0, 1)), ((0, 0), (0, 0))])
def test_each_game_turn_takes_one_point_away_those_in_force_first(before, after):
    state = GameTurnEnded(number=1).evolve(battle(s_active=before[0], s_pending=before[1]))
    unit = state.units["b1"]
    assert (unit.s_active, unit.s_pending) == after


@pytest.mark.part_of("ARAP-SUPP-05")
@pytest.mark.parametrize(
    ("profile", "immune"),
    [
        (a_profile(inv=5), True),
        (a_profile(traits=("fearless",)), True),
        (a_profile(traits=("monstrous",)), True),
        (a_profile(traits=("robot",)), True),
        (a_profile(traits=("swarm",)), False),
        (a_profile(), False),
    ],
)
def test_who_is_immune_takes_no_test(profile, immune):
    state = battle(profile=profile, hits=10)
    assert is_immune(state, state.units["b1"]) is immune
    finish(state, {} if immune else {"suppression-test": [1, 1]})


def test_a_tag_makes_a_swarm_immune():
    state = battle(profile=a_profile(traits=("swarm",)), hits=10, tags=("no-suppression",))
    finish(state)


@pytest.mark.rule("ARAP-SUPP-06")
@pytest.mark.parametrize(("points", "die", "left"), [(4, 3, 1), (2, 6, 0), (1, 1, 0)])
def test_regrouping_takes_off_a_die_of_points(points, die, left):
    state = battle()
    state = a_battle(
        a_unit("a1", a_row(5, 10, 10), s_active=points, s_pending=2), a_unit("b1", a_row(5, 60, 10)), active="a1", ap=2
    )
    chances = preview(state, Regroup(side=A, unit="a1")).chances
    assert (chances[0].label, chances[0].exact) == (f"shakes off all {points}", {4: "1/2", 2: "5/6", 1: "1"}[points])
    _, state = play(state, Regroup(side=A, unit="a1"), {"regroup": [die]})
    assert (state.units["a1"].s_active, state.units["a1"].s_pending, state.turn.ap) == (left, 2, 1)


@pytest.mark.rule("ARAP-SUPP-06")
def test_only_points_in_force_can_be_shaken_off():
    with pytest.raises(IllegalAction) as refused:
        play(battle(), Regroup(side=A, unit="a1"))
    assert refused.value.code == "not-suppressed"


@pytest.mark.rule("ARAP-SUPP-06", "ARAP-SUPP-01")
def test_the_last_point_spent_ends_the_activation():
    state = a_battle(
        a_unit("a1", a_row(5, 10, 10), s_active=1),
        a_unit("a2", a_row(5, 10, 30)),
        a_unit("b1", a_row(10, 60, 10)),
        active="a1",
        ap=1,
    )
    state = tallied(state, "a1", "b1", hits=3)
    _, state = play(state, Regroup(side=A, unit="a1"), {"regroup": [1], "suppression-test": [6, 6]})
    assert state.turn.active is None
    assert state.units["b1"].s_pending == 1


@pytest.mark.rule("ARAP-SUPP-05")
def test_a_shot_at_the_fearless_says_that_nothing_suppresses_them():
    rifle = a_weapon()
    firer = a_unit("a1", a_row(3, 10, 10), weapons=[rifle])
    for traits, each in (((), False), (("fearless",), True)):
        target = a_unit("b1", a_row(3, 20, 10), profile=a_profile("target", traits=traits))
        seen = preview(a_battle(firer, target, active="a1", ap=1), Shoot(side=A, unit="a1", target="b1"))
        assert ("B1 takes no suppression points. (ARAP-SUPP-05)" in seen.notes) is each
        assert any(c.label == "suppressed" for c in seen.chances) is not each


@pytest.mark.rule("ARAP-DICE-05", "ARAP-SUPP-01")
def test_the_cool_are_not_suppressed_and_roll_no_dice():
    cool = a_profile("cool", traits=("passes-suppression",))
    events, state = finish(battle(hits=3, profile=cool))
    assert the(events, SuppressionTested).gain == 0
    assert "B1 passes its suppression test without dice" in [getattr(e, "text", "") for e in events]
    assert state.units["b1"].s_pending == 0


@pytest.mark.rule("ARAP-SUPP-01")
def test_hits_of_the_own_side_suppress_nobody_in_games_that_begin_now():
    shell = a_weapon("mortar", type="assault", strength=1, marker_in=3, range_in=36)
    state = a_battle(
        a_unit("a1", [(10, 20)], weapons=[shell], facing=90),
        a_unit("a2", [(30, 20), (30, 21)]),
        a_unit("b1", [(60, 20)]),
        active="a1",
        ap=1,
    )
    shot = FireAtSpot(side=A, unit="a1", at=(30, 20))
    dice = {"scatter-a": [3], "scatter-b": [3], "direction": [90], "to-wound": [1, 1]}
    events, _ = play(state, shot, dice)
    assert not [e for e in events if getattr(e, "label", "") == "suppression-test"]
    for version in ("1", "2"):
        play(replace(state, version=version), shot, dice | {"suppression-test": [1, 1]})
