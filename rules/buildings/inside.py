"""Who is in a building, and what its ladders take. (BLD-LADR-02)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.arap.terrain import ground
from rules.forces.unit import Model, Point, Unit
from rules.geometry import rings
from rules.state import GameState
from rules.table.terrain import Terrain

ON_LADDER_AT_MOST: Final = 2
"""On the ladders of a structure nobody counts for more. (BLD-LADR-02)"""


def counts_on_ladder(ladder: Terrain, bulk: int) -> int:
    """The places that a model takes on a ladder, at most two on a structure; stairs are no bottleneck. (BLD-LADR-02)"""
    if ladder.look == "stairs":
        return 0
    return min(bulk, ON_LADDER_AT_MOST) if ladder.is_structure or ladder.head is not None else bulk


def is_inside(state: GameState, model: Model) -> bool:
    """Whether a model stands in a structure."""
    return any(t.is_structure for t in ground.terrain_at(state, model.at))


def is_parted(state: GameState, a: Point, b: Point) -> bool:
    """Whether the wall of a building whose interior is played stands between two places. (BLD-MOVE-01)"""
    if not state.interiors:
        return False
    near = ground.pieces_near(state, rings.bounds((a, b)))
    walls = (p for p in near if p.terrain.has_interior and p.terrain.going == "impassable")
    return any(ground.crossings(p, a, b) for p in walls)


def those_inside(state: GameState, piece: Terrain) -> Iterator[tuple[Unit, tuple[Model, ...]]]:
    """Who stands in it or is in its sections, unit by unit."""
    for unit in state.units.values():
        if unit.in_play and not unit.is_vehicle:
            models = tuple(m for m in unit.alive if _is_in(unit, m, piece))
            if models:
                yield unit, models


def _is_in(unit: Unit, model: Model, piece: Terrain) -> bool:
    place = unit.housed.get(model.id)
    if place is not None:
        return place.partition("/")[0] == piece.id
    return unit.on_table and rings.holds(piece.points, model.at)
