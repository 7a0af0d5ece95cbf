"""Terrain tiles, as a scenario begins with them. (BLD-TILE-01, BLD-TILE-02)"""

from __future__ import annotations

from rules.buildings.tiles import shapes, start
from rules.table.terrain import Terrain
from rules.table.tiles import TileStack


def tiled(
    width_in: float, height_in: float, depth_in: float, *, hexagons: bool = False
) -> tuple[TileStack, tuple[Terrain, ...]]:
    """A stack of tiles, and what lies at the start of a battle on a table of that size. (BLD-TILE-01)"""
    stack = start.HEXAGONS if hexagons else start.STACK
    return stack, tuple(start.begun(stack, width_in, height_in, depth_in))


def tile_shapes() -> tuple[str, ...]:
    """The shapes of tiles as they are printed. (BLD-TILE-02)"""
    return tuple(shapes.printed())
