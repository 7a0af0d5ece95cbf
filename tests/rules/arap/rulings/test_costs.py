"""Actions that the host makes dearer, members whom he releases, ground that is cover against charges."""

import pytest

from rules import legal_actions, preview
from rules.arap.charge.declare import Charge
from rules.arap.movement.walk import Move, Waypoint
from rules.arap.rulings.costs import CostRuled, RuleCost, SurchargePaid
from rules.arap.rulings.general import RuleUnit
from rules.arap.rulings.released import ReleaseMembers
from rules.arap.rulings.terrain import RuleGround
from rules.arap.shooting.shoot import Shoot
from rules.arap.turn.activation import Finish
from rules.core.refusal import IllegalAction
from rules.table.terrain import Terrain
from tests.builders import A, B, a_battle, a_unit, a_weapon, play, the

STEP = Move(side=A, unit="a1", path=(Waypoint(at=(12, 10)),))
SHOT = Shoot(side=A, unit="a1", target="b1")
GUN = a_weapon(type="assault", range_in=24)


def battle(ap=2, **values):
    return a_battle(
        a_unit("a1", [(10, 10), (10, 11.5)], weapons=[GUN], facing=90),
        a_unit("a2", [(10, 30)]),
        a_unit("b1", [(26, 10)], facing=270),
        active="a1",
        ap=ap,
        **values,
    )


def dearer(state, act, points=1, unit="a1"):
    return play(state, RuleCost(side=B, unit=unit, act=act, points=points, reason="mud"))


@pytest.mark.rule("ARAP-ACT-08", "ARAP-GEN-01")
def test_the_host_makes_an_action_of_a_unit_dearer():
    events, state = dearer(battle(), "move")
    assert the(events, CostRuled).sentence(state) == "Host: moves of every kind cost A1 1 action point more (mud)"
    seen = preview(state, STEP)
    assert (seen.ap, seen.notes[-1]) == (2, "A1 first pays 1 action point more, by ruling.")
    assert "ARAP-ACT-08" in seen.rules
    assert next(o.ap for o in legal_actions(state, A) if o.kind == "move" and o.unit == "a1") == 2
    events, after = play(state, STEP)
    assert (the(events, SurchargePaid).points, after.turn.ap) == (1, 0)
    assert preview(state, SHOT).ap == 1, "shots cost what they did"


@pytest.mark.rule("ARAP-ACT-08")
def test_what_cannot_be_paid_with_the_surcharge_is_refused_with_the_reason():
    _, state = dearer(battle(ap=1), "any", 1)
    for action in (STEP, SHOT):
        refusal = preview(state, action).refusal
        assert (refusal.code, refusal.rule) == ("too-few-points", "ARAP-ACT-08")
        assert refusal.message.startswith("A1 first pays 1 action point more, by ruling. ")
        with pytest.raises(IllegalAction):
            play(state, action)
    assert all(o.action is None for o in legal_actions(state, A) if o.kind in ("move", "shoot", "charge"))
    _, state = dearer(state, "any", 0)
    assert preview(state, STEP).refusal is None


@pytest.mark.rule("ARAP-ACT-08")
def test_a_price_for_all_units_and_rulings_that_are_none():
    _, state = dearer(battle(), "shoot", unit=None)
    assert {unit.dearer["shoot"] for unit in state.units.values()} == {1}
    for ruling in (
        RuleCost(side=B, unit="z9", act="move", points=1, reason="mud"),
        RuleCost(side=B, act="move", points=3, reason="mud"),
        RuleCost(side=B, act="move", points=1, reason=" "),
    ):
        assert preview(state, ruling).refusal.allowed


@pytest.mark.rule("ARAP-ACT-09")
def test_the_host_releases_a_member_from_what_the_unit_does():
    released = ReleaseMembers(side=B, models=("a1.2",), reason="he carries the message")
    events, state = play(battle(), released)
    part = next(u for u in state.units.values() if u.part_of == "a1")
    assert [m.at for m in part.alive] == [(10, 11.5)]
    assert events[-1].sentence(state) == f"Host: {part.name} may act on its own (he carries the message)"
    _, state = play(state, STEP)
    assert state.units[part.id].alive[0].at == (10, 11.5), "he does not walk with the others"
    _, state = play(state, RuleUnit(side=B, unit=part.id, what="ap", value=1, reason="his own point"))
    assert preview(state, Shoot(side=A, unit=part.id, target="b1")).refusal is None
    for models in ((), ("a1.1", "a1.2"), ("a1.1", "a2.1"), ("b1.1",)):
        refusal = preview(battle(), ReleaseMembers(side=B, models=models, reason="so")).refusal
        assert (refusal.code, refusal.rule) == ("wrong-models", "ARAP-ACT-09")


@pytest.mark.rule("ARAP-COVR-01")
def test_ground_is_cover_against_charges_by_the_hosts_word():
    field = Terrain(id="f", name="Tall corn", points=((24, 6), (30, 6), (30, 14), (24, 14)))
    state = battle(terrain=(field,))
    charge = Charge(side=A, unit="a1", target="b1")
    close = a_battle(
        a_unit("a1", [(20, 10)], facing=90), a_unit("b1", [(26, 10)], facing=270), active="a1", ap=1, terrain=(field,)
    )
    text = "Against cover: the chargers strike as if at Initiative 1. (ARAP-COVR-01)"
    assert text not in preview(close, charge).notes
    ruling = RuleGround(side=B, terrain="f", what="charge_cover", value=1, reason="it tangles")
    events, ruled = play(close, ruling)
    assert events[0].sentence(ruled) == "Host: Tall corn is cover against charges (it tangles)"
    assert text in preview(ruled, charge).notes
    assert state.terrain[0].effect == ""
    assert ruled.terrain[0].effect == "cover against charges"
    _, again = play(ruled, RuleGround(side=B, terrain="f", what="charge_cover", value=0, reason="mown"))
    assert text not in preview(again, charge).notes


def test_who_has_finished_pays_nothing():
    _, state = dearer(battle(), "any")
    assert preview(state, Finish(side=A, unit="a1")).ap == 0


@pytest.mark.rule("ARAP-ACT-08")
def test_a_way_that_is_barred_is_as_dear_as_the_others():
    """Straight ahead somebody stands in the way: another way may be drawn, and costs as much."""
    friends = a_unit("a1", [(10, 10)]), a_unit("a2", [(11.2, 10)]), a_unit("b1", [(60, 10)])
    _, state = dearer(a_battle(*friends, active="a1", ap=3), "move")
    (crawl,) = (o for o in legal_actions(state, A) if o.kind == "crawl")
    assert (crawl.action, crawl.ap) == (None, 2)
