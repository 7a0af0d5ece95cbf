"""Markers on vehicles: direct and partial hits, which armour they meet. (VEH-AREA-01 to -04)"""

import pytest

from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.volley import ShotsFired
from rules.arap.templates.scatter import ShellBurst
from rules.core.ids import UnitId
from rules.dice.sources import ScriptedDice
from rules.events import Rolled
from rules.vehicles.gemini.damage import penetration
from rules.vehicles.gemini.shooting.fire import FireVehicle, MountShot
from rules.vehicles.shared.events import VehicleHit
from tests.builders import A, a_battle, a_profile, a_unit, a_weapon, happens, play, the
from tests.rules.vehicles.garage import a_vehicle

MELTS, LOBBED = {"traits": ("melta",)}, {"traits": ("high-trajectory",)}
SHELL = a_weapon("shell-gun", type="assault", range_in=48, shots=1, strength=7, ap=3, marker_in=3)
MELTA = a_weapon(
    "melta-bomb-gun", type="assault", range_in=48, shots=1, strength=7, ap=1, marker_in=3, traits=("melta",)
)
BIG = a_weapon("big-gun", type="ordnance", range_in=48, shots=1, strength=9, ap=2, marker_in=5)
MORTAR = a_weapon(
    "mortar", type="assault", range_in=48, shots=1, strength=7, ap=3, marker_in=3, traits=("high-trajectory",)
)


def battle(weapon=SHELL, *others):
    """A gunner a1 west of a tank b1, which faces west with its front, 6 by 4 inches about (30, 24)."""
    gunner = a_unit("a1", [(12, 24)], weapons=(weapon,), profile=a_profile("gunner", bs=4), facing=90)
    return a_battle(gunner, a_vehicle("b1", (30, 24), heading=270), *others, active="a1", ap=3)


def burst(state, centre, dice, weapon=SHELL):
    """What the marker does with its centre there."""
    script = ScriptedDice(dice)
    shooter = state.units["a1"].models[0].id
    events, after = happens(
        state, script, lambda p: penetration.be_burst(p, UnitId("b1"), weapon, shooter, UnitId("a1"), centre)
    )
    script.finish()
    return the(events, VehicleHit), after


@pytest.mark.rule("VEH-AREA-01", "VEH-AREA-02")
def test_the_centre_on_the_hull_strikes_with_full_strength_on_the_side_of_the_shooter():
    found, _ = burst(battle(), (32.9, 24), {"armour-penetration": [5]})
    assert (found.face, found.av, found.strength, found.total, found.kind) == ("front", 13, 7, 12, "none")


@pytest.mark.rule("VEH-AREA-02")
def test_the_edge_of_the_hull_is_part_of_it():
    found, _ = burst(battle(), (30, 22), {"armour-penetration": [1]})
    assert (found.strength, found.face) == (7, "front")


@pytest.mark.rule("VEH-AREA-02")
@pytest.mark.parametrize(
    ("centre", "face", "av"),
    [((27.5, 24), "front", 13), ((32.5, 24), "rear", 10), ((30, 25.5), "side", 12), ((32, 25), "rear", 10)],
)
def test_a_lobbed_shell_meets_the_face_nearest_to_its_centre(centre, face, av):
    """The last one is an inch from the rear and from a side: the lower armour counts."""
    found, _ = burst(battle(MORTAR), centre, {"armour-penetration": [1]}, MORTAR)
    assert (found.face, found.av, found.strength) == (face, av, 7)


@pytest.mark.rule("VEH-AREA-03")
def test_the_rim_alone_strikes_with_half_the_strength_rounded_down():
    found, _ = burst(battle(), (34.4, 24), {"armour-penetration": [6]})
    assert (found.face, found.av, found.strength, found.total) == ("rear", 10, 3, 9)


@pytest.mark.rule("VEH-AREA-03")
def test_ordnance_keeps_the_higher_die_and_melta_adds_none_at_the_rim():
    found, _ = burst(battle(BIG), (30, 20.5), {"ordnance-penetration": [2, 6]}, BIG)
    assert (found.face, found.strength, found.total) == ("side", 4, 10)
    found, _ = burst(battle(MELTA), (30, 21), {"armour-penetration": [6]}, MELTA)
    assert (found.strength, found.total) == (3, 9)
    found, _ = burst(battle(MELTA), (30, 23), {"melta-penetration": [2, 2]}, MELTA)
    assert (found.strength, found.total, found.face) == (7, 11, "front")


@pytest.mark.rule("VEH-AREA-01", "VEH-AREA-03", "VEH-AREA-04")
def test_a_shell_that_misses_the_hull_by_its_centre_strikes_troops_beside_it_at_full_strength():
    """Three inches north of the middle, one off the hull; two men stand there in the open."""
    men = a_unit("b2", [(29.5, 20.2), (30.5, 20.2)], profile=a_profile("man", t=3))
    dice = {"scatter-a": [6], "scatter-b": [1], "direction": [360], "armour-penetration": [5], "to-wound": [1, 1]}
    events, _ = play(battle(SHELL, men), Shoot(side=A, unit="a1", target="b1"), dice)
    assert the(events, ShellBurst).at == pytest.approx((30, 21))
    hit = the(events, VehicleHit)
    assert (hit.face, hit.strength, hit.total) == ("side", 3, 8)
    assert [e.goal for e in events if isinstance(e, Rolled) and e.label == "to-wound"] == [0]
    beside = next(e for e in events if isinstance(e, ShotsFired) and e.target == "b2")
    assert "VEH-AREA-04" in beside.rules


def test_a_marker_that_touches_neither_hull_nor_troops_does_nothing():
    dice = {"scatter-a": [6], "scatter-b": [3], "direction": [360]}
    events, _ = play(battle(), Shoot(side=A, unit="a1", target="b1"), dice)
    assert the(events, ShellBurst).at == pytest.approx((30, 19))
    assert not [e for e in events if isinstance(e, VehicleHit)]


@pytest.mark.rule("VEH-AREA-02")
def test_a_flat_shell_that_scatters_beyond_the_hull_is_stopped_by_it():
    dice = {"scatter-a": [6], "scatter-b": [5], "direction": [90], "armour-penetration": [1]}
    events, _ = play(battle(), Shoot(side=A, unit="a1", target="b1"), dice)
    assert the(events, ShellBurst).stopped
    assert (the(events, VehicleHit).face, the(events, VehicleHit).strength) == ("front", 7)


@pytest.mark.rule("VEH-AREA-01", "VEH-AREA-02")
def test_a_mounted_gun_lays_its_marker_on_a_vehicle_as_well():
    tank = a_vehicle("a1", (12, 24), heading=90, weapons=(BIG,))
    state = a_battle(tank, a_vehicle("b1", (30, 24), heading=270), active="a1", ap=3)
    action = FireVehicle(side=A, unit="a1", shots=(MountShot(mount=0, target="b1"),))
    dice = {"scatter-a": [2], "scatter-b": [2], "direction": [10], "ordnance-penetration": [1, 3]}
    events, _ = play(state, action, dice)
    assert not [e for e in events if isinstance(e, Rolled) and e.label == "to-hit"]
    found = the(events, VehicleHit)
    assert (found.face, found.total, found.kind) == ("front", 12, "none")
