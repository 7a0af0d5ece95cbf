"""Nobody is shut in: behind the last way on of a part of the maze lies a tile that leads further. (BLD-TILE-02)

The document is silent; a side behind two rooms with one way in could neither be reached nor get out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.buildings.tiles import room, tunnels
from rules.core.kept import lately, once
from rules.forces.unit import Point
from rules.geometry import rings
from rules.geometry.facings import bearing
from rules.geometry.lengths import along, between, distance
from rules.geometry.rings import Ring
from rules.state import GameState
from rules.table.terrain import Terrain
from rules.table.tiles import TileStack

Part = frozenset[Ring | None]
"""Tiles and zones by their outlines; None is open ground."""

_BESIDE_IN: Final = 1.0
"""Between the edge of a zone and a gate that is its own."""


def is_last(state: GameState, way: Terrain) -> bool:
    """Whether a tile behind this way might shut somebody in: no other way on of theirs is sure to stay."""
    stack = state.scenario.tiles
    if stack is None or state.is_older_than("8"):
        return False
    return lately(
        state, "tiles-last-way", way.id, lambda: any(_hangs_on(state, stack, way, at) for at in concerned(state, way))
    )


def concerned(state: GameState, way: Terrain) -> list[Point]:
    """Whoever opens it, and the zones."""
    return [_before(way), *(rings.centroid(zone.points) for zone in state.scenario.zones)]


def _hangs_on(state: GameState, stack: TileStack, way: Terrain, at: Point) -> bool:
    part = part_of(state, at)
    ways = _ways_in(state, part)
    return bool(ways) and not _have_met(state, part) and not any(_stays(stack, way, w) for w in ways if w.id != way.id)


def leads_on(state: GameState, way: Terrain, after: GameState) -> bool:
    """Whether all who hung on that way have one to open after a tile is laid, or have come upon others."""
    stack = state.scenario.tiles
    assert stack is not None
    return all(_has_a_way(after, stack, at) for at in concerned(state, way) if _hangs_on(state, stack, way, at))


def _has_a_way(state: GameState, stack: TileStack, at: Point) -> bool:
    part = part_of(state, at)
    return _have_met(state, part) or any(room.is_there(state, stack, w) for w in _ways_in(state, part))


def _have_met(state: GameState, part: Part) -> bool:
    """Whether it holds the zones of two sides, or ends in the open."""
    return None in part or len({zone.side for zone in state.scenario.zones if zone.points in part}) > 1


def _ways_in(state: GameState, part: Part) -> list[Terrain]:
    """The ways on that somebody may open from there."""
    return [w for w in room.ways_on(state) if not w.blocked and _area_of(state, _before(w)) in part]


def is_shut_in(state: GameState, part: Part) -> bool:
    """Whether nobody there has a way on behind which a tile may be laid, nor has come upon others."""
    stack = state.scenario.tiles
    if stack is None or _have_met(state, part):
        return False
    return not (room.left(state) and any(room.is_there(state, stack, w) for w in _ways_in(state, part)))


def _stays(stack: TileStack, way: Terrain, other: Terrain) -> bool:
    """Whether a tile behind a way takes no room from what may lie behind another."""
    assert way.leads is not None
    assert other.leads is not None
    return distance(way.leads, other.leads) > (room.CLEAR * stack.across_in if stack.is_mixed else room.SAME_IN)


def _before(way: Terrain) -> Point:
    """Where somebody stands who opens a way."""
    middle = room.middle_of(way)
    assert way.leads is not None
    return along(middle, bearing(way.leads, middle), tunnels.BESIDE_IN)


def part_of(state: GameState, at: Point) -> Part:
    """Tiles and zones that one comes to from a place."""
    reached: set[Ring | None] = {_area_of(state, at)}
    while more := {there for pair in _joined(state) for there in pair if not reached.isdisjoint(pair)} - reached:
        reached |= more
    return frozenset(reached)


@once
def _joined(state: GameState) -> list[tuple[Ring | None, Ring | None]]:
    """Tiles and zones that one may pass between."""
    sides = (side for p in state.terrain if p.tile for side in _open_sides(state, p.points))
    return [(_area_of(state, a), _area_of(state, b)) for a, b in sides]


def _area_of(state: GameState, at: Point) -> Ring | None:
    """The tile that a place is on, else the zone that it is in or beside."""
    tile = next((p.points for p in state.terrain if p.tile and rings.encloses(p.points, at)), None)
    zones = (zone.points for zone in state.scenario.zones)
    return tile or next((ring for ring in zones if rings.distance_to_ring(ring, at) <= _BESIDE_IN), None)


def _open_sides(state: GameState, tile: Ring) -> Iterator[tuple[Point, Point]]:
    """Places on both sides of each side of a tile that one may pass."""
    for a, b in rings.edges(tile):
        middle, out = between(a, b, 0.5), bearing(a, b) + 90
        sides = (along(middle, out, tunnels.BESIDE_IN), along(middle, out + 180, tunnels.BESIDE_IN))
        if not tunnels.is_parted(state, *sides):
            yield sides
