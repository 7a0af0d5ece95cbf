"""How a table of tiles begins: a crossing in the middle, gates from the zones at both ends. (BLD-TILE-01)"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from rules.buildings.tiles import shapes
from rules.core.ids import TerrainId
from rules.forces.unit import Point
from rules.geometry.lengths import TOLERANCE
from rules.table.terrain import Terrain
from rules.table.tiles import TileStack

STACK: Final = TileStack(shapes={"I": 6, "L": 7, "T": 6, "+": 4, shapes.DEAD_END: 6})
"""Enough square tiles for a table of four feet."""

HEXAGONS: Final = TileStack(sides=6, shapes={"I": 5, "L": 8, "T": 6, "+": 4, shapes.DEAD_END: 4})
"""Enough hexagons for a table of four feet by three."""

EAST: Final = 1
WEST: Final = 3
COLUMNS: Final = (-3, 3)
"""Where the gates of a table of hexagons are, in columns from its middle."""


def begun(stack: TileStack, width_in: float, height_in: float, depth_in: float) -> Iterator[Terrain]:
    """What lies there from the start, between zones of that depth in the west and east; of hexagons north and south."""
    if stack.sides == 6:
        yield from _hexagons(stack, width_in, height_in, depth_in)
        return
    across = stack.across_in
    columns, rows = int((width_in - 2 * depth_in) // across), int(height_in // across)
    left, top = (width_in - columns * across) / 2, (height_in - rows * across) / 2
    gates = [top + (n + 0.5) * across for n in dict.fromkeys((1, rows - 2))]
    for name, x, inwards in (("West", left, 1.0), ("East", width_in - left, -1.0)):
        yield from _walls(name.lower(), x, gates, height_in)
        for n, y in enumerate(gates, 1):
            centre = (x + inwards * across / 2, y)
            way = shapes.way_on(
                shapes.on_grid(stack, centre), f"{name.lower()}-gate-{n}", WEST if inwards > 0 else EAST
            )
            yield replace(way, name=f"{name} gate {n}", leads=centre)
    yield from _crossing(stack, (left + (columns // 2 + 0.5) * across, top + (rows // 2 + 0.5) * across))


def _hexagons(stack: TileStack, width_in: float, height_in: float, depth_in: float) -> Iterator[Terrain]:
    """All on the lattice of the crossing in the middle; the walls are where the first hexagons begin."""
    across, middle = stack.across_in, (width_in / 2, height_in / 2)
    step = across * math.cos(math.pi / 6)
    rows = math.floor((height_in / 2 - depth_in - across) / across + TOLERANCE)
    far = (rows + 0.5) * across  # the gates' columns lie half a hexagon off that of the crossing
    gates = [middle[0] + n * step for n in COLUMNS]
    for name, away, side in (("North", -1.0, 0), ("South", 1.0, 3)):
        y = middle[1] + away * (far + across / 2)
        yield from (_turned(wall) for wall in _walls(name.lower(), y, gates, width_in))
        for n, x in enumerate(gates, 1):
            centre = (round(x, 3), middle[1] + away * far)
            way = shapes.way_on(shapes.on_grid(stack, centre), f"{name.lower()}-gate-{n}", side)
            yield replace(way, name=f"{name} gate {n}", leads=centre)
    yield from _crossing(stack, middle)


def _turned(wall: Terrain) -> Terrain:
    """A wall from north to south, laid from west to east."""
    return replace(wall, points=tuple((y, x) for x, y in wall.points))


def _crossing(stack: TileStack, middle: Point) -> Iterator[Terrain]:
    lie = shapes.on_grid(stack, middle)
    ways = next(iter(shapes.turns("+", stack.sides, 0)))
    floor, *solid = shapes.pieces(lie, "crossing", "+", ways)
    yield replace(floor, name="Crossing")
    yield from solid
    yield from (shapes.way_on(lie, f"crossing-way-{n}", n) for n in sorted(ways))


def _walls(name: str, x: float, gates: list[float], height_in: float) -> Iterator[Terrain]:
    """A wall from edge to edge but for the gates, up to the ceiling: nobody climbs over it."""
    half = shapes.WAY_IN / 2
    ends = [0.0, *(y + off for y in gates for off in (-half, half)), height_in]
    for n in range(0, len(ends), 2):
        yield Terrain(
            id=TerrainId(f"{name}-wall-{n // 2}"),
            name="",
            points=((x, ends[n]), (x, ends[n + 1])),
            line=True,
            width_in=0.4,
            going="impassable",
            cover="hard",
            height_in=shapes.HEIGHT_IN,
            blocks_sight=True,
            vertical="impassable",
            look="wall",
        )
