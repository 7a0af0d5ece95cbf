"""Indoors a unit is held together by rooms, not by inches. (BLD-MOVE-04)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.buildings import confined, storeys
from rules.forces.unit import Point
from rules.geometry import floors, rings
from rules.geometry.lengths import between, distance
from rules.geometry.rings import Ring
from rules.state import GameState
from rules.table.terrain import Terrain

RULE: Final = "BLD-MOVE-04"

IN_WALL_IN: Final = 0.3
"""So near to the edge of a room its doors are."""

WALL_IN: Final = 0.5
"""Rooms that touch at no more than a corner do not adjoin."""


def are_together(state: GameState, a: Point, b: Point) -> bool:
    """Whether two places are in one room, or in neighbouring rooms or floors of one house. (BLD-MOVE-04)"""
    if not state.option("indoor_coherency_waiver"):
        return False
    one, other = storeys.plan_at(state, a), storeys.plan_at(state, b)
    if one is None or other is None:
        return False
    if one.id != other.id:
        return _are_joined(state, one, other)
    here, there = confined.room_at(one, a), confined.room_at(one, b)
    return here == there or _share_a_wall(here, there) or _share_a_door(one, here, there)


def cited(state: GameState, at: Sequence[Point]) -> tuple[str, ...]:
    """That rooms count, if somebody is indoors and the table plays it so. (BLD-MOVE-04)"""
    indoors = bool(state.interiors) and any(storeys.plan_at(state, p) for p in at)
    return (RULE,) if indoors and state.option("indoor_coherency_waiver") else ()


def _share_a_wall(here: Ring, there: Ring) -> bool:
    """Whether the rooms adjoin, with a door between them or without one."""
    shared = floors.shared_edge(here, there)
    return shared is not None and distance(*shared) >= WALL_IN


def _share_a_door(plan: Terrain, here: Ring, there: Ring) -> bool:
    """Whether a door, open or shut, leads from one room to the other."""
    found = plan.building.openings if plan.building is not None else ()
    middles = [between(o.a, o.b, 0.5) for o in found]
    return any(all(rings.edge_distance(room, m) < IN_WALL_IN for room in (here, there)) for m in middles)


def _are_joined(state: GameState, one: Terrain, other: Terrain) -> bool:
    """Whether stairs or a ladder lead from one floor to the other."""
    ends = [(t.points[0], t.head) for t in state.terrain if t.ladder and t.head is not None]
    return any(
        (rings.holds(one.points, a) and rings.holds(other.points, b))
        or (rings.holds(one.points, b) and rings.holds(other.points, a))
        for a, b in ends
    )
