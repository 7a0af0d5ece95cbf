"""Trenches under area fire: cover from bursts outside, none from bursts inside."""

import pytest
from msgspec.structs import replace

from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.volley import ShotsFired
from rules.arap.templates import marker as templates_marker
from rules.geometry.templates import marker
from rules.table.terrain import Terrain
from tests.builders import A, a_battle, a_profile, a_unit, a_weapon, play, the

DITCH = Terrain(id="d", name="Trench", points=((29.5, 5), (30.5, 5), (30.5, 35), (29.5, 35)), trench=True, cover="hard")
MORTAR = a_weapon("shell", type="heavy", range_in=48, strength=4, marker_in=5)


def battle(places, *pieces):
    return a_battle(
        a_unit("a1", [(10, 20)], weapons=[MORTAR], profile=a_profile("gunner", bs=4)),
        a_unit("b1", places, profile=a_profile("levy")),
        active="a1",
        ap=3,
        terrain=pieces or (DITCH,),
    )


def covers(state, centre, diameter=5):
    firer = state.units["a1"].models[0]
    return {u.model: u.cover for u in templates_marker.under(state, marker(centre, diameter), firer)}


@pytest.mark.part_of("ARAP-AREA-06")
def test_a_burst_in_a_trench_strikes_everybody_within_3_inches_along_it():
    places = [(30, 20 + d) for d in (-3.02, -3, -1, 0, 1, 2.99, 3.02)]
    assert covers(battle(places), (30, 20), diameter=3) == {f"b1.{n}": "none" for n in range(2, 7)}


@pytest.mark.part_of("ARAP-AREA-06")
def test_a_marked_section_is_struck_whole_and_its_neighbour_is_outside():
    west = replace(DITCH, id="w", points=((29.5, 5), (30.5, 5), (30.5, 13), (29.5, 13)), section=True)
    east = replace(west, id="e", points=((29.5, 13), (30.5, 13), (30.5, 21), (29.5, 21)))
    found = covers(battle([(30, 6), (30, 12), (30, 14), (30, 17)], west, east), (30, 12.5))
    assert found == {"b1.1": "none", "b1.2": "none", "b1.3": "hard"}


@pytest.mark.part_of("ARAP-AREA-06")
def test_along_a_winding_trench_its_length_is_measured_round_the_bend():
    winding = replace(DITCH, points=((30, 20), (32, 20), (32, 26)), line=True, width_in=1)
    found = covers(battle([(31, 20), (32, 21), (32, 23.5)], winding), (30, 20), diameter=1)
    assert found == {"b1.1": "none", "b1.2": "none"}


@pytest.mark.rule("ARAP-AREA-06", "ARAP-AREA-04")
def test_with_the_centre_outside_its_occupants_are_hit_on_4_or_less():
    shallow = replace(DITCH, cover="none")
    state = battle([(30, 19), (30, 20), (30, 21)], shallow)
    # Scattered 1 inch west, out of the trench; the lip shelters them whatever else it is.
    dice = {"scatter-a": [3], "scatter-b": [2], "direction": [270], "area-cover": [4, 5, 2], "to-wound": [1, 1]}
    events, _ = play(state, Shoot(side=A, unit="a1", target="b1"), dice)
    assert the(events, ShotsFired).hits == 2


def test_hulls_over_a_trench_are_not_caught_in_it():
    state = battle([(30, 20)])
    assert covers(state, (30, 25.4), diameter=1) == {}
    assert covers(state, (31.2, 20), diameter=3) == {"b1.1": "hard"}
