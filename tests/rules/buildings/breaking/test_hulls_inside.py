"""Hulls in houses that are entered: what they fit through, how slow they are, what befalls them."""

import pytest
from msgspec.structs import replace

from rules.engine import preview
from rules.events import Rolled
from rules.table.building import Building, Hole, Opening
from rules.table.terrain import Terrain
from rules.vehicles.gemini.driving.drive import Drive
from tests.builders import A, a_battle, a_unit, play
from tests.rules.vehicles.garage import a_vehicle, way

RING = ((20.0, 5.0), (40.0, 5.0), (40.0, 20.0), (20.0, 20.0))
SOUTH = 2
"""The wall from (40, 20) to (20, 20): inch 9 is from 31 to 30."""
GATE = Opening(a=(27.5, 20.0), b=(32.5, 20.0), name="gate", fits=4)
HULL = {"length_in": 4, "width_in": 3, "height_in": 2}


def a_hall(**inside):
    return Terrain(
        id="hall",
        name="Hall",
        points=RING,
        look="building",
        height_in=3,
        building=Building(handling="tabletop", **inside),
    )


def a_yard(hall, **values):
    tank = a_vehicle("a1", (30.5, 23), **{**HULL, **values})
    return a_battle(tank, a_unit("b1", [(60, 40)]), active="a1", ap=3, terrain=(hall,))


def go(y, *, ram=False):
    return Drive(side=A, unit="a1", path=way((30.5, y, 0)), ram=ram)


@pytest.mark.rule("BLD-DOOR-08", "BLD-UNIT-02", "BLD-UNIT-03")
def test_a_hull_drives_in_by_a_gate_slowly_and_at_its_peril():
    shown = preview(a_yard(a_hall(openings=(GATE,))), go(18.5))
    assert (shown.refusal, {"BLD-DOOR-08", "BLD-UNIT-02"} <= set(shown.rules)) == (None, True)
    events, state = play(a_yard(a_hall(openings=(GATE,))), go(18.5), {"dangerous-terrain": [5, 5]})
    assert state.units["a1"].models[0].at == (30.5, 18.5)
    assert "BLD-UNIT-03" in next(e for e in events if isinstance(e, Rolled)).rules
    far = preview(state, go(15.5)).refusal
    assert far is not None
    assert far.code == "too-fast-inside"
    for closed in (replace(GATE, state="closed"), replace(GATE, fits=2)):
        assert preview(a_yard(a_hall(openings=(closed,))), go(18.5)).refusal is not None


@pytest.mark.rule("BLD-MOUSE-05")
@pytest.mark.parametrize(("height", "points", "drives"), [(2, 6, True), (2.2, 6, False), (2.2, 7, True)])
def test_a_hole_lets_a_hull_in_that_has_as_many_points_as_its_front_has_square_inches(height, points, drives):
    hall = a_hall(holes=(Hole(wall=SOUTH, part=9, dp=points), Hole(wall=0, part=1, dp=9)))
    shown = preview(a_yard(hall, height_in=height), go(18.5))
    assert (shown.refusal is None) is drives
    if drives:
        _, state = play(a_yard(hall, height_in=height), go(18.5), {"dangerous-terrain": [5, 5]})
        assert state.units["a1"].models[0].at == (30.5, 18.5)
    else:
        assert "a hole of 7 damage points" in shown.refusal.allowed
    assert "BLD-MOUSE-05" in preview(a_yard(a_hall(fallen=((SOUTH, 1),)), height_in=2), go(18.5)).rules


@pytest.mark.rule("BLD-UNIT-01")
def test_a_walker_moves_inside_as_it_does_elsewhere():
    field = a_yard(a_hall(openings=(GATE,)), type="walker")
    shown = preview(field, go(18.5))
    assert (shown.refusal, "BLD-UNIT-01" in shown.rules, "BLD-UNIT-02" in shown.rules) == (None, True, False)
    _, state = play(field, go(18.5))
    assert state.units["a1"].models[0].at == (30.5, 18.5)
