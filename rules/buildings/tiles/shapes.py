"""What a tile looks like as terrain: floor, solid parts, ways on. (BLD-TILE-02)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from rules.core.ids import TerrainId
from rules.forces.unit import Point
from rules.geometry import tilings
from rules.geometry.rings import Ring
from rules.rulebook import charts
from rules.table.terrain import Terrain
from rules.table.tiles import HEXAGON, TileStack

DEAD_END: Final = "dead end"
WAY_IN: Final = 2.0
"""How wide corridors and alleys are."""
WALL_IN: Final = 0.3
HEIGHT_IN: Final = 3.0

Sides = frozenset[int]

_SQUARE: Final = {"I": (0, 2), "L": (0, 1), "T": (0, 1, 3), "+": (0, 1, 2, 3), DEAD_END: (0,)}
_HEXAGON: Final = {"I": (0, 3), "L": (0, 2), "T": (0, 2, 4), "+": (0, 1, 3, 4), DEAD_END: (0,)}


@cache
def printed() -> dict[str, int]:
    """The shapes that there are, with their ways in and out. (BLD-TILE-02)"""
    return {str(row["shape"]): int(str(row["exits"])) for row in charts.rows("BLD-TILE-02")}


class Lie(NamedTuple):
    """How a tile lies: about which place, its sides, and which way the first of them looks."""

    centre: Point
    sides: int
    across_in: float
    first_deg: float = 0.0

    @property
    def ring(self) -> Ring:
        """Its outline."""
        return tilings.outline(self.centre, self.sides, self.across_in, self.first_deg)

    def middle_of(self, side: int) -> Point:
        """The middle of one of its sides."""
        return tilings.middle_of(self.centre, side, self.sides, self.across_in, self.first_deg)


def shape_of(tile: str) -> str:
    """The shape of a tile by its name."""
    return tile.removeprefix(HEXAGON)


def turns(tile: str, sides: int, entry: int) -> tuple[Sides, ...]:
    """The ways of a tile in each way in which it can lie so that one of them is the entry."""
    shape = shape_of(tile)
    base = (_SQUARE if sides == 4 else _HEXAGON)[shape]
    assert len(base) == printed()[shape]
    turned = (frozenset((side + by) % sides for side in base) for by in range(sides))
    return tuple(dict.fromkeys(ways for ways in turned if entry in ways))


def pieces(lie: Lie, stem: str, tile: str, ways: Sides) -> Iterator[Terrain]:
    """The floor of a tile and what is solid of it. Figures stand anywhere in a room, else in its corridors."""
    is_room = shape_of(tile) == DEAD_END
    yield Terrain(id=TerrainId(stem), name="Room" if is_room else "", points=lie.ring, look="field", tile=tile)
    yield from walls(lie, stem, tile, [lie.middle_of(side) for side in sorted(ways)])


def walls(lie: Lie, stem: str, tile: str, ends: Sequence[Point]) -> Iterator[Terrain]:
    """What is solid of a tile whose ways lead from its middle to those places on its edge."""
    wall = WALL_IN if shape_of(tile) == DEAD_END else None
    for n, part in enumerate(tilings.solid(lie.ring, lie.centre, ends, WAY_IN, wall)):
        yield _solid(f"{stem}-w{n}", part)


def _solid(key: str, points: tuple[Point, ...]) -> Terrain:
    return Terrain(
        id=TerrainId(key),
        name="",
        points=points,
        going="impassable",
        cover="hard",
        height_in=HEIGHT_IN,
        blocks_sight=True,
        vertical="impassable",
        look="building",
    )


def way_on(lie: Lie, key: str, side: int) -> Terrain:
    """A way out of a tile behind which none is laid yet. (BLD-TILE-03)"""
    return Terrain(
        id=TerrainId(key),
        name="",
        points=tilings.across(lie.centre, side, lie.sides, lie.across_in, WAY_IN, lie.first_deg),
        line=True,
        width_in=0.3,
        going="impassable",
        height_in=HEIGHT_IN,
        blocks_sight=True,
        vertical="impassable",
        look="door",
        closed=True,
        leads=tilings.next_to(lie.centre, side, lie.sides, lie.across_in, lie.first_deg),
    )


def on_grid(stack: TileStack, centre: Point) -> Lie:
    """How a tile lies on the grid of a stack of tiles of one kind."""
    return Lie(centre, stack.sides, stack.across_in)


def walled_up(way: Terrain) -> Terrain:
    """A way that ends at a wall: the tile beyond has none to meet it."""
    return Terrain(
        id=way.id,
        name=way.name,
        points=way.points,
        line=True,
        width_in=way.width_in,
        going="impassable",
        height_in=way.height_in,
        blocks_sight=True,
        vertical="impassable",
        look="wall",
    )
