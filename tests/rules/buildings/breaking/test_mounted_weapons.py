"""Mounted weapons of vehicles against walls, doors and windows of houses."""

import pytest

from rules.buildings.breaking.damage import WallHoled
from rules.engine import legal_actions, preview
from rules.questions.buildings import at_walls
from rules.vehicles.gemini.shooting.at_structures import FireMountsAtWall
from tests.builders import A, a_battle, a_unit, a_weapon, play, the
from tests.rules.buildings.breaking.test_walls import SOUTH, a_house, with_a_loft
from tests.rules.buildings.sections.customs import a_house as a_house_by_sections
from tests.rules.vehicles.garage import AUTOGUN, GUN, a_vehicle

PEASHOOTER = a_weapon("peashooter", type="heavy", strength=2, range_in=36)


def before(*weapons, at=(26.5, 32), house=None):
    tank = a_vehicle("a1", at, heading=0, weapons=weapons or (GUN,))
    foes = a_unit("b1", [(27, 20.6), (27, 18)])
    return a_battle(tank, foes, active="a1", ap=3, terrain=[house or a_house()])


def fire(**values):
    return FireMountsAtWall(
        **{"side": A, "unit": "a1", "terrain": "house", "wall": SOUTH, "part": 5, "mounts": (0,), **values}
    )


@pytest.mark.rule("BLD-WALL-01", "BLD-WALL-02", "VEH-JOIN-04", "BLD-WALL-03")
def test_a_gun_breaks_into_a_house():
    state = before(GUN, PEASHOOTER)
    offered = [o for o in legal_actions(state, A) if o.kind == "shoot-wall"]
    assert [o.label for o in offered] == ["Fire at back door", "Fire at the wall of House"]
    assert [o.action.mounts for o in offered] == [(0, 1), (0,)]  # a door may be damaged by either
    shown = preview(state, fire())
    assert (shown.refusal, shown.shots[0].notes[1]) == (None, "Strength 8 against Toughness 8")
    assert shown.notes == ("7 damage points left.", "If the section falls, Strength 8 hits 1 of B1.")
    events, state = play(state, fire(), {"to-hit": [1], "to-wound": [4]})
    assert (the(events, WallHoled).left, state.units["a1"].vehicle.fired) == (6, (0,))


@pytest.mark.rule("BLD-WALL-01", "BLD-LEVEL-02")
def test_it_is_refused_what_it_cannot_hurt_and_reaches_upper_floors_and_sections():
    assert preview(before(PEASHOOTER), fire()).refusal.code == "cannot-hurt"
    assert preview(before(), fire(terrain="none")).refusal.code == "no-wall"
    assert preview(before(), fire(part=1, wall=0)).refusal is not None
    assert preview(with_a_loft(before()), fire(terrain="loft")).refusal is None
    shed = before(at=(9, 36), house=a_house_by_sections())
    assert preview(shed, fire(terrain="s1", part=2)).refusal is None
    pressed = at_walls.meant(before(), fire(), (22.5, 22.3))
    assert (pressed.part, pressed.mounts) == (9, (0,))


@pytest.mark.rule("BLD-AREA-01")
def test_its_shells_strike_as_many_inches_as_their_marker_covers():
    shell = a_weapon("mortar", strength=8, range_in=36, type="heavy", marker_in=5)
    dice = {"scatter-a": [3], "scatter-b": [3], "direction": [90], "to-wound": [6, 4, 3, 2, 5]}
    _, state = play(before(shell, AUTOGUN), fire(), dice)
    assert sum(h.dp for h in state.terrain[0].building.holes) == 3
