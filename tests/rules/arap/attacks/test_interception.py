"""Interception of chargers and routers."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.attacks import interception
from rules.arap.attacks.interception import InterceptionDeclared
from rules.arap.charge.declare import Charge
from rules.arap.charge.events import ChargeEnded
from rules.arap.charge.straying import Intercepted
from rules.arap.events import ModelsMoved
from rules.arap.melee.pursuit import PursuitEnded
from rules.arap.movement.walk import Move
from rules.arap.paths.turns import Waypoint
from rules.arap.turn.activation import EndActivation
from rules.engine import preview
from rules.questions import prompts
from tests.builders import A, B, a_battle, a_unit, play, the
from tests.rules.arap.fights import BLADE, a_squad, fighter, moved, roll

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


@pytest.mark.part_of("ARAP-INT-01", "ARAP-INT-03")
def test_plans_of_charges_and_walks_name_who_may_intercept():
    text = "B2 may intercept: those whom it meets stop there, and nobody has a charge bonus. (ARAP-INT-01)"
    assert text in preview(scene(), CHARGE).notes
    assert text not in preview(scene(aside=2.02), CHARGE).notes
    assert text not in preview(moved(scene(), "b2", hidden=True), CHARGE).notes
    walk = Move(side=A, unit="a1", path=(Waypoint(at=(23, 10)),))
    stops = "B2 may intercept: who comes within its reach stops there, and is locked with it. (ARAP-INT-03)"
    assert stops in preview(scene(), walk).notes
    assert stops not in preview(moved(scene(), "a1", hidden=True), walk).notes


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
def test_nobody_further_off_than_its_radius_is_asked():
    _, state = play(scene(aside=2.02), CHARGE)
    assert state.prompt is None
    _, state = play(scene(aside=2.0), CHARGE)
    assert state.prompt.kind == "intercept"


@pytest.mark.rule("ARAP-INT-01", "ARAP-CHG-04")
def test_whoever_just_touches_its_reach_is_stopped_all_the_same():
    _, state = play(scene(aside=2.0), CHARGE)
    assert "intercept" in prompts.odds(state, state)
    _, state = play(state, Answer(side=B, choice="intercept"))
    assert [m.units for m in state.melees] == [("a1", "b2")]
    assert state.units["a1"].models[0].at == pytest.approx((24, 10))


@pytest.mark.part_of("ARAP-INT-01")
def test_in_games_of_version_4_such_a_charge_went_on():
    _, state = play(replace(scene(aside=2.0), version="4"), CHARGE)
    _, state = play(state, Answer(side=B, choice="intercept"))
    assert state.units["a1"].models[0].at != pytest.approx((24, 10))


@pytest.mark.rule("ARAP-INT-02")
@pytest.mark.part_of("ARAP-REACT-01")
@pytest.mark.parametrize(
    "flags",
    [{"pinned": True}, {"gone_to_ground": True}, {"routing": True}, {"pursuing": "a9"}, {"hidden": True}],
)
def test_who_may_not_intercept(flags):
    state = moved(scene(), "b2", **flags)
    assert not interception.may_intercept(state, state.units["b2"])
    _, state = play(state, CHARGE)
    assert state.prompt is None
    _, free = play(scene(), CHARGE)
    assert the(play(free, Answer(side=B, choice="intercept"))[0], InterceptionDeclared).unit == "b2"


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


def passing(aside, *, ap=2):
    """A1 walks four inches to the east past B2, which stands so far beside its way."""
    state = a_battle(
        a_squad("a1", 2, 20, 10, profile=fighter("walker"), gap=4),
        a_unit("b2", [(22, 10 - aside)], profile=fighter("guard"), facing=270, weapons=[BLADE]),
        IDLE,
        active="a1",
        ap=ap,
    )
    return play(state, Move(side=A, unit="a1", path=(Waypoint(at=(24, 10)),)))


@pytest.mark.rule("ARAP-INT-03", "ARAP-ACT-10", "ARAP-MELEE-01")
def test_who_walks_by_within_reach_may_be_stopped_there():
    events, state = passing(1.5)
    assert (state.prompt.kind, state.prompt.unit, state.prompt.about) == ("intercept", "b2", "a1")
    assert state.prompt.rule == "ARAP-INT-03"
    events, state = play(state, Answer(side=B, choice="intercept"))
    assert the(events, Intercepted).mover == "a1"
    near, far = state.units["a1"].models
    assert near.at == pytest.approx((22 - (4 - 2.25) ** 0.5, 10), abs=0.02)
    assert far.at == (24, 14)
    assert [(m.units, m.charges) for m in state.melees] == [(("b2", "a1"), ())]
    assert state.turn.active is None
    assert state.units["a1"].held_ap == 1


@pytest.mark.rule("ARAP-INT-03")
def test_let_them_pass_and_they_may_go_on():
    _, state = passing(1.5)
    _, state = play(state, Answer(side=B, choice="let-pass"))
    assert (state.turn.active, state.turn.ap, state.melees) == ("a1", 1, ())
    assert state.units["a1"].models[0].at == (24, 10)


@pytest.mark.rule("ARAP-INT-03")
def test_nobody_is_asked_about_those_who_stay_out_of_reach_or_began_in_it():
    _, state = passing(2.02)
    assert state.prompt is None
    _, state = passing(2.0)
    _, state = play(state, Answer(side=B, choice="let-pass"))
    _, state = play(state.with_turn(ap=1), Move(side=A, unit="a1", path=(Waypoint(at=(22, 10)),)))
    _, state = play(state, Answer(side=B, choice="let-pass"))
    _, state = play(state.with_turn(active="a1", ap=1), Move(side=A, unit="a1", path=(Waypoint(at=(25, 10)),)))
    assert state.prompt is None


@pytest.mark.rule("ARAP-INT-03", "ARAP-PURS-05")
def test_pursuers_may_be_intercepted():
    """A1 runs east after B1; B2 stands half way, an inch beside its way."""
    state = a_battle(
        a_squad("a1", 1, 20, 10, profile=fighter("pursuer"), pursuing="b1"),
        a_unit("b1", [(32, 10)], profile=fighter("router"), facing=90, weapons=[BLADE], routing=True),
        a_unit("b2", [(24, 9)], profile=fighter("guard"), facing=270, weapons=[BLADE]),
    )
    _, state = play(state, EndActivation(side=A), {"flee": [1, 1]})
    while state.prompt.kind == "flee-path":
        _, state = play(state, Answer(side=B, choice=state.prompt.options[0].id), {"pursuit": [5, 3]})
    assert (state.prompt.kind, state.prompt.side, state.prompt.unit) == ("intercept", B, "b2")
    dice = {"rally": [1, 1]}
    events, state = play(state, Answer(side=B, choice="intercept"), dice)
    assert the(events, PursuitEnded).reason == "another unit engages them"
    assert [m.units for m in state.melees] == [("a1", "b2")]
    assert state.units["a1"].models[0].at[0] < 24
    assert state.units["b2"].intercepting is None


@pytest.mark.rule("ARAP-INT-01", "ARAP-CHG-04")
def test_chargers_who_are_stopped_do_not_stand_on_each_other():
    """Four chargers in a file come past an interceptor that stops every one of them."""
    state = a_battle(
        a_unit("a1", [(20 - n, 10) for n in range(4)], profile=fighter("charger", i=4), weapons=[BLADE]),
        a_squad("b1", 3, 27, 9, profile=fighter("target"), facing=270),
        a_unit("b2", [(23, 11.2)], profile=fighter("guard", size=3), facing=270, weapons=[BLADE]),
        IDLE,
        active="a1",
        ap=1,
    )
    _, state = play(moved(state, "b1", pinned=True), CHARGE)
    _, state = play(state, Answer(side=B, choice="intercept"))
    places = [m.at for m in state.units["a1"].models]
    gaps = [((a - c) ** 2 + (b - d) ** 2) ** 0.5 for n, (a, b) in enumerate(places) for c, d in places[:n]]
    assert min(gaps) >= 25 / 25.4 - 0.011


@pytest.mark.rule("ARAP-INT-03", "ARAP-RUN-03")
def test_a_runner_who_is_stopped_and_then_caught_routs_out_of_the_melee_with_the_interceptors():
    """B1 runs from A1 into the reach of A2, which stops it; A1 has moves enough to get there."""
    state = a_battle(
        a_squad("a1", 1, 20, 10, profile=fighter("charger", i=4, m=6)),
        a_squad("b1", 1, 25, 10, profile=fighter("target"), facing=270),
        a_unit("a2", [(29.5, 10)], profile=fighter("guard"), facing=270, weapons=[BLADE]),
        active="a1",
        ap=1,
    )
    _, state = play(state, CHARGE)
    _, state = play(state, Answer(side=B, choice="run"), {"flee": [2, 1]})
    assert (state.prompt.kind, state.prompt.unit) == ("intercept", "a2")
    events, state = play(state, Answer(side=A, choice="intercept"), {"free-hack": [6]})
    assert the(events, Intercepted).mover == "b1"
    assert state.units["b1"].routing
    assert state.melees == ()
    assert not state.is_locked("a2")


@pytest.mark.rule("ARAP-INT-03", "ARAP-RUN-03", "ARAP-PURS-03")
@pytest.mark.parametrize(("version", "locked"), [("20", False), ("19", True)])
def test_a_runner_who_is_stopped_and_caught_by_pursuers_leaves_nobody_in_a_melee_alone(version, locked):
    """B1 has rallied, and runs from A1 into the reach of A2. Up to version 19 A2 was locked with nobody."""
    state = a_battle(
        a_squad("a1", 1, 14, 10, profile=fighter("chaser", i=4, m=6)),
        a_squad("b1", 1, 18, 10, profile=fighter("target", w=2), facing=90),
        a_unit("a2", [(22.5, 10)], profile=fighter("guard"), facing=270, weapons=[BLADE]),
        a_squad("b9", 1, 60, 40),
        version=version,
    )
    _, state = play(moved(state, "a1", pursuing="b1"), EndActivation(side=A), {"pursuit": [5, 3]})
    _, state = play(state, Answer(side=B, choice="run"), {"flee": [2, 1]})
    assert (state.prompt.kind, state.prompt.unit) == ("intercept", "a2")
    _, state = play(state, Answer(side=A, choice="intercept"), {"free-hack": [6]})
    assert state.units["b1"].routing
    assert state.is_locked("a2") is locked


@pytest.mark.rule("ARAP-INT-01", "ARAP-INT-03")
def test_the_first_round_is_told_to_who_may_intercept():
    """WS3 against WS3 hits on 3 or less, S3 wounds T3 on 4 or more, nobody saves: a quarter of a wound each way."""
    _, charged = play(scene(), CHARGE)
    _, passed = passing(1.5)
    for state in (charged, passed):
        odds = prompts.odds(state, state)
        assert [(p.value, p.meaning) for p in odds["intercept"]] == [
            (0.25, "wounds somebody"),
            (0.25, "wounds to expect"),
            (0.25, "dealt in return"),
        ]
