"""Special ground: thin ice, minefields, tests that the host has changed. (VEH-TERR-05)"""

import msgspec
import pytest
from msgspec.structs import replace

from rules import codec
from rules.arap.events import ModelsMoved
from rules.arap.rulings.terrain import DrivingRuled, GroundRuled, RuleDriving, RuleGround
from rules.core.refusal import IllegalAction
from rules.engine import preview
from rules.table.terrain import Terrain
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.events import MinefieldCrossed
from rules.vehicles.gemini.hull.hull import marks_of
from rules.vehicles.shared.events import Immobilised, VehicleHit, VehicleWrecked
from tests.builders import A, a_battle, a_profile, a_unit, play, the
from tests.rules.vehicles.garage import a_carrier, a_vehicle, way
from tests.rules.vehicles.gemini.street.test_drive import a_car, on

BOX = ((20, 10), (40, 10), (40, 20), (20, 20))
ICE = Terrain(id="ice", name="Frozen Mere", points=BOX, look="ice", thin_ice=True)
FIELD = Terrain(id="mines", name="The Wire", points=BOX, mines=8)


def battle(piece, *others, vehicle=None, ap=2, **values):
    return a_battle(vehicle or a_vehicle("a1", **values), *others, active="a1", ap=ap, terrain=(piece,))


def go(y=18, *, actions=1):
    return Drive(side=A, unit="a1", path=way((30, y, 0)), actions=actions)


@pytest.mark.rule("VEH-TERR-05", "VEH-TERR-03")
def test_thin_ice_swallows_what_fails_its_test():
    events, state = play(battle(ICE), go(20), {"dangerous-terrain": [5]})
    assert not state.units["a1"].is_gone
    events, state = play(battle(ICE), go(20), {"dangerous-terrain": [6]})
    wrecked = the(events, VehicleWrecked)
    assert (wrecked.how, wrecked.leaves) == ("sunk", None)
    assert wrecked.sentence(state) == "A1 breaks through and sinks"
    assert state.units["a1"].is_gone
    assert state.turn.active is None


@pytest.mark.rule("VEH-TERR-05", "ARAP-AGIL-01")
def test_passengers_save_themselves_from_the_ice_by_agility():
    """Initiative 3: a 3 gets out, a 4 goes down with the carrier."""
    crew = a_unit("a2", [(0, 0), (0, 0)], profile=a_profile(), aboard="a1", deployed=False)
    state = battle(ICE, crew, vehicle=a_carrier("a1"))
    _, state = play(state, go(20), {"dangerous-terrain": [6], "agility": [3, 4]})
    people = state.units["a2"]
    assert people.aboard is None
    assert len(people.alive) == 1
    assert people.on_table


@pytest.mark.rule("VEH-TERR-05", "ARAP-AGIL-01")
def test_ground_slows_nobody_who_sits_in_the_vehicle_that_sinks():
    """Four inches would be two on that ground, and the goal 2: aboard it stays 3."""
    crew = a_unit("a2", [(30, 18)], profile=a_profile(), aboard="a1", deployed=False)
    state = battle(replace(ICE, going="very-difficult"), crew, vehicle=a_carrier("a1"))
    events, state = play(state, go(19), {"dangerous-terrain": [6], "agility": [3]})
    saved = next(e for e in events if getattr(e, "label", "") == "agility")
    assert (saved.goal, len(state.units["a2"].alive)) == (3, 1)


@pytest.mark.rule("VEH-TERR-05")
def test_a_mine_goes_off_on_three_or_less_against_the_side():
    """Side armour 12: Strength 8 and a 3 do nothing, and the tank drives on to where it was going."""
    events, state = play(battle(FIELD), go(18), {"mine-trigger": [3], "armour-penetration": [3]})
    assert the(events, MinefieldCrossed).went_off
    hit = the(events, VehicleHit)
    assert (hit.face, hit.av, hit.strength, hit.total, hit.kind) == ("side", 12, 8, 11, "none")
    assert state.units["a1"].models[0].at == (30, 18)
    assert state.units["a1"].now.moved_in == pytest.approx(6)
    assert sum(e.length_in for e in events if isinstance(e, ModelsMoved)) == pytest.approx(6)


@pytest.mark.rule("VEH-TERR-05")
def test_a_plan_says_how_likely_a_mine_goes_off_and_is_the_end():
    """Side 12: a 5 or 6 penetrates, of which 4 to 6 on the chart is the end: half of 2/6 x 3/6."""
    found = {c.label: c.exact for c in preview(battle(FIELD), go(18)).chances}
    assert (found["sets off a mine"], found["destroyed by it"]) == ("1/2", "1/12")


@pytest.mark.rule("VEH-TERR-05")
def test_on_four_or_more_nothing_happens_and_one_field_is_met_once_a_turn():
    events, state = play(battle(FIELD), go(18), {"mine-trigger": [4]})
    crossed = the(events, MinefieldCrossed)
    assert crossed.sentence(state) == "A1 is lucky among the mines of The Wire"
    assert not [e for e in events if isinstance(e, VehicleHit)]
    _, state = play(state, go(14), {})
    assert state.units["a1"].models[0].at == (30, 14)


@pytest.mark.rule("VEH-TERR-05", "VEH-DMG-05")
def test_a_mine_that_immobilises_ends_the_drive_at_the_edge():
    dice = {"mine-trigger": [1], "armour-penetration": [5], "vehicle-damage": [3]}
    events, state = play(battle(FIELD, weapons=()), go(18), dice)
    assert the(events, Immobilised).unit == "a1"
    assert state.units["a1"].models[0].at[1] == pytest.approx(23, abs=0.13)


def test_what_floats_sets_off_nothing():
    events, state = play(battle(FIELD, type="skimmer"), go(18), {})
    assert not [e for e in events if isinstance(e, MinefieldCrossed)]
    assert state.units["a1"].models[0].at == (30, 18)


@pytest.mark.rule("VEH-TERR-05")
def test_the_host_changes_the_test_of_a_piece():
    """Mud that holds vehicles on 5 or more; no test at all with a bad face of 7."""
    mud = Terrain(id="w", name="Copse", points=BOX, going="difficult", look="wood")
    rule = RuleGround(side=A, terrain="w", what="bad_face", value=5, reason="churned up")
    events, state = play(battle(mud), rule)
    assert the(events, GroundRuled).sentence(state) == "Host: Copse holds vehicles on 5 or more (churned up)"
    events, after = play(state, go(20), {"dangerous-terrain": [5]})
    assert after.units["a1"].vehicle.immobilised
    none = RuleGround(side=A, terrain="w", what="bad_face", value=7, reason="frozen hard")
    _, state = play(state, none)
    _, after = play(state, go(20), {})
    assert after.units["a1"].models[0].at == (30, 20)


@pytest.mark.rule("VEH-TERR-05")
def test_mines_and_ice_are_laid_by_ruling_and_told_beforehand():
    field = Terrain(id="f", name="Long Field", points=BOX)
    state = battle(field)
    _, state = play(state, RuleGround(side=A, terrain="f", what="mines", value=9, reason="laid last night"))
    assert state.terrain[0].effect == "mines, Strength 9 + D6"
    assert "Long Field: on 3 or less a mine goes off, Strength 9 + D6 against the side" in preview(state, go(18)).notes
    _, state = play(state, RuleGround(side=A, terrain="f", what="mines", value=0, reason="cleared"))
    _, state = play(state, RuleGround(side=A, terrain="f", what="thin_ice", value=1, reason="a hard winter"))
    assert preview(state, go(18)).notes[-1] == "Long Field is thin ice: on a 6 it breaks through and is lost"
    riders, profiles, _ = a_unit("a2", [(0, 0)], aboard="a1")
    state = replace(state.with_unit(riders), profiles={**state.profiles, **{p.id: p for p in profiles}})
    assert preview(state, go(18)).notes[-1].endswith("is lost; those aboard get out on 3 or less each, or drown")


@pytest.mark.part_of("VEH-TERR-05")
def test_a_ruling_out_of_range_says_the_range():
    refusal = RuleGround(side=A, terrain="mines", what="mines", value=40, reason="x").check(battle(FIELD))
    assert refusal is not None
    assert (refusal.code, refusal.allowed) == ("bad-ruling", "0 to 12")
    refusal = RuleGround(side=A, terrain="nowhere", what="mines", value=4, reason="x").check(battle(FIELD))
    assert refusal is not None
    assert refusal.code == "unknown-terrain"
    refusal = RuleGround(side=A, terrain="mines", what="mines", value=4, reason=" ").check(battle(FIELD))
    assert refusal is not None
    assert refusal.code == "no-reason"


# -- in a Street Race ----------------------------------------------------------------------------------------------


def racing(speed, **values):
    """A car of side armour 8 that heads north into the minefield, Acc/Dec 8."""
    return a_battle(a_car("a1", (30, 24), speed=speed, **values), active="a1", ap=2, terrain=(FIELD,))


@pytest.mark.rule("VEH-TERR-05", "VEH-RACE-07")
def test_a_mine_stops_a_slow_car_for_good_and_is_named_as_the_cause():
    """Speed 8 is within its Acc/Dec; Strength 8 and a 1 penetrate side 8, a 3 on the chart immobilises."""
    dice = {"mine-trigger": [1], "armour-penetration": [1], "vehicle-damage": [3]}
    events, state = play(racing(8), on(8), dice)
    assert the(events, Immobilised).unit == "a1"
    assert marks_of(state.units["a1"]).speed == 0
    assert state.units["a1"].models[0].at[1] == pytest.approx(21.5, abs=0.13)
    cited = {rule for e in events for rule in e.rules}
    assert "VEH-RACE-07" in cited
    assert "VEH-SHOCK-04" not in cited


@pytest.mark.rule("VEH-TERR-05", "VEH-RACE-07", "VEH-LOC-02")
def test_a_fast_one_slides_out_of_control_from_there():
    """After 2.5 inches the mine; new speed 16 + 2 - 12 = 6, of which 3.5 are left, straight on."""
    loss = {"acceleration": [1, 1], "deceleration": [6, 6], "swerve": [3]}
    loss = {f"loss-of-control-{what}": faces for what, faces in loss.items()}
    dice = {"mine-trigger": [1], "armour-penetration": [1], "vehicle-damage": [3], **loss}
    events, state = play(racing(16), on(16), dice)
    assert state.units["a1"].models[0].at[1] == pytest.approx(18, abs=0.01)
    assert marks_of(state.units["a1"]).speed == 0
    assert "VEH-SHOCK-04" not in {rule for e in events for rule in e.rules}


@pytest.mark.rule("VEH-TERR-01", "VEH-TERR-02")
def test_a_piece_says_itself_what_driving_in_it_costs():
    """A wood at full speed for tracks, without a test; usually at half speed and dangerous."""
    wood = Terrain(id="w", name="Copse", points=BOX, going="difficult", look="wood", tracked="1")
    assert wood.effect == "difficult · tracks: full speed"
    seen = preview(battle(wood), go(20))
    assert {"VEH-TERR-01", "VEH-TERR-02"} <= set(seen.rules)
    usual = preview(battle(replace(wood, tracked=None)), go(20))
    assert usual.spent_in == seen.spent_in + sum(leg.length_in for leg in usual.legs if "Copse" in leg.reason)
    _, after = play(battle(wood), go(20), {})
    assert after.units["a1"].models[0].at == (30, 20)
    barred = preview(battle(replace(wood, tracked="impassable")), go(20))
    assert (barred.refusal.code, barred.refusal.rule) == ("impassable", "VEH-MOVE-06")


@pytest.mark.rule("VEH-TERR-01", "VEH-TERR-02")
def test_the_host_rules_what_driving_costs_and_takes_it_back():
    wood = Terrain(id="w", name="Copse", points=BOX, going="difficult", look="wood")
    rule = RuleDriving(side=A, terrain="w", locomotion="tracked", price="1/4", reason="churned up")
    events, state = play(battle(wood), rule)
    assert the(events, DrivingRuled).sentence(state) == "Host: Copse is quarter speed for tracks (churned up)"
    assert state.terrain[0].effect == "difficult · tracks: quarter speed"
    _, state = play(state, replace(rule, price="usual", reason="dried"))
    assert state.terrain == (wood,)
    with pytest.raises(IllegalAction) as caught:
        play(state, replace(rule, terrain="x"))
    assert caught.value.refusal.rule == "VEH-TERR-02"


@pytest.mark.rule("VEH-TERR-02")
@pytest.mark.part_of("VEH-BOAT-04")
def test_the_host_says_where_boats_may_go():
    """A flooded lane bears them, at half speed; a boom bars them; dry land stays dry."""
    lane = Terrain(id="l", name="Lane", points=BOX)
    pool = Terrain(id="p", name="Pool", points=((0, 10), (20, 10), (20, 20), (0, 20)), going="water", look="water")
    boat = a_vehicle("a1", (17, 15), heading=90, type="boat", length_in=3, width_in=2)
    state = a_battle(boat, active="a1", ap=2, terrain=(pool, lane))
    east = Drive(side=A, unit="a1", path=way((21, 15)))
    assert preview(state, east).refusal.code == "impassable"
    rule = RuleDriving(side=A, terrain="l", locomotion="boat", price="1/2", reason="the flood")
    events, flooded = play(state, rule)
    assert the(events, DrivingRuled).sentence(flooded) == "Host: Lane is half speed for boats (the flood)"
    seen = preview(flooded, east)
    assert (seen.refusal, seen.spent_in) == (None, 5)
    afloat = a_vehicle("a1", (23, 15), heading=270, type="boat", length_in=3, width_in=2)
    west = replace(east, path=way((19, 15)))
    _, open_ = play(a_battle(afloat, active="a1", ap=2, terrain=(pool, lane)), replace(rule, price="1"))
    assert preview(open_, west).refusal is None
    _, barred = play(open_, replace(rule, terrain="p", price="impassable", reason="a boom"))
    assert preview(barred, west).refusal.code == "impassable"


def test_a_price_that_is_none_is_refused_with_those_there_are():
    with pytest.raises(msgspec.ValidationError, match="price"):
        codec.convert_action(
            {"type": "RuleDriving", "side": "a", "terrain": "w", "locomotion": "legs", "price": "1/3", "reason": "x"}
        )
