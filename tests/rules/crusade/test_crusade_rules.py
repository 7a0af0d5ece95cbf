"""Each chapter of the Rules Crusade in a few small battles, with scripted dice and exact results."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

import rules
from rules.answers import Answer
from rules.core.ids import SideId, TerrainId, UnitId
from rules.core.refusal import IllegalAction
from rules.crusade import marks, models
from rules.crusade.driving.drive import TakeOff
from rules.crusade.marks import Blip, ModelMarks
from rules.crusade.melee import MeleeAttack
from rules.crusade.pods import LandPod
from rules.crusade.rulings import LayBlip
from rules.crusade.shooting.aim import WeaponAim
from rules.crusade.shooting.fire import FireWeapons
from rules.crusade.shooting.reloading import ReloadWeapons, UnjamWeapons
from rules.crusade.transport.boarding import BoardEnemy
from rules.crusade.transport.driver import TakeOver
from rules.crusade.transport.troops_aboard import StepIn, StepOut
from rules.crusade.transport.vehicles_inside import DriveIn, DriveOut
from rules.crusade.troops import HideTroop, MoveTroop, PickUp
from rules.crusade.turn.setting_up import RollForPlacement
from rules.crusade.turn.sides import EndTurn, FinishModel
from rules.dice.sources import ScriptedDice
from rules.engine import decide, fold, legal_actions, preview
from rules.forces.unit import Unit
from rules.progress import Action, waiting
from rules.questions.crusade import cards
from rules.questions.units import states
from rules.state import Event, GameState
from rules.table.building import Building, Opening
from rules.table.terrain import Terrain
from rules.visibility import view
from tests.rules.crusade import cast
from tests.rules.crusade.cast import A, B, act, battle, drive, held, put

A1, A2, B1, B2 = map(UnitId, ("a1", "a2", "b1", "b2"))
HOUSE = Terrain(
    id=TerrainId("house"),
    name="House",
    points=((16, 8), (24, 8), (24, 12), (16, 12)),
    look="building",
    blocks_sight=True,
)


def gap(depth: float) -> Terrain:
    return Terrain(id=TerrainId("ditch"), name="Ditch", points=((5, 8), (35, 8), (35, 14), (5, 14)), depth_in=depth)


NARROW = Terrain(id=TerrainId("cut"), name="Cut", points=((5, 10), (35, 10), (35, 14), (5, 14)), depth_in=6)
"""A gap of four inches; a carrier has four and a half."""


def answered(state: GameState, choice: str, **dice: Any) -> GameState:
    """The answer to the open prompt, with the dice that it throws."""
    assert state.prompt
    return act(state, Answer(side=state.prompt.side, choice=choice), **dice)[0]


def refused(state: GameState, action: Action) -> str:
    with pytest.raises(IllegalAction) as told:
        decide(state, action, ScriptedDice({}))
    return told.value.rule


def shoot(unit: str, target: str, *keys: str) -> FireWeapons:
    aims = tuple(WeaponAim(weapon=key, target=UnitId(target)) for key in keys or ("0",))
    return FireWeapons(side=SideId(unit[0]), unit=UnitId(unit), aims=aims)


def melee(unit: str, target: str) -> MeleeAttack:
    return MeleeAttack(side=SideId(unit[0]), unit=UnitId(unit), target=UnitId(target))


def dice(state: GameState, unit: UnitId) -> int:
    return models.dice_of(state.units[unit])


def named(events: list[Event], kind: str) -> list[Event]:
    return [event for event in events if type(event).__name__ == kind]


# ------------------------------------------------------------------ TURN, LIST, VEH, POD


@pytest.mark.rule("CRU-VEH-01", "CRU-LIST-01", "CRU-LIST-02", "CRU-LIST-03")
def test_every_model_of_an_army_is_a_unit_and_open_crew_come_with_their_vehicle():
    events = rules.new_game(cast.TABLE, {A: cast.NORTH, B: cast.SOUTH}, ruleset="rules-crusade")
    state = fold(events)
    assert len([u for u in state.units.values() if u.side == A]) == 12
    crew = [u for u in state.units.values() if "Gun, " in u.name]
    assert [(u.name, models.dice_of(u)) for u in crew] == [("Gun, driver", 1), ("Gun, crew", 1)]
    gun = crew[0].aboard
    assert gun is not None
    assert marks.of(state, gun).driver == crew[0].id


@pytest.mark.rule("CRU-TURN-01")
def test_only_those_who_tie_roll_again_and_the_winner_says_who_begins():
    state = fold(rules.new_game(cast.TABLE, {A: cast.NORTH, B: cast.SOUTH}, ruleset="rules-crusade"))
    state, _ = act(state, RollForPlacement(side=A), placement=[4, 4, 2, 5])
    assert state.waits_for == B
    state = answered(state, "a")
    assert state.turn.order == (A, B)


@pytest.mark.rule("CRU-TURN-02", "CRU-TURN-03", "CRU-MOVE-01", "CRU-FIRE-01")
def test_the_action_buys_one_move_action_and_is_spent():
    state = battle(put("a1", "rhino", (20, 30)), put("b1", "marine", (40, 5)))
    state, _ = act(state, drive("a1"))
    assert refused(state, drive("a1")) == "CRU-TURN-03"
    state, _ = act(state, drive("a1", extra=True))
    assert models.place(state, state.units[A1]) == (20, 18)
    assert (marks.of(state, A1).moves, refused(state, shoot("a1", "b1"))) == (2, "CRU-FIRE-01")


@pytest.mark.rule("CRU-TURN-03", "CRU-MOVE-05", "CRU-MOVE-06", "CRU-MOVE-07", "CRU-DMG-05")
def test_move_actions_of_every_kind_of_vehicle():
    kinds = {"rhino": 2, "crawler": 1, "skiff": 3, "landspeeder": 4, "drop-pod": 0}
    for kind, count in kinds.items():
        state = battle(put("a1", kind, (20, 30)), put("b1", "marine", (40, 5)))
        assert models.move_actions(state, A1) == count
        if count:
            events = decide(state, drive("a1"), ScriptedDice({}))
            assert named(events, "MoveActionSpent")
    state = battle(put("a1", "rhino", (20, 30)), put("b1", "marine", (40, 5)), noting={"a1": held("DRIVE", moves=1)})
    assert refused(state, drive("a1")) == "CRU-DMG-05"
    told = preview(state, drive("a1")).refusal
    assert told is not None
    assert told.message == "Rhino A1 has 1 move action in this turn, and has made 1."


@pytest.mark.rule("CRU-TURN-04")
def test_a_side_without_models_has_lost_and_points_of_wrecks_do_not_count():
    state = battle(put("a1", "marine", (20, 20), weapons=("boltgun",)), put("b1", "guardsman", (24, 20)))
    state, _ = act(state, shoot("a1", "b1", "boltgun"), attack=[1, 1], defence=[0])
    assert state.outcome
    assert (state.outcome.winner, state.outcome.reason) == (A, "Side B has no model left: Side A 10, Side B 0")


@pytest.mark.rule("CRU-POD-01", "CRU-POD-02", "CRU-POD-03", "CRU-WEAP-08")
def test_a_pod_on_two_guardsmen():
    guards = (put("b1", "guardsman", (20.3, 16)), put("b2", "guardsman", (20, 18)))
    state = battle(put("a1", "drop-pod", deployed=False), put("a2", "marine", (2, 2)), *guards, number=2)
    land = LandPod(side=A, unit=A1, at=(20, 21))
    assert refused(state, EndTurn(side=A)) == "CRU-POD-01"
    assert preview(state, land).notes[1] == "deviates 2D6 inches"
    state, _ = act(state, land, pod_deviation=[2, 2], direction=[12], pod_impact=[3, 1, 0], defence=[0, 3])
    assert state.units[B1].is_gone
    assert state.units[B2].is_gone


# ------------------------------------------------------------------ MOVE, JUMP, FALL, BLIP


@pytest.mark.rule("CRU-MOVE-02", "CRU-MOVE-03", "CRU-MOVE-04")
def test_a_turn_of_45_degrees_costs_two_inches_also_backward():
    state = battle(put("a1", "land-raider", (20, 20), 90), put("b1", "marine", (40, 5)))
    told = preview(state, drive("a1", 1, 45, back=True))
    assert (told.spent_in, told.allowance_in) == (3, 3)
    assert refused(state, drive("a1", 2, 45, back=True)) == "CRU-MOVE-02"
    assert refused(state, drive("a1", 4, back=True)) == "CRU-MOVE-03"
    state, _ = act(state, drive("a1", 1, 45, back=True))
    assert (state.units[A1].models[0].facing, marks.of(state, A1).moves) == (135, 1)


@pytest.mark.rule("CRU-MOVE-07", "CRU-FALL-01", "CRU-DMG-01", "CRU-DMG-06")
def test_a_flyer_that_does_not_fly_falls_twelve_inches_and_takes_off_again():
    state = battle(put("a1", "thunderhawk", (20, 20)), put("b1", "marine", (40, 5)))
    assert refused(state, FinishModel(side=A, unit=A1)) == "CRU-MOVE-07"
    state, _ = act(state, FinishModel(side=A, unit=A1, accept_fall=True), damage_card=["HULL", "HULL"])
    assert (marks.of(state, A1).cards, marks.of(state, A1).grounded) == (("HULL", "HULL"), True)
    state, _ = act(state, EndTurn(side=A))
    state, _ = act(state, EndTurn(side=B))
    state, _ = act(state, TakeOff(side=A, unit=A1))
    assert models.in_air(state, state.units[A1])


@pytest.mark.rule("CRU-MOVE-08", "CRU-OVER-04")
def test_a_flyer_passes_over_everything_and_reveals_nothing():
    blip = Blip(id="k", at=(21, 18), content="crate")
    state = battle(put("a1", "landspeeder", (20, 22)), put("b1", "marine", (20, 18)), terrain=(gap(6),), blips=(blip,))
    state, events = act(state, drive("a1"))
    assert models.place(state, state.units[A1]) == (20, 16)
    assert not named(events, "BlipShown")
    assert LayBlip.host_only


@pytest.mark.rule("CRU-BLIP-01")
def test_a_vehicle_that_drives_past_reveals_a_blip_which_nobody_knew():
    state = battle(put("a1", "rhino", (20, 30)), put("b1", "marine", (40, 5)))
    state, _ = act(state, LayBlip(side=A, id="k", at=(24, 20), content="crate"))
    assert marks.marks(view(state, A)).blips[0].content == ""
    state, _ = act(state, drive("a1"))
    assert marks.marks(view(state, B)).blips[0] == Blip(id="k", at=(24, 20), content="crate", shown=True)


@pytest.mark.rule("CRU-JUMP-01", "CRU-DICE-07", "CRU-DICE-09", "CRU-FALL-01")
def test_a_gap_of_six_inches_takes_four_dice_and_a_double_falls():
    state = battle(put("a1", "rhino", (20, 20)), put("b1", "marine", (40, 30)), terrain=(gap(13),))
    jump = drive("a1", jump=True)
    assert [(c.label, c.exact) for c in preview(state, jump).chances] == [("falls, with 4 dice", "13/18")]
    over, _ = act(state, jump, jump=[1, 2, 3, 4])
    assert models.place(over, over.units[A1])[1] == pytest.approx(5.75, abs=0.3)
    down, _ = act(state, jump, jump=[1, 2, 3, 1], damage_card=["HULL", "CREW"])
    assert marks.of(down, A1).cards == ("HULL", "CREW")


@pytest.mark.rule("CRU-JUMP-01", "CRU-FALL-01")
def test_who_fell_into_a_gap_that_is_narrower_than_it_is_long_drives_on_from_there():
    state = battle(put("a1", "rhino", (20, 20)), put("b1", "marine", (40, 30)), terrain=(NARROW,))
    down, _ = act(state, drive("a1", jump=True), jump=[3, 3], damage_card=["HULL"])
    out, events = act(down, drive("a1", extra=True))
    assert models.place(down, down.units[A1])[1] - models.place(out, out.units[A1])[1] == pytest.approx(6)
    assert not named(events, "Fell")


# ------------------------------------------------------------------ OVER, RAM, WIPE


@pytest.mark.rule("CRU-OVER-01", "CRU-OVER-02", "CRU-OVER-03", "CRU-DICE-06", "CRU-DICE-08")
def test_an_over_run_is_fought_or_evaded_with_odds_for_both():
    state = battle(put("a1", "rhino", (20, 24)), put("b1", "marine", (20.5, 19)), put("b2", "marine", (40, 5)))
    state, _ = act(state, drive("a1"))
    task = waiting(state)
    told = task.odds(state, state)
    assert {choice: [each.meaning for each in found if each.kind != "pool"] for choice, found in told.items()} == {
        "fight": ["marine B1 hurt", "nothing happens", "Rhino A1 hurt", "marine B1 out of play", "Rhino A1 destroyed"],
        "evade": ["marine B1 hurt", "nothing happens", "marine B1 out of play"],
    }
    assert all(sum(each.value for each in found if each.part) == 1 for found in told.values())
    evaded = answered(state, "evade", overrun=[1, 0, 0], melee_defence=[2, 2, 0])
    assert (dice(evaded, B1), marks.of(evaded, A1).cards) == (2, ())
    assert models.place(evaded, evaded.units[B1]) == pytest.approx((21.99, 19), abs=0.01)
    assert models.place(evaded, evaded.units[A1]) == (20, 18)
    fought = answered(state, "fight", overrun=[1, 0, 0], melee_defence=[2, 0], damage_card=["HULL"])
    assert marks.of(fought, A1).cards == ("HULL",)


@pytest.mark.rule("CRU-RAM-01", "CRU-RAM-02", "CRU-DICE-10", "CRU-DICE-03", "CRU-DEST-01")
def test_a_ram_of_four_hits_wrecks_a_carrier_and_ends_the_move():
    state = battle(put("a1", "land-raider", (20, 24)), put("b1", "rhino", (20, 17)), put("b2", "marine", (40, 5)))
    ram = drive("a1", ram="b1")
    assert preview(state, ram).chances[0].exact == "2021/2916"
    state, _ = act(state, ram, ram=[3, 2, 1, 0], ram_defence=[1, 1], damage_card=["HULL", "HULL", "HULL", "HULL"])
    assert (marks.of(state, B1).wreck, len(marks.of(state, B1).cards)) == (True, 4)
    assert refused(state, drive("a1", extra=True)) == "CRU-RAM-02"


@pytest.mark.rule("CRU-RAM-03")
def test_a_house_wall_is_broken_open_by_two_hits():
    state = battle(put("a1", "rhino", (20, 17)), put("b1", "marine", (40, 30)), terrain=(HOUSE,))
    assert refused(state, drive("a1")) == "CRU-RAM-03"
    state, _ = act(state, drive("a1", ram="house"), ram=[3, 1, 0], ram_defence=[1, 0])
    assert (state.terrain[0].look, state.terrain[0].blocks_sight) == ("rubble", False)


@pytest.mark.rule("CRU-VEH-02")
def test_an_entrance_lets_only_those_in_who_fit():
    gate = replace(HOUSE, building=Building(openings=(Opening(a=(18.75, 12), b=(21.25, 12)),)))
    wide = replace(HOUSE, building=Building(openings=(Opening(a=(18, 12), b=(22, 12)),)))
    state = battle(put("a1", "rhino", (20, 17)), put("b1", "marine", (40, 30)), terrain=(gate,))
    assert refused(state, drive("a1")) == "CRU-VEH-02"
    state = battle(put("a1", "rhino", (20, 17)), put("b1", "marine", (40, 30)), terrain=(wide,))
    state, _ = act(state, drive("a1"))
    assert models.place(state, state.units[A1]) == (20, 11)


@pytest.mark.rule("CRU-RAM-04")
def test_only_a_flyer_rams_a_flyer():
    state = battle(put("a1", "rhino", (20, 24)), put("b1", "landspeeder", (20, 17)))
    assert refused(state, drive("a1", ram="b1")) == "CRU-RAM-04"
    state = battle(put("a1", "landspeeder", (20, 24)), put("b1", "landspeeder", (20, 17)))
    assert "a ram ends its movement: it falls when it is done" in preview(state, drive("a1", ram="b1")).notes
    assert "the 6″ straight on that it owes" in preview(state, drive("a1")).notes


@pytest.mark.rule("CRU-WIPE-01", "CRU-WIPE-02", "CRU-DMG-05", "CRU-DMG-02")
def test_a_drive_card_makes_a_wipeout_check_and_an_enemy_may_leave_it_standing():
    state = battle(put("a1", "leman-russ", (20, 30)), put("b1", "rhino", (20, 10)))
    state, _ = act(
        state,
        shoot("a1", "b1"),
        attack=[2, 1, 0, 0, 0],
        vehicle_defence=[0, 0],
        damage_card=["DRIVE"],
        wipeout=[4, 1, 4],
    )
    assert (state.waits_for, state.prompt and state.prompt.kind) == (A, "wipeout")
    assert [o.label for o in legal_actions(state, A)] == ["Leave it standing"]
    state = answered(state, "stand", damage_card=["DRIVE"])
    assert marks.of(state, B1).cards == ("DRIVE", "DRIVE")


# ------------------------------------------------------------------ SHOT, FIRE, WEAP


@pytest.mark.rule("CRU-DICE-04", "CRU-DICE-05", "CRU-SHOT-01", "CRU-DICE-01", "CRU-WEAP-05")
def test_a_boltgun_at_thirteen_inches_at_a_carrier_that_moved_twice():
    carrier = put("b1", "rhino", (20, 10))
    state = battle(put("a1", "marine", (20, 25.25), weapons=("boltgun",)), carrier, noting={"b1": ModelMarks(moves=2)})
    shot = shoot("a1", "b1", "boltgun")
    (told,) = preview(state, shot).shots
    assert (told.goal_text, [m.value for m in told.modifiers]) == ("2R", [-1])
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
    (told,) = preview(state, shoot("a1", "b1", "1")).shots
    assert (told.goal_text, told.modifiers) == ("5R", ())
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


@pytest.mark.rule("CRU-MOVE-07")
def test_a_flyer_on_the_ground_does_not_back_either():
    grounded = {"a1": ModelMarks(grounded=True)}
    state = battle(put("a1", "landspeeder", (20, 20)), put("b1", "marine", (40, 5)), noting=grounded)
    assert refused(state, drive("a1", 2, back=True)) == "CRU-MOVE-07"
    older = replace(state, version="8")
    assert preview(older, drive("a1", 2, back=True)).refusal is None


@pytest.mark.rule("CRU-FIRE-02", "CRU-SHOT-02")
def test_arcs_bound_fire_and_smoke_alone_covers_a_vehicle():
    smoke = Terrain(id=TerrainId("s"), name="Smoke", points=((15, 18), (25, 18), (25, 19), (15, 19)), look="smoke")
    wall = Terrain(id=TerrainId("w"), name="Wall", points=((15, 12.6), (25, 12.6)), line=True, cover="hard")
    state = battle(put("a1", "rhino", (20, 25)), put("b1", "rhino", (20, 10)), terrain=(smoke, wall))
    (told,) = preview(state, shoot("a1", "b1")).shots
    assert [(m.value, m.rule) for m in told.modifiers] == [(-1, "CRU-SHOT-02")]
    back = battle(put("a1", "griffon", (20, 25), 180), put("b1", "rhino", (20, 10)))
    assert refused(back, shoot("a1", "b1")) == "CRU-FIRE-02"


@pytest.mark.rule("CRU-TROOP-05", "CRU-TROOP-06")
def test_a_troop_behind_a_wall_is_hit_once_less_and_hides_behind_a_house():
    wall = Terrain(id=TerrainId("w"), name="Wall", points=((15, 13), (25, 13)), line=True, cover="hard")
    state = battle(put("a1", "rhino", (20, 25)), put("b1", "marine", (20, 12)), terrain=(wall,))
    (told,) = preview(state, shoot("a1", "b1")).shots
    assert [m.rule for m in told.modifiers] == ["CRU-DICE-05", "CRU-TROOP-05"]
    shot, _ = act(state, shoot("a1", "b1"), attack=[2, 1, 0, 0], defence=[0, 0, 0])
    assert dice(shot, B1) == 1
    behind = battle(put("a1", "marine", (20, 20)), put("b1", "marine", (20, 3)), terrain=(HOUSE,))
    behind, _ = act(behind, HideTroop(side=A, unit=A1))
    assert behind.units[A1].hidden


# ------------------------------------------------------------------ DMG, DEST, EXPL, TROOP


@pytest.mark.rule("CRU-DMG-04", "CRU-DMG-07", "CRU-DMG-03")
def test_a_crew_card_attacks_those_aboard_and_a_weapon_card_is_chosen_by_the_attacker():
    state = battle(
        put("a1", "leman-russ", (20, 30)), put("b1", "land-raider", (20, 10)), put("b2", "marine", aboard="b1")
    )
    state, _ = act(
        state,
        shoot("a1", "b1"),
        attack=[3, 2, 0, 0, 2],
        vehicle_defence=[1, 1, 1],
        damage_card=["CREW", "WEAPON"],
        crew_hit=[3],
        defence=[1, 1],
    )
    assert (dice(state, B2), state.waits_for, len(legal_actions(state, A))) == (1, A, 3)
    state = answered(state, "2")
    assert marks.of(state, B1).lost == ("2",)
    state, _ = act(state, EndTurn(side=A))
    assert refused(state, shoot("b1", "a1")) == "CRU-DMG-04"


@pytest.mark.rule("CRU-DMG-07")
def test_of_a_last_weapon_there_is_nothing_to_choose():
    state = battle(put("a1", "leman-russ", (20, 30)), put("b1", "rhino", (20, 10)))
    state, _ = act(state, shoot("a1", "b1"), attack=[3, 0, 0, 0, 0], vehicle_defence=[1, 0], damage_card=["WEAPON"])
    assert (marks.of(state, B1).lost, state.prompt) == (("0",), None)


@pytest.mark.rule("CRU-DMG-08", "CRU-EXPL-01", "CRU-TROOP-03", "CRU-SHOT-03", "CRU-DMG-01")
def test_fire_at_the_end_of_the_turn_blows_a_vehicle_up():
    state = battle(
        put("a1", "rhino", (20, 20)),
        put("b1", "marine", (23, 20)),
        put("b2", "rhino", (20, 13)),
        noting={"a1": held("FIRE", "HULL")},
    )
    state, _ = act(
        state,
        EndTurn(side=A),
        vehicle_fire=[1],
        vehicle_defence=[0, 2, 2],
        damage_card=["HULL"],
        explosion=[1, 1, 0, 0, 0],
        defence=[1, 0],
    )
    assert (state.units[A1].is_gone, dice(state, B1), marks.of(state, B1).knocked) == (True, 1, True)
    assert sum(marks.marks(state).discards.values()) == 3


@pytest.mark.rule("CRU-DEST-01", "CRU-TROOP-03")
def test_survivors_of_a_wreck_are_set_down_by_their_owner_and_lose_their_next_move():
    state = battle(
        put("a1", "leman-russ", (20, 30)),
        put("b1", "rhino", (20, 10)),
        put("b2", "marine", aboard="b1"),
        noting={"b1": held("HULL", "HULL")},
    )
    state, _ = act(
        state,
        shoot("a1", "b1"),
        attack=[2, 0, 0, 0, 0],
        vehicle_defence=[],
        damage_card=["HULL"],
        wreck_occupants=[1, 0, 0],
        defence=[0, 0],
    )
    assert state.waits_for == B
    state = answered(state, "front")
    assert models.place(state, state.units[B2]) == pytest.approx((20, 7.26), abs=0.3)
    state, _ = act(state, EndTurn(side=A))
    assert refused(state, MoveTroop(side=B, unit=B2, path=((20, 5),))) == "CRU-TROOP-03"


@pytest.mark.rule("CRU-DMG-03")
def test_an_empty_pile_is_shuffled_from_the_discards_and_without_any_a_die_decides():
    target = put("b1", "rhino", (20, 10))
    state = battle(put("a1", "leman-russ", (20, 30)), target, left={}, discards={"HULL": 1})
    state, events = act(state, shoot("a1", "b1"), attack=[2, 0, 0, 0, 0], vehicle_defence=[0, 0], damage_card=["HULL"])
    assert (len(named(events, "CardsShuffled")), marks.of(state, B1).cards) == (1, ("HULL",))


# ------------------------------------------------------------------ RUSH, SNAP, TRAN, BOARD, FIRE


@pytest.mark.rule("CRU-RUSH-01", "CRU-SNAP-01", "CRU-WEAP-12", "CRU-WEAP-13")
def test_a_marine_with_krak_rushes_a_carrier_that_holds_its_fire_and_parries():
    state = battle(put("a1", "marine", (22.3, 20), weapons=("krak-grenades",)), put("b1", "rhino", (20, 20)))
    told = preview(state, melee("a1", "b1")).chances
    assert [c.label for c in told] == ["Rhino B1 hurt", "marine A1 hurt", "Rhino B1 hurt if it parries"]
    state, _ = act(state, melee("a1", "b1"))
    held_fire = answered(state, "none")
    assert held_fire.prompt.note == ""
    parried = answered(
        held_fire, "parry", melee_attack=[3, 2, 0, 0], melee_defence=[1, 1, 0], damage_card=["HULL", "HULL", "HULL"]
    )
    assert marks.of(parried, B1).wreck
    shot = answered(state, "fire", snap_fire=[3, 0], defence=[1, 0])
    assert shot.units[A1].is_gone


@pytest.mark.rule("CRU-RUSH-02", "CRU-RUSH-03", "CRU-TRAN-03")
def test_the_driver_of_a_low_vehicle_defends_it_and_passengers_are_safe():
    driver = put("b2", "assault", (20, 20), aboard="b1")
    noting = {"b1": ModelMarks(driver=B2, driven=True, jammed=("0",))}
    state = battle(put("a1", "marine", (22, 20)), put("b1", "skiff", (20, 20)), driver, noting=noting)
    assert refused(state, melee("a1", "b2")) == "CRU-RUSH-03"
    state, _ = act(state, melee("a1", "b1"))
    assert state.prompt.note == "No snap fire. The Storm bolter is jammed."
    assert [o.action.choice for o in legal_actions(state, B)] == ["fight", "parry", "driver", "driver-parry"]  # type: ignore[union-attr]
    state = answered(state, "driver", melee_attack=[0, 0], melee_defence=[1, 0, 0])
    assert dice(state, A1) == 1
    riding = battle(
        put("a1", "marine", aboard="a2"),
        put("a2", "skiff", (20, 20)),
        put("b1", "skiff", (23, 20)),
        put("b2", "marine", (23, 20), aboard="b1"),
    )
    assert refused(riding, melee("a1", "b2")) == "CRU-TRAN-03"


@pytest.mark.rule("CRU-TRAN-01", "CRU-TRAN-02", "CRU-TRAN-05", "CRU-TROOP-02", "CRU-LIST-04")
def test_a_big_model_rides_in_a_starred_carrier_and_takes_three_spaces():
    state = battle(
        put("a1", "dreadnought", (23.5, 20)), put("a2", "land-raider", (20, 20)), put("b1", "marine", (40, 5))
    )
    state, _ = act(state, StepIn(side=A, unit=A1, vehicle=A2))
    assert (state.units[A1].aboard, marks.of(state, A1).spent_in) == (A2, 6)
    assert models.vehicle(state, A2).transport == 10
    moved = battle(put("a1", "marine", aboard="a2"), put("a2", "rhino", (20, 20)), noting={"a2": ModelMarks(moves=2)})
    assert refused(moved, StepOut(side=A, unit=A1, at=(20, 23))) == "CRU-TRAN-01"


@pytest.mark.rule("CRU-TRAN-04", "CRU-FIRE-03", "CRU-DICE-05")
def test_a_passenger_of_an_open_transport_fires_at_steps_of_eight_and_gets_out_for_half_a_move():
    state = battle(
        put("a1", "marine", (20, 20), aboard="a2", weapons=("boltgun",)),
        put("a2", "skiff", (20, 20)),
        put("b1", "marine", (20, 4)),
    )
    (told,) = preview(state, shoot("a1", "b1", "boltgun")).shots
    assert [m.value for m in told.modifiers] == [-2]
    state, _ = act(state, shoot("a1", "b1", "boltgun"), attack=[0, 0], defence=[0, 0])
    assert marks.of(state, A2).locked
    state, _ = act(state, StepOut(side=A, unit=A1, at=(22, 20)))
    assert marks.of(state, A1).spent_in == 3


@pytest.mark.rule("CRU-DMG-01", "CRU-TRAN-06", "CRU-DMG-04")
def test_nobody_drives_on_with_a_vehicle_whose_last_card_killed_its_driver():
    state = battle(
        put("a1", "marine", (20, 30), weapons=("boltgun",)),
        put("b1", "skiff", (20, 20)),
        put("b2", "guardsman", (20, 20), aboard="b1"),
        put("b3", "marine", (40, 5)),
        noting={"b1": ModelMarks(cards=("HULL", "HULL"), driver=B2, driven=True)},
    )
    faces = {"attack": [1, 0], "damage_card": ["CREW"], "crew_hit": [3], "defence": [0]}
    state, events = act(state, shoot("a1", "b1", "boltgun"), **faces)
    assert named(events, "DriverChanged")
    assert not [e for e in events if getattr(e, "label", "") == "crusade-wipeout"]
    assert marks.of(state, B1).wreck


@pytest.mark.rule("CRU-TRAN-06", "CRU-TRAN-07", "CRU-WIPE-01")
def test_losing_the_driver_makes_a_wipeout_check_and_the_gun_stands():
    crew = (put("b2", "guardsman", (20, 10), aboard="b1"), put("b3", "guardsman", (20, 10), aboard="b1"))
    noting = {"b1": ModelMarks(driver=B2, driven=True, crew=(B2, UnitId("b3")))}
    state = battle(put("a1", "rhino", (20, 22)), put("b1", "griffon", (20, 10)), *crew, noting=noting)
    (told,) = preview(state, shoot("a1", "b2")).shots
    assert [m.rule for m in told.modifiers] == ["CRU-TRAN-07"]
    state, _ = act(state, shoot("a1", "b2"), attack=[2, 1], defence=[0], wipeout=[1, 2, 3])
    assert state.units[B2].is_gone
    state, _ = act(state, EndTurn(side=A))
    assert refused(state, drive("b1", 2)) == "CRU-TRAN-06"


@pytest.mark.rule("CRU-BOARD-01", "CRU-BOARD-02", "CRU-BOARD-03", "CRU-TROOP-04")
def test_a_boarder_from_the_ground_falls_back_on_a_double_and_loses_his_next_action():
    state = battle(
        put("a1", "marine", (22, 20), weapons=("boltgun",)),
        put("b1", "skiff", (20, 20)),
        put("b2", "marine", (20, 20), aboard="b1"),
        noting={"b1": ModelMarks(driver=B2, driven=True)},
    )
    board = BoardEnemy(side=A, unit=A1, vehicle=B1)
    assert preview(state, board).chances[0].exact == "4/9"
    fresh, _ = act(state, board, board_jump=[5, 2, 5])
    assert refused(fresh, shoot("a1", "b2", "boltgun")) == "CRU-TROOP-04"
    assert refused(fresh, board) == "CRU-BOARD-01"
    assert refused(fresh, replace(board, extra=True)) == "CRU-TROOP-04"
    assert refused(fresh, MoveTroop(side=A, unit=A1, path=((24, 22),))) == "CRU-TROOP-01"
    fresh, _ = act(fresh, EndTurn(side=A))
    fresh, _ = act(fresh, EndTurn(side=B))
    assert shoot("a1", "b2", "boltgun").check(fresh) is None
    spent = marks.with_model(state, A1, acted=True)
    spent, _ = act(spent, board, board_jump=[5, 2, 5])
    assert marks.of(spent, A1).stunned
    assert refused(spent, board) == "CRU-BOARD-01"
    spent, _ = act(spent, EndTurn(side=A))
    spent, _ = act(spent, EndTurn(side=B))
    assert refused(spent, shoot("a1", "b2", "boltgun")) == "CRU-TROOP-04"


@pytest.mark.rule("CRU-BOARD-04", "CRU-BOARD-05", "CRU-FIRE-04", "CRU-TROOP-01")
def test_a_jumper_lands_without_a_roll_and_fights_whom_he_finds_aboard():
    state = battle(
        put("a1", "assault", (20, 25)),
        put("b1", "skiff", (20, 20)),
        put("b2", "marine", (20, 20), aboard="b1"),
        put("a2", "marine", (8, 8), aboard="a3"),
        put("a3", "skiff", (8, 8)),
        put("b3", "marine", (10.2, 8)),
        noting={"b1": ModelMarks(driver=B2, driven=True)},
    )
    state, _ = act(state, BoardEnemy(side=A, unit=A1, vehicle=B1))
    state, _ = act(state, melee("a1", "b2"), melee_attack=[2, 1, 0], melee_defence=[1, 0], wipeout=[1, 2, 3, 4])
    assert state.units[B2].is_gone
    assert refused(state, melee("a2", "b3")) == "CRU-FIRE-04"


def bay(*others: Unit, aboard: str = "", at: tuple[float, float] = (20, 11), **noting: ModelMarks) -> GameState:
    """A Thunderhawk on the ground beside a Rhino, or with it inside."""
    hawk, rhino = put("a1", "thunderhawk", (20, 20)), put("a2", "rhino", at, aboard=aboard)
    known = {"a1": ModelMarks(grounded=True)} | noting
    return battle(hawk, rhino, *others, put("b1", "marine", (45, 30)), noting=known)


@pytest.mark.rule("CRU-LIST-03")
def test_a_rhino_drives_into_a_thunderhawk_and_out_again():
    state, events = act(bay(), DriveIn(side=A, unit=A2, vehicle=A1))
    assert state.units[A2].aboard == A1
    assert marks.of(state, A2).moves == 1
    assert [e.sentence(state) for e in events if e.sentence(state)][-1] == "Rhino A2 gets aboard Thunderhawk A1"
    assert refused(state, drive("a2")) == "CRU-LIST-03"
    out = DriveOut(side=A, unit=A2, at=(20, 11.7), extra=True)
    state, events = act(state, out)
    assert (state.units[A2].aboard, models.model(state.units[A2]).at) == (None, (20, 11.7))
    assert (models.model(state.units[A2]).facing, marks.of(state, A2).acted) == (0, True)
    assert "Rhino A2 drives out of Thunderhawk A1" in [e.sentence(state) for e in events]


@pytest.mark.rule("CRU-LIST-03")
def test_a_vehicle_takes_the_whole_transport():
    full = bay(put("a3", "marine", (20, 20), aboard="a1"), at=(20, 11))
    assert refused(full, DriveIn(side=A, unit=A2, vehicle=A1)) == "CRU-LIST-03"
    state = bay(put("a3", "marine", (20, 13.5)), aboard="a1", at=(20, 20))
    assert refused(state, StepIn(side=A, unit=UnitId("a3"), vehicle=A1)) == "CRU-TRAN-02"
    inside = bay(put("a3", "marine", (20, 20), aboard="a2"), aboard="a1", at=(20, 20))
    assert refused(inside, StepOut(side=A, unit=UnitId("a3"), at=(20, 13))) == "CRU-LIST-03"
    assert refused(inside, StepOut(side=A, unit=A2, at=(20, 13))) == "CRU-LIST-03"


def test_where_a_vehicle_cannot_drive_in_or_out():
    far = bay(at=(40, 10))
    assert refused(far, DriveIn(side=A, unit=A2, vehicle=A1)) == "CRU-TRAN-01"
    assert refused(far, DriveIn(side=A, unit=A1, vehicle=A2)) == "CRU-LIST-03"
    assert refused(far, DriveOut(side=A, unit=A2, at=(20, 12))) == "CRU-LIST-03"
    inside = bay(aboard="a1", at=(20, 20))
    assert refused(inside, DriveOut(side=A, unit=A2, at=(40, 30))) == "CRU-TRAN-01"
    moved = bay(aboard="a1", at=(20, 20), a1=ModelMarks(grounded=True, moves=2))
    assert refused(moved, DriveOut(side=A, unit=A2, at=(20, 11.7))) == "CRU-TRAN-01"


def test_driving_in_and_out_is_offered():
    kinds = {offer.kind for offer in legal_actions(bay(), A) if offer.unit == A2 and offer.action}
    assert "get-in" in kinds
    inside = bay(aboard="a1", at=(20, 20))
    assert {offer.kind for offer in legal_actions(inside, A) if offer.unit == A2} == {"get-out", "finish"}


@pytest.mark.rule("CRU-TURN-02", "CRU-BLIP-01")
def test_a_troop_picks_up_the_blip_that_it_stands_next_to():
    blips = (Blip(id="k", at=(21.4, 20), content="crate"), Blip(id="far", at=(30, 20)))
    state = battle(put("a1", "marine", (20, 20)), put("b1", "marine", (40, 30)), blips=blips)
    assert [o.label for o in legal_actions(state, A) if o.kind == "pick-up"] == ["Pick up k"]
    state, events = act(state, PickUp(side=A, unit=A1, blip="k"))
    assert [e.sentence(state) for e in events][-1] == "marine A1 picks up a blip: crate"
    assert "Carries crate" in [each.words for each in states(state, state.units[A1])]
    assert [blip.id for blip in cards.blips(state)] == ["far"]
    assert marks.of(state, A1).acted


@pytest.mark.rule("CRU-BLIP-01")
def test_who_picks_nothing_up():
    blips = (Blip(id="k", at=(21.4, 20)),)
    inside = battle(
        put("a1", "rhino", (20, 20)), put("a2", "marine", (20, 20), aboard="a1"), put("b1", "marine"), blips=blips
    )
    assert refused(inside, PickUp(side=A, unit=A1, blip="k")) == "CRU-BLIP-01"
    assert refused(inside, PickUp(side=A, unit=A2, blip="k")) == "CRU-BLIP-01"
    far = battle(put("a1", "marine", (10, 20)), put("b1", "marine"), blips=blips)
    assert refused(far, PickUp(side=A, unit=A1, blip="k")) == "CRU-TURN-02"


def carriage(*others: Unit, **marked: Any) -> GameState:
    """A Griffon whose crew has got off, and a marine beside it."""
    crew = (put("a2", "guardsman", (20, 23)), put("a3", "guardsman", (22, 23)))
    noted = ModelMarks(driven=True, crew=(A2, UnitId("a3")), **marked)
    return battle(
        put("a1", "griffon", (20, 20), 90),
        *crew,
        put("a4", "marine", (20, 17.5)),
        put("b1", "marine", (30, 20), weapons=["boltgun"]),
        noting={"a1": noted},
    )


@pytest.mark.rule("CRU-TRAN-06", "CRU-TRAN-07")
def test_crew_that_got_off_comes_back_and_takes_over():
    state = carriage()
    assert refused(state, drive("a1")) == "CRU-TRAN-07"
    state, _ = act(state, MoveTroop(side=A, unit=A2, path=((20, 22.2),)))
    state, _ = act(state, StepIn(side=A, unit=A2, vehicle=A1))
    assert marks.of(state, A2).spent_in == 3.8
    assert refused(state, drive("a1")) == "CRU-TRAN-06"
    state = fold([], carriage(driver=None))
    state, _ = act(state, StepIn(side=A, unit=UnitId("a4"), vehicle=A1))
    state, _ = act(state, TakeOver(side=A, unit=UnitId("a4")))
    state, _ = act(state, drive("a1", 2))
    assert marks.of(state, A1).driver == UnitId("a4")


@pytest.mark.rule("CRU-TRAN-07")
def test_who_serves_in_the_open_is_shot_at_in_full_cover():
    state, _ = act(carriage(), StepIn(side=A, unit=UnitId("a4"), vehicle=A1))
    state, _ = act(state, EndTurn(side=A))
    aim = FireWeapons(side=B, unit=B1, aims=(WeaponAim(weapon="boltgun", target=UnitId("a4")),))
    modifiers = preview(state, aim).shots[0].modifiers
    assert [(each.value, each.rule) for each in modifiers] == [(-1, "CRU-TRAN-07")]


@pytest.mark.rule("CRU-TRAN-02")
def test_there_are_no_more_places_than_those_of_the_crew():
    state = carriage()
    for name in ("a2", "a3"):
        unit = state.units[UnitId(name)]
        state = state.with_unit(replace(unit, aboard=A1))
    assert refused(state, StepIn(side=A, unit=UnitId("a4"), vehicle=A1)) == "CRU-TRAN-02"
