"""Ways to places that are far off, round walls, through doors, up stairs and faces: for who looks further than a move.

On a table with nothing to go into or to climb every way is straight. (ARAP-MOVE-01, BLD-DOOR-03, BLD-LEVEL-01)
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from rules.arap import building_interface
from rules.arap.paths import faces
from rules.arap.paths.building_interface import FarWaysInside, FarWaysThroughBuildings
from rules.arap.paths.faces import Feats
from rules.arap.terrain import floor_ways, ground
from rules.core.kept import lately
from rules.forces.unit import Point, Unit
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


def roads(state: GameState, unit: Unit) -> Roadmap | None:
    """The ways of the table for a unit; None where there is nothing to go into or to climb."""
    feats = faces.feats_of(state, unit)
    return lately(state, "far ways", (unit.side, feats), lambda: _roads(state, unit, feats))


def _roads(state: GameState, unit: Unit, feats: Feats) -> Roadmap | None:
    inside = building_interface.ask(FarWaysThroughBuildings).far_ways(state, unit.side)
    if inside is None and (not feats.climbs or not faces.has_any(state)):
        return None
    inside = inside or FarWaysInside()
    every = (*inside.joins, *_climbs(state), *faces.joins(state, feats))
    joins = {(j.a, j.b) if j.back_in is not None else frozenset((j.a, j.b)): j for j in every}
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
    """Whether nobody walks over it: walls, and what is too high to step over."""
    return piece.going == "impassable" or faces.is_high(piece)


def inches(state: GameState, unit: Unit, start: Point, end: Point) -> float:
    """How far it is for that unit, opening what is shut on the way."""
    known = roads(state, unit)
    straight = distance(start, end)
    found = known.inches(start, end) if known is not None else straight
    return straight + NO_WAY_IN if math.isinf(found) else found


def way_to(state: GameState, unit: Unit, start: Point, end: Point) -> FarWay | None:
    """The way there as far as the first shut door, stairs or face; None where there is none, or nothing in the way."""
    known = roads(state, unit)
    return known.way(start, end) if known is not None else None


def from_hold(state: GameState, unit: Unit, face: str, level_in: float, end: Point) -> float:
    """How far it is for who hangs so many inches up a ladder or face, by the better way off it."""
    holds = faces.ways_off(state, unit, face, level_in)
    return min((hold.cost_in + inches(state, unit, hold.at, end) for hold in holds), default=math.inf)


def from_here(state: GameState, unit: Unit, end: Point) -> float:
    """How far it is from where its lead stands or hangs."""
    lead = unit.alive[0]
    left = from_hold(state, unit, lead.on_face, lead.level_in, end) if lead.on_face else math.inf
    return inches(state, unit, lead.at, end) if math.isinf(left) else left


def leads_inside(state: GameState, unit: Unit) -> bool:
    """Whether the table has buildings to go into."""
    return building_interface.ask(FarWaysThroughBuildings).far_ways(state, unit.side) is not None
