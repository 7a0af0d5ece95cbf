"""The worked examples of the vehicles' ledger, read from it and played on a table, or worked out by what play uses."""

import math
from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from rules.arap.damage import wounds_and_saves
from rules.arap.events import WoundsTaken
from rules.arap.movement import agility
from rules.arap.turn.activation import Activate, Bust
from rules.arap.units import weapons
from rules.dice.sources import ScriptedDice
from rules.forces.profile import Bike
from rules.forces.riding import as_one
from rules.forces.unit import UnitTurn, VehicleState
from rules.geometry import arcs
from rules.geometry.arcs import Stretch
from rules.geometry.hulls import Hull
from rules.geometry.lengths import along
from rules.progress import Progress
from rules.rulebook.charts import chart_result, damage_chart
from rules.table.terrain import Terrain
from rules.vehicles.gemini.damage import chart, wreck
from rules.vehicles.gemini.damage.penetration import Hit
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.driving.limber import leap_strength
from rules.vehicles.gemini.events import HullPointsLost
from rules.vehicles.gemini.hull import cover as hull_cover
from rules.vehicles.gemini.hull import speed_bands
from rules.vehicles.gemini.hull.contact import ease
from rules.vehicles.gemini.hull.hull import armour_towards
from rules.vehicles.gemini.motion import momentum
from rules.vehicles.gemini.motion.first_contact import HullContact
from rules.vehicles.gemini.motion.impact import old_strength, ram_strength
from rules.vehicles.gemini.motion.path import turning_cost
from rules.vehicles.gemini.ramming import blows as ramming_blows
from rules.vehicles.gemini.street.manoeuvres import control_goal, most_back
from rules.vehicles.gemini.street.run import OutOfControl
from rules.vehicles.gemini.tank_shock import death_or_glory as tank_shock_death_or_glory
from rules.vehicles.gemini.tank_shock.shock import goal as nerve
from rules.vehicles.gemini.transport import fire_ports
from rules.vehicles.gemini.transport.on_the_move import Motion, motion
from rules.vehicles.shared import attacks, machines
from rules.vehicles.shared.damage.penetration import class_of
from rules.vehicles.shared.events import VehicleHit, VehicleWrecked
from rules.vehicles.shared.shooting.calculator import kind_of
from tests.builders import A, a_battle, a_profile, a_unit, a_weapon, play
from tests.rules.vehicles.garage import a_carrier, a_vehicle, under_fire, way
from tests.rules.vehicles.gemini.street.test_drive import a_car
from tests.rules.worked_examples.cases import agrees, cases

WORDS = {"ordnance": "ordnance penetrating"}
ROAD_CAR = {"type": "wheeled", "street": True, "trr": 1}


def word(kind):
    return WORDS.get(kind, kind)


def activation(given, dice):
    others = (a_vehicle("a2", (10, 40)), a_unit("b1", [(60, 40)]))
    state = a_battle(a_vehicle("a1", crew_initiative=given["crew_initiative"]), *others)
    events, after = play(state, Activate(side=A, unit="a1", dice=given["dice_count"]), dice)
    return {"action_points": after.turn.ap, "bust": any(isinstance(e, Bust) for e in events)}


def drawn(given, dice):
    """A turn of 45 to each side and 2 inches on, then 6 inches straight."""
    state = a_battle(a_vehicle("a1", (30, 24), battle_speed_in=given["battle_speed"]), active="a1", ap=2)
    first = Drive(side=A, unit="a1", path=way((30, 24, 45), (31.4142136, 22.5857864, 0)), actions=1)
    _, state = play(state, first)
    if given["action"] == 2:
        _, state = play(state, Drive(side=A, unit="a1", path=way((31.4142136, 16.5857864)), actions=1))
    unit = state.units["a1"]
    left = 6 * given["action"] - round(unit.now.allowance_spent_in, 5)
    return {
        "spent": round(unit.now.allowance_spent_in, 5),
        "speed": round(unit.now.moved_in, 5),
        "allowance_left": left,
    }


def facing_hit(given, dice):
    x, y = given["shooter"]
    hull = {"length_in": given["length"], "width_in": given["width"], "heading": given["heading"]}
    state = a_battle(a_vehicle("b1", (30, 24), **hull))
    return {"face": armour_towards(state, state.units["b1"], (30 + x, 24 + y)).face}


def quarter(given, dice):
    hull = Hull((0.0, 0.0), given["course"], 6, 4)
    return {"quadrant": hull.impact_quadrant(along((0.0, 0.0), given["bearing"], 9))}


def turning(given, dice):
    angles = given.get("angles_at_different_points", [given.get("angle", 0)])
    cost = sum(turning_cost(angle) for angle in angles)
    return {"cost": cost, "left": given.get("battle_speed", 0) - cost}


MUD = Terrain(
    id="mud", name="Mud", points=((20, 20.4), (40, 20.4), (40, 20.5), (20, 20.5)), going="difficult", look="wood"
)


def bogged(given, dice):
    """A drive of that length whose front comes into difficult ground after half an inch."""
    state = a_battle(a_vehicle("a1", (30, 24), battle_speed_in=24), active="a1", ap=2, terrain=(MUD,))
    _, state = play(state, Drive(side=A, unit="a1", path=way((30, 24 - given["speed"])), actions=1), dice)
    unit = state.units["a1"]
    how = "destroyed" if unit.is_gone else "immobilised" if unit.vehicle.immobilised else "safe"
    return {"result": how, "immobilised": how == "immobilised"}


def boarding(given, dice):
    now = UnitTurn(moved_in=given["moved_this_turn"], stopped=given["stopped"])
    flags = {"now": now, "before": UnitTurn(moved_in=given["moved_last_turn"])}
    state = a_battle(a_vehicle("a1", flags=flags), active="a1", ap=1)
    found = motion(state, state.units["a1"])
    kind = "stationary" if found.is_stationary else "moving"
    return {"boarding_state": kind, "boarding_speed": found.speed_in, "S": found.strength}


def injury(strength, given):
    found = {"S": strength or "none"}
    return {**found, "wound_goal": wounds_and_saves.wound_goal(given["T"], strength)} if strength else found


def shaken_nerve(given, dice):
    men = a_unit(
        "b1", [(20 + n % 5, 20 + n // 5) for n in range(given["models_start"])], profile=a_profile(ld=given["Ld"])
    )
    unit = men[0]
    fallen = unit.models[given["models_now"] :]
    for model in fallen:
        unit = unit.with_model(replace(model, wounds=0))
    state = a_battle((replace(unit, s_active=given["suppression"]), *men[1:]))
    needs = nerve(state, state.units["b1"])
    return {"needs": needs, "passed": given.get("roll_total", 99) <= needs}


def death_or_glory(given, dice):
    krak = a_weapon("krak", type="grenade", strength=6, traits=("krak",))
    strength = tank_shock_death_or_glory.strength_of(krak)
    state = a_battle(a_vehicle("a1", front=given["front"]))
    rows = damage_chart()["glancing"]
    stops = [die for die in range(1, 7) if tank_shock_death_or_glory.STOPPING & set(chart_result(rows, die))]
    found = {"highest_total": strength + 6, "stops_on_chart": stops}
    found["stopped"] = tank_shock_death_or_glory.stops(state, state.units["a1"], [krak]) > 0
    if dice:
        found["hit_class"] = class_of(strength + dice["death-or-glory"][0], given["front"], "normal")
    return found


def tumbled(given, dice):
    return {
        "S_on_target": ram_strength(11, given["speed"]),
        "S_on_gun": ram_strength(given["AV_side"], given["speed"], tank=True),
    }


def one_target(given, dice):
    bike = Bike(name="bike", t=given.get("T_bike", 4), sv=given["save_bike"])
    found = as_one(replace(a_profile(t=given.get("T_rider", 4), sv=given.get("save_rider", 7)), bike=bike))
    return {"T": found.t, "save": found.sv}


def over_one_side(given, dice):
    riders = a_unit("a2", [(0, 0)] * given["aboard"], aboard="a1", deployed=False)
    state = a_battle(a_carrier("a1", open_topped=True), riders)
    most = fire_ports.places(state, state.units["a1"], "left").at_face
    return {"legal": all(given.get(side, 0) <= most for side in ("left", "right"))}


def through_ports(given, dice):
    riders = a_unit("a2", [(0, 0)] * given["aboard"], aboard="a1", deployed=False)
    state = a_battle(a_carrier("a1", capacity=given["capacity"]), riders)
    found = fire_ports.places(state, state.units["a1"], "left")
    return {"shooters": found.most, "per_side": found.at_face, "through_hatch": found.at_hatches}


def too_fast_to_hit(given, dice):
    weapon = a_weapon(traits=("laser",) if given["laser"] else ())
    mods = hull_cover.named(weapon, given["distance_last_turn"], "none")
    return {"mod": sum(m.value for m in mods)}


@dataclass
class Shot:
    """One hit on the front of a hull with that armour, from so far before it."""

    weapon: object
    av: int
    gap: float = 20.0
    burst: str = ""
    strength: int | None = None

    def at(self, dice):
        state = a_battle(a_vehicle("b1", (30, 40), front=self.av, weapons=()))
        strength = self.weapon.strength if self.strength is None else self.strength
        face = "front" if self.burst else ""
        hit = Hit(origin=(30, 37 - self.gap), weapon=self.weapon, strength=strength, burst=self.burst, face=face)
        rest = {"vehicle-damage": [1]}
        events, _ = under_fire(state, "b1", [hit], {**dice, **rest}, by=None)
        found = next(e for e in events if isinstance(e, VehicleHit))
        return {"total": found.total, "hit_class": word(found.kind)}


def penetrated(given, dice, **weapon):
    gun = a_weapon("gun", **{"type": "heavy", "range_in": 48, "strength": given["S"], "ap": 4, **weapon})
    if not dice:
        most = given["S"] + 6
        return {"highest_total": most, "hit_class": class_of(most, given["AV"], "normal")}
    return Shot(gun, given["AV"]).at(dice)


def melted(given, dice):
    gun = a_weapon(
        "melta", type="assault", range_in=given["weapon_range"], strength=given["S"], ap=1, traits=("melta",)
    )
    near = given["range"] < given["weapon_range"] / 2
    assert kind_of(gun, near=near) == ("melta" if dice else "normal")
    if not dice:
        most = given["S"] + 6
        return {"dice": 1, "highest_total": most, "hit_class": f"{class_of(most, given['AV'], 'normal')} at most"}
    return Shot(gun, given["AV"], gap=given["range"]).at(dice)


def without_ap(given, dice):
    gun = a_weapon("gun", type="heavy", range_in=48, strength=8, ap=None)
    die = 3
    return {"hit_class": Shot(gun, 8 + die - given["total_over_AV"]).at({"armour-penetration": [die]})["hit_class"]}


def by_the_rim(given, dice):
    kind = "ordnance" if "ordnance-penetration" in dice else "heavy"
    gun = a_weapon("shell", type=kind, range_in=48, strength=given["S"], ap=4, marker_in=5)
    return Shot(gun, given["AV"], burst="partial", strength=given["S"] // 2).at(dice)


def charted(given, dice):
    gun = a_weapon("gun", ap=given.get("AP", 4), type=given.get("column", "heavy"))
    (profile,) = a_vehicle("b1", open_topped=given.get("open_topped", False))[1]
    more = sum(m.value for m in chart.modifiers(profile.hull, gun))
    column = damage_chart()[given.get("hit_class", given.get("column"))]
    totals = [die + more for die in dice["vehicle-damage"]]
    rows = [min(max(total, 1), len(column)) for total in totals]
    results = [list(chart_result(column, total)) for total in totals]
    whole = [" + ".join(each) for each in results] if len(totals) > 1 else results[0]
    return {"total": totals[0], "totals": totals, "row": rows[0], "results": whole}


def fired(given, dice):
    may = speed_bands.permission(given["class"], given["speed"])
    if "main" not in given:
        return {"fires": may}
    main, less = given["main"], given["defensive"]
    return {"fires": {"all": main + less, "one main + all defensive": min(1, main) + less, "all defensive": less}[may]}


def immobilised(given, dice):
    """A penetrating 3 on the chart."""
    flags = {"now": UnitTurn(moved_in=given.get("speed", 0))}
    if given.get("had_weapons") and not given["weapons_left"]:
        flags["vehicle"] = VehicleState(lost_mounts=(0, 1))
    kind = {"type": "skimmer"} if given["skimmer"] else {}
    state = a_battle(a_vehicle("b1", flags=flags, **kind), a_unit("a1", [(60, 40)]))
    gun = a_weapon("gun", type="heavy", range_in=48, strength=8, ap=4)
    hit = Hit(origin=(30, 6), weapon=gun, strength=8)
    events, _ = under_fire(state, "b1", [hit], {"armour-penetration": [6], "vehicle-damage": [3]}, by=None)
    return {"result": "destroyed" if any(isinstance(e, VehicleWrecked) for e in events) else "immobilised"}


def in_the_blast(given, dice):
    """A man so far from the side of a hull 4 inches wide."""
    state = a_battle(a_vehicle("b1", (30, 24)), a_unit("a1", [(32 + given["distance_from_hull"], 24)]))
    hit = given["distance_from_hull"] <= dice["explosion-radius"][0]
    script = ScriptedDice({**dice, **({"to-wound": [6]} if hit else {})})
    progress = Progress(state, script)
    wreck.explode(progress, state.units["b1"], None)
    progress.run()
    return {"hit": any(isinstance(e, WoundsTaken) for e in progress.events)}


def hull_points(given, dice):
    gun = a_weapon(
        "gun", type="ordnance" if "ordnance" in given["hit_class"] else "heavy", range_in=48, strength=8, ap=4
    )
    total = 10 if given["hit_class"] == "glancing" else 11
    label = "ordnance-penetration" if gun.type == "ordnance" else "armour-penetration"
    thrown = {label: [total - 8] * (2 if gun.type == "ordnance" else 1)}
    flags = {"vehicle": VehicleState(hull=given["hull_points"])}
    state = a_battle(a_vehicle("b1", (30, 24), front=10, flags=flags))
    rolled = {"vehicle-damage": [1]} if not given["hull_points"] else {}
    events, after = under_fire(
        state, "b1", [Hit(origin=(30, 0), weapon=gun, strength=8)], {**thrown, **rolled}, by=None
    )
    lost = [e for e in events if isinstance(e, HullPointsLost)]
    return {"hull_points": after.units["b1"].vehicle.hull, "roll_on_chart": not lost}


def struck(given, dice):
    flags = {"now": UnitTurn(moved_in=given["speed_last_turn"])}
    state = a_battle(a_vehicle("b1", flags=flags), active="a1")
    found = ease(state, state.units["b1"])
    return {"hits": sum(die <= found.goal for die in dice["assault-vehicle-to-hit"])}


def blow(given, dice):
    total = given["S"] + (dice["armour-penetration"][0] if dice else 6)
    return {"hit_class": class_of(total, given["AV"], "normal")}


def planted(given, dice):
    melta = given["grenade"] == "melta-bomb"
    bomb = a_weapon("bomb", type="bomb" if melta else "grenade", strength=1, traits=("melta",) if melta else ("krak",))
    kind = kind_of(bomb, near=True)
    total = attacks.planted_strength(bomb) + sum(dice["melta-penetration" if melta else "armour-penetration"])
    return {"total": total, "hit_class": word(class_of(total, given["AV"], kind))}


def attacks_left(given, dice):
    results = given.get("results", [])
    now = VehicleState(
        immobilised="immobilised" in results,
        shaken="shaken" in results,
        stunned_now=given.get("stunned_last_turn", False),
    )
    unit = a_vehicle("a1", ws=4, flags={"vehicle": now})[0]
    return {"attacks": machines.attacks_of(unit, given["A"])}


def rammed(given, dice):
    if "AV_target" in given:
        strength = ram_strength(given["AV_rammer"], given["v"], tank=given["tank"])
        need = given["AV_target"] - strength
        return {"S_on_target": strength, "glances_on": need, "penetrates_on": f"{need + 1}-6"}
    strength = ram_strength(given["AV"], given["v"], tank=given["tank"])
    return {"S_on_rammer": strength, "effect": "none" if strength + 6 < given["AV_rammer"] else "some"}


def relative(given, dice):
    """A target that moved so far, hit in that quarter at that speed."""
    state = a_battle(
        a_vehicle("a1", (30, 40)),
        a_vehicle("b1", flags={"now": UnitTurn(moved_in=given["v2"])}),
        active="a1",
        options={"relative_speed": "always"},
    )
    contact = HullContact(unit="b1", pose=(30.0, 24.0, 0.0), quadrant=given["quadrant"])
    v = ramming_blows.impact_speed(state, state.units["b1"], contact, given["v1"])
    found = {"v": v}
    if "target_side" in given:
        found["S_on_target"] = ram_strength(given["rammer_AV"], v, tank=given["rammer_tank"])
        found["S_on_rammer"] = ram_strength(given["target_side"], v, tank=True)
        best = class_of(found["S_on_target"] + 6, given["target_side"], "normal")
        found["hit_class"] = f"{best} at most"
    return found


def old_ram(given, dice):
    if dice:
        total = given["reflected"] + dice["ram-penetration"][0]
        return {"total": total, "hit_class": class_of(total, given["AV"], "normal")}
    found = old_strength(given["AV"], given["v"])
    return {
        "S": found.strength,
        "reflected": found.reflected,
        "wound_goal": wounds_and_saves.wound_goal(given["wall_T"], found.strength),
    }


def run_over(given, dice):
    strength = ram_strength(given["AV"], given["speed"], tank=given["tank"])
    found = {"S": strength}
    return (
        {**found, "wound_on": f"{max(2, wounds_and_saves.wound_goal(given['T'], strength))}+"}
        if "T" in given
        else found
    )


def open_speeds(given, dice):
    v = given.get("v", given.get("v_forward", -given.get("v_reverse_now", 0)))
    boat = {"type": "boat"} if "Acc" in given else {}
    figures = {"acc_dec_in": given.get("A", given.get("Acc")), "top_speed_in": given.get("v_max", 28)}
    state = a_battle(a_car("a1", speed=v, **figures, **boat), active="a1", ap=1)
    found = momentum.limits(state, state.units["a1"])
    return {
        "v_new": [found.least, found.most],
        "v_reverse": max(0, -found.least),
        "astern": max(0, -found.least),
        "astern_first_turn": -found.least,
        "astern_max": momentum.most_astern_in(state, state.units["a1"]),
    }


def bend(given, dice):
    state = a_battle(a_car("a1", trr=given["TRR"], top_speed_in=32))
    radius = momentum.bend_radius(state, state.units["a1"], given["v"])
    angle = arcs.turn_of(Stretch("right", given["v"], radius))
    arc = radius * math.radians(given.get("angle", 0))
    return {"R": radius, "angle": round(angle, 1), "arc": round(arc, 2)}


def course(given, dice):
    x, y = given["P"]
    found = arcs.finish(
        (x, y, given["heading"]),
        (Stretch("straight", given["straight"]), Stretch("right", given["right_arc"], given["R"])),
    )
    return {"P": [round(found[0], 2), round(found[1], 2)], "heading": round(found[2], 2)}


def roadster(given, dice):
    """A car of front 9 at 12 inches into a wall of Toughness 6."""
    if given["ram_rules"] == "old":
        found = old_strength(given["AV"], given["v"])
        return {"S": found.strength, "reflected": found.reflected}
    wall = ram_strength(None, given["v"])
    car = ram_strength(given["AV"], given["v"])
    return {
        "S_on_wall": car,
        "wound_goal": wounds_and_saves.wound_goal(given["wall_T"], car),
        "S_on_car": wall,
        "glances_on": given["AV"] - wall,
        "penetrates_on": given["AV"] - wall + 1,
    }


def careering(given, dice):
    """A car out of control whose dice are those, the others such that the speed is as given."""
    v = given.get("v", given.get("v_new"))
    even = {
        "loss-of-control-acceleration": [1, 1],
        "loss-of-control-deceleration": [1, 1],
        "loss-of-control-swerve": [3],
    }
    state = a_battle(a_car("a1", (20, 40), speed=v, state={"out_of_control": True}))
    progress = Progress(state, ScriptedDice({**even, **dice}))
    OutOfControl(unit="a1").run(progress)
    progress.run()
    unit = progress.state.units["a1"]
    turned = round(unit.models[0].facing, 1)
    found = {"v_new": momentum.speed_of(unit), "heading_change": turned}
    return {**found, "arc": "right" if turned < 180 else "left", "R": abs(momentum.speed_of(unit))}


def bootlegger(given, dice):
    state = a_battle(a_car("a1", speed=given["v"], acc_dec_in=given["A"], crew_initiative=4), active="a1", ap=1)
    needs = control_goal(state, state.units["a1"], given["v"])
    assert control_goal(state, state.units["a1"], 0) == given["goal"]
    return {"needs": needs, "lost_control": dice["control-roll"][0] > needs}


def j_turn(given, dice):
    figures = {"acc_dec_in": given["A"], "top_speed_in": given["v_max"]}
    state = a_battle(a_car("a1", speed=given["w_start"], crew_initiative=4, **figures), active="a1", ap=1)
    back = most_back(state, state.units["a1"])
    return {"w": back, "needs": control_goal(state, state.units["a1"], back), "straight_back": back / 2}


WORKED = {
    "VEH-JOIN-02": activation,
    "VEH-JOIN-03": drawn,
    "VEH-GEOM-02": facing_hit,
    "VEH-GEOM-03": quarter,
    "VEH-MOVE-02": turning,
    "VEH-TERR-03": bogged,
    "VEH-TERR-04": bogged,
    "VEH-BRD-03": boarding,
    "VEH-BRD-05": lambda g, d: injury(Motion(g["speed"]).strength, g),
    "VEH-SHOCK-01": shaken_nerve,
    "VEH-SHOCK-04": death_or_glory,
    "VEH-TOW-04": tumbled,
    "VEH-TOW-05": lambda g, d: injury(leap_strength(g["speed"]), g),
    "VEH-BIKE-04": one_target,
    "VEH-BIKE-06": lambda g, d: injury(Motion(g["speed"]).strength, g),
    "VEH-FROM-03": lambda g, d: {"short": weapons.short_range(a_weapon(range_in=g["weapon_range"]))},
    "VEH-FROM-04": over_one_side,
    "VEH-FROM-07": through_ports,
    "VEH-AT-02": too_fast_to_hit,
    "VEH-PEN-01": penetrated,
    "VEH-PEN-02": melted,
    "VEH-PEN-03": without_ap,
    "VEH-PEN-04": lambda g, d: penetrated(g, d, type="ordnance"),
    "VEH-AREA-03": by_the_rim,
    "VEH-OPEN-04": charted,
    "VEH-VFIRE-02": fired,
    "VEH-CHART-01": charted,
    "VEH-CHART-02": charted,
    "VEH-DMG-05": immobilised,
    "VEH-DMG-08": in_the_blast,
    "VEH-HULL-01": hull_points,
    "VEH-HULL-02": hull_points,
    "VEH-CC-05": struck,
    "VEH-CC-07": blow,
    "VEH-PLANT-02": planted,
    "VEH-WS-03": attacks_left,
    "VEH-RAM-02": rammed,
    "VEH-RAM-05": lambda g, d: {
        "S_on_target": ram_strength(None, g["v"]),
        "S_on_bike": ram_strength(g["target_AV"], g["v"], tank=g["tank"]),
    },
    "VEH-RAM-07": lambda g, d: {"S": ram_strength(g["tank_front"], g["v"], tank=True)},
    "VEH-REL-01": relative,
    "VEH-REL-02": relative,
    "VEH-OLD-01": old_ram,
    "VEH-OLD-02": lambda g, d: {"S": old_strength(g["own_AV"], g["v_rel"]).strength},
    "VEH-RUN-02": lambda g, d: {"goal": agility.goal(g["I"], g["move"])},
    "VEH-RUN-03": run_over,
    "VEH-RACE-02": open_speeds,
    "VEH-TRR-01": bend,
    "VEH-TRR-02": course,
    "VEH-TRR-05": bend,
    "VEH-RACE-05": roadster,
    "VEH-LOC-02": careering,
    "VEH-LOC-03": careering,
    "VEH-REV-01": open_speeds,
    "VEH-BOOT-02": bootlegger,
    "VEH-BOOT-03": j_turn,
    "VEH-BOAT-01": open_speeds,
    "VEH-BOAT-02": open_speeds,
}
"""How the examples of a rule are worked out. Those of the other rules are told by the tests of their topics."""


@pytest.mark.parametrize(("work", "example"), cases(WORKED))
def test_an_example_comes_out_as_the_ledger_says(work, example):
    agrees(work, example)
