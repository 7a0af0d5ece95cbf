"""A town laid by square tiles, each 5 inches across: streets like I, L, T or +, and rooms with one way in.

Some exits may be closed; what is beyond one is laid when it is opened. (BLD-TILE-01, BLD-TILE-02, BLD-TILE-03)
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.core.ids import TerrainId
from rules.table.building import Building
from rules.table.scenario import Scenario
from rules.table.terrain import Terrain
from tabletop.scenarios.draft import palette, shapes, walls
from tabletop.scenarios.draft.shapes import Point, Points

TILE_IN: Final = 5.0
_STREET_IN: Final = 2.4
_MOST_CLOSED: Final = 3
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


Edge = tuple[Cell, Cell]
"""A way between two tiles, from the one nearer to the start."""


def closed(tiles: Mapping[Cell, Tile], start: Cell, dice: random.Random) -> dict[Edge, frozenset[Cell]]:
    """Some ways without which tiles cannot be reached, each with the tiles beyond it. (BLD-TILE-03)"""
    near = {cell: tuple(_joined(tiles, cell)) for cell in tiles}
    beyond = {}
    for cell in sorted(_reached(near, start) - {start}):
        for other in near[cell]:
            rest = frozenset(_reached(near, start, without=(other, cell)))
            if other != start and other in rest and cell not in rest:
                beyond[(other, cell)] = frozenset(_reached(near, start)) - rest
    ways = sorted(beyond)
    chosen = dice.sample(ways, min(len(ways), _MOST_CLOSED))
    return {way: beyond[way] for way in chosen}


def _joined(tiles: Mapping[Cell, Tile], cell: Cell) -> Iterator[Cell]:
    """The tiles to which both have a way."""
    for way in tiles[cell].exits:
        other = (cell[0] + _WAYS[way][0], cell[1] + _WAYS[way][1])
        if other in tiles and _BACK[way] in tiles[other].exits:
            yield other


def _reached(near: Mapping[Cell, Sequence[Cell]], start: Cell, without: Edge | None = None) -> set[Cell]:
    found, todo = {start}, [start]
    while todo:
        cell = todo.pop()
        new = [other for other in near[cell] if other not in found and without not in ((cell, other), (other, cell))]
        found.update(new)
        todo += new
    return found


def town(scenario: Scenario, dice: random.Random, *, with_closed: bool = False) -> list[Terrain]:
    """Streets and houses over the table between the zones; with some closed exits what is beyond them lies behind."""
    across, down = int(scenario.width_in // TILE_IN), int(scenario.height_in // TILE_IN)
    left, top = (scenario.width_in - across * TILE_IN) / 2, (scenario.height_in - down * TILE_IN) / 2
    tiles = max((laid(across, down, dice) for _ in range(_TRIES)), key=len)

    def middle(cell: Cell) -> Point:
        return (left + (cell[0] + 0.5) * TILE_IN, top + (cell[1] + 0.5) * TILE_IN)

    streets = [(cell, piece) for cell in sorted(tiles) for piece in _tile(tiles[cell], middle(cell))]
    plots = [(x, y) for x in range(across) for y in range(down)]
    houses = [(cell, _house(middle(cell), dice)) for cell in plots if _is_plot(tiles, cell, dice)]
    laid_out = streets + [(cell, house) for cell, house in houses if _is_clear(scenario, house)]
    if not with_closed:
        return [piece for _, piece in laid_out]
    ways = closed(tiles, (across // 2, down // 2), dice)
    exits = {way: TerrainId(f"exit-{n}") for n, way in enumerate(ways, 1)}
    behind = {cell: exits[way] for cell in tiles if (way := _innermost(ways, cell))}
    doors = [_exit(exits[way], middle(way[0]), middle(way[1]), behind.get(way[0])) for way in ways]
    return doors + [replace(piece, behind=_shown_with(tiles, behind, cell)) for cell, piece in laid_out]


def _innermost(ways: Mapping[Edge, frozenset[Cell]], cell: Cell) -> Edge | None:
    """The last closed way on the path to a tile."""
    return min((way for way in ways if cell in ways[way]), key=lambda way: len(ways[way]), default=None)


def _shown_with(tiles: Mapping[Cell, Tile], behind: Mapping[Cell, TerrainId], cell: Cell) -> TerrainId | None:
    """The exit behind which what stands in a cell lies: a house is seen with the first street that runs past."""
    if cell in tiles:
        return behind.get(cell)
    past = [c for dx, dy in _WAYS.values() if (c := (cell[0] + dx, cell[1] + dy)) in tiles]
    return None if any(c not in behind for c in past) else behind[min(past)]


def _exit(key: TerrainId, one: Point, other: Point, behind: TerrainId | None) -> Terrain:
    """A closed exit across the way between two tiles."""
    x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    half = _STREET_IN / 2
    ends = ((x, y - half), (x, y + half)) if one[1] == other[1] else ((x - half, y), (x + half, y))
    return replace(palette.piece(palette.KIND["exit"], key, shapes.rounded(ends)), behind=behind)


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
