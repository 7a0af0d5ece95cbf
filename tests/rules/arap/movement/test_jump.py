"""Jumping across gaps, and leaping up with jump packs."""

import pytest
from msgspec.structs import replace

from rules.arap.damage.falls import ModelsFell
from rules.arap.events import PointsSpent
from rules.arap.movement.jump import JumpAcross, LeapUp
from rules.arap.rulings.disputes import TagUnit
from rules.engine import preview
from rules.events import Rolled
from tests.builders import A, a_profile, a_row, play, the
from tests.rules.arap.heights import a_cliff, a_field, a_gap, a_wall, going
from tests.rules.arap.movement.test_walk import refusal_of


def one(state):
    return state.units["a1"].models[0]


def at_a_gap(width=3.0, depth=4.0, *, at=((11.95, 10.0),), initiative=3, m=4, traits=(), kind="humanoid", **values):
    """A1 stands before a gap whose near edge is at x = 12."""
    profile = a_profile(i=initiative, m=m, w=3, traits=traits, kind=kind)
    return a_field(at=at, profile=profile, terrain=(a_gap(width, depth, name="gap"),), **values)


@pytest.mark.rule("ARAP-JUMP-02", "ARAP-DICE-14")
def test_a_gap_of_the_move_less_an_inch_is_jumped_on_a_test():
    state = at_a_gap()
    act = going(JumpAcross, (15.5, 10))
    shown = preview(state, act)
    assert (shown.ap, [(c.label, c.exact) for c in shown.chances]) == (1, [("passes the test", "1/2")])
    events, after = play(state, act, {"initiative-test": [3]})
    assert (one(after).at, the(events, PointsSpent).points) == ((15.5, 10), 1)


@pytest.mark.rule("ARAP-JUMP-02", "ARAP-FALL-01")
def test_a_gap_that_is_too_wide_fails_the_jump_without_a_roll():
    state = at_a_gap(3.25, initiative=5)
    act = going(JumpAcross, (15.5, 10))
    assert act.check(state) is None
    events, after = play(state, act, {"fall-hits": [5], "to-wound": [1, 1]})
    fell = the(events, ModelsFell)
    assert (fell.fall_in, one(after).at) == (4, (12.05, 10))
    goal = next(e for e in events if isinstance(e, Rolled) and e.label == "to-wound").goal
    assert goal == 3 + 4 - 4


@pytest.mark.rule("ARAP-JUMP-02")
@pytest.mark.parametrize(("start", "clears"), [(10.95, True), (10.9, False)])
def test_the_jump_must_be_within_what_is_left_of_the_move(start, clears):
    state = at_a_gap(3, at=((start, 10.0),))
    act = going(JumpAcross, (15.2, 10))
    dice = {"initiative-test": [1]} if clears else {"fall-hits": [1], "to-wound": [1]}
    _, after = play(state, act, dice)
    assert (one(after).at[0] > 15) is clears


@pytest.mark.rule("ARAP-JUMP-02", "ARAP-FALL-03")
def test_each_jumper_tests_and_the_one_who_fails_lies_in_the_gap():
    state = at_a_gap(at=a_row(3, 11.95, 10))
    dice = {"initiative-test": [1, 4, 3], "fall-hits": [1], "to-wound": [1]}
    events, after = play(state, going(JumpAcross, (15.5, 10)), dice)
    assert [m.prone for m in after.units["a1"].models] == [False, True, False]
    assert [m.at[0] for m in after.units["a1"].models] == [15.5, 12.05, 15.5]
    assert the(events, ModelsFell).models == ("a1.2",)


@pytest.mark.rule("ARAP-JUMP-02")
def test_who_does_not_reach_the_gap_does_not_jump():
    refused = refusal_of(at_a_gap(at=((7.5, 10.0),)), going(JumpAcross, (15.5, 10)))
    assert (refused.code, refused.rule) == ("no-gap", "ARAP-JUMP-02")


@pytest.mark.rule("ARAP-JUMP-02")
def test_the_preview_does_not_tell_how_wide_the_gap_is():
    narrow, wide = (preview(at_a_gap(w), going(JumpAcross, (17, 10))) for w in (2.0, 4.0))
    assert narrow.chances == wide.chances
    assert narrow.notes == wide.notes == ("Jumps at most 3″; the gap is measured once they jump.",)
    assert narrow.legs == wide.legs
    assert narrow.ghosts == wide.ghosts == ()


@pytest.mark.rule("ARAP-JUMP-02")
def test_only_infantry_jumps():
    refused = refusal_of(at_a_gap(kind="rider"), going(JumpAcross, (15.5, 10)))
    assert (refused.code, refused.rule) == ("no-jumper", "ARAP-JUMP-02")


@pytest.mark.rule("ARAP-JUMP-03")
def test_what_jumps_by_nature_needs_no_test():
    state = at_a_gap(3.5, traits=("jumper",), kind="beast")
    events, after = play(state, going(JumpAcross, (15.8, 10)), {})
    assert one(after).at == (15.8, 10)
    assert not any(isinstance(e, Rolled) for e in events)


@pytest.mark.rule("ARAP-JUMP-03", "ARAP-JUMP-02")
@pytest.mark.parametrize(("most", "clears"), [("jump-max:2", False), ("jump-max:3.5", True)])
def test_the_host_may_set_the_greatest_distance(most, clears):
    state = at_a_gap(2.5)
    _, state = play(state, TagUnit(side=A, unit="a1", tag=most, reason="grappling poles"))
    dice = {"initiative-test": [3]} if clears else {"fall-hits": [1], "to-wound": [1]}
    _, after = play(state, going(JumpAcross, (15.2, 10)), dice)
    assert (one(after).at[0] > 14) is clears


@pytest.mark.rule("ARAP-JUMP-03")
def test_the_host_may_exempt_a_unit():
    state = at_a_gap(3.5)
    _, state = play(state, TagUnit(side=A, unit="a1", tag="jumper", reason="frog folk"))
    _, after = play(state, going(JumpAcross, (15.8, 10)), {})
    assert one(after).at == (15.8, 10)


# -- jump packs ----------------------------------------------------------------------------------------------------


def with_packs(*terrain, at=((7.0, 10.0),), initiative=4, traits=("jump-pack",)):
    return a_field(at=at, profile=a_profile(i=initiative, traits=traits, w=2), terrain=terrain)


@pytest.mark.rule("ARAP-CLIMB-09")
def test_on_a_flat_top_within_six_inches_they_just_land():
    state = with_packs(a_cliff(6.0, name="cliff"))
    events, after = play(state, going(LeapUp, (12.9, 10)), {})
    assert (one(after).at, one(after).on_face) == ((12.9, 10), "")
    assert not any(isinstance(e, Rolled) for e in events)


@pytest.mark.rule("ARAP-CLIMB-09")
@pytest.mark.part_of("ARAP-FALL-01")
@pytest.mark.parametrize(("die", "holds"), [(4, True), (5, False)])
def test_on_a_face_they_need_a_handhold_or_fall_from_it(die, holds):
    state = with_packs(a_wall(6.0))
    act = going(LeapUp, (13, 10))
    assert [(c.label, c.exact) for c in preview(state, act).chances] == [("gains a handhold", "2/3")]
    dice = {"initiative-test": [die], **({} if holds else {"fall-hits": [1], "to-wound": [1]})}
    events, after = play(state, act, dice)
    if holds:
        assert (one(after).on_face, one(after).level_in) == ("wall", 6)
    else:
        assert (the(events, ModelsFell).fall_in, one(after).prone) == (6, True)


@pytest.mark.rule("ARAP-CLIMB-09")
def test_higher_faces_are_gripped_six_inches_up():
    _, after = play(with_packs(a_cliff(9.0, name="cliff")), going(LeapUp, (12.9, 10)), {"initiative-test": [1]})
    assert (one(after).on_face, one(after).level_in) == ("cliff", 6)


@pytest.mark.rule("ARAP-CLIMB-09")
@pytest.mark.parametrize(
    ("at", "traits", "code"), [((5.5, 10.0), ("jump-pack",), "no-face"), ((7.0, 10.0), (), "no-jump-packs")]
)
def test_who_cannot_leap(at, traits, code):
    refused = refusal_of(with_packs(a_cliff(6.0), at=(at,), traits=traits), going(LeapUp, (12.9, 10)))
    assert (refused.code, refused.rule) == (code, "ARAP-CLIMB-09")


def test_a_jump_needs_a_point():
    state = at_a_gap()
    state = replace(state, turn=replace(state.turn, ap=0))
    assert refusal_of(state, going(JumpAcross, (15.5, 10))).code == "too-few-points"


def test_the_odds_of_several_are_told_one_by_one_and_together():
    state = at_a_gap(at=((11.95, 10.0), (11.95, 11.5)))
    shown = preview(state, going(JumpAcross, (15.5, 10)))
    assert [(c.label, c.exact) for c in shown.chances] == [("passes the test", "1/2"), ("all pass", "1/4")]
