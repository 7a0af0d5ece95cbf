"""Dice of shots, arcs, what weapons do. (CRU-SHOT, CRU-FIRE, CRU-WEAP)"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import rules
from rules.core.ids import TerrainId, UnitId
from rules.crusade import marks
from rules.crusade.marks import ModelMarks
from rules.crusade.shooting.aim import WeaponAim
from rules.crusade.shooting.fire import FireWeapons
from rules.crusade.shooting.reloading import ReloadWeapons, UnjamWeapons
from rules.crusade.troops import HideTroop
from rules.crusade.turn.sides import EndTurn
from rules.engine import legal_actions, preview
from rules.table.terrain import Terrain
from tests.rules.crusade import cast
from tests.rules.crusade.acts import A1, B1, B2, HOUSE, answered, dice, named, refused, shoot
from tests.rules.crusade.cast import A, B, act, battle, drive, put


@pytest.mark.rule("CRU-DICE-04", "CRU-DICE-05", "CRU-SHOT-01", "CRU-DICE-01", "CRU-WEAP-05")
def test_a_boltgun_at_thirteen_inches_at_a_carrier_that_moved_twice():
    carrier = put("b1", "rhino", (20, 10))
    state = battle(put("a1", "marine", (20, 25.25), weapons=("boltgun",)), carrier, noting={"b1": ModelMarks(moves=2)})
    shot = shoot("a1", "b1", "boltgun")
    (found,) = preview(state, shot).shots
    assert (found.goal_text, [m.value for m in found.modifiers]) == ("2R", [-1])
    state, _ = act(state, shot, attack=[3, 2], vehicle_defence=[0, 1, 0], damage_card=["HULL", "HULL", "HULL"])
    assert marks.of(state, B1).wreck


@pytest.mark.rule("CRU-WEAP-01", "CRU-WEAP-02", "CRU-WEAP-04", "CRU-WEAP-13", "CRU-DICE-02")
def test_a_jam_forfeits_the_second_attack_of_rapid_fire():
    state = battle(put("a1", "razorback", (20, 25)), put("b1", "dreadnought", (20, 15)))
    state, _ = act(state, shoot("a1", "b1"), attack=[3, 3, 0], defence=[2, 1, 0, 0])
    assert (dice(state, B1), marks.of(state, A1).jammed) == (1, ("0",))


@pytest.mark.rule("CRU-WEAP-03")
def test_a_four_clears_a_jam():
    unjam = UnjamWeapons(side=A, unit=A1)
    state = battle(put("a1", "rhino", (20, 25)), put("b1", "marine", (20, 5)), noting={"a1": ModelMarks(jammed=("0",))})
    assert preview(state, unjam).chances[0].exact == "1/2"
    assert marks.of(act(state, unjam, unjam=[4])[0], A1).jammed == ()
    assert marks.of(act(state, unjam, unjam=[3])[0], A1).jammed == ("0",)


@pytest.mark.rule("CRU-WEAP-06")
def test_a_twin_gun_picks_its_blanks_up_once():
    state = battle(put("a1", "land-raider", (20, 25), 90), put("b1", "rhino", (20, 15)))
    state, _ = act(state, shoot("a1", "b1"), attack=[0, 0, 3, 1])
    state = answered(state, "2", attack=[2, 0], vehicle_defence=[3, 2], damage_card=["HULL"])
    assert marks.of(state, B1).cards == ("HULL",)


@pytest.mark.rule("CRU-WEAP-07", "CRU-WEAP-10")
def test_heat_ignores_armour_adds_a_die_and_has_to_be_reloaded():
    flyer = put("a1", "landspeeder", (20, 25))
    state = battle(flyer, put("b1", "land-raider", (20, 14), 90))
    (found,) = preview(state, shoot("a1", "b1", "1")).shots
    assert (found.goal_text, found.modifiers) == ("5R", ())
    state, _ = act(
        state, shoot("a1", "b1", "1"), attack=[2, 1, 0, 0, 0], vehicle_defence=[1, 0, 1], damage_card=["HULL"]
    )
    assert (marks.of(state, B1).cards, marks.of(state, A1).empty) == (("HULL",), ("1",))
    state, _ = act(state, drive("a1"))
    state, _ = act(state, EndTurn(side=A))
    state, _ = act(state, EndTurn(side=B))
    state, _ = act(state, ReloadWeapons(side=A, unit=A1))
    assert marks.of(state, A1).empty == ()


@pytest.mark.rule("CRU-WEAP-08", "CRU-WEAP-09", "CRU-SHOT-04")
def test_a_shell_without_sight_drifts_and_has_a_die_more_for_vehicles():
    gun, target = put("a1", "griffon", (20, 25)), put("b1", "rhino", (20, 5))
    state = battle(gun, target, put("b2", "guardsman", (20, 1.8)), terrain=(HOUSE,))
    fire = FireWeapons(side=A, unit=A1, aims=(WeaponAim(weapon="0", at=(20, 3)),))
    state, events = act(
        state,
        fire,
        indirect_deviation=[1],
        direction=[6],
        attack=[1, 1, 0, 0, 3],
        vehicle_defence=[2, 1],
        defence=[3],
        damage_card=["HULL"],
    )
    assert marks.of(state, B1).cards == ("HULL",)
    assert named(events, "WeaponFired")


@pytest.mark.rule("CRU-WEAP-11", "CRU-SHOT-04")
def test_a_line_strikes_everybody_on_it():
    state = battle(put("a1", "lancer", (20, 25)), put("b1", "guardsman", (20, 20)), put("b2", "rhino", (20, 14)))
    state, _ = act(
        state, shoot("a1", "b1"), attack=[1, 0, 0, 1], defence=[0], vehicle_defence=[1, 0], damage_card=["HULL"]
    )
    assert (state.units[B1].is_gone, marks.of(state, B2).cards) == (True, ("HULL",))


@pytest.mark.rule("CRU-WEAP-08", "CRU-SHOT-04")
def test_a_shell_aimed_at_a_flyer_strikes_who_flies_there_and_nobody_on_the_ground():
    state = battle(
        put("a1", "leman-russ", (20, 30)),
        put("b1", "landspeeder", (20, 17)),
        put("b2", "landspeeder", (23, 17)),
        put("b3", "guardsman", (20, 17)),
    )
    state, _ = act(
        state, shoot("a1", "b1"), attack=[2, 0, 0, 0, 1], vehicle_defence=[1, 3], damage_card=["HULL", "HULL"]
    )
    assert (marks.of(state, B1).wreck, marks.of(state, B2).cards) == (True, ())
    assert not state.units[UnitId("b3")].is_gone
    older = replace(battle(put("a1", "leman-russ", (20, 30)), put("b1", "landspeeder", (20, 17))), version="8")
    older, _ = act(older, shoot("a1", "b1"), attack=[2, 0, 0, 0])
    assert marks.of(older, B1).cards == ()
    assert [o.target for o in legal_actions(older, A) if o.kind == "fire"] == []
    fresh = replace(older, version=rules.RULES_VERSION, own=marks.CrusadeMarks())
    assert [o.target for o in legal_actions(fresh, A) if o.kind == "fire"] == [B1]


@pytest.mark.rule("CRU-WEAP-11", "CRU-SHOT-04")
@pytest.mark.parametrize(("firer", "flies"), [("lancer", True), ("landspeeder", False)])
def test_a_line_is_as_high_as_the_model_that_it_is_aimed_at(firer, flies):
    target, other = ("landspeeder", "rhino") if flies else ("rhino", "landspeeder")
    state = battle(put("a1", firer, (20, 30)), put("b1", target, (20, 20)), put("b2", other, (20, 15)))
    if firer == "landspeeder":
        hull = replace(state.profiles[cast.ProfileId(firer)].hull, mounts=cast.OWN_VEHICLES[2].hull.mounts)
        made = replace(state.profiles[cast.ProfileId(firer)], hull=hull)
        state = replace(state, profiles={**state.profiles, made.id: made})
    base = [0] if flies else [0, 0]
    state, _ = act(state, shoot("a1", "b1"), attack=[1, 0, 0, 0], vehicle_defence=base, damage_card=["HULL"])
    assert (marks.of(state, B1).cards, marks.of(state, B2).cards) == (("HULL",), ())


@pytest.mark.rule("CRU-FIRE-02", "CRU-SHOT-02")
def test_arcs_bound_fire_and_smoke_alone_covers_a_vehicle():
    smoke = Terrain(id=TerrainId("s"), name="Smoke", points=((15, 18), (25, 18), (25, 19), (15, 19)), look="smoke")
    wall = Terrain(id=TerrainId("w"), name="Wall", points=((15, 12.6), (25, 12.6)), line=True, cover="hard")
    state = battle(put("a1", "rhino", (20, 25)), put("b1", "rhino", (20, 10)), terrain=(smoke, wall))
    (found,) = preview(state, shoot("a1", "b1")).shots
    assert [(m.value, m.rule) for m in found.modifiers] == [(-1, "CRU-SHOT-02")]
    back = battle(put("a1", "griffon", (20, 25), 180), put("b1", "rhino", (20, 10)))
    assert refused(back, shoot("a1", "b1")) == "CRU-FIRE-02"


@pytest.mark.rule("CRU-TROOP-05", "CRU-TROOP-06")
def test_a_troop_behind_a_wall_is_hit_once_less_and_hides_behind_a_house():
    wall = Terrain(id=TerrainId("w"), name="Wall", points=((15, 13), (25, 13)), line=True, cover="hard")
    state = battle(put("a1", "rhino", (20, 25)), put("b1", "marine", (20, 12)), terrain=(wall,))
    (found,) = preview(state, shoot("a1", "b1")).shots
    assert [m.rule for m in found.modifiers] == ["CRU-DICE-05", "CRU-TROOP-05"]
    shot, _ = act(state, shoot("a1", "b1"), attack=[2, 1, 0, 0], defence=[0, 0, 0])
    assert dice(shot, B1) == 1
    behind = battle(put("a1", "marine", (20, 20)), put("b1", "marine", (20, 3)), terrain=(HOUSE,))
    behind, _ = act(behind, HideTroop(side=A, unit=A1))
    assert behind.units[A1].hidden
