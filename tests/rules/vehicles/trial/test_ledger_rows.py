"""Rows of the ledger's tables on the shipped vehicles and on hulls that are hit: doors, who may ride, arcs, results."""

from functools import cache
from pathlib import Path

import msgspec
import pytest

from rules.answers import Answer
from rules.core.ids import ModelId, UnitId
from rules.engine import preview
from rules.forces import stored
from rules.forces.libraries.trial_samples import VEHICLE_NAMES, WEAPON_NAMES
from rules.forces.profile import Profile
from rules.forces.weapon import Weapon
from rules.rulebook.charts import by_key, rows
from rules.vehicles.shared.events import VehicleWrecked, WeaponLost
from rules.vehicles.trial.shooting.fire.aim import AimedMount
from rules.vehicles.trial.shooting.fire.step import ShootingStep
from rules.vehicles.trial.transport.embark import Embark
from tests.builders import A, B, a_profile, a_unit, a_weapon, play, the
from tests.rules.vehicles.trial.park import HOWITZER, a_condition, a_transport, a_trial, fire, go, trial_battle

LIBRARIES = Path(__file__).parents[4] / "tabletop/armies/library/data"
LIBRARY = LIBRARIES / "trial.library.json"
OWN = {
    "Rhino": "hauberk",
    "Razorback": "gauntlet",
    "Land Raider": "ravelin",
    "Chimera": "drover",
    "Falcon": "harrier",
    "Ork trukk": "charabanc",
}
"""The names by which the transports of the table ship."""
SHIPPED = OWN | {
    "Leman Russ": "mattock",
    "Basilisk": "trebuchet",
    "Land Speeder": "plover",
    "Vyper": "swallow",
    "Ork buggy": "rattler",
    "Sentinel": "stilt",
    "Space Marine Dreadnought": "bailiff",
    "War Walker": "heron",
    "Talos": "revenant",
}
"""The names by which all sample vehicles ship."""
GUN = a_weapon("gun", type="heavy", range_in=48, shots=1, strength=9, ap=2)
SMALL = a_weapon("stubber", type="heavy", range_in=24, shots=1, strength=3, ap=6)


class _Library(msgspec.Struct):
    profiles: tuple[Profile, ...]
    weapons: tuple[Weapon, ...]


@cache
def shipped():
    """The shipped vehicles of these rules, by id, and their weapons."""
    read = stored.read(LIBRARY.read_bytes(), _Library)
    return {p.id: p for p in read.profiles if p.hull is not None}, {w.id: w for w in read.weapons}


@cache
def armoury():
    """Every weapon that comes with the product, by id."""
    read = stored.read((LIBRARIES / "generic.library.json").read_bytes(), _Library)
    return {w.id: w for w in read.weapons} | shipped()[1]


def line(weapon):
    """A weapon as a row of the table tells it: range, Strength, AP, kind, whether it is melta, twin-linked."""
    guessed = f"G{weapon.min_range_in:g}-" if weapon.min_range_in else ""
    kind = f"{weapon.type.capitalize()} {weapon.shots}" + (" barrage" if guessed else "")
    kind += " melta" if weapon.has("melta") else ""
    return (f"{guessed}{weapon.range_in:g}", weapon.strength, weapon.ap, kind, weapon.has("twin-linked"))


def fitted(expected):
    """The line of the weapon that a fit names last, whatever stands before it: a place, that it is twin-linked."""
    named = expected.removesuffix(" with fist")
    row = max(
        (row for row in by_key("TRI-CHAR-06")["weapons"] if named.endswith(row["name"])), key=lambda r: len(r["name"])
    )
    return (str(row["range"]), row["S"], row["AP"], row["kind"], "twin-linked" in expected)


@pytest.mark.part_of("TRI-CHAR-05")
def test_every_sample_vehicle_ships_as_its_row_says():
    assert list(VEHICLE_NAMES) == [row["name"] for row in rows("TRI-CHAR-05")]
    for row in rows("TRI-CHAR-05"):
        profile = shipped()[0][SHIPPED[row["name"]]]
        assert profile.name == VEHICLE_NAMES[row["name"]]
        hull = profile.hull
        assert {trait.lower() for trait in row["type"]} == set(hull.traits), row
        found = (hull.locomotion, f"{hull.front}/{hull.side}/{hull.rear}", hull.bs)
        assert found == (row["locomotion"], row["AV"], row["BS"]), row
        fights = [(row[key], getattr(profile, key.lower())) for key in ("WS", "S", "I", "A") if key in row]
        assert all(said == has for said, has in fights), row


@pytest.mark.part_of("TRI-CHAR-06")
def test_every_sample_vehicle_carries_the_weapons_of_its_fit_and_every_weapon_ships():
    for fit in by_key("TRI-CHAR-06")["fits"]:
        mounts = shipped()[0][SHIPPED[fit["vehicle"]]].hull.mounts
        assert [line(armoury()[mount.weapon]) for mount in mounts] == [fitted(shown) for shown in fit["weapons"]], fit
    names = {name for each in WEAPON_NAMES.values() for name in each}
    assert list(WEAPON_NAMES) == [row["name"] for row in by_key("TRI-CHAR-06")["weapons"]]
    assert names <= {weapon.name for weapon in shipped()[1].values()}
    for row, called in WEAPON_NAMES.items():
        assert all(line(weapon)[:4] == fitted(row)[:4] for weapon in shipped()[1].values() if weapon.name in called)
    lines = {line(weapon)[:4] for weapon in armoury().values()}
    assert all(fitted(row["name"])[:4] in lines for row in by_key("TRI-CHAR-06")["weapons"])


def where(hull):
    """At which edges its doors are, in words."""
    found = []
    for door in hull.doors:
        if abs(door.right_in) >= hull.width_in / 2:
            found.append("left side door" if door.right_in < 0 else "right side door")
        else:
            found.append("front ramp" if door.forward_in > 0 else "rear ramp")
    return sorted(found)


@pytest.mark.part_of("TRI-TRAN-01", "TRI-TRAN-05", "TRI-PASS-02")
def test_every_transport_of_the_table_ships_with_its_seats_doors_and_fire_points():
    points = {"1 top hatch, 2 models": (2,), "3 per side, 1 model each": (1,) * 6}
    for row in rows("TRI-TRAN-01"):
        hull = shipped()[0][OWN[row["vehicle"]]].hull
        assert hull.capacity == int(str(row["capacity"]).split(" ")[0]), row
        assert where(hull) == (sorted(row["access"]) if row["access"] != "any edge of the hull" else []), row
        assert hull.fire_points == points.get(row["fire_points"], ()), row
        assert hull.open_topped == (row["fire_points"] == "open-topped")


@pytest.mark.part_of("TRI-TRAN-06", "TRI-TRAN-05")
def test_every_row_of_who_may_not_ride():
    kinds = {"Terminator": {"bulk": "bulky"}, "jump pack infantry": {"traits": ("jump-pack",)}}
    for row in rows("TRI-TRAN-06"):
        carriers = OWN.values() if row["vehicle"] == "any" else (OWN[row["vehicle"]],)
        for carrier in carriers:
            profile = shipped()[0][carrier]
            vehicle = a_unit("a1", [(30, 24)], profile=profile, facing=0)
            side = profile.hull.width_in / 2 + 1
            walker = a_profile("rider", **kinds[row["model"]])
            rear = profile.hull.length_in / 2 + 1
            at = (30, 24 + rear) if carrier in ("drover", "harrier") else (30 + side, 24)
            state = trial_battle(vehicle, a_unit("a2", [at], profile=walker), active="a2", ap=1)
            refusal = preview(state, Embark(side=A, unit=UnitId("a2"), vehicle=UnitId("a1"))).refusal
            assert (refusal is None) == row["allowed"], (row, carrier, refusal)
            assert refusal is None or refusal.rule == "TRI-TRAN-06"


@pytest.mark.part_of("TRI-FIRE-03", "TRI-FIRE-04")
def test_every_mount_of_the_shipped_vehicles_bears_as_wide_as_the_table_says():
    wide = {row["mount"]: int(str(row["arc"]).split(" ")[0]) for row in rows("TRI-FIRE-03")}
    for profile in shipped()[0].values():
        walks = "walker" in profile.hull.traits
        for mount in profile.hull.mounts:
            kind = "any weapon on a walker" if walks else mount.name.split(" ")[-1]
            assert mount.arc_half_deg * 2 == wide[kind], (profile.name, mount.name)
            aside = {"left sponson": -90, "right sponson": 90}.get(mount.name, 0)
            assert mount.arc_centre_deg == aside, (profile.name, mount.name)


@pytest.mark.part_of("TRI-ORD-01", "TRI-ORD-04")
def test_both_markers_are_as_wide_as_the_table_says():
    wide = {row["marker"]: float(str(row["diameter"]).split(" ")[0]) for row in rows("TRI-ORD-01")}
    assert wide == {"large blast": 5.0, "blast": 3.0}
    ordnance = {w.id: w.marker_in for w in shipped()[1].values() if w.type == "ordnance"}
    assert set(ordnance.values()) == {5.0}
    people = a_unit("b1", [(40, 24), (41.7, 24), (42.4, 24)], profile=a_profile("foe"))
    for marker, struck in ((3.0, 2), (5.0, 3)):
        gun = a_weapon("shell", type="ordnance", range_in=60, shots=1, strength=8, ap=3, marker_in=marker)
        firer = a_trial("a1", (20, 24), weapons=(gun,))
        state = trial_battle(firer, people, a_unit("b2", [(70, 2)]), active="a1", ap=1)
        dice = {"scatter-a": [3], "scatter-b": [4], "to-wound": [6] * struck}
        laid = AimedMount(mount=0, target=UnitId("b1"), aim=ModelId("b1.1"))
        events, _ = play(state, ShootingStep(side=A, unit=UnitId("a1"), shots=(laid,)), dice)
        assert sum(len(e.dice) for e in events if getattr(e, "label", "") == "to-wound") == struck


def shot(die, *, pierced=True, weapons=(GUN, HOWITZER), condition=None, others=(), dice=None, **hull):
    """What is left of a hull of armour 14 that such a hit of the chart befalls; the events and the state."""
    target = a_trial("a1", (20, 24), weapons=weapons, flags={"vehicle": condition or a_condition()}, **hull)
    firer = a_trial("b1", (40, 24), heading=270, weapons=(GUN,))
    state = trial_battle(target, firer, a_unit("a9", [(2, 2)]), *others, active="b1", ap=2)
    thrown = {"to-hit": [1], "armour-penetration": [6 if pierced else 5], "vehicle-damage": [die], **(dice or {})}
    return play(state, fire("b1", "a1", 0), thrown)


@pytest.mark.rule("TRI-DMG-04")
def test_shaken_and_stunned_are_marks_that_do_not_add_up():
    _, after = shot(3, pierced=False)
    assert (after.units["a1"].vehicle.shaken, after.units["a1"].vehicle.stunned) == (True, False)
    _, after = shot(4, pierced=False)
    assert after.units["a1"].vehicle.stunned
    _, after = shot(3, pierced=False, condition=a_condition(shaken=True))
    assert after.units["a1"].vehicle.shaken
    dazed = {"vehicle": a_condition(shaken_now=True)}
    state = trial_battle(a_trial("a1", weapons=(GUN,), flags=dazed), a_unit("b1", [(45, 24)]), active="a1", ap=2)
    assert preview(state, go("a1", (33, 24))).refusal is None
    assert preview(state, fire("a1", "b1", 0)).refusal.rule == "TRI-DMG-04"


@pytest.mark.rule("TRI-DMG-04", "TRI-DMG-03")
def test_an_armament_is_picked_among_those_of_strength_four_and_more():
    _, asked = shot(5, pierced=False, weapons=(GUN, HOWITZER, SMALL))
    assert asked.prompt.side == B
    assert [o.id for o in asked.prompt.options] == ["0", "1"]
    events, after = play(asked, Answer(side=B, choice="1"))
    assert (the(events, WeaponLost).mount, after.units["a1"].vehicle.lost_mounts) == (1, (1,))
    _, after = shot(5, pierced=False, weapons=(SMALL,))
    assert (after.units["a1"].vehicle.immobilised, after.units["a1"].vehicle.lost_mounts) == (True, ())


@pytest.mark.rule("TRI-DMG-04")
def test_who_is_immobilised_again_loses_a_weapon_and_then_itself():
    _, after = shot(6, pierced=False)
    assert after.units["a1"].vehicle.immobilised
    _, after = shot(6, pierced=False, weapons=(GUN,), condition=a_condition(immobilised=True))
    assert after.units["a1"].vehicle.lost_mounts == (0,)
    stuck = a_condition(immobilised=True, lost_mounts=(0,))
    events, after = shot(6, pierced=False, weapons=(GUN,), condition=stuck)
    assert the(events, VehicleWrecked).how == "destroyed"


RIDERS = a_unit("a2", [(20, 24)] * 2, profile=a_profile("rider", sv=0), aboard=UnitId("a1"))


def wrecked(die, dice, **hull):
    """A carrier of two is hit beside somebody who stands 4 inches off its flank."""
    near = a_unit("b2", [(20, 29.6)], profile=a_profile("bystander", sv=0))
    carrier = a_transport("a1", (20, 24), weapons=(GUN,), **hull)
    firer = a_trial("b1", (40, 24), heading=270, weapons=(GUN,))
    state = trial_battle(carrier, firer, RIDERS, near, a_unit("a9", [(2, 2)]), active="b1", ap=2)
    thrown = {"to-hit": [1], "armour-penetration": [6], "vehicle-damage": [die], **dice}
    events, after = play(state, fire("b1", "a1", 0), thrown)
    return [e.goal for e in events if getattr(e, "label", "") == "to-wound"], after


@pytest.mark.rule("TRI-DMG-04", "TRI-DMG-07", "TRI-TRAN-14")
def test_a_wreck_stays_a_flipped_one_is_thrown_with_a_hit_each():
    _, after = wrecked(4, {"pinning-test": [6, 6]})
    assert (after.units["a2"].aboard, after.units["a2"].is_pinned, after.units["b2"].is_gone) == (None, True, False)
    goals, after = wrecked(5, {"flip-distance": [4], "direction": [180], "to-wound": [1, 1], "pinning-test": [1, 1]})
    assert after.units["a1"].vehicle.wrecked == "flipped"
    assert len(goals) == 1
    opened, _ = wrecked(
        4,
        {"flip-distance": [4], "direction": [180], "to-wound": [1, 1], "pinning-test": [1, 1]},
        traits=("open-topped",),
    )
    assert (goals, opened) == ([3], [4]), "Strength 4, and 3 in the open, on Toughness 3"


@pytest.mark.rule("TRI-DMG-04", "TRI-DMG-03", "TRI-ORD-06", "TRI-DMG-07")
def test_an_annihilated_hull_takes_all_aboard_along_and_whoever_stands_within_six_inches():
    foe = a_profile("bystander", sv=0)
    near, far = a_unit("b2", [(20, 29.6)], profile=foe), a_unit("b3", [(20, 33.2)], profile=foe)
    carrier = a_transport("a1", (20, 24), weapons=(GUN,), front=10, side=10)
    firer = a_trial("b1", (40, 24), heading=270, weapons=(HOWITZER,))
    beside = a_trial("a3", (12, 24), weapons=(GUN,))
    state = trial_battle(carrier, firer, RIDERS, near, far, beside, a_unit("a9", [(2, 2)]), active="b1", ap=1)
    faces = {"scatter-a": [3], "scatter-b": [4], "ordnance-penetration": [6, 6], "vehicle-damage": [6]}
    events, after = play(state, fire("b1", "a1", 0), {**faces, "to-wound": [6], "save": [1]})
    assert (the(events, VehicleWrecked).how, the(events, VehicleWrecked).reach_in) == ("annihilated", 6)
    assert [unit for unit in ("a1", "a2", "b2", "b3", "a3") if after.units[unit].is_gone] == ["a1", "a2", "b2"]
    crater = next(piece for piece in after.terrain if piece.look == "crater")
    assert (crater.going, crater.name) == ("difficult", f"Crater of {after.units['a1'].name}")
