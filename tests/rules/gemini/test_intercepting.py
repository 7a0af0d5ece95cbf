"""Interception of chargers and routers."""

import pytest

from rules.gemini import intercepting
from rules.gemini.activation import EndActivation
from rules.gemini.answers import Answer
from rules.gemini.charge import Charge
from rules.gemini.facts import ModelsMoved
from rules.gemini.intercepting import InterceptionDeclared
from rules.gemini.onset import ChargeEnded
from tests.builders import A, B, a_battle, a_unit, play, the
from tests.rules.gemini.fights import BLADE, a_squad, fighter, moved, roll

CHARGE = Charge(side=A, unit="a1", target="b1")
IDLE = a_squad("a9", 1, 5, 44, profile=fighter("idle"))


def scene(*, aside=1.5, chargers=1):
    """A1 charges B1 eight inches to the east; B2 stands half way, so far beside the way of the first charger."""
    state = a_battle(
        a_squad("a1", chargers, 20, 10, profile=fighter("charger", i=4), gap=4),
        a_squad("b1", 1, 28, 10, profile=fighter("target"), facing=270),
        a_unit("b2", [(24, 10 - aside)], profile=fighter("guard"), facing=270, weapons=[BLADE]),
        IDLE,
        active="a1",
        ap=1,
    )
    return moved(state, "b1", pinned=True)


@pytest.mark.rule("ARAP-INT-01", "ARAP-ACT-10")
def test_a_unit_near_the_way_may_throw_itself_in():
    _, state = play(scene(), CHARGE)
    assert (state.prompt.kind, state.prompt.unit, state.prompt.about) == ("intercept", "b2", "a1")
    assert state.prompt.decline == "let-pass"
    events, state = play(state, Answer(side=B, choice="intercept"))
    assert the(events, InterceptionDeclared).unit == "b2"
    assert [m.units for m in state.melees] == [("a1", "b2")]
    assert state.melees[0].charges == ()
    x, y = state.units["a1"].models[0].at
    assert ((x - 24) ** 2 + (y - 8.5) ** 2) ** 0.5 == pytest.approx(2, abs=0.01)
    assert state.units["b2"].intercepting is None


@pytest.mark.rule("ARAP-INT-01")
def test_let_them_pass_and_the_charge_goes_on():
    _, state = play(scene(), CHARGE)
    events, state = play(state, Answer(side=B, choice="let-pass"))
    assert the(events, ChargeEnded).home
    assert state.melees[0].units == ("a1", "b1")
    assert state.melees[0].charges[0].bonus


@pytest.mark.rule("ARAP-INT-01")
def test_the_others_finish_the_charge_without_a_bonus_and_all_are_in_one_melee():
    """The second charger passes 5.5 inches from the interceptor."""
    _, state = play(scene(chargers=2), CHARGE)
    _, state = play(state, Answer(side=B, choice="intercept"))
    assert [set(m.units) for m in state.melees] == [{"a1", "b1", "b2"}]
    assert state.melees[0].charges[0].bonus is False


@pytest.mark.rule("ARAP-INT-01")
def test_nobody_further_off_than_its_radius_is_asked(cites):
    cites("ARAP-INT-01")
    _, state = play(scene(aside=2.02), CHARGE)
    assert state.prompt is None
    _, state = play(scene(aside=2.0), CHARGE)
    assert state.prompt.kind == "intercept"


@pytest.mark.rule("ARAP-INT-02", "ARAP-REACT-01")
@pytest.mark.parametrize(
    "flags",
    [{"pinned": True}, {"gone_to_ground": True}, {"routing": True}, {"pursuing": "a9"}, {"hidden": True}],
)
def test_who_may_not_intercept(flags, cites):
    cites("ARAP-INT-02", "ARAP-REACT-01")
    state = moved(scene(), "b2", **flags)
    assert not intercepting.may_intercept(state, state.units["b2"])
    _, state = play(state, CHARGE)
    assert state.prompt is None


def fleeing_past(aside):
    """B1 flees east past A2, which stands so far beside its way."""
    state = a_battle(
        a_squad("a1", 1, 12, 24, profile=fighter("victor")),
        a_unit("a2", [(23, 24 - aside)], profile=fighter("guard"), weapons=[BLADE]),
        a_unit("b1", [(20, 24)], profile=fighter("router"), weapons=[BLADE], routing=True, fleeing_from="a1"),
    )
    _, state = play(state, EndActivation(side=A), {"flee": [3, 3]})
    return state


@pytest.mark.rule("ARAP-INT-03", "ARAP-PURS-02")
def test_routers_that_come_within_reach_may_be_struck_at():
    state = fleeing_past(1.9)
    if state.prompt.kind == "flee-path":
        _, state = play(state, Answer(side=B, choice="90"))
    assert (state.prompt.kind, state.prompt.side, state.prompt.unit) == ("intercept", A, "a2")
    events, state = play(state, Answer(side=A, choice="intercept"), {"free-hack": [4], "to-wound": [4]})
    assert roll(events, "free-hack").goal == 4
    assert state.units["b1"].is_gone
    assert not any(isinstance(e, ModelsMoved) for e in events)
