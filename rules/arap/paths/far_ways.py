"""Ways to places that are far off, round walls, through doors and up stairs: for who looks further than a move.

On a table without buildings to go into every way is straight. (ARAP-MOVE-01, BLD-DOOR-03, BLD-LEVEL-01)
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from rules.arap import building_interface
from rules.arap.paths.building_interface import FarWaysThroughBuildings
from rules.arap.terrain import floor_ways, ground
from rules.core.ids import SideId
from rules.core.kept import lately
from rules.forces.unit import Point
from rules.geometry import rings
from rules.geometry.facings import bearing
from rules.geometry.lengths import along, distance
from rules.geometry.rings import Ring
from rules.geometry.ways.roadmap import FarWay, Join, Layout, Roadmap, roadmap
from rules.state import GameState
from rules.table.terrain import Terrain

EDGE_IN: Final = 0.1
"""How thick the edge of high ground is taken to be."""
OFF_IN: Final = 0.8
"""So far from the ends of a ladder at an edge somebody stands who has come off it."""
NO_WAY_IN: Final = 24.0
"""Inches more than straight on that a place counts to which no way leads."""


def roads(state: GameState, side: SideId) -> Roadmap | None:
    """The ways of the table for a side; None where there are no buildings to go into."""
    return lately(state, "far ways", side, lambda: _roads(state, side))


def _roads(state: GameState, side: SideId) -> Roadmap | None:
    inside = building_interface.ask(FarWaysThroughBuildings).far_ways(state, side)
    if inside is None:
        return None
    joins = {frozenset((j.a, j.b)): j for j in (*inside.joins, *_climbs(state))}
    surface = (state.scenario.width_in, state.scenario.height_in)
    return roadmap(
        Layout(tuple(_walls(state)), surface, inside.gates, tuple(joins.values()), inside.halls, inside.floors)
    )


def _walls(state: GameState) -> Iterator[Ring]:
    """What is solid, and the edges of what has steep sides: those are gone up and down by ladders."""
    for piece in ground.table_of(state).pieces:
        if _is_solid(piece.terrain):
            yield piece.ring
        elif piece.terrain.is_steep:
            yield from (rings.thick_line(edge, EDGE_IN) for edge in rings.edges(piece.ring))


def _climbs(state: GameState) -> Iterator[Join]:
    """Stairs and ladders between floors that are laid out apart, and ladders at edges, from a step off their ends."""
    yield from (Join(str(c.ladder.id), c.near, c.far, c.cost_in) for c in floor_ways.climbs(state))
    for span in floor_ways.ladders(state):
        if span.terrain.head is None:
            up = bearing(span.foot, span.head)
            off = (along(span.foot, up, -OFF_IN), along(span.head, up, OFF_IN))
            yield Join(str(span.terrain.id), *off, span.cost_in + 2 * OFF_IN)


def _is_solid(piece: Terrain) -> bool:
    """Whether nobody plans a way over it: walls, and sills of windows."""
    return piece.going == "impassable" or (piece.has_interior and piece.line)


def inches(state: GameState, side: SideId, start: Point, end: Point) -> float:
    """How far it is on foot, opening what is shut on the way."""
    known = roads(state, side)
    straight = distance(start, end)
    found = known.inches(start, end) if known is not None else straight
    return straight + NO_WAY_IN if math.isinf(found) else found


def way_to(state: GameState, side: SideId, start: Point, end: Point) -> FarWay | None:
    """The way there as far as the first shut door or stairs; None where there is none, or nothing to go into."""
    known = roads(state, side)
    return known.way(start, end) if known is not None else None
