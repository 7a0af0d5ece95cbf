"""Ladders and stairs: where they lead, and which of them join floors that are laid out apart.

(ARAP-LADR-01, BLD-LADR-01, BLD-LEVEL-01, BLD-MOVE-01, BLD-GEN-03)
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.arap import building_interface
from rules.arap.terrain import ground
from rules.arap.terrain.building_interface import LaddersOfBuildings
from rules.arap.terrain.levels import ladder_cost
from rules.core.ids import TerrainId
from rules.core.kept import once
from rules.forces.unit import Point
from rules.geometry.lengths import TOLERANCE, distance
from rules.state import GameState
from rules.table.terrain import Terrain


class LadderSpan(NamedTuple):
    """A ladder as it stands: foot, head, how high it leads, and what that costs in inches of allowance."""

    terrain: Terrain
    foot: Point
    head: Point
    rise_in: float
    cost_in: float


class FloorWay(NamedTuple):
    """A ladder or flight of stairs, taken from one of its ends to the other, on another floor."""

    ladder: Terrain
    near: Point
    far: Point
    cost_in: float

    @property
    def is_ladder(self) -> bool:
        """Stairs are none: they are ground like any other. (BLD-MOVE-01)"""
        return self.ladder.look != "stairs"


FloorWays = tuple[FloorWay, ...]
"""One after the other, from floor to floor."""


def span_of(state: GameState, ladder: Terrain) -> LadderSpan | None:
    """Foot and head of a ladder, by the ground or floor that they stand on; None if it leads nowhere."""
    between = building_interface.ask(LaddersOfBuildings).way_up(state, ladder)
    if between is not None:
        foot, head, rise = between
        cost = ladder_cost(ladder, rise, steep=not state.is_older_than("12"))
        return LadderSpan(ladder, foot, head, rise, cost)
    a, b = ladder.points[0], ladder.points[-1]
    low, high = ground.height_at(state, a), ground.height_at(state, b)
    rise = abs(high - low)
    if rise <= TOLERANCE:
        return None
    foot, head = (a, b) if low < high else (b, a)
    return LadderSpan(ladder, foot, head, rise, ladder_cost(ladder, rise))


def ladders(state: GameState) -> Iterator[LadderSpan]:
    """The ladders of the table that lead somewhere."""
    for piece in state.terrain:
        span = span_of(state, piece) if piece.ladder else None
        if span is not None:
            yield span


@once
def climbs(state: GameState) -> FloorWays:
    """Every ladder and flight of stairs to a floor that is laid out elsewhere, up and down."""
    found = [s for p in state.terrain if p.ladder and p.head is not None and (s := span_of(state, p)) is not None]
    up = (FloorWay(s.terrain, s.foot, s.head, s.cost_in) for s in found)
    down = (FloorWay(s.terrain, s.head, s.foot, s.cost_in) for s in found)
    return (*up, *down)


def floor_at(state: GameState, at: Point) -> TerrainId:
    """The upper floor that a place of the board is on; none on the ground, indoors or out."""
    return building_interface.ask(LaddersOfBuildings).floor_at(state, at)


def ways(state: GameState, start: TerrainId, end: TerrainId) -> Iterator[FloorWays]:
    """The ways from one floor to another that come to no floor twice."""
    yield from _ways(state, (start,), end)


def _ways(state: GameState, seen: tuple[TerrainId, ...], end: TerrainId) -> Iterator[FloorWays]:
    for climb in climbs(state):
        there = floor_at(state, climb.far)
        if floor_at(state, climb.near) != seen[-1] or there in seen:
            continue
        if there == end:
            yield (climb,)
        else:
            yield from ((climb, *rest) for rest in _ways(state, (*seen, there), end))


def length_of(way: FloorWays, start: Point, end: Point) -> float:
    """Inches from a place to another one by those ladders and stairs, straight on each floor."""
    stops = [start, *(p for c in way for p in (c.near, c.far)), end]
    return sum(c.cost_in for c in way) + sum(distance(a, b) for a, b in zip(stops[::2], stops[1::2], strict=True))


def climb_of(state: GameState, a: Point, b: Point) -> FloorWay | None:
    """What leads from the one place to the other, if they are the ends of a ladder or of stairs."""
    return next((c for c in climbs(state) if c.near == a and c.far == b), None)


def walked(state: GameState, points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """The legs of a way that are gone on some floor, those on ladders and stairs left out."""
    return ((a, b) for a, b in itertools.pairwise(points) if climb_of(state, a, b) is None)


def taken(state: GameState, points: Sequence[Point]) -> FloorWays:
    """The ladders and stairs of a way, in order."""
    return tuple(c for a, b in itertools.pairwise(points) if (c := climb_of(state, a, b)) is not None)


def rules_of(way: FloorWays, *, charge: bool = False) -> tuple[str, ...]:
    """By which rules it is gone: up stairs as on flat ground, off a ladder without bonuses. (BLD-LADR-03)"""
    laddered = any(c.is_ladder for c in way)
    found = [
        (laddered, "BLD-LADR-01"),
        (laddered and charge, "BLD-LADR-03"),
        (any(not c.is_ladder for c in way), "BLD-MOVE-01"),
        (bool(way), "BLD-LEVEL-01"),
    ]
    return tuple(rule for true, rule in found if true)
