"""Activation rolls, points and busts."""

import pytest
from msgspec.structs import replace

from rules.arap.turn.activation import Activate, Bust, EndActivation, Finish, UnitActivated
from rules.arap.turn.turn import PhaseBegan
from rules.arap.units.permission import activation_value
from rules.core.refusal import IllegalAction
from rules.engine import preview
from tests.builders import A, B, a_battle, a_profile, a_row, a_unit, play, the


def battle(initiative=4, **values):
    quick = a_profile("quick", i=initiative)
    return a_battle(
        a_unit("a1", a_row(5, 10, 10), profile=quick, **values),
        a_unit("a2", a_row(5, 10, 30), profile=quick),
        a_unit("b1", a_row(5, 60, 10), profile=quick),
    )


@pytest.mark.rule("ARAP-ACT-01")
@pytest.mark.parametrize(("initiative", "value"), [(1, 3), (2, 3), (3, 3), (4, 4), (5, 5), (7, 5)])
def test_the_activation_value_is_initiative_kept_between_3_and_5(initiative, value):
    state = battle(initiative)
    assert activation_value(state, state.units["a1"]) == value
    events, _ = play(state, Activate(side=A, unit="a1", dice=1), {"activation": [value]})
    assert the(events, UnitActivated).ap == 1


@pytest.mark.rule("ARAP-ACT-02")
def test_each_die_on_the_value_or_less_is_an_action_point():
    events, state = play(battle(), Activate(side=A, unit="a1", dice=3), {"activation": [2, 4, 5]})
    assert the(events, UnitActivated).ap == 2
    assert (state.turn.active, state.turn.ap) == ("a1", 2)


@pytest.mark.rule("ARAP-ACT-03")
def test_two_failures_are_a_bust_and_end_the_phase():
    events, state = play(battle(), Activate(side=A, unit="a1", dice=3), {"activation": [4, 5, 6]})
    assert the(events, Bust).ends
    assert "melee" in [e.phase for e in events if isinstance(e, PhaseBegan)]
    assert state.active_side == B


@pytest.mark.rule("ARAP-ACT-04")
def test_with_two_busts_allowed_the_first_does_not_end_the_phase():
    state = battle()
    state = a_battle(
        *[(u, tuple(state.profiles.values()), ()) for u in state.units.values()], options={"busts_allowed": 2}
    )
    events, state = play(state, Activate(side=A, unit="a1", dice=2), {"activation": [5, 6]})
    assert not the(events, Bust).ends
    assert state.turn.phase == "activation"
    assert (state.units["a1"].now.bust, state.units["a2"].now.bust) == (True, False)
    with pytest.raises(IllegalAction) as refused:
        play(state, Activate(side=A, unit="a1", dice=1))
    assert refused.value.code == "already-tried"
    events, state = play(state, Activate(side=A, unit="a2", dice=2), {"activation": [5, 6]})
    assert the(events, Bust).ends


@pytest.mark.rule("ARAP-ACT-02")
@pytest.mark.parametrize("dice", [0, 4, -1])
def test_no_unit_is_activated_on_more_than_three_dice_or_none(dice):
    action = Activate(side=A, unit="a1", dice=dice)
    with pytest.raises(IllegalAction) as refused:
        play(battle(), action)
    assert (refused.value.code, refused.value.rule) == ("bad-dice", "ARAP-ACT-02")
    assert refused.value.refusal.allowed == "1 to 3 dice"
    assert preview(battle(), action).refusal.code == "bad-dice"


def test_a_single_failed_die_uses_up_the_attempt_only():
    _, state = play(battle(), Activate(side=A, unit="a1", dice=1), {"activation": [5]})
    assert state.turn.phase == "activation"
    assert state.turn.active is None
    assert state.units["a1"].now.tried


@pytest.mark.rule("ARAP-ACT-07")
def test_a_unit_finishes_before_the_next_one_is_tried():
    _, state = play(battle(), Activate(side=A, unit="a1", dice=1), {"activation": [1]})
    with pytest.raises(IllegalAction) as refused:
        play(state, Activate(side=A, unit="a2", dice=1))
    assert refused.value.code == "unit-in-hand"
    _, state = play(state, Finish(side=A, unit="a1"))
    assert state.turn.active is None
    _, state = play(state, Activate(side=A, unit="a2", dice=1), {"activation": [1]})
    assert state.turn.active == "a2"


@pytest.mark.rule("ARAP-PIN-01")
def test_a_pinned_unit_has_two_points_fewer():
    roll = Activate(side=A, unit="a1", dice=3)
    chances = {c.label: c.exact for c in preview(battle(pinned_now=True), roll).chances}
    assert (chances["acts"], chances["bust"], chances["average points"]) == ("8/27", "7/27", "8/27")
    fewer = preview(battle(pinned_now=True), replace(roll, dice=2))
    assert {c.label: c.exact for c in fewer.chances}["acts"] == "0"
    events, _ = play(battle(pinned_now=True), roll, {"activation": [1, 2, 3]})
    assert the(events, UnitActivated).ap == 1


@pytest.mark.rule("ARAP-ACT-06", "ARAP-GTG-03")
@pytest.mark.parametrize(
    ("flags", "code"),
    [({"gone_to_ground": True}, "gone-to-ground"), ({"routing": True}, "routing"), ({"pursuing": "b1"}, "pursuing")],
)
def test_units_that_make_no_roll(flags, code):
    for extra in ({"gone_to_ground": True}, {"routing": True}):
        with pytest.raises(IllegalAction):
            play(battle(**extra), Activate(side=A, unit="a1", dice=1))
    with pytest.raises(IllegalAction) as refused:
        play(battle(**flags), Activate(side=A, unit="a1", dice=1))
    assert refused.value.code == code


def test_nobody_acts_out_of_turn_or_for_the_other_side():
    with pytest.raises(IllegalAction) as refused:
        play(battle(), Activate(side=B, unit="b1", dice=1))
    assert refused.value.code == "not-your-turn"
    with pytest.raises(IllegalAction) as refused:
        play(battle(), Activate(side=A, unit="b1", dice=1))
    assert refused.value.code == "not-your-unit"


@pytest.mark.rule("ARAP-TURN-05", "ARAP-TURN-01")
def test_the_phase_ends_when_every_unit_has_tried():
    _, state = play(battle(), Activate(side=A, unit="a1", dice=1), {"activation": [6]})
    assert state.turn.phase == "activation"
    _, state = play(state, Activate(side=A, unit="a2", dice=1), {"activation": [6]})
    assert state.active_side == B


@pytest.mark.rule("ARAP-TURN-05")
def test_ending_the_phase_with_the_last_unit_in_hand_ends_one_turn_only():
    _, state = play(battle(), Activate(side=A, unit="a1", dice=1), {"activation": [6]})
    _, state = play(state, Activate(side=A, unit="a2", dice=1), {"activation": [1]})
    _, state = play(state, EndActivation(side=A))
    assert (state.active_side, state.turn.number) == (B, 1)
