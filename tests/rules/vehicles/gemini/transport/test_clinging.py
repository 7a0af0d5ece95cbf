"""Doors of civilian vehicles, and people on the outside. (VEH-BRD-08, VEH-BRD-12, VEH-BRD-13, VEH-DMG-10)"""

import pytest
from msgspec.structs import replace

from rules.arap.events import WoundsTaken
from rules.core.refusal import IllegalAction
from rules.engine import legal_actions
from rules.forces.mount import Door
from rules.vehicles.gemini.hull.hull import marks_of
from rules.vehicles.gemini.transport.board import Board
from rules.vehicles.gemini.transport.doors import DoorsUsed, parts_of, through
from rules.vehicles.gemini.transport.leave import GetOut
from rules.vehicles.gemini.transport.passengers import clinging_free, places_free
from rules.vehicles.shared.events import BoardedVehicle, LeftVehicle
from tests.builders import A, a_battle, a_profile, a_unit, play, the
from tests.rules.vehicles.garage import GUN, a_carrier, a_vehicle, hit, under_fire

IN = Board(side=A, unit="a2", vehicle="a1")
ON = Board(side=A, unit="a2", vehicle="a1", cling=True)
BESIDE = [(32.5, 22 + n) for n in range(5)]


def a_car(**values):
    door = (Door(forward_in=0, right_in=1.5),)
    return a_carrier("a1", civilian=True, flimsy=True, doors=door, **values)


def waiting(spots, carrier, profile=None, **values):
    return a_battle(carrier, a_unit("a2", spots, profile=profile), active="a2", ap=2, **values)


def refused(state, action):
    with pytest.raises(IllegalAction) as caught:
        play(state, action)
    return caught.value


@pytest.mark.part_of("VEH-BRD-08")
@pytest.mark.parametrize(("move", "models"), [(4, 4), (3.5, 4), (3.4, 3), (2.5, 3), (2, 2), (1.5, 2), (1, 1)])
def test_a_door_lets_fewer_through_the_slower_they_are(move, models):
    profile = a_profile(m=move)
    assert through(profile) == models
    assert parts_of(profile) * models == 12
    assert parts_of(a_profile(m=4, bulk="bulky")) == 6


@pytest.mark.rule("VEH-BRD-08")
def test_a_fifth_person_does_not_get_through_the_door_of_a_car():
    error = refused(waiting(BESIDE, a_car()), IN)
    assert (error.code, error.rule) == ("door-limit", "VEH-BRD-08")
    events, state = play(waiting(BESIDE[:4], a_car()), IN)
    assert the(events, DoorsUsed).parts == {"0": 12}
    assert marks_of(state.units["a1"]).doors_used == {"0": 12}


@pytest.mark.rule("VEH-BRD-08")
def test_boarding_and_leaving_count_together():
    riders = a_unit("a3", [(0, 0)] * 2, aboard="a1")
    _, state = play(a_battle(a_car(), a_unit("a2", BESIDE[:3]), riders, active="a2", ap=2), IN)
    state = state.with_turn(active="a3", ap=1)
    assert refused(state, GetOut(side=A, unit="a3")).code == "door-limit"


@pytest.mark.part_of("VEH-BRD-08", "VEH-BRD-06")
def test_no_limit_without_the_switch_nor_on_a_carrier_of_troops():
    free = {"door_limit_civilian": False}
    for state in (waiting(BESIDE, a_car(), options=free), waiting(BESIDE, a_carrier("a1"))):
        events, state = play(state, IN)
        assert state.units["a2"].aboard == "a1"
        assert not [e for e in events if isinstance(e, DoorsUsed)]


@pytest.mark.rule("VEH-BRD-12")
def test_people_cling_to_a_tank_that_carries_nobody():
    state = waiting(BESIDE[:4], a_vehicle("a1"))
    assert refused(state, IN).code == "no-places"
    events, state = play(state, ON)
    assert the(events, BoardedVehicle).clinging
    assert (state.units["a2"].clinging, clinging_free(state, state.units["a1"])) == (True, 0)
    assert places_free(state, state.units["a1"]) == 0


@pytest.mark.part_of("VEH-BRD-12")
@pytest.mark.parametrize(
    ("values", "options", "places"),
    [
        ({}, {}, 4),
        ({"size": 4}, {}, 8),
        ({"type": "walker"}, {}, 0),
        ({"type": "bike"}, {}, 0),
        ({"vehicle_class": "mechanoid"}, {}, 0),
        ({}, {"clinging_places": "none"}, 0),
        ({}, {"clinging_places": "any"}, 99),
        ({"flags": {"tags": ("clingers:6",)}}, {"clinging_places": "none"}, 6),
        ({"type": "walker", "flags": {"tags": ("clingers:2",)}}, {}, 2),
    ],
)
def test_places_to_hold_on_to(values, options, places):
    state = a_battle(a_vehicle("a1", **values), options=options)
    assert clinging_free(state, state.units["a1"]) == places


@pytest.mark.rule("VEH-BRD-12")
def test_a_fifth_does_not_find_a_hold():
    error = refused(waiting(BESIDE, a_vehicle("a1")), ON)
    assert (error.code, error.rule) == ("no-places", "VEH-BRD-12")
    offers = [o for o in legal_actions(waiting(BESIDE[:4], a_vehicle("a1")), A) if o.kind == "cling"]
    assert [o.action for o in offers] == [ON]


def clung(profile=None, count=2, **values):
    riders = a_unit("a2", [(0, 0)] * count, profile=profile, aboard="a1", clinging=True)
    return a_battle(a_vehicle("a1", **values), riders, a_unit("b1", [(30, 2)]), active="a2", ap=1)


@pytest.mark.rule("VEH-BRD-10")
@pytest.mark.part_of("VEH-BRD-12")
def test_who_clings_steps_off_anywhere():
    events, state = play(clung(), GetOut(side=A, unit="a2"))
    assert the(events, LeftVehicle).forced is False
    assert (state.units["a2"].clinging, state.units["a2"].aboard) == (False, None)


@pytest.mark.rule("VEH-BRD-13")
def test_a_penetrating_hit_throws_them_off():
    dice = {"armour-penetration": [6], "vehicle-damage": [1], "pinning-test": [3, 3]}
    events, state = under_fire(clung(), "a1", [hit((30, 4))], dice)
    assert the(events, LeftVehicle).forced
    assert state.units["a2"].aboard is None


@pytest.mark.rule("VEH-DMG-10")
@pytest.mark.parametrize(
    ("die", "dice", "strength"),
    [
        (5, {"flip-distance": [1], "scatter-a": [2], "scatter-b": [2], "direction": [1], "pinning-test": [3, 3]}, 3),
        (6, {"explosion-radius": [1]}, 5),
    ],
)
def test_they_fare_as_passengers_of_an_open_top(die, dice, strength):
    """S3 when it is flipped though the hull is closed, S5 when it explodes: T3 is wounded on 4 and on 2."""
    goal = 3 + 4 - strength
    given = {"armour-penetration": [6], "vehicle-damage": [die], "to-wound": [goal - 1, goal], **dice}
    _events, state = under_fire(clung(), "a1", [hit((30, 4))], given)
    assert len(state.units["a2"].alive) == 1


@pytest.mark.rule("VEH-DMG-10")
def test_they_die_with_a_vehicle_that_is_annihilated():
    dice = {"ordnance-penetration": [6, 6], "vehicle-damage": [6]}
    events, state = under_fire(clung(), "a1", [hit((30, 4), replace(GUN, type="ordnance"))], dice)
    assert the(events, WoundsTaken).unit == "a2"
    assert state.units["a2"].is_gone
