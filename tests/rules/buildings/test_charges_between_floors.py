"""Charges up and down stairs and ladders between floors that are laid out apart."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.charge.declare import Charge
from rules.arap.charge.events import ChargeDeclared, ChargeEnded
from rules.arap.events import ModelsMoved
from rules.arap.melee.close_up import proposal
from rules.engine import legal_actions, preview
from tests.builders import a_profile, a_unit, a_weapon, play
from tests.rules.buildings.carriers.test_stairs import LADDER, STAIRS, a_loft

CHARGE = Charge(side="a", unit="a1", target="b1")
BELOW = ((14, 17.5), (12.5, 17.5), (15.5, 17.5))
HOLD = Answer(side="b", choice="hold")


def upstairs(*mine, theirs=((25.5, 14),), ladder=LADDER, **values):
    """Chargers in the hall, enemies in the loft; others on both sides, far off, still have to act."""
    field = a_loft(*(mine or BELOW), theirs=theirs, ladder=ladder, **values)
    others = a_unit("a9", [(60, 3)]), a_unit("b9", [(70, 47)])
    return replace(field, units={**field.units, **{u.id: u for u, _, _ in others}})


def charged(field, dice=None, charge=CHARGE, answer=HOLD):
    first, asked = play(field, charge)
    events, state = play(asked, answer, dice)
    return [*first, *events], state


@pytest.mark.rule("BLD-LADR-03", "BLD-LADR-01")
def test_a_unit_charges_up_a_ladder_and_has_no_charge_bonus():
    field = upstairs()
    shown = preview(field, CHARGE)
    assert [(leg.cost_in, leg.reason) for leg in shown.legs] == [(1.5, ""), (3.0, "Loft ladder")]
    assert shown.notes[:2] == (
        "6″ away, by Loft ladder; the charge is up to 8″.",
        "It comes home in the rear: off a ladder there are no charge bonuses. (ARAP-LADR-02, BLD-LADR-03)",
    )
    events, state = charged(field)
    assert next(e.distance_in for e in events if isinstance(e, ChargeDeclared)) == 6
    assert next(e.home for e in events if isinstance(e, ChargeEnded))
    (melee,) = state.melees
    assert (melee.charges[0].bonus, melee.charges[0].direction) == (False, "rear")
    places = [m.at for m in state.units["a1"].models]
    assert all(x > 20 for x, _ in places)
    assert len(set(places)) == 3


@pytest.mark.rule("BLD-MOVE-01", "BLD-LEVEL-01")
def test_up_stairs_it_has_its_bonus_and_pays_as_on_flat_ground():
    stairs = replace(STAIRS, points=((14, 16), (14, 14)), height_in=2)
    shown = preview(upstairs(ladder=stairs), CHARGE)
    assert shown.notes[0].startswith("5″ away, by Stairs")
    events, state = charged(upstairs(ladder=stairs))
    assert state.melees[0].charges[0].bonus
    moved = next(e for e in events if isinstance(e, ModelsMoved) and e.how == "charge")
    assert (moved.length_in, moved.spent_in) == (3.5, 3.5)


@pytest.mark.rule("BLD-LADR-02")
def test_those_for_whom_the_ladder_has_no_room_wait_at_its_foot():
    field = upstairs(*BELOW, (11, 17.5), (17, 17.5), (14, 13))
    text = "2 held up: what they would go through lets no more through. (BLD-LADR-02)"
    assert text in preview(field, CHARGE).notes
    _, state = charged(field)
    assert [m.at[0] > 20 for m in state.units["a1"].models].count(True) == 4


@pytest.mark.rule("BLD-LADR-01")
def test_a_charge_that_falls_short_ends_before_the_ladder_or_off_it():
    assert preview(upstairs((14, 11.2), theirs=[(27.7, 17.7)]), CHARGE).vain == "falls short"
    _, state = charged(upstairs((14, 11.2), theirs=[(27.7, 17.7)]))
    assert state.units["a1"].models[0].at[0] > 20
    slow = upstairs((11, 10.5), theirs=[(27.7, 17.7)])
    slow = replace(slow, profiles={n: replace(p, m=3) for n, p in slow.profiles.items()})
    _, state = charged(slow)
    assert state.units["a1"].models[0].at == (14, 16) or not state.melees


@pytest.mark.rule("BLD-LEVEL-02")
def test_where_no_stairs_lead_nobody_charges_and_down_is_as_up():
    apart = preview(upstairs(ladder=replace(LADDER, head=(60, 30))), CHARGE).refusal
    assert (apart.code, apart.allowed) == ("floor-between", "somebody on one’s own floor, or where stairs lead")
    down = upstairs((25, 14), theirs=[(14, 17.5)])
    _, state = charged(down)
    assert state.melees
    assert state.units["a1"].models[0].at[0] < 20


def two_ways():
    """A ladder, and stairs that are longer."""
    field = upstairs()
    stairs = replace(STAIRS, id="stairs", points=((12, 16), (12, 13)), head=(22, 14))
    return replace(field, terrain=(*field.terrain, stairs))


@pytest.mark.part_of("BLD-LADR-03")
def test_who_has_stairs_and_a_ladder_is_offered_both():
    field = two_ways()
    offers = {o.label: o.action for o in legal_actions(field, "a") if o.kind == "charge"}
    assert set(offers) == {"B1", "B1, by Stairs"}
    _, state = charged(field, charge=offers["B1, by Stairs"])
    assert state.melees[0].charges[0].bonus


@pytest.mark.rule("ARAP-STAND-03")
def test_chargers_are_fired_at_where_their_stairs_end():
    rifle = a_weapon("rifle")
    field = upstairs((14, 17.5), theirs=[(27, 14)])
    guard, _, _ = a_unit("b1", [(27, 14)], weapons=[rifle], facing=270)
    field = replace(field.with_unit(guard), weapons={**field.weapons, "rifle": rifle})
    assert "B1 may hold, stand and fire or run." in preview(field, CHARGE).notes
    dice = {"stand-and-fire": [1, 1], "to-hit": [1], "extended-reroll": [1], "to-wound": [6]}
    _, state = charged(field, dice, answer=Answer(side="b", choice="stand"))
    assert state.units["a1"].is_gone


@pytest.mark.part_of("BLD-MOVE-01")
def test_who_fell_short_comes_up_the_stairs_to_the_fight():
    field = upstairs((14, 17), (10.5, 10.5), ladder=replace(STAIRS, height_in=0.4), profile=a_profile("slow", m=3))
    state = charged(field)[1]
    below = state.units["a1"].models[1]
    assert below.at[0] < 20
    (placed,) = proposal(state, state.melees[0], "a1", None)
    assert placed.model == below.id
    assert placed.at[0] > 20
