"""The quarter from which a vehicle is struck. (VEH-GEOM-03)"""

import math

import pytest
from msgspec.structs import replace

from rules.forces.unit import UnitTurn
from rules.vehicles.gemini.motion.impact import backs, quadrant
from tests.builders import a_battle
from tests.rules.vehicles.garage import a_vehicle


def towards(bearing, reach=6):
    angle = math.radians(bearing)
    return 30 + reach * math.sin(angle), 24 - reach * math.cos(angle)


@pytest.mark.part_of("VEH-GEOM-03")
@pytest.mark.parametrize(
    ("bearing", "found"),
    [
        (0, "front"),
        (44, "front"),
        (45, "side"),
        (135, "side"),
        (136, "rear"),
        (224, "rear"),
        (225, "side"),
        (316, "front"),
    ],
)
def test_the_ground_round_a_vehicle_is_cut_by_lines_of_45_degrees(bearing, found):
    state = a_battle(a_vehicle("a1"))
    assert quadrant(state, state.units["a1"], towards(bearing)) == found


@pytest.mark.part_of("VEH-GEOM-03")
def test_the_course_of_a_vehicle_that_backed_is_behind_it():
    state = a_battle(a_vehicle("a1", heading=90))
    tank = state.units["a1"]
    backed = replace(tank, now=UnitTurn(moved_in=3, path=((33, 24, 90), (30, 24, 90))))
    ahead = replace(tank, now=UnitTurn(moved_in=3, path=((27, 24, 90), (30, 24, 90), (30, 24, 180))))
    assert (backs(tank), backs(backed), backs(ahead)) == (False, True, False)
    assert quadrant(state, tank, towards(90)) == "front"
    assert quadrant(state, backed, towards(90)) == "rear"


@pytest.mark.part_of("VEH-GEOM-03")
def test_a_course_of_last_turn_counts_until_the_vehicle_moves_again():
    tank = a_battle(a_vehicle("a1", heading=0)).units["a1"]
    assert backs(replace(tank, before=UnitTurn(moved_in=2, path=((30, 22, 0), (30, 24, 0)))))
