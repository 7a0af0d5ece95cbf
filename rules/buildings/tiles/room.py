"""Where tiles have room: ways on, what is left of the stack, how a tile would lie behind a way. (BLD-TILE-01, -02)"""

from __future__ import annotations

from collections import Counter
from typing import Final

from rules.buildings.tiles import shapes
from rules.forces.unit import Point
from rules.geometry import tilings
from rules.geometry.facings import bearing
from rules.geometry.lengths import between, distance
from rules.state import GameState
from rules.table.terrain import Terrain
from rules.table.tiles import TileStack

APART: Final = 0.9
"""Tiles whose middles are nearer than this share of their width would lie on each other."""
SAME_IN: Final = 0.1
"""Places of tiles so near to each other are one."""
TOUCH_IN2: Final = 0.3
"""Squares and hexagons that share no more square inches lie beside each other."""
CLEAR: Final = 1.5
"""Tiles whose middles are so many widths apart share nothing, however they are turned."""


def ways_on(state: GameState) -> tuple[Terrain, ...]:
    """Closed ways behind which no tile is laid yet."""
    return tuple(p for p in state.terrain if p.closed and p.leads is not None)


def left(state: GameState) -> dict[str, int]:
    """How many tiles of each shape are still in the stack. (BLD-TILE-02)"""
    stack = state.scenario.tiles
    laid = Counter(piece.tile for piece in state.terrain if piece.tile)
    still = {tile: count - laid[tile] for tile, count in (stack.counts() if stack else {}).items()}
    return {tile: count for tile, count in still.items() if count > 0 and shapes.shape_of(tile) in shapes.printed()}


def lie_of(stack: TileStack, way: Terrain, tile: str) -> shapes.Lie:
    """How a tile lies behind a way: on the grid, or turned to meet it where squares and hexagons are mixed."""
    at = way.leads
    assert at is not None
    if not stack.is_mixed:
        return shapes.on_grid(stack, at)
    return shapes.Lie(at, stack.sides_of(tile), stack.across_in, round(bearing(at, middle_of(way)), 3))


def middle_of(way: Terrain) -> Point:
    """The middle of a way."""
    return between(way.points[0], way.points[-1], 0.5)


def entry(lie: shapes.Lie, way: Terrain) -> int:
    """The side of the new tile that meets the way."""
    middle = middle_of(way)
    return min(range(lie.sides), key=lambda n: distance(lie.middle_of(n), middle))


def meets(stack: TileStack, lie: shapes.Lie, way: Terrain) -> bool:
    """Whether another way leads to the middle of a side of the new tile: on a grid it always does."""
    if way.leads is None or distance(way.leads, lie.centre) >= SAME_IN:
        return False
    return not stack.is_mixed or distance(lie.middle_of(entry(lie, way)), middle_of(way)) < SAME_IN


def is_there(state: GameState, stack: TileStack, way: Terrain) -> bool:
    """Whether there is room for some tile behind a way."""
    return any(fits(state, stack, way, tile) for tile in left(state) or stack.counts())


def fits(state: GameState, stack: TileStack, way: Terrain, tile: str) -> bool:
    """Whether there is room for a tile behind a way: on the table, and nothing laid there."""
    lie = lie_of(stack, way, tile)
    width, height = state.scenario.width_in, state.scenario.height_in
    if not all(-SAME_IN <= x <= width + SAME_IN and -SAME_IN <= y <= height + SAME_IN for x, y in lie.ring):
        return False
    zones = [zone.points for zone in state.scenario.zones]
    if stack.is_mixed:
        beside = CLEAR * stack.across_in
        laid = (p for p in state.terrain if p.tile)
        taken = [*(p.points for p in laid if distance(_middle(p), lie.centre) < beside), *zones]
        return all(tilings.overlap(lie.ring, other) <= TOUCH_IN2 for other in taken)
    near = APART * stack.across_in
    middles = (_middle(p) for p in state.terrain if p.tile)
    return all(distance(at, lie.centre) > near for at in middles) and not any(_within(lie.centre, z) for z in zones)


def _middle(piece: Terrain) -> Point:
    count = len(piece.points)
    return (sum(p[0] for p in piece.points) / count, sum(p[1] for p in piece.points) / count)


def _within(at: Point, zone: tuple[Point, ...]) -> bool:
    xs, ys = [p[0] for p in zone], [p[1] for p in zone]
    return min(xs) <= at[0] <= max(xs) and min(ys) <= at[1] <= max(ys)
