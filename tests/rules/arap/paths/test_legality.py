"""Paths that cannot be gone: the refusal says on the way to which waypoint, and why."""

import pytest

from rules.arap.movement.walk import Move
from rules.arap.paths.turns import Waypoint
from rules.table.terrain import Terrain
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.transport.board import Board
from tests.builders import A, a_battle, a_row, a_unit
from tests.rules.vehicles.garage import a_carrier, a_vehicle, way

CRAG = Terrain(
    id="crag", name="The Crag", points=((20, 8), (22, 8), (22, 12), (20, 12)), going="impassable", height_in=3
)


def walk(*places):
    return Move(side=A, unit="a1", path=tuple(Waypoint(at=p) for p in places))


def drive(*places, actions=1):
    return Drive(side=A, unit="a1", path=way(*places), actions=actions)


def on_foot(*others):
    return a_battle(a_unit("a1", [(18, 10)]), *others, active="a1", ap=1, terrain=(CRAG,))


def on_tracks(*others):
    return a_battle(a_vehicle("a1", (10, 10), heading=90), *others, active="a1", ap=3, terrain=(CRAG,))


@pytest.mark.part_of("ARAP-TERR-01", "ARAP-MOVE-01")
@pytest.mark.parametrize(
    ("places", "begins"),
    [
        (((18, 10.5), (18.5, 10.5), (21, 10.5)), "On the way to waypoint 3 of 3: A1.1 cannot pass The Crag."),
        (((21, 10), (18, 10)), "On the way to waypoint 1 of 2: A1.1 cannot pass The Crag."),
        (((21, 10),), "A1.1 cannot pass The Crag."),
        (((18, 11), (18, 60), (18, 11)), "On the way to waypoint 2 of 3: The path of A1 leaves the table."),
        (((18, 12), (18, 13), (18, 15), (18, 16)), "On the way to waypoint 3 of 4: "),
    ],
)
def test_on_foot(places, begins):
    refusal = walk(*places).check(on_foot())
    assert refusal is not None
    assert refusal.message.startswith(begins)
    assert refusal.allowed


@pytest.mark.part_of("VEH-JOIN-03", "VEH-MOVE-06")
@pytest.mark.parametrize(
    ("places", "begins"),
    [
        (((12, 10), (22, 10)), "On the way to waypoint 2 of 2: A1 cannot drive through The Crag."),
        (((10, 9), (10, 2.5)), "On the way to waypoint 2 of 2: A1 would leave the table."),
        (((12, 10), (13, 10), (80, 10)), "On the way to waypoint 3 of 3: The path of A1 leaves the table."),
        (((12, 10), (14, 10), (15, 10), (17, 10)), "On the way to waypoint 4 of 4: A1 may spend 6″ on this drive"),
    ],
)
def test_on_tracks(places, begins):
    refusal = drive(*places, actions=1 if len(places) == 4 else 3).check(on_tracks())
    assert refusal is not None
    assert refusal.message.startswith(begins)


@pytest.mark.part_of("VEH-MOVE-06")
def test_a_hull_in_the_way():
    refusal = drive((11, 10), (12, 10), (16, 10), actions=1).check(on_tracks(a_vehicle("b1", (18, 10))))
    assert refusal is not None
    assert refusal.message == "On the way to waypoint 3 of 3: B1 is in the way of A1."


@pytest.mark.part_of("VEH-BRD-04")
def test_a_full_transport_says_how_many_places_are_left():
    """Ten places, seven taken, five to come."""
    aboard = a_unit("a2", [(30, 24)] * 7, aboard="a1")
    state = a_battle(a_carrier("a1", (30, 24)), aboard, a_unit("a3", a_row(5, 34, 22, 1)), active="a3", ap=1)
    refusal = Board(side=A, unit="a3", vehicle="a1").check(state)
    assert refusal is not None
    assert (refusal.code, refusal.message) == ("no-places", "A3 needs 5 places; A1 has 3 free.")
