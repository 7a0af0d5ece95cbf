"""Vehicles inside buildings. (VEH-TERR-07)"""

import pytest
from msgspec.structs import replace

from rules.core.refusal import IllegalAction
from rules.engine import preview
from rules.events import Rolled
from rules.forces.unit import UnitTurn
from rules.geometry.rings import rectangle
from rules.table.terrain import Terrain
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.ramming.structures import WallFallen
from rules.vehicles.shared.events import Immobilised, VehicleWrecked
from tests.builders import A, a_battle, a_unit, play, the
from tests.rules.vehicles.garage import a_carrier, a_vehicle, way

SHED = Terrain(
    id="shed",
    name="Engine Shed",
    points=rectangle(20, 5, 20, 15),
    going="difficult",
    cover="hard",
    height_in=3,
    blocks_sight=True,
    look="building",
    breaches=(rectangle(27, 18, 6, 3),),
)
"""Its south wall lies 1 inch before a tank at (30, 24), which is 6 inches long; 6 inches of it are down."""


def tank(*others, ap=2, vehicle=None, shed=SHED, **values):
    return a_battle(vehicle or a_vehicle("a1", **values), *others, active="a1", ap=ap, terrain=(shed,))


def go(y=20, x=30, *, actions=1):
    return Drive(side=A, unit="a1", path=way((x, y, 0)), actions=actions)


def refused(state, action):
    with pytest.raises(IllegalAction) as caught:
        play(state, action)
    return caught.value


@pytest.mark.rule("VEH-TERR-07")
def test_two_dice_each_time_it_moves_in_there():
    events, state = play(tank(), go(21), {"dangerous-terrain": [5, 5]})
    assert state.units["a1"].models[0].at == (30, 21)
    assert next(e for e in events if isinstance(e, Rolled)).why == "A1 inside Engine Shed"
    _, state = play(state, go(19), {"dangerous-terrain": [1, 5]})
    assert state.units["a1"].models[0].at == (30, 19)


@pytest.mark.part_of("VEH-TERR-07")
@pytest.mark.parametrize(
    ("actions", "exact"), [(1, ["25/36", "5/18", "1/36"]), (2, ["625/1296", "305/648", "61/1296"])]
)
def test_the_preview_says_how_likely_the_floor_holds(actions, exact):
    chances = preview(tank(), go(20, actions=actions)).chances
    assert [c.label for c in chances] == ["gets through", "gets stuck", "falls through the floor"]
    assert [c.exact for c in chances] == exact


@pytest.mark.rule("VEH-TERR-07", "VEH-DMG-05")
def test_one_bad_face_immobilises_where_it_would_enter():
    events, state = play(tank(), go(21), {"dangerous-terrain": [6, 5]})
    assert the(events, Immobilised).unit == "a1"
    assert state.units["a1"].models[0].at[1] == pytest.approx(23, abs=0.13)


@pytest.mark.rule("VEH-TERR-07", "VEH-DMG-06")
def test_two_drop_it_through_the_floor_and_its_people_get_out():
    crew = a_unit("a2", [(0, 0)], aboard="a1")
    state = tank(crew, vehicle=a_carrier("a1", (30, 24)))
    events, state = play(state, go(20), {"dangerous-terrain": [6, 6], "pinning-test": [3, 4]})
    wrecked = the(events, VehicleWrecked)
    assert (wrecked.how, wrecked.leaves) == ("fallen", None)
    assert wrecked.sentence(state) == "A1 falls through the floor and is lost"
    assert state.units["a2"].aboard is None
    assert state.units["a2"].on_table


@pytest.mark.rule("VEH-TERR-07")
def test_six_inches_in_the_whole_turn():
    fast = tank(battle_speed_in=24)
    error = refused(fast, go(16))
    assert (error.code, error.rule, error.allowed) == (
        "too-fast-inside",
        "VEH-TERR-07",
        "up to 6″, or a way that stays outside",
    )
    moved = tank(battle_speed_in=24, flags={"now": UnitTurn(moved_in=4)})
    assert refused(moved, go(21)).allowed == "up to 2″, or a way that stays outside"
    assert preview(moved, go(22)).refusal is None


def test_walls_that_stand_are_in_the_way():
    error = refused(tank(at=(38, 24)), go(19, 38))
    assert error.code == "impassable"
    assert refused(tank(at=(30, 10)), go(7)).code == "impassable"


@pytest.mark.rule("VEH-TERR-07", "VEH-RAM-08")
def test_a_tank_breaks_in_by_ramming_and_goes_on_inside():
    """Armour 13, four inches: the wall falls, and the tank rolls on to where it was sent, with two dice."""
    whole = Terrain(
        id="shed", name="Engine Shed", points=rectangle(20, 5, 20, 15), look="building", toughness=4, points_of_damage=1
    )
    ram = Drive(side=A, unit="a1", path=way((30, 19)), actions=1, ram=True)
    dice = {"to-wound": [6], "structure-dp": [3], "ram-penetration": [1], "dangerous-terrain": [2, 3]}
    dice["armour-penetration"] = [1]  # the wall falls on it
    events, state = play(tank(shed=whole), ram, dice)
    assert the(events, WallFallen).rubble is not None
    assert len(state.terrain[0].breaches) == 1
    assert state.units["a1"].models[0].at[1] < 21
    assert state.units["a1"].now.moved_in <= 6.01


def test_what_walks_takes_no_test():
    walker = tank(type="walker", vehicle_class="mechanoid", m=6, ws=4)
    _, state = play(walker, go(20), {})
    assert state.units["a1"].models[0].at == (30, 20)


@pytest.mark.rule("VEH-DOZ-04", "VEH-TERR-07")
def test_a_dozer_blade_clears_the_way_in_there_once():
    """Stuck is rolled again, both dice; through the floor is not. Up to version 14 a blade was of no use in houses."""
    state = tank(dozer="front")
    seen = preview(state, go(21))
    assert any("a 6 on either of two dice immobilises, unless its dozer blade" in note for note in seen.notes)
    assert [(c.label, c.exact) for c in seen.chances] == [
        ("gets through", "575/648"),
        ("gets stuck", "25/324"),
        ("falls through the floor", "23/648"),
    ]
    _, through = play(state, go(21), {"dangerous-terrain": [6, 3, 5, 5]})
    assert through.units["a1"].models[0].at == (30, 21)
    events, _ = play(state, go(21), {"dangerous-terrain": [6, 3, 2, 6]})
    assert the(events, Immobilised).unit == "a1"
    events, _ = play(state, go(21), {"dangerous-terrain": [6, 3, 6, 6]})
    assert the(events, VehicleWrecked).how == "fallen"
    events, _ = play(state, go(21), {"dangerous-terrain": [6, 6]})
    assert the(events, VehicleWrecked).how == "fallen"
    events, _ = play(replace(state, version="14"), go(21), {"dangerous-terrain": [6, 3]})
    assert the(events, Immobilised).unit == "a1"
    events, _ = play(tank(dozer="rear"), go(21), {"dangerous-terrain": [6, 3]})
    assert the(events, Immobilised).unit == "a1"
