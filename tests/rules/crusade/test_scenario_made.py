"""What an army's entry or a scenario adds: over-runs of equipment and flyers, heights, basic weapons, entries."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.core.ids import ProfileId, TerrainId, UnitId
from rules.crusade import marks, models
from rules.crusade.entries import CloseEntry, ForceEntry
from rules.crusade.marks import ModelMarks
from rules.crusade.melee import MeleeAttack
from rules.crusade.shooting.aim import WeaponAim
from rules.crusade.shooting.fire import FireWeapons
from rules.crusade.transport.vehicles_inside import DriveIn
from rules.crusade.turn.setting_up import RollForPlacement, SetUpAll
from rules.crusade.turn.sides import EndTurn, FinishModel
from rules.engine import fold, legal_actions, new_game, preview
from rules.questions.crusade import feet
from rules.table.terrain import Terrain
from tests.rules.crusade.acts import A1, B1, HOUSE, answered, named, refused
from tests.rules.crusade.cast import NORTH, SOUTH, TABLE, A, B, act, an_army, battle, drive, gun, put

FAR = put("b9", "marine", (40, 5))


def fitted(state, profile, **changes):
    """The battle with another entry of that profile."""
    known = state.profiles[ProfileId(profile)]
    hull = replace(known.hull, **changes)
    return replace(state, profiles={**state.profiles, known.id: replace(known, hull=hull)})


def arranged(state, **changes):
    """The battle by a scenario with such settings."""
    return replace(state, scenario=replace(state.scenario, **changes))


@pytest.mark.rule("CRU-OVER-01", "CRU-DICE-09")
def test_equipment_adds_dice_to_an_over_run_and_to_nothing_else():
    state = battle(put("a1", "rhino", (20, 24)), put("b1", "marine", (20, 19)), FAR)
    plain = preview(state, drive("a1")).chances[0].exact
    ram = battle(put("a1", "rhino", (20, 24)), put("b1", "rhino", (20, 17)), FAR)
    bladed = fitted(ram, "rhino", overrun_dice=2)
    assert preview(ram, drive("a1", ram="b1")).chances == preview(bladed, drive("a1", ram="b1")).chances
    state = fitted(state, "rhino", overrun_dice=2)
    assert preview(state, drive("a1")).chances[0].exact > plain
    state, _ = act(state, drive("a1"))
    evaded = answered(state, "evade", overrun=[1, 1, 1, 1, 1], melee_defence=[0, 0, 0])
    assert evaded.units[B1].is_gone
    assert "2R more when it over-runs" in models.vehicle(state, A1).oddities


@pytest.mark.rule("CRU-OVER-04", "CRU-MOVE-08", "CRU-OVER-01")
def test_a_flyer_whose_entry_says_so_over_runs_whom_it_chooses():
    state = battle(put("a1", "landspeeder", (20, 24)), put("b1", "marine", (20, 19)), FAR)
    assert refused(state, drive("a1", ram="b1")) == "CRU-OVER-04"
    assert preview(state, drive("a1", ram="b1")).refusal.code == "flyer-no-over-run"
    state = fitted(state, "landspeeder", swoops=True)
    kinds = {(o.kind, o.target) for o in legal_actions(state, A) if o.action}
    assert ("ram", "b1") in kinds
    over, events = act(state, drive("a1"))
    assert not named(events, "Asked") or over.prompt is None
    state, _ = act(state, drive("a1", ram="b1"))
    assert state.prompt.kind == "overrun"
    state = answered(state, "fight", overrun=[3, 3], melee_defence=[0, 0])
    assert state.units[B1].is_gone
    assert models.place(state, state.units[A1]) == (20, 18)
    assert marks.of(state, A1).straight


@pytest.mark.rule("CRU-FALL-01", "CRU-MOVE-07")
@pytest.mark.parametrize(("height", "cards"), [(6, 1), (18, 3), (5, 0)])
def test_a_flyer_falls_as_far_as_the_scenario_says(height, cards):
    state = battle(put("a1", "thunderhawk", (20, 24)), FAR)
    state = arranged(state, flight_in=height)
    assert refused(state, FinishModel(side=A, unit=A1)) == "CRU-MOVE-07"
    state, _ = act(state, FinishModel(side=A, unit=A1, accept_fall=True), damage_card=["HULL"] * cards)
    assert marks.of(state, A1).cards == ("HULL",) * cards


@pytest.mark.rule("CRU-WEAP-12", "CRU-SNAP-01")
def test_a_scenario_tags_more_weapons_as_basic():
    state = battle(put("a1", "marine", (20, 24)), put("b1", "razorback", (20, 20)), FAR)
    rush = MeleeAttack(side=A, unit=A1, target=B1, path=((20.0, 23.0),))
    unarmed, _ = act(state, rush)
    assert (unarmed.prompt.kind, unarmed.prompt.note) == ("parry", "No snap fire: Razorback B1 has no basic weapon.")
    state, _ = act(arranged(state, basic_weapons=("Assault Cannon",)), rush)
    assert state.prompt.kind == "snap-fire"
    assert answered(state, "fire", snap_fire=[3, 3, 3], defence=[0, 0]).units[A1].is_gone


@pytest.mark.rule("CRU-TURN-02", "CRU-WEAP-13")
def test_a_grenade_with_a_range_is_thrown_and_adds_nothing_in_melee():
    frag = gun("frag", 2, blast_in=1.5, max_range_in=6, type="grenade")
    state = battle(put("a1", "marine", (20, 24), weapons=("frag",)), put("b1", "guardsman", (20, 19)), FAR)
    state = replace(state, weapons={**state.weapons, frag.id: frag})
    assert models.krak_dice(state, state.units[A1]) == 0
    throw = FireWeapons(side=A, unit=A1, aims=(WeaponAim(weapon=frag.id, target=B1),))
    state, events = act(state, throw, attack=[3, 3], defence=[0])
    assert "marine A1 throws its frag at guardsman B1" in [event.sentence(state) for event in events]
    assert state.units[B1].is_gone
    far = battle(put("a1", "marine", (20, 30), weapons=("frag",)), put("b1", "guardsman", (20, 19)), FAR)
    far = replace(far, weapons={**far.weapons, frag.id: frag})
    assert refused(far, throw) == "CRU-WEAP-13"


@pytest.mark.rule("CRU-TURN-02", "CRU-RAM-03")
def test_a_troop_forces_an_entry_lets_a_carrier_in_and_closes_it_again():
    beside = put("a1", "marine", (20, 12.6), weapons=("krak-grenades",))
    state = battle(beside, put("a2", "rhino", (23, 17)), FAR, terrain=(HOUSE,))
    force = ForceEntry(side=A, unit=A1, terrain=TerrainId("house"))
    assert preview(state, force).chances[0].label == f"{HOUSE.name} broken open"
    assert refused(state, CloseEntry(side=A, unit=A1, terrain=TerrainId("house"))) == "CRU-TURN-02"
    state, _ = act(state, force, melee_attack=[3, 1, 0, 0], ram_defence=[1, 0])
    assert (state.terrain[0].look, state.terrain[0].blocks_sight) == ("rubble", False)
    assert refused(state, force) == "CRU-TURN-02"
    state = marks.with_model(state, A1, acted=False)
    close = CloseEntry(side=A, unit=A1, terrain=TerrainId("house"))
    inside = state.with_unit(put("a2", "rhino", (23, 11)))
    assert close.check(inside).code == "held-open"
    assert "close-entry" in {o.kind for o in legal_actions(state, A) if o.action}
    state, _ = act(state, close)
    assert state.terrain[0] == HOUSE
    assert not marks.marks(state).structures
    assert refused(state, drive("a2")) == "CRU-RAM-03"


@pytest.mark.rule("CRU-TURN-02")
def test_a_vehicle_rams_instead_and_hits_on_a_wall_add_up():
    state = battle(put("a1", "marine", (20, 12.6)), put("a2", "rhino", (20, 17)), FAR, terrain=(HOUSE,))
    assert refused(state, ForceEntry(side=A, unit=put("a2", "rhino").id, terrain=TerrainId("house"))) == "CRU-TURN-02"
    force = ForceEntry(side=A, unit=A1, terrain=TerrainId("house"))
    state, _ = act(state, force, melee_attack=[3, 0], ram_defence=[1, 0])
    assert (state.terrain[0], marks.marks(state).structures) == (replace(HOUSE, damage=1), {"house": 1})
    state = marks.with_model(state, A1, acted=False)
    state, _ = act(state, force, melee_attack=[2, 0], ram_defence=[0, 0])
    assert state.terrain[0].look == "rubble"
    assert marks.of(state, A1) == ModelMarks(acted=True, spent_in=0)


@pytest.mark.rule("CRU-TURN-01")
def test_a_scenario_says_who_goes_first_and_the_roll_off_who_sets_up_first():
    table = replace(TABLE, ruleset="rules-crusade", first_side="b")
    state = fold(new_game(table, {A: NORTH, B: SOUTH}))
    state, _ = act(state, RollForPlacement(side=A), placement=[6, 2])
    assert [option.label for option in state.prompt.options] == [f"{s.name} sets up first" for s in state.sides]
    state = answered(state, "a")
    assert state.turn.order == (A, B)
    for side in state.turn.order:
        state, _ = act(state, SetUpAll(side=side))
    assert (state.turn.number, state.turn.order, state.active_side) == (1, (B, A), B)


@pytest.mark.rule("CRU-SHOT-02")
@pytest.mark.parametrize("look", ["smoke", "darkness"])
def test_smoke_and_darkness_are_seen_through_and_cover_all(look):
    """Vehicles have no cover "except for smoke / darkness": what others have. Up to version 14 it was theirs alone."""
    shroud = replace(HOUSE, look=look, blocks_sight=True, cover="soft", height_in=3.0)
    fire = FireWeapons(side=A, unit=A1, aims=(WeaponAim(weapon="boltgun", target=B1),))
    firer = put("a1", "marine", (20, 17), weapons=("boltgun",))
    state, _ = act(
        battle(firer, put("b1", "rhino", (20, 6)), FAR, terrain=(shroud,)),
        fire,
        attack=[3, 1],
        vehicle_defence=[0, 1],
        damage_card=["HULL"] * 2,
    )
    assert len(marks.of(state, B1).cards) == 2
    state = battle(firer, put("b1", "marine", (20, 6)), FAR, terrain=(shroud,))
    (found,) = preview(state, fire).shots
    assert [(m.value, m.rule) for m in found.modifiers] == [(-1, "CRU-SHOT-02")]
    after, _ = act(state, fire, attack=[3, 0], defence=[0, 1])
    assert models.dice_of(after.units[B1]) == 1
    before, _ = act(replace(state, version="14"), fire, attack=[3, 0], defence=[0, 1])
    assert before.units[B1].is_gone


@pytest.mark.rule("CRU-SHOT-02")
def test_smoke_covers_a_troop_against_blasts_but_not_from_within_an_inch():
    """It is no front cover, which lies on one side of it. (CRU-TROOP-05)"""
    smoke = replace(HOUSE, look="smoke")
    spot = FireWeapons(side=A, unit=A1, aims=(WeaponAim(weapon="0", target=B1),))
    state = battle(put("a1", "leman-russ", (20, 26)), put("b1", "marine", (20, 6)), FAR, terrain=(smoke,))
    assert [m.rule for m in preview(state, spot).shots[0].modifiers] == ["CRU-DICE-05", "CRU-SHOT-02"]
    near = battle(
        put("a1", "marine", (20, 10), weapons=("boltgun",)), put("b1", "marine", (21.4, 10)), FAR, terrain=(smoke,)
    )
    fire = FireWeapons(side=A, unit=A1, aims=(WeaponAim(weapon="boltgun", target=B1),))
    assert preview(near, fire).shots[0].modifiers == ()
    apart = battle(
        put("a1", "marine", (20, 10), weapons=("boltgun",)), put("b1", "marine", (22, 10)), FAR, terrain=(smoke,)
    )
    assert [m.rule for m in preview(apart, fire).shots[0].modifiers] == ["CRU-SHOT-02"]


@pytest.mark.rule("CRU-EXPL-01", "CRU-SHOT-02")
def test_an_explosion_behind_smoke_is_one_hit_less_for_all():
    """Outside, cover as usual: a vehicle's is smoke alone. Up to version 14 it had none."""
    smoke = Terrain(id=TerrainId("s"), name="Smoke", points=((0, 16), (40, 16), (40, 16.5), (0, 16.5)), look="smoke")
    state = battle(
        put("a1", "rhino", (20, 20)),
        put("b2", "marine", (20, 15)),
        put("b3", "rhino", (25, 13.4)),
        FAR,
        terrain=(smoke,),
        noting={"a1": ModelMarks(cards=("FIRE", "HULL"))},
    )
    burn = {"vehicle_fire": [1], "explosion": [1, 1, 0, 0, 0], "vehicle_defence": [0, 0, 0], "defence": [0, 0]}
    after, _ = act(state, EndTurn(side=A), **burn, damage_card=["HULL", "CREW"])
    assert (models.dice_of(after.units[UnitId("b2")]), marks.of(after, UnitId("b3")).cards) == (1, ("CREW",))
    before, _ = act(replace(state, version="14"), EndTurn(side=A), **burn, damage_card=["HULL", "CREW", "HULL"])
    assert (models.dice_of(before.units[UnitId("b2")]), len(marks.of(before, UnitId("b3")).cards)) == (0, 2)


@pytest.mark.rule("CRU-WEAP-08", "CRU-TRAN-04", "CRU-SHOT-04")
def test_a_blast_strikes_whoever_rides_in_the_open_as_well_behind_full_cover():
    skiff, rider = put("b1", "skiff", (20, 12)), put("b2", "marine", (20, 12), aboard="b1")
    tank = put("a1", "leman-russ", (20, 26))
    state = battle(tank, skiff, rider, FAR)
    fire = FireWeapons(side=A, unit=A1, aims=(WeaponAim(weapon="0", target=UnitId("b2")),))
    assert [line.name.rpartition(" at ")[2] for line in preview(state, fire).shots] == [skiff.name, rider.name]
    attack, cards = [3, 2, 0, 0, 0], ["HULL", "CREW"]
    state, _ = act(
        state, fire, attack=attack, vehicle_defence=[1, 1], damage_card=cards, crew_hit=[0], defence=[0, 0, 1, 1]
    )
    assert models.dice_of(state.units[UnitId("b2")]) == 1  # 5, less 1 for range, 2 for its dice and 1 for cover
    assert len(marks.of(state, B1).cards) == 2
    closed = battle(tank, put("b1", "rhino", (20, 12)), rider, FAR)
    shown = preview(closed, FireWeapons(side=A, unit=A1, aims=(WeaponAim(weapon="0", target=B1),)))
    assert len(shown.shots) == 1
    aside = battle(tank, skiff, rider, FAR)
    spot = FireWeapons(side=A, unit=A1, aims=(WeaponAim(weapon="0", at=(20, 15.4)),))
    assert len(preview(aside, spot).shots) == 1


@pytest.mark.rule("CRU-LIST-03")
def test_a_carrier_of_an_army_drives_into_the_vehicle_that_its_row_says():
    army = an_army(
        "Ash", ("Hawk", "thunderhawk", 1, (), ""), ("Wagon", "rhino", 1, (), ""), ("Tank", "chimera", 1, (), "")
    )
    state = fold(new_game(TABLE, {A: army, B: SOUTH}, ruleset="rules-crusade"))
    for ident, at in (("a1", (8, 10)), ("a2", (8, 17)), ("a3", (8, 3))):
        unit = state.units[UnitId(ident)]
        state = state.with_unit(replace(unit, models=(replace(unit.models[0], at=at, facing=90),), deployed=True))
    state = state.with_turn(order=(A, B), number=1, phase="activation")
    assert [o.target for o in feet.carriers(state, state.units[UnitId("a2")])] == [A1]
    assert feet.carriers(state, state.units[UnitId("a3")]) == ()
    state, _ = act(state, DriveIn(side=A, unit=UnitId("a2"), vehicle=A1))
    assert state.units[UnitId("a2")].aboard == A1
