"""The damage chart, cell by cell, and what each result does."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.events import ModelsMoved, WoundsTaken
from rules.arap.morale.pinning import UnitPinned
from rules.arap.turn.activation import Activate, EndActivation
from rules.core.modifier import Modifier
from rules.core.refusal import IllegalAction
from rules.dice.sources import ScriptedDice
from rules.forces.unit import UnitTurn, VehicleState
from rules.geometry.lengths import Circle
from rules.table.terrain import Terrain
from rules.vehicles.gemini.damage.chart import ChartRoll, modifiers
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.events import MarksBite
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.shared.events import (
    ChartResult,
    CrewShaken,
    CrewStunned,
    Immobilised,
    LeftVehicle,
    MarksCleared,
    VehicleThrown,
    VehicleWrecked,
    WeaponLost,
)
from rules.vehicles.shared.hull import posed
from tests.builders import A, B, a_battle, a_profile, a_row, a_unit, a_weapon, happens, play, the
from tests.rules.vehicles.garage import AUTOGUN, GUN, PEASHOOTER, a_carrier, a_vehicle, hit, under_fire, way

FLAMER = a_weapon("flamer", type="assault", range_in=8, strength=5, ap=4, template=True)
CALM = {"ld": 12}
"""Passengers who pass every pinning test."""


def battle(*others, flags=None, options=None, active=None, **values):
    return a_battle(
        a_vehicle("a1", flags=flags, **values), a_unit("b1", [(66, 3)]), *others, options=options, active=active, ap=2
    )


def roll(state, column, dice, *, mods=0, by="b1", target="a1"):
    """One roll in a column of the chart; other dice by label."""
    script = ScriptedDice(dice)
    added = (Modifier(mods, "test", "VEH-PEN-03"),) if mods else ()
    chart_roll = ChartRoll(target=target, column=column, modifiers=added, by=by)
    found = happens(state, script, lambda p: p.queue(chart_roll))
    script.finish()
    return found


def kinds(events):
    watched = (CrewShaken, CrewStunned, WeaponLost, Immobilised, VehicleThrown, VehicleWrecked)
    return [type(e).__name__ for e in events if isinstance(e, watched)]


FLIP = {"flip-distance": [2], "scatter-a": [3], "scatter-b": [3], "direction": [90]}

CELLS = [
    ("glancing", 1, ("no-effect",), {}, []),
    ("glancing", 2, ("no-effect",), {}, []),
    ("glancing", 3, ("crew-shaken",), {}, ["CrewShaken"]),
    ("glancing", 4, ("crew-stunned",), {}, ["CrewStunned"]),
    ("glancing", 5, ("armament-destroyed",), {}, ["WeaponLost"]),
    ("glancing", 6, ("immobilised",), {}, ["Immobilised"]),
    ("glancing", 7, ("destroyed",), {}, ["VehicleWrecked"]),
    ("penetrating", 1, ("crew-stunned",), {}, ["CrewStunned"]),
    ("penetrating", 2, ("armament-destroyed",), {}, ["WeaponLost"]),
    ("penetrating", 3, ("immobilised",), {}, ["Immobilised"]),
    ("penetrating", 4, ("destroyed",), {}, ["VehicleWrecked"]),
    ("penetrating", 5, ("flipped",), FLIP, ["VehicleThrown", "VehicleWrecked"]),
    ("penetrating", 6, ("explodes",), {"explosion-radius": [4]}, ["VehicleWrecked"]),
    ("ordnance", 1, ("crew-stunned",), {}, ["CrewStunned"]),
    ("ordnance", 2, ("armament-destroyed", "crew-stunned"), {}, ["WeaponLost", "CrewStunned"]),
    ("ordnance", 3, ("immobilised", "crew-stunned"), {}, ["Immobilised", "CrewStunned"]),
    ("ordnance", 4, ("flipped",), FLIP, ["VehicleThrown", "VehicleWrecked"]),
    ("ordnance", 5, ("explodes",), {"explosion-radius": [4]}, ["VehicleWrecked"]),
    ("ordnance", 6, ("annihilated",), {}, ["VehicleWrecked"]),
]


@pytest.mark.rule("VEH-CHART-01")
@pytest.mark.parametrize(("column", "row", "results", "dice", "effects"), CELLS)
def test_every_cell_of_the_chart(column, row, results, dice, effects):
    die = min(row, 6)
    state = battle(weapons=(GUN, PEASHOOTER))
    events, state = roll(state, column, {"vehicle-damage": [die], **dice}, mods=row - die)
    found = the(events, ChartResult)
    assert (found.results, found.row) == (results, row)
    assert kinds(events) == effects
    condition = state.units["a1"].vehicle
    assert condition.last_roll == (column, row)
    assert condition.last_result == " + ".join(results)
    assert state.units["a1"].is_gone is ("VehicleWrecked" in effects)


@pytest.mark.rule("VEH-CHART-02")
@pytest.mark.parametrize(
    ("column", "row", "results"),
    [("glancing", 7, ("destroyed",)), ("penetrating", 6, ("explodes",)), ("ordnance", 6, ("annihilated",))],
)
def test_a_roll_beyond_the_last_row_is_the_last_row(column, row, results):
    dice = {"vehicle-damage": [6], **({"explosion-radius": [1]} if column == "penetrating" else {})}
    events, _ = roll(battle(), column, dice, mods=2)
    assert (the(events, ChartResult).row, the(events, ChartResult).results) == (row, results)


@pytest.mark.rule("VEH-OPEN-03")
@pytest.mark.part_of("VEH-PEN-03")
def test_shooting_at_an_open_topped_or_flimsy_vehicle_adds_one():
    for exposed in ({"open_topped": True}, {"flimsy": True}):
        state = battle(**exposed)
        profile = profile_of(state, state.units["a1"])
        assert [m.value for m in modifiers(profile, replace(GUN, ap=1))] == [1, 1]
        assert [m.value for m in modifiers(profile, replace(GUN, ap=1), shooting=False)] == [1]
    events, _ = under_fire(
        battle(open_topped=True), "a1", [hit((50, 24))], {"armour-penetration": [4], "vehicle-damage": [2]}
    )
    assert the(events, ChartResult).results == ("crew-shaken",)


@pytest.mark.rule("VEH-OPEN-04")
def test_ordnance_rolls_twice_against_an_open_topped_vehicle():
    """Dice 1 and 4, open-topped: 2 and 5, armament destroyed with a stun, then it explodes."""
    howitzer = a_weapon("howitzer", type="ordnance", range_in=36, strength=9, ap=3)
    dice = {"ordnance-penetration": [5, 5], "vehicle-damage": [1, 4], "explosion-radius": [1]}
    events, _ = under_fire(battle(open_topped=True, weapons=(GUN,)), "a1", [hit((50, 24), howitzer)], dice)
    assert [e.row for e in events if isinstance(e, ChartResult)] == [2, 5]
    assert kinds(events) == ["WeaponLost", "CrewStunned", "VehicleWrecked"]


@pytest.mark.rule("VEH-OPEN-04")
def test_two_rolls_are_resolved_in_order_each_on_the_vehicle_as_the_first_left_it():
    state = battle(open_topped=True, weapons=(GUN, AUTOGUN), options={"armament_pick": "random"})
    dice = {"armour-penetration": [5], "vehicle-damage": [4, 4], "pick": [1]}
    events, state = under_fire(state, "a1", [hit((30, 40), FLAMER)], dice)
    assert [e.mount for e in events if isinstance(e, WeaponLost)] == [0, 1]
    assert the([e for e in events if isinstance(e, ChartResult)][:1], ChartResult).column == "glancing"
    assert not state.units["a1"].is_gone


@pytest.mark.rule("VEH-DMG-01", "VEH-JOIN-07")
def test_a_shaken_crew_drives_but_does_not_shoot_in_its_next_turn_only():
    _, state = roll(battle(a_vehicle("a2", (10, 40)), active="b1"), "glancing", {"vehicle-damage": [3]})
    assert (state.units["a1"].vehicle.shaken, state.units["a1"].vehicle.shaken_now) == (True, False)
    events, state = play(state, EndActivation(side=B))
    assert the(events, MarksBite).shaken
    assert (state.units["a1"].vehicle.shaken, state.units["a1"].vehicle.shaken_now) == (False, True)
    _, state = play(state, Activate(side=A, unit="a1", dice=1), {"activation": [1]})
    _, state = play(state, Drive(side=A, unit="a1", path=way((30, 22, 0))))
    events, state = play(state, EndActivation(side=A))
    assert the(events, MarksCleared).unit == "a1"
    assert not state.units["a1"].vehicle.shaken_now


@pytest.mark.rule("VEH-DMG-02", "VEH-JOIN-07")
def test_a_stunned_crew_makes_no_roll_in_its_next_turn():
    _, state = roll(battle(a_vehicle("a2", (10, 40)), active="b1"), "glancing", {"vehicle-damage": [4]})
    _, state = roll(state, "glancing", {"vehicle-damage": [3]})
    events, state = play(state, EndActivation(side=B))
    bite = the(events, MarksBite)
    assert (bite.stunned, bite.shaken) == (True, False)
    with pytest.raises(IllegalAction) as refused:
        play(state, Activate(side=A, unit="a1", dice=1))
    assert (refused.value.code, refused.value.rule) == ("stunned", "VEH-JOIN-07")
    _, state = play(state, EndActivation(side=A))
    assert not state.units["a1"].vehicle.stunned_now
    assert state.units["a1"].vehicle.stunned is False


@pytest.mark.rule("VEH-JOIN-07")
def test_a_stun_in_the_middle_of_its_own_turn_ends_its_actions():
    events, state = roll(battle(active="a1"), "glancing", {"vehicle-damage": [4]})
    assert the(events, CrewStunned).unit == "a1"
    assert state.turn.ap == 0
    assert state.units["a1"].vehicle.stunned


@pytest.mark.rule("VEH-DMG-03")
def test_a_stunned_skimmer_drifts_in_the_compulsory_phase():
    flags = {"vehicle": VehicleState(stunned=True)}
    state = battle(a_unit("a2", a_row(2, 10, 10)), a_unit("a3", [(35, 24)]), flags=flags, type="skimmer", active="b1")
    dice = {"stunned-skimmer-drift": [3], "direction": [90]}
    events, state = play(state, EndActivation(side=B), dice)
    drift = next(e for e in events if isinstance(e, ModelsMoved) and e.how == "drift")
    assert (drift.length_in, drift.voluntary) == (3, False)
    assert state.units["a1"].models[0].at == (33, 24)
    assert state.units["a1"].now.moved_in == 0
    aside = state.units["a3"].models[0].at
    assert aside[0] > 35.45


@pytest.mark.rule("VEH-DMG-03")
def test_a_drifting_skimmer_stops_at_a_vehicle():
    flags = {"vehicle": VehicleState(stunned=True)}
    state = battle(a_vehicle("b2", (36, 24)), flags=flags, type="skimmer", active="b1")
    events, _ = play(state, EndActivation(side=B), {"stunned-skimmer-drift": [6], "direction": [90]})
    assert next(e for e in events if isinstance(e, ModelsMoved)).length_in == 2


def test_an_immobilised_skimmer_is_down_and_does_not_drift():
    flags = {"vehicle": VehicleState(stunned=True, immobilised=True)}
    state = battle(a_unit("a2", a_row(2, 10, 10)), flags=flags, type="skimmer", active="b1")
    events, _ = play(state, EndActivation(side=B))
    assert not [e for e in events if isinstance(e, ModelsMoved)]


@pytest.mark.rule("VEH-DMG-04")
def test_the_attacker_picks_the_weapon_that_is_lost():
    state = battle(weapons=(GUN, AUTOGUN, PEASHOOTER))
    events, state = roll(state, "glancing", {"vehicle-damage": [5]})
    prompt = state.prompt
    assert (prompt.side, prompt.kind, prompt.unit, prompt.about) == (B, "armament", "b1", "a1")
    assert [(o.id, o.label) for o in prompt.options] == [("0", "Gun"), ("1", "Autogun")]
    events, state = play(state, Answer(side=B, choice="1"))
    assert the(events, WeaponLost).mount == 1
    assert state.units["a1"].vehicle.lost_mounts == (1,)


@pytest.mark.rule("VEH-DMG-04")
def test_hits_left_over_wait_for_the_choice():
    state = battle(weapons=(GUN, AUTOGUN))
    hits = [hit((50, 24)), hit((50, 24))]
    dice = {"armour-penetration": [4], "vehicle-damage": [5]}
    _, state = under_fire(state, "a1", hits, dice)
    events, state = play(state, Answer(side=B, choice="0"), {"armour-penetration": [4], "vehicle-damage": [6]})
    assert kinds(events) == ["WeaponLost", "Immobilised"]


@pytest.mark.rule("VEH-DMG-04")
def test_with_the_switch_the_weapon_is_picked_at_random():
    state = battle(weapons=(GUN, AUTOGUN), options={"armament_pick": "random"})
    events, _ = roll(state, "glancing", {"vehicle-damage": [5], "pick": [2]})
    assert the(events, WeaponLost).weapon == "Autogun"


@pytest.mark.rule("VEH-DMG-04", "VEH-DMG-05")
def test_one_weapon_goes_then_it_is_immobilised_and_so_destroyed():
    """One storm bolter: the first result takes it, the second immobilises, which without weapons is the end."""
    _, state = roll(battle(weapons=(GUN,)), "glancing", {"vehicle-damage": [5]})
    assert state.units["a1"].vehicle.lost_mounts == (0,)
    events, state = roll(state, "glancing", {"vehicle-damage": [5]})
    assert kinds(events) == ["Immobilised", "VehicleWrecked"]
    assert "VEH-DMG-05" in the(events, VehicleWrecked).rules


@pytest.mark.rule("VEH-DMG-05")
def test_a_second_immobilised_takes_a_weapon_and_the_last_weapon_the_vehicle():
    flags = {"vehicle": VehicleState(immobilised=True)}
    events, state = roll(battle(flags=flags, weapons=(GUN, PEASHOOTER)), "glancing", {"vehicle-damage": [6]})
    assert kinds(events) == ["WeaponLost", "VehicleWrecked"]
    events, state = roll(battle(weapons=(PEASHOOTER,)), "glancing", {"vehicle-damage": [6]})
    assert kinds(events) == ["Immobilised"]
    events, state = roll(state, "glancing", {"vehicle-damage": [6]})
    assert kinds(events) == ["VehicleWrecked"]


@pytest.mark.rule("VEH-DMG-05")
@pytest.mark.parametrize(("speed", "effect"), [(12, "VehicleWrecked"), (6.0, "Immobilised"), (6.1, "VehicleWrecked")])
def test_a_fast_skimmer_crashes_when_it_is_immobilised(speed, effect):
    state = battle(flags={"now": UnitTurn(moved_in=speed)}, type="skimmer")
    events, _ = roll(state, "glancing", {"vehicle-damage": [6]})
    assert kinds(events) == [effect]


def carrier(*others, passengers=4, ld=12, traits=(), bulk="normal", t=3, sv=7, flags=None, **values):
    people = a_profile("rider", ld=ld, traits=traits, bulk=bulk, t=t, sv=sv)
    return a_battle(
        a_carrier("a1", flags=flags, **values),
        a_unit("a2", [(0, 0)] * passengers, profile=people, aboard="a1"),
        a_unit("b1", [(66, 3)]),
        *others,
    )


@pytest.mark.rule("VEH-DMG-06")
def test_destroyed_leaves_a_wreck_and_passengers_out_and_tested_even_if_fearless():
    state = carrier(traits=("fearless",), ld=7)
    events, state = roll(state, "penetrating", {"vehicle-damage": [4], "pinning-test": [4, 4]})
    wreck = state.terrain[-1]
    assert (wreck.look, wreck.cover, wreck.going, wreck.name) == ("wreck", "hard", "difficult", "Wreck of A1")
    assert the(events, VehicleWrecked).how == "destroyed"
    assert the(events, LeftVehicle).forced
    assert the(events, UnitPinned).unit == "a2"
    squad = state.units["a2"]
    assert squad.aboard is None
    hull = posed(state, state.units["a1"], (30, 24, 0))
    assert all(0 < hull.distance_to_point(m.at) <= 2.01 for m in squad.alive)
    assert len({m.at for m in squad.alive}) == 4


@pytest.mark.rule("VEH-DMG-07")
def test_flipped_throws_the_hull_and_hurts_those_inside():
    dice = {"vehicle-damage": [5], "flip-distance": [4], "scatter-a": [1], "scatter-b": [5], "direction": [90]}
    more = {"to-wound": [3, 2, 6, 1], "save": [5, 4], "pinning-test": [1, 1]}
    events, state = roll(carrier(sv=5), "penetrating", {**dice, **more})
    assert (the(events, VehicleThrown).at, the(events, VehicleThrown).inches) == ((34, 24), 4)
    assert the(events, WoundsTaken).cause == "explosion"
    assert len(state.units["a2"].alive) == 3
    assert state.terrain[-1].points[0] == (32.5, 21.5)
    assert all(abs(m.at[0] - 34) < 5 for m in state.units["a2"].alive)


@pytest.mark.rule("VEH-DMG-07")
def test_a_double_turns_it_over_on_the_spot_and_an_open_top_throws_people_clear():
    dice = {"vehicle-damage": [5], "flip-distance": [4], "scatter-a": [5], "scatter-b": [5], "direction": [90]}
    more = {"to-wound": [3, 3, 4, 4], "pinning-test": [1, 1]}
    events, state = roll(carrier(open_topped=True), "penetrating", {**dice, **more})
    assert the(events, VehicleThrown).inches == 0
    assert len(state.units["a2"].alive) == 2


@pytest.mark.rule("VEH-DMG-07")
def test_people_under_a_thrown_hull_save_themselves_or_are_struck():
    """Initiative 3 and move 4: three or less is out of the way."""
    foot = a_unit("b2", [(34, 24), (34, 26)])
    dice = {"vehicle-damage": [5], "flip-distance": [4], "scatter-a": [1], "scatter-b": [5], "direction": [90]}
    state = a_battle(a_carrier("a1"), a_unit("b1", [(66, 3)]), foot)
    _events, state = roll(state, "penetrating", {**dice, "agility": [3, 4], "to-wound": [3]})
    assert [m.id for m in state.units["b2"].alive] == ["b2.1"]
    hull = posed(state, state.units["a1"], (34, 24, 0))
    assert not hull.overlaps(Circle(state.units["b2"].alive[0].at, 0.49))


@pytest.mark.rule("VEH-DMG-07", "ARAP-AGIL-01")
@pytest.mark.parametrize(("version", "goal"), [("20", 2), ("19", 3)])
def test_ground_slows_who_gets_out_from_under_a_thrown_hull(version, goal):
    """In a bog four inches are two: one less. Up to version 19 it slowed nobody."""
    bog = Terrain(id="bog", name="Bog", points=((30, 20), (40, 20), (40, 30), (30, 30)), going="very-difficult")
    dice = {"vehicle-damage": [5], "flip-distance": [4], "scatter-a": [1], "scatter-b": [5], "direction": [90]}
    state = a_battle(a_carrier("a1"), a_unit("b1", [(66, 3)]), a_unit("b2", [(34, 24)]), terrain=(bog,))
    state = replace(state, version=version)
    events, _ = roll(state, "penetrating", {**dice, "agility": [1]})
    saved = next(e for e in events if getattr(e, "label", "") == "agility")
    assert (saved.unit, saved.goal) == ("b2", goal)


@pytest.mark.rule("VEH-DMG-07")
def test_a_thrown_hull_stops_against_a_vehicle():
    dice = {"vehicle-damage": [5], "flip-distance": [6], "scatter-a": [1], "scatter-b": [5], "direction": [90]}
    events, _ = roll(battle(a_vehicle("b2", (36, 24))), "penetrating", dice)
    assert the(events, VehicleThrown).inches == 2


@pytest.mark.rule("VEH-DMG-08")
def test_explodes_passengers_s5_debris_s4_in_reach_survivors_pinned():
    """Transcript 3, step 33: radius 4; wounds on 2 or more, saves on 6; two levies left, out and pinned."""
    state = carrier(sv=6, ld=6, traits=("fearless",))
    dice = {"vehicle-damage": [6], "explosion-radius": [4], "to-wound": [3, 1, 5, 2], "save": [6, 2, 4]}
    events, state = roll(state, "penetrating", dice)
    assert len(state.units["a2"].alive) == 2
    assert the(events, UnitPinned).unit == "a2"
    assert (state.terrain[-1].look, state.terrain[-1].going) == ("burnt", "difficult")
    assert state.units["a1"].vehicle.wrecked == "exploded"


@pytest.mark.rule("VEH-DMG-08")
def test_debris_reaches_base_centres_within_its_radius_and_no_vehicles():
    """Radius 3: at 3.0 inches from the hull hit, at 3.2 not."""
    near, far = a_unit("b2", [(35, 24)]), a_unit("b3", [(35.2, 27)])
    tank = a_vehicle("b4", (30, 33), heading=90)
    state = a_battle(a_vehicle("a1"), a_unit("b1", [(66, 3)]), near, far, tank)
    dice = {"vehicle-damage": [6], "explosion-radius": [3], "to-wound": [3]}
    events, state = roll(state, "penetrating", dice)
    assert state.units["b2"].is_gone
    assert not state.units["b3"].is_gone
    assert not state.units["b4"].is_gone
    assert the(events, WoundsTaken).unit == "b2"


@pytest.mark.rule("VEH-DMG-09")
def test_annihilated_kills_all_aboard_and_strikes_within_six_inches():
    state = carrier(a_unit("b2", [(37, 24), (39, 24)]))
    events, state = roll(state, "ordnance", {"vehicle-damage": [6], "to-wound": [6]})
    assert state.units["a2"].is_gone
    assert [m.id for m in state.units["b2"].alive] == ["b2.2"]
    assert (state.terrain[-1].look, state.terrain[-1].going) == ("crater", "difficult")
    assert the(events, VehicleWrecked).how == "annihilated"


@pytest.mark.rule("VEH-BRD-14")
def test_a_penetrating_hit_throws_passengers_out_and_pins_them_if_they_fail():
    """Speed 12, crew stunned: no injury hits; Ld 8 and a 9 are pinned."""
    state = carrier(ld=8, passengers=3, flags={"now": UnitTurn(moved_in=12)})
    dice = {"armour-penetration": [4], "vehicle-damage": [1], "pinning-test": [4, 5]}
    events, state = under_fire(state, "a1", [hit((50, 24))], dice)
    assert the(events, LeftVehicle).forced
    assert the(events, UnitPinned).unit == "a2"
    assert len(state.units["a2"].alive) == 3
    doors = [(30, 26.5), (31.5, 24), (28.5, 24)]
    for model in state.units["a2"].alive:
        assert min(((x - model.at[0]) ** 2 + (y - model.at[1]) ** 2) ** 0.5 for x, y in doors) <= 2.01


@pytest.mark.rule("VEH-BRD-14")
def test_the_fearless_are_thrown_out_but_not_tested_and_a_glancing_hit_throws_nobody_out():
    dice = {"armour-penetration": [4], "vehicle-damage": [1]}
    events, _ = under_fire(carrier(traits=("fearless",)), "a1", [hit((50, 24))], dice)
    assert the(events, LeftVehicle).unit == "a2"
    events, state = under_fire(carrier(), "a1", [hit((50, 24))], {"armour-penetration": [3], "vehicle-damage": [1]})
    assert state.units["a2"].aboard == "a1"


@pytest.mark.rule("VEH-HULL-03")
def test_while_hull_points_remain_passengers_stay_aboard():
    held = carrier(flags={"vehicle": VehicleState(hull=3)})
    _, state = under_fire(held, "a1", [hit((50, 24))], {"armour-penetration": [4]})
    assert state.units["a2"].aboard == "a1"
    last = carrier(flags={"vehicle": VehicleState(hull=2)})
    dice = {"armour-penetration": [4], "pinning-test": [1, 1]}
    _events, state = under_fire(last, "a1", [hit((50, 24))], dice)
    assert state.units["a2"].aboard is None


@pytest.mark.rule("VEH-BRD-10")
def test_those_for_whom_there_is_no_room_are_lost_when_forced_out():
    wall = Terrain(id="x", name="Pit", points=((20, 14), (40, 14), (40, 34), (20, 34)), going="impassable", look="pit")
    state = replace(carrier(), terrain=(wall,))
    dice = {"armour-penetration": [4], "vehicle-damage": [1]}
    events, state = under_fire(state, "a1", [hit((50, 24))], dice)
    assert state.units["a2"].is_gone
    assert "VEH-BRD-10" in the(events, WoundsTaken).rules


@pytest.mark.rule("VEH-DMG-08")
@pytest.mark.part_of("VEH-JOIN-11")
def test_vehicles_are_neither_pinned_nor_hurt_by_debris():
    state = battle(a_vehicle("a2", (30, 31)))
    _events, state = roll(state, "penetrating", {"vehicle-damage": [6], "explosion-radius": [6]})
    assert not state.units["a2"].is_gone
    assert not state.units["a2"].pinned


@pytest.mark.parametrize(
    ("row", "dice", "reach", "expected"),
    [
        (5, {"explosion-radius": [4]}, 4, "A1 explodes: pieces fly 4″"),
        (6, {}, 6, "A1 is annihilated: pieces fly 6″"),
    ],
)
def test_how_far_the_pieces_fly_is_kept_and_told(row, dice, reach, expected):
    events, state = roll(battle(), "ordnance", {"vehicle-damage": [row], **dice})
    end = the(events, VehicleWrecked)
    assert (end.reach_in, end.sentence(state)) == (reach, expected)


def test_a_thrown_hull_tells_where_it_stood():
    dice = {"vehicle-damage": [5], "flip-distance": [2], "scatter-a": [3], "scatter-b": [4], "direction": [90]}
    events, _ = roll(battle(), "penetrating", dice)
    thrown = the(events, VehicleThrown)
    assert thrown.start is not None
    assert thrown.at == pytest.approx((thrown.start[0] + 2, thrown.start[1]), abs=0.02)


@pytest.mark.parametrize(
    ("sevens", "inches"),
    [(False, 4), pytest.param(True, 0, marks=pytest.mark.rule("VEH-DMG-07", "ARAP-SCAT-03"))],
)
def test_a_total_of_7_turns_it_over_on_the_spot_where_the_table_says_so(sevens, inches):
    state = carrier(open_topped=True)
    state = replace(state, options={**state.options, "scatter_seven_is_hit": sevens})
    dice = {"vehicle-damage": [5], "flip-distance": [4], "scatter-a": [2], "scatter-b": [5], "direction": [90]}
    more = {"to-wound": [3, 3, 4, 4], "pinning-test": [1, 1]}
    events, _ = roll(state, "penetrating", {**dice, **more})
    assert the(events, VehicleThrown).inches == inches
