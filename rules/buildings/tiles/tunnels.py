"""Tiles that lie under a roof: corridors and tunnels that run on into each other, rooms of their own. (BLD-CONF-01)"""

from __future__ import annotations

import math
from typing import Final

from rules.arap.terrain import ground
from rules.buildings.tiles import shapes
from rules.forces.unit import Point
from rules.geometry import rings
from rules.geometry.facings import bearing
from rules.geometry.lengths import along, between, distance, distance_to_segment
from rules.state import GameState
from rules.table.terrain import Terrain

NAME: Final = "the tunnels"
"""What is said of all of them."""
BESIDE_IN: Final = 0.5
"""So far from the middle of a side one is inside, or outside."""


def tunnel_at(state: GameState, at: Point) -> Terrain | None:
    """The tile under a roof of which a place is."""
    stack = state.scenario.tiles
    if stack is None or not stack.under_roof:
        return None
    return next((p for p in state.terrain if p.tile and rings.encloses(p.points, at)), None)


def is_room(tile: Terrain) -> bool:
    """Whether a tile is a room with one way in, not a corridor that runs on. (BLD-TILE-02)"""
    return shapes.shape_of(tile.tile) == shapes.DEAD_END


def is_parted(state: GameState, a: Point, b: Point) -> bool:
    """Whether rock, a wall or a way that is shut lies between two places."""
    near = ground.pieces_near(state, rings.bounds((a, b)))
    return any(ground.crossings(p, a, b) for p in near if p.terrain.going == "impassable")


def nearest_wall(state: GameState, at: Point) -> float:
    """How far it is to the nearest wall, rock or way that is shut."""
    near = ground.pieces_near(state, rings.bounds((at,)).grown(shapes.WAY_IN))
    solid = (p.terrain.points for p in near if p.terrain.going == "impassable")
    return min((distance_to_segment(at, *edge) for ring in solid for edge in rings.edges(ring)), default=math.inf)


def ways_of(state: GameState, room: Terrain) -> list[tuple[Point, Point]]:
    """Where the wall of a room is open."""
    found = []
    for a, b in rings.edges(room.points):
        middle, out, half = between(a, b, 0.5), bearing(a, b) + 90, shapes.WAY_IN / 2 / distance(a, b)
        sides = (along(middle, out, BESIDE_IN), along(middle, out + 180, BESIDE_IN))
        if not is_parted(state, *sides):
            found.append((between(a, b, 0.5 - half), between(a, b, 0.5 + half)))
    return found
