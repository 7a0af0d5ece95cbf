"""A town laid by square tiles, each 5 inches across: streets like I, L, T or +, and rooms with one way in.

(BLD-TILE-01, BLD-TILE-02)
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.core.ids import TerrainId
from rules.table.building import Building
from rules.table.scenario import Scenario
from rules.table.terrain import Terrain
from tabletop.scenarios import shapes, walls
from tabletop.scenarios.shapes import Point, Points

TILE_IN: Final = 5.0
_STREET_IN: Final = 2.4
_TRIES: Final = 6
"""Towns of which the largest is taken: ways may all end soon."""
_WAYS: Final = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
_BACK: Final = {"n": "s", "e": "w", "s": "n", "w": "e"}
_SHAPES: Final = (("I", 3), ("L", 3), ("T", 3), ("+", 2), ("dead end", 2))
_EXITS: Final = {"I": ("ns",), "L": ("ne",), "T": ("nes",), "+": ("nesw",), "dead end": ("n",)}

Cell = tuple[int, int]


class Tile(NamedTuple):
    """One tile: its shape and the ways out of it."""

    shape: str
    exits: frozenset[str]


def laid(across: int, down: int, dice: random.Random) -> dict[Cell, Tile]:
    """Tiles from the middle outwards, each with a way to the one from which it was reached, until none is open."""
    start = (across // 2, down // 2)
    tiles = {start: Tile("+", frozenset("nesw"))}
    open_ends = [(start, way) for way in "nesw"]
    while open_ends:
        (x, y), way = open_ends.pop(dice.randrange(len(open_ends)))
        dx, dy = _WAYS[way]
        cell = (x + dx, y + dy)
        if cell in tiles or not (0 <= cell[0] < across and 0 <= cell[1] < down):
            continue
        tiles[cell] = _drawn(_BACK[way], dice)
        open_ends += [(cell, each) for each in sorted(tiles[cell].exits) if each != _BACK[way]]
    return tiles


def _drawn(entry: str, dice: random.Random) -> Tile:
    """A tile drawn and turned so that one of its ways is the entry."""
    shape = dice.choice([name for name, weight in _SHAPES for _ in range(weight)])
    exits = frozenset(_EXITS[shape][0])
    for _ in range(dice.randrange(4)):
        exits = _turned(exits)
    while entry not in exits:
        exits = _turned(exits)
    return Tile(shape, exits)


def _turned(exits: frozenset[str]) -> frozenset[str]:
    order = "nesw"
    return frozenset(order[(order.index(way) + 1) % 4] for way in exits)


def town(scenario: Scenario, dice: random.Random) -> list[Terrain]:
    """Streets and houses over the table between the zones."""
    across, down = int(scenario.width_in // TILE_IN), int(scenario.height_in // TILE_IN)
    left, top = (scenario.width_in - across * TILE_IN) / 2, (scenario.height_in - down * TILE_IN) / 2
    tiles = max((laid(across, down, dice) for _ in range(_TRIES)), key=len)

    def middle(cell: Cell) -> Point:
        return (left + (cell[0] + 0.5) * TILE_IN, top + (cell[1] + 0.5) * TILE_IN)

    pieces = [piece for cell in sorted(tiles) for piece in _tile(tiles[cell], middle(cell))]
    houses = [_house(middle((x, y)), dice) for x in range(across) for y in range(down) if _is_plot(tiles, (x, y), dice)]
    return pieces + [house for house in houses if _is_clear(scenario, house)]


def _is_plot(tiles: dict[Cell, Tile], cell: Cell, dice: random.Random) -> bool:
    """Whether a house stands there: on ground without a street that a street runs past."""
    past = any((cell[0] + dx, cell[1] + dy) in tiles for dx, dy in _WAYS.values())
    return cell not in tiles and past and dice.random() < 0.75


def _tile(tile: Tile, at: Point) -> Iterator[Terrain]:
    if tile.shape == "dead end":
        yield _room(at, next(iter(tile.exits)))
        return
    ends = {way: (at[0] + dx * TILE_IN / 2, at[1] + dy * TILE_IN / 2) for way, (dx, dy) in _WAYS.items()}
    through = [(ends[way], ends[_BACK[way]]) for way in "ne" if {way, _BACK[way]} <= tile.exits]
    alone = [ends[way] for way in sorted(tile.exits) if _BACK[way] not in tile.exits]
    if len(alone) == 2:
        yield _street((alone[0], at, alone[1]))
    else:
        yield from (_street((at, end)) for end in alone)
    yield from (_street(street) for street in through)


def _street(points: Points) -> Terrain:
    return Terrain(
        id=TerrainId("street"),
        name="",
        points=shapes.rounded(points),
        line=True,
        width_in=_STREET_IN,
        going="road",
        look="road",
    )


def _room(at: Point, way: str) -> Terrain:
    """A room as a building with its door where the way comes in; figures stand anywhere in it."""
    dx, dy = _WAYS[way]
    return _building(at, TILE_IN - 0.6, TILE_IN - 0.6, (at[0] + dx * TILE_IN / 2, at[1] + dy * TILE_IN / 2))


def _house(at: Point, dice: random.Random) -> Terrain:
    width, depth = dice.choice((3.0, 3.6, 4.2)), dice.choice((3.0, 3.6, 4.2))
    door = (at[0], at[1] + depth / 2) if dice.random() < 0.5 else (at[0] + width / 2, at[1])
    return _building(at, width, depth, door)


def _building(at: Point, width: float, depth: float, door: Point) -> Terrain:
    bare = Terrain(
        id=TerrainId("house"),
        name="",
        points=shapes.rectangle(at, width, depth),
        going="difficult",
        cover="hard",
        height_in=3,
        blocks_sight=True,
        look="building",
        building=Building(),
    )
    return replace(bare, building=Building(openings=(walls.opening(bare, door, "door"),)))


def _is_clear(scenario: Scenario, house: Terrain) -> bool:
    """No house on an objective."""
    box = shapes.box(house.points).grown(0.5)
    return not any(box.left < o.at[0] < box.right and box.top < o.at[1] < box.bottom for o in scenario.objectives)
