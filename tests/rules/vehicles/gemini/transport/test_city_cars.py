"""City cars and boats: open roads, thin bodies, people inside, sinking."""

import pytest
from msgspec.structs import replace

from rules.arap.events import ModelsMoved, placed
from rules.arap.positions.placing import placing, suggested
from rules.dice.sources import ScriptedDice
from rules.engine import preview
from rules.geometry import rings
from rules.state import Placement
from rules.table.scenario import Zone
from rules.table.terrain import Terrain
from rules.vehicles.gemini.damage import wreck
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.shared.events import ChartResult, VehicleWrecked
from tests.builders import A, a_battle, a_unit, a_weapon, happens, play, the
from tests.rules.vehicles.garage import GUN, hit, under_fire, way
from tests.rules.vehicles.gemini.street.test_drive import a_car, on, pose, street

ROAD = Terrain(id="R", name="Road", points=((27, 0), (33, 0), (33, 48), (27, 48)), going="road", look="road")
MORTAR = a_weapon("mortar", type="ordnance", range_in=48, shots=1, strength=8, ap=3)
SEA = Terrain(id="W", name="Lake", points=((0, 0), (72, 0), (72, 30), (0, 30)), going="water", look="water")
FORD = Terrain(id="F", name="Shoal", points=((20, 10), (40, 10), (40, 14), (20, 14)), going="difficult", look="water")


def a_taxi(**values):
    """A road-wheeler at battle speed: 6 inches, 28 on an open road."""
    return a_car(**{"type": "road-wheeler", "street": False, "battle_speed_in": 6, "civilian": True, **values})


def drive(*path, actions=1):
    return Drive(side=A, unit="a1", path=way(*path), actions=actions)


@pytest.mark.rule("VEH-MOVE-05")
@pytest.mark.part_of("VEH-CAR-01")
@pytest.mark.parametrize(
    ("end", "actions", "allowance"), [((30, 12), 1, 14), ((30, 2), 2, 28), ((36, 24), 2, 9), ((31, 24), 1, 14)]
)
def test_a_car_drives_up_to_its_maximum_on_an_open_road(end, actions, allowance):
    """Wholly on road all of 28 inches; with the last 3 of 6 inches off it 6 and the 3 on it."""
    state = a_battle(a_taxi(at=(30, 40) if end[0] == 30 else (30, 24)), active="a1", ap=3, terrain=(ROAD,))
    assert preview(state, drive(end, actions=actions)).allowance_in == pytest.approx(allowance)


@pytest.mark.part_of("VEH-CAR-01")
def test_off_the_road_it_has_six_inches():
    state = a_battle(a_taxi(at=(50, 24)), active="a1", ap=3, terrain=(ROAD,))
    assert preview(state, drive((50, 18), actions=2)).allowance_in == 6


# -- thin bodies ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("VEH-CAR-02", "VEH-CHART-01")
def test_shots_and_collisions_alike_add_one_on_the_chart_of_a_civilian_car():
    state = a_battle(a_taxi(), a_unit("b1", [(30, 4)]))
    events, _ = under_fire(state, "a1", [hit((30, 4), GUN)], {"armour-penetration": [4], "vehicle-damage": [2]})
    assert (the(events, ChartResult).die, the(events, ChartResult).row) == (2, 3)
    rammed = street(a_car(speed=12, side=14), a_car("b1", (30, 12), heading=90, civilian=True, front=14, side=9))
    dice = {"ram-penetration": [4, 1], "vehicle-damage": [2]}
    events, _ = play(rammed, on(12), dice)
    assert the([e for e in events if isinstance(e, ChartResult) and e.unit == "b1"], ChartResult).row == 3


@pytest.mark.rule("VEH-CAR-02")
def test_ordnance_rolls_twice_on_it():
    state = a_battle(a_taxi(), a_unit("b1", [(30, 4)]))
    dice = {"ordnance-penetration": [4, 2], "vehicle-damage": [1, 1]}
    events, _ = under_fire(state, "a1", [hit((30, 4), MORTAR)], dice)
    assert len([e for e in events if isinstance(e, ChartResult)]) == 2


def wrecked(state, dice):
    script = ScriptedDice(dice)
    found = happens(state, script, lambda p: wreck.destroy(p, state.units["a1"], None))
    script.finish()
    return found


@pytest.mark.part_of("VEH-CAR-03")
@pytest.mark.parametrize(("open_topped", "dice"), [(False, {"to-wound": [6, 2]}), (True, {})])
def test_people_shut_in_a_car_are_hurt_when_it_is_destroyed(open_topped, dice):
    """Strength 4 against T3 wounds on 3 or more: one of two falls."""
    people = a_unit("a2", [(30, 24), (30, 24)], aboard="a1")
    state = a_battle(a_taxi(open_topped=open_topped, capacity=4), people)
    progress = wrecked(state, {**dice, "pinning-test": [1, 1]})
    assert len(progress.state.units["a2"].alive) == (2 if open_topped else 1)


# -- boats ---------------------------------------------------------------------------------------------------------


def a_boat(**values):
    return a_car(**{"type": "boat", "at": (30, 24), "speed": 8, **values})


@pytest.mark.part_of("VEH-BOAT-04", "VEH-BOAT-01")
def test_a_boat_runs_aground_on_what_is_shallower_than_it_needs():
    state = street(a_boat(), terrain=(SEA, FORD))
    shown = preview(state, on(16))
    assert any(n.startswith("runs into Shoal after 9.98") for n in shown.notes)
    shallow = street(a_boat(shallow_draught=True), terrain=(SEA, FORD))
    _, after = play(shallow, on(16))
    assert pose(after) == (30, 8, 0)
    astern = street(a_boat(heading=180), terrain=(SEA, FORD))
    assert any(n.startswith("runs into the shore after 6") for n in preview(astern, on(12)).notes)


@pytest.mark.rule("VEH-BOAT-04", "VEH-DMG-06")
def test_a_boat_sinks_and_its_people_are_in_the_water():
    people = a_unit("a2", [(30, 15), (30, 15)], aboard="a1")
    state = street(a_boat(at=(30, 15), capacity=4), people, terrain=(SEA,))
    progress = wrecked(state, {"pinning-test": [1, 1]})
    event = the(progress.events, VehicleWrecked)
    assert (event.leaves, event.sentence(progress.state)) == (None, "A1 is destroyed and sinks")
    swimmers = progress.state.units["a2"]
    assert len(swimmers.alive) == 2
    assert all(m.at[1] < 30 for m in swimmers.alive)
    assert progress.state.terrain == (SEA,)


@pytest.mark.part_of("VEH-BOAT-04")
def test_a_boat_is_placed_on_the_water_and_nowhere_else():
    state = a_battle(a_boat(), terrain=(SEA, MEADOW))
    unit = state.units["a1"]

    def refused(*at):
        found = placing(state, unit, [Placement(model="a1.1", at=at, facing=0)])
        return found and (found.code, found.rule)

    assert refused(30, 20) is None
    assert refused(30, 40) == ("aground", "VEH-BOAT-04")
    assert refused(30, 29.5) == ("aground", "VEH-BOAT-04")
    assert rings.holds(SEA.points, suggested(state, unit)[0].at)
    state = a_battle(a_boat(), terrain=(replace(SEA, boat="impassable"), replace(MEADOW, boat="1")))
    assert refused(30, 20) == ("aground", "VEH-BOAT-04")
    assert refused(30, 40) is None


def test_the_table_places_nobody_on_mines_while_there_is_room_elsewhere():
    state = a_battle(a_unit("a1", [(1, 1)]), terrain=(MEADOW,))
    assert not rings.holds(MEADOW.points, suggested(state, state.units["a1"])[0].at)
    everywhere = a_battle(a_unit("a1", [(1, 1)]), terrain=(replace(MEADOW, points=rings.rectangle(0, 0, 72, 48)),))
    assert suggested(everywhere, everywhere.units["a1"]) is not None


MEADOW = Terrain(id="M", name="Meadow", points=((0, 30), (72, 30), (72, 48), (0, 48)), mines=8)


def test_the_table_lines_race_cars_up_with_room_before_each():
    zone = Zone(side=A, points=rings.rectangle(0, 20, 16, 8))
    state = a_battle(a_car("a1", (1, 1)), a_car("a2", (1, 1)), a_car("a3", (1, 1)), a_car("a4", (1, 1)))
    state = replace(state, scenario=replace(state.scenario, zones=(zone,)))
    for name in ("a1", "a2", "a3", "a4"):
        state = state.with_unit(replace(state.units[name], deployed=False))
    stand = []
    for name in ("a1", "a2", "a3", "a4"):
        place = suggested(state, state.units[name])[0]
        stand.append(place.at)
        state = state.with_unit(placed(state.units[name], [place]))
    for x, y in stand:
        ahead = [(u, v) for u, v in stand if u > x and abs(v - y) < 1.5]
        assert all(u - x > 8 for u, _ in ahead), stand


def test_a_drive_of_no_length_is_no_drive_to_tell_of():
    state = a_battle(a_taxi())
    moved = ModelsMoved(side=A, unit="a1", placements=(), how="drive", path=((30, 24, 0), (30, 24, 0)))
    assert moved.sentence(state) == ""
    assert replace(moved, path=((30, 24, 0), (30, 24, 45))).sentence(state) == "A1 turns on the spot"
