"""Indoors a unit is held together by rooms and not by inches."""

import pytest

from rules.arap.movement.ladders import UseLadder
from rules.arap.movement.walk import Move
from rules.arap.paths.turns import Waypoint
from rules.arap.positions.placing import placing
from rules.arap.turn.activation import EndActivation
from rules.engine import preview
from rules.state import Placement
from rules.table.building import Building, Opening, Room
from rules.table.terrain import Terrain
from tests.builders import a_battle, a_unit, play
from tests.rules.buildings.carriers.test_stairs import LADDER, a_loft


def ring(x, width=6.0):
    return ((x, 10.0), (x + width, 10.0), (x + width, 16.0), (x, 16.0))


def three_rooms(*mine, **options):
    """Rooms A, B and C in a row, each joined to the next by an open door."""
    doors = (Opening(a=(16, 12.3), b=(16, 13.7)), Opening(a=(22, 12.3), b=(22, 13.7)))
    rooms = tuple(Room(letter=letter, points=ring(x)) for letter, x in (("A", 10.0), ("B", 16.0), ("C", 22.0)))
    walls = (((16.0, 10.0), (16.0, 16.0)), ((22.0, 10.0), (22.0, 16.0)))
    inside = Building(handling="tabletop", openings=doors, partitions=walls, sections=rooms)
    house = Terrain(id="row", name="Row", points=ring(10.0, 18.0), look="building", building=inside)
    squad, foes = a_unit("a1", list(mine)), a_unit("b1", [(60, 40)])
    return a_battle(squad, foes, active="a1", ap=2, terrain=(house,), options=options)


def part_with(at):
    step = Placement(model="a1.2", at=at, facing=90)
    return Move(side="a", unit="a1", path=(Waypoint(at=(11, 13)),), placements=(step,))


@pytest.mark.rule("ARAP-COH-01")
def test_members_in_neighbouring_rooms_belong_together():
    field = three_rooms((11, 13), (13.5, 13))
    assert preview(field, part_with((17.3, 13))).refusal is None
    strict = three_rooms((11, 13), (13.5, 13), indoor_coherency_waiver=False)
    assert preview(strict, part_with((17.3, 13))).refusal.rule == "ARAP-COH-01"


@pytest.mark.rule("BLD-MOVE-04")
def test_two_rooms_away_they_are_a_part_of_their_own():
    for x, units in ((20, 2), (24, 3)):
        _, state = play(three_rooms((11, 13), (x, 13)), EndActivation(side="a"))
        assert len(state.units) == units


def test_stairs_hold_the_floors_together():
    field = a_loft((14, 15.4), (12, 11), ladder=LADDER)
    _, state = play(field, UseLadder(side="a", unit="a1", ladder="ladder", models=("a1.1",)))
    _, state = play(state, EndActivation(side="a"))
    assert len(state.units) == 2


def test_a_unit_is_deployed_on_two_floors():
    field = a_loft((14, 13), (12, 11), ladder=LADDER)
    unit = field.units["a1"]

    def deployed(*at):
        put = [Placement(model=m.id, at=place, facing=90) for m, place in zip(unit.models, at, strict=True)]
        return placing(field, unit, put)

    assert deployed((14, 13), (24, 13)) is None
    assert deployed((14, 13), (40, 40)).rule == "ARAP-COH-01"
