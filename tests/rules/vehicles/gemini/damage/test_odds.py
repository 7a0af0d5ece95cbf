"""Exact chances of shots at vehicles, against all the dice enumerated."""

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from rules.arap.shooting.vehicle_interface import ShotsAtVehicles
from rules.arap.vehicle_interface import ask
from rules.forces.unit import UnitTurn, VehicleState
from rules.progress import Progress
from rules.vehicles.gemini.damage.odds import destroyed_by, fate_of, shot_at, shots_to_destroy, vehicle_shots
from rules.vehicles.gemini.damage.penetration import be_hit
from rules.vehicles.shared.damage.fate import needs_text
from tests.builders import a_battle, a_unit, a_weapon
from tests.rules.vehicles.garage import AUTOGUN, GUN, PEASHOOTER, a_vehicle, hit

SIDE = (50, 24)
MELTA = a_weapon("melta", type="assault", range_in=12, strength=8, ap=1, traits=("melta",))
HOWITZER = a_weapon("howitzer", type="ordnance", range_in=36, strength=8, ap=3)


def battle(*, flags=None, weapons=(GUN,), **values):
    shooter = a_unit("b1", [SIDE], weapons=(GUN,))
    return a_battle(a_vehicle("a1", weapons=weapons, flags=flags, **values), shooter)


def lines(state, weapon=GUN):
    return ask(state, ShotsAtVehicles).hit_lines(state, weapon, ["b1.1"], "a1")


def chances(state, weapon=GUN):
    return {c.label: c.exact for c in lines(state, weapon)[0].chances}


@pytest.mark.part_of("TRI-FIRE-05", "VEH-PEN-01")
@pytest.mark.parametrize(
    ("weapon", "glances", "penetrates"),
    [
        (a_weapon("pulse", type="assault", strength=4, ap=4, traits=("random-strength-d3",)), "1/9", "1/18"),
        (a_weapon("zap", type="assault", strength=0, ap=2, traits=("random-strength-d6",)), "1/36", "0"),
        (
            a_weapon("ray", type="assault", range_in=48, strength=2, ap=1, traits=("random-strength-d3", "melta")),
            "5/36",
            "31/108",
        ),
    ],
)
def test_a_random_strength_is_counted_with_every_face_of_its_die(weapon, glances, penetrates):
    """D3 and D6 have to show 8 against side 12 to glance by Strength 4: two of eighteen pairs of faces, and so on."""
    found = chances(battle(weapons=(GUN, weapon)), weapon)
    assert (found["glances"], found["penetrates"]) == (glances, penetrates)


@pytest.mark.part_of("VEH-PEN-01", "VEH-CHART-01")
def test_one_hit_on_side_armour_twelve():
    """S8: 4 glances, 5 and 6 penetrate."""
    found = chances(battle(weapons=(GUN, AUTOGUN)))
    assert lines(battle())[0].goal_text == "4 glances, 5 or more penetrates"
    assert (found["glances"], found["penetrates"]) == ("1/6", "1/3")
    assert found["crew stunned"] == str(Fraction(1, 36) + Fraction(1, 18))
    assert found["crew shaken"] == "1/36"
    assert found["explodes"] == "1/18"
    assert found["destroyed by one hit"] == str(Fraction(1, 3) * Fraction(3, 6))


@pytest.mark.parametrize(
    ("weapon", "origin", "text"),
    [
        (GUN, (30, 2), "5 glances, 6 penetrates"),
        (MELTA, (40, 24), "4 glances, 5 or more penetrates"),
        (HOWITZER, (30, 40), "2 glances, 3 or more penetrates"),
        (AUTOGUN, (30, 2), "cannot hurt it"),
        (replace(GUN, strength=6), SIDE, "6 glances"),
        (replace(GUN, strength=12), (30, 40), "always penetrates"),
    ],
)
def test_what_the_dice_must_show(weapon, origin, text):
    state = battle()
    assert needs_text(shot_at(state, state.units["a1"], weapon, origin)) == text


SETTINGS = [
    {"weapons": (GUN,)},
    {"weapons": (GUN, AUTOGUN)},
    {"weapons": (PEASHOOTER,)},
    {"weapons": (GUN,), "flags": {"vehicle": VehicleState(immobilised=True)}},
    {"weapons": (GUN,), "flags": {"vehicle": VehicleState(lost_mounts=(0,))}},
    {"weapons": (GUN,), "type": "skimmer", "flags": {"now": UnitTurn(moved_in=12)}},
    {"weapons": (GUN,), "flags": {"vehicle": VehicleState(hull=2)}},
    {"weapons": (GUN,), "open_topped": True},
]


@pytest.mark.parametrize("setting", SETTINGS)
def test_the_chance_of_destruction_by_two_hits_against_every_die(setting):
    """Two hits: each armour die and each chart die enumerated through the resolver itself."""
    state = battle(**setting)
    state = replace(state, options={**state.options, "armament_pick": "random"})
    shot = shot_at(state, state.units["a1"], GUN, SIDE)
    found = destroyed_by(
        fate_of(state, state.units["a1"]), [vehicle_shots(state, state.units["a1"], GUN, shot, count=2)]
    )
    wrecks = sum((_weight(state, dice, ()) for dice in product(range(1, 7), repeat=2)), start=Fraction(0))
    assert found == wrecks / 36


def _weight(state, armour, charts):
    """The chance of a wreck given the armour dice, with chart dice tried as they are asked for."""
    try:
        return Fraction(_wrecked(state, armour, charts))
    except MissingDie:
        return sum((_weight(state, armour, (*charts, d)) for d in range(1, 7)), start=Fraction(0)) / 6


class MissingDie(Exception):
    """A chart die more is needed."""


class TriedDice:
    """Armour and chart dice as told; everything else is a 1."""

    def __init__(self, armour, charts):
        self.left = {"armour-penetration": list(armour), "vehicle-damage": list(charts)}

    def throw(self, label, sides, count, k):
        if label not in self.left:
            return (1,) * count
        if label == "vehicle-damage" and len(self.left[label]) < count:
            raise MissingDie
        return tuple(self.left[label].pop(0) for _ in range(count))


def _wrecked(state, armour, charts):
    progress = Progress(state, TriedDice(armour, charts))
    be_hit(progress, "a1", [hit(SIDE), hit(SIDE)], "b1")
    progress.run()
    return progress.state.units["a1"].is_gone


def test_shots_to_destroy_it_on_average():
    """No guns and immobilised: a hit ends it by immobilised or armament as well; a weapon too weak never does."""
    state = battle(flags={"vehicle": VehicleState(immobilised=True)}, weapons=(PEASHOOTER,))
    fate = fate_of(state, state.units["a1"])
    shot = shot_at(state, state.units["a1"], GUN, SIDE)
    one = vehicle_shots(state, state.units["a1"], GUN, shot, hit=Fraction(1, 2))
    ends = Fraction(1, 2) * (Fraction(1, 6) * Fraction(2, 6) + Fraction(1, 3) * Fraction(5, 6))
    assert shots_to_destroy(fate, one) == 1 / ends
    weak = shot_at(state, state.units["a1"], AUTOGUN, (30, 2))
    assert shots_to_destroy(fate, vehicle_shots(state, state.units["a1"], AUTOGUN, weak)) is None


def test_hull_points_are_told_and_counted():
    state = battle(flags={"vehicle": VehicleState(hull=3)})
    line = lines(state)[0]
    assert line.notes == ("3 hull points first: glancing takes 1, penetrating 2, ordnance 3",)
    assert chances(state)["destroyed by one hit"] == "0"


@pytest.mark.part_of("VEH-BRD-14", "VEH-HULL-03")
@pytest.mark.parametrize(("points", "expected"), [(0, True), (2, True), (3, False)])
def test_who_fires_at_a_laden_vehicle_is_told_whom_a_hit_throws_out(points, expected):
    """While hull points are left nobody has to get out, nor by a weapon without AP, which only glances."""
    words = "a penetrating hit throws Riders out at once, with a test for pinning (VEH-BRD-14)"
    riders = a_unit("a2", [(30, 24)] * 2, name="Riders", aboard="a1")
    cart = a_vehicle("a1", capacity=4, flags={"vehicle": VehicleState(hull=points)})
    laden = a_battle(cart, riders, a_unit("b1", [SIDE], weapons=(GUN,)))
    assert (words in lines(laden)[0].notes) is expected
    assert words not in lines(laden, replace(GUN, ap=None))[0].notes
    assert words not in lines(battle())[0].notes


@pytest.mark.part_of("VEH-DMG-05", "VEH-OPEN-04")
def test_a_fast_skimmer_and_an_open_top_say_what_makes_it_worse():
    skims = battle(type="skimmer", flags={"now": UnitTurn(moved_in=10)})
    assert "it moved over 6″: immobilised, it crashes (VEH-DMG-05)" in lines(skims)[0].notes
    assert not [n for n in lines(battle(type="skimmer"))[0].notes if "crashes" in n]
    twice = "a burst over an open top: two rolls on the damage chart (VEH-OPEN-04)"
    assert twice in lines(battle(open_topped=True), HOWITZER)[0].notes
    assert twice not in lines(battle(), HOWITZER)[0].notes


def test_no_ap_is_told():
    line = lines(battle(), replace(GUN, ap=None))[0]
    assert line.notes == ("no AP: it only glances",)
    assert {c.label: c.exact for c in line.chances}["penetrates"] == "0"


def test_melta_and_ordnance_roll_otherwise():
    near = battle(flags={}, weapons=(GUN,))
    shown = ask(near, ShotsAtVehicles).hit_lines(near, replace(MELTA, range_in=48), ["b1.1"], "a1")[0]
    assert shown.notes == ("melta under half range: two dice",)
    assert chances(battle(), HOWITZER)["penetrates"] == str(1 - Fraction(16, 36))


@pytest.mark.parametrize("weapon", [GUN, AUTOGUN, PEASHOOTER, MELTA, HOWITZER])
@pytest.mark.parametrize("hurt", [{}, {"hull": 2}, {"immobilised": True}])
@pytest.mark.parametrize("kind", [{}, {"open_topped": True}, {"civilian": True}])
def test_what_is_weighed_of_a_hit_is_what_its_line_says(weapon, hurt, kind):
    state = battle(weapons=(GUN, AUTOGUN), flags={"vehicle": VehicleState(**hurt)}, **kind)
    shown = {c.label: c.value for c in lines(state, weapon)[0].chances}
    one = ask(state, ShotsAtVehicles).one_hit(state, weapon, "b1.1", state.units["a1"])
    assert (one.hurts, one.ends) == (shown["glances"] + shown["penetrates"], shown["destroyed by one hit"])
