"""Hulls that are fired at from the first die to the last: charts, exposed crews, hull points, people inside."""

import pytest

from rules.arap.shooting.shoot import Shoot
from rules.table.terrain import Terrain
from rules.vehicles.gemini.events import HullPointsLost
from rules.vehicles.shared.events import ChartResult, VehicleHit, VehicleWrecked
from tests.builders import A, a_battle, a_profile, a_unit, a_weapon, play, the
from tests.rules.vehicles.garage import GUN, a_vehicle

HOWITZER = a_weapon("howitzer", type="ordnance", range_in=36, strength=9, ap=3)


def fired(dice, *others, weapon=GUN, terrain=(), **values):
    """One shot from the west that hits a hull on its side; the other dice by label."""
    gunner = a_unit("a1", [(10, 24)], profile=a_profile("gunner", bs=4), weapons=(weapon,))
    state = a_battle(
        gunner,
        a_vehicle("b1", (30, 24), **values),
        a_unit("b9", [(70, 2)]),
        *others,
        active="a1",
        ap=3,
        terrain=terrain,
    )
    return play(state, Shoot(side=A, unit="a1", target="b1"), {"to-hit": [1], **dice})


@pytest.mark.rule("VEH-OPEN-03", "VEH-PEN-01")
def test_a_glancing_2_shakes_the_crew_of_an_open_top():
    events, _ = fired({"armour-penetration": [4], "vehicle-damage": [2]}, open_topped=True)
    assert the(events, ChartResult).results == ("crew-shaken",)


@pytest.mark.rule("VEH-CHART-02")
def test_a_penetrating_7_is_the_last_row():
    dice = {"armour-penetration": [6], "vehicle-damage": [6], "explosion-radius": [1]}
    events, _ = fired(dice, open_topped=True)
    assert the(events, ChartResult).results == ("explodes",)


@pytest.mark.rule("VEH-OPEN-04")
def test_ordnance_rolls_twice_on_an_open_top():
    dice = {"ordnance-penetration": [5, 5], "vehicle-damage": [1, 4], "explosion-radius": [1]}
    events, _ = fired(dice, weapon=HOWITZER, open_topped=True, weapons=(GUN,))
    assert [e.row for e in events if isinstance(e, ChartResult)] == [2, 5]


@pytest.mark.rule("VEH-COV-02")
def test_what_is_half_hidden_may_turn_it_into_a_glance():
    wall = Terrain(
        id="w", name="Wall", points=((27.5, 20), (27.5, 28)), line=True, width_in=0.4, cover="hard", height_in=1
    )
    dice = {"armour-penetration": [6], "hull-down": [3], "vehicle-damage": [1]}
    events, _ = fired(dice, terrain=(wall,))
    assert (the(events, VehicleHit).kind, the(events, VehicleHit).saved_by) == ("glancing", "hull-down")


@pytest.mark.rule("VEH-HULL-02")
def test_a_hit_beyond_the_hull_points_left_is_absorbed_whole():
    events, after = fired({"ordnance-penetration": [5, 5]}, weapon=HOWITZER, hull_points=1)
    assert (the(events, HullPointsLost).lost, after.units["b1"].vehicle.hull) == (1, 0)
    assert not [e for e in events if isinstance(e, ChartResult)]


@pytest.mark.rule("VEH-DMG-09")
def test_annihilated_it_takes_everybody_along_and_those_near_it():
    people = a_unit("b2", [(0, 0)] * 2, aboard="b1"), a_unit("b3", [(35, 24), (40, 24)])
    dice = {"ordnance-penetration": [5, 5], "vehicle-damage": [6], "to-wound": [6]}
    events, after = fired(dice, *people, weapon=HOWITZER, capacity=4)
    assert the(events, VehicleWrecked).how == "annihilated"
    assert after.units["b2"].is_gone
    assert [m.id for m in after.units["b3"].alive] == ["b3.2"]


@pytest.mark.rule("VEH-CAR-03")
def test_people_shut_in_a_car_are_hurt_when_it_is_destroyed():
    car = {"type": "wheeled", "civilian": True, "flimsy": True, "front": 9, "side": 8, "rear": 8, "capacity": 4}
    dice = {"armour-penetration": [6], "vehicle-damage": [3], "to-wound": [6, 2], "pinning-test": [1, 1]}
    _, after = fired(dice, a_unit("b2", [(0, 0)] * 2, aboard="b1"), **car)
    assert len(after.units["b2"].alive) == 1
