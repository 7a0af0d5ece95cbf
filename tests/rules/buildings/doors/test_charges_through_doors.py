"""Charges through a doorway: each charger ends on a place of his own."""

import itertools

from rules.arap.charge.declare import Charge
from rules.engine import preview
from rules.geometry.lengths import distance
from rules.table.building import Building, Opening
from rules.table.terrain import Terrain
from tests.builders import a_battle, a_unit

ROOMS = Terrain(
    id="house",
    name="House",
    points=((17, 9), (31, 9), (31, 21), (17, 21)),
    height_in=3,
    look="building",
    building=Building(
        handling="tabletop",
        partitions=(((24, 9), (24, 21)),),
        openings=(Opening(a=(24, 16.2), b=(24, 17.6), name="hall door"),),
    ),
)


def test_who_can_strike_from_before_the_door_stands_beside_those_who_came_first():
    squad = a_unit("a1", [(21.1, 12.9), (22, 13.9), (23.1, 14.1), (21.3, 11.1)])
    foes = a_unit("b1", [(25.2, 16.9), (26.1, 17.5), (30, 18.2)])
    field = a_battle(squad, foes, active="a1", ap=3, terrain=(ROOMS,))
    found = preview(field, Charge(side="a", unit="a1", target="b1"))
    ends = [(x, y) for _, x, y, _ in found.ghosts]
    assert min(distance(a, b) for a, b in itertools.combinations(ends, 2)) >= 0.98, ends
