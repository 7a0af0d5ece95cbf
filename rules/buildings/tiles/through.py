"""Whoever is shut in all the same finds a way through a wall: on to where there is room, else to others. (BLD-TILE-02)

The document is silent; a maze that is full would leave a side with nowhere to go.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rules.buildings.tiles import room, shapes, shut_in
from rules.buildings.tiles.shapes import Lie, Sides
from rules.core.ids import TerrainId
from rules.forces.unit import Point
from rules.geometry import rings
from rules.geometry.facings import bearing
from rules.geometry.lengths import along, between, distance
from rules.state import GameState
from rules.table.terrain import Terrain
from rules.table.tiles import TileStack

MOST: Final = 4
"""Walls that open for one tile: it may shut in whoever lays it and people of every side."""
_INTO_WALL_IN: Final = 0.1
_BEYOND_IN: Final = (0.2, 0.7, 1.2, 1.7)
"""How far behind a wall others may lie."""


class Through(NamedTuple):
    """A wall that opens: pieces that are gone, and those that are there now."""

    gone: tuple[TerrainId, ...]
    laid: tuple[Terrain, ...]


class _Side(NamedTuple):
    """A side of a tile that lies: the tile, how it lies, its ways, and the side's number."""

    tile: Terrain
    lie: Lie
    ways: Sides
    number: int

    @property
    def middle(self) -> Point:
        return self.lie.middle_of(self.number)

    @property
    def is_wall(self) -> bool:
        return self.number not in self.ways


def found(state: GameState, way: Terrain, after: GameState) -> list[Through]:
    """Where walls may open for whoever is shut in by a tile behind that way; none where nobody is."""
    stack = state.scenario.tiles
    if stack is None or state.is_older_than("9"):
        return []
    parts = [shut_in.part_of(after, at) for at in shut_in.concerned(state, way)]
    shut = next((part for part in parts if shut_in.is_shut_in(after, part)), None)
    if shut is None:
        return []
    sides = [side for tile in after.terrain if tile.tile and tile.points in shut for side in _sides(after, tile)]
    opens = list(_on(after, stack, sides)) or list(_across(after, shut, sides))
    return [one for one in opens if one.gone or one.laid]


def _on(state: GameState, stack: TileStack, sides: list[_Side]) -> Iterator[Through]:
    """New ways on, behind which there is room for a tile that is left."""
    for side in sides:
        door = shapes.way_on(side.lie, f"{side.tile.id}-t{side.number}", side.number)
        if side.is_wall and room.left(state) and room.is_there(state, stack, door):
            opened = _opened(state, side)
            yield opened._replace(laid=(*opened.laid, door))


def _across(state: GameState, shut: shut_in.Part, sides: list[_Side]) -> Iterator[Through]:
    """Doorways into tiles and zones of others that lie behind a wall, however they are turned to each other."""
    others = [tile for tile in state.terrain if tile.tile and tile.points not in shut]
    zones = [zone.points for zone in state.scenario.zones if zone.points not in shut]
    for side in sides:
        out = bearing(side.lie.centre, side.middle)
        beyond = [along(side.middle, out, off) for off in _BEYOND_IN]
        here = _opened(state, side)
        there = next((tile for at in beyond for tile in others if rings.encloses(tile.points, at)), None)
        if there is not None and (carved := _carved(state, there, side.middle)) is not None:
            yield Through((*here.gone, *carved.gone), (*here.laid, *carved.laid))
        elif there is None and any(rings.encloses(zone, at) for at in beyond for zone in zones):
            yield here


def _carved(state: GameState, tile: Terrain, near: Point) -> Through | None:
    """A tile with one more way, from its edge nearest to a place to its middle."""
    every = list(_sides(state, tile))
    if not every:
        return None
    edge = rings.nearest_on_edge(tile.points, near)
    doors = _shut_at(state, edge)
    known = next((s for s in every if distance(s.middle, edge) < room.SAME_IN), None)
    if known is not None and not known.is_wall:
        return Through(doors, ())
    ends = (*(s.middle for s in every if not s.is_wall), edge)
    return Through((*_ids(_solid_of(state, tile)), *doors), _solid(tile, f"{tile.id}-n{state.seq}", every[0].lie, ends))


def _opened(state: GameState, side: _Side) -> Through:
    """A tile with one side more that is open; a way there that ends at a wall is one again."""
    doors = _shut_at(state, side.middle)
    if not side.is_wall:
        return Through(doors, ())
    ends = [side.lie.middle_of(n) for n in sorted(side.ways | {side.number})]
    solid = _solid(side.tile, f"{side.tile.id}-n{state.seq}", side.lie, ends)
    return Through((*_ids(_solid_of(state, side.tile)), *doors), solid)


def _solid(tile: Terrain, stem: str, lie: Lie, ends: Sequence[Point]) -> tuple[Terrain, ...]:
    return tuple(shapes.walls(lie, stem, tile.tile, ends))


def _ids(pieces: Sequence[Terrain]) -> tuple[TerrainId, ...]:
    return tuple(p.id for p in pieces)


def _shut_at(state: GameState, at: Point) -> tuple[TerrainId, ...]:
    """Ways on and walls in the place of one, there."""
    lines = (p for p in state.terrain if p.line and p.going == "impassable")
    return tuple(p.id for p in lines if distance(room.middle_of(p), at) < room.SAME_IN)


def _sides(state: GameState, tile: Terrain) -> Iterator[_Side]:
    """Those of a tile whose walls are known."""
    solid = _solid_of(state, tile)
    if not solid:
        return
    centre = rings.centroid(tile.points)
    edges = [between(a, b, 0.5) for a, b in rings.edges(tile.points)]
    across = 2 * distance(centre, edges[0])
    lie = Lie(centre, len(edges), across, bearing(centre, edges[0]))
    inner = [along(lie.middle_of(n), bearing(lie.middle_of(n), centre), _INTO_WALL_IN) for n in range(lie.sides)]
    ways = frozenset(n for n, at in enumerate(inner) if not any(rings.encloses(p.points, at) for p in solid))
    for n in range(lie.sides):
        yield _Side(tile, lie, ways, n)


def _solid_of(state: GameState, tile: Terrain) -> list[Terrain]:
    stems = (f"{tile.id}-w", f"{tile.id}-n")
    return [p for p in state.terrain if p.id.startswith(stems) and not p.line]
