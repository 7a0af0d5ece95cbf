"""Floors laid out side by side: which level a place is on, where it truly is. (BLD-LEVEL-01, BLD-LEVEL-02, BLD-GEN-03)

The floors of a house may lie on different parts of the table. The plan of an upper floor is a building of its own that
names its house, its level and how far its places are shifted.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.arap.sight.building_interface import Place
from rules.core.ids import TerrainId
from rules.forces.unit import Point
from rules.geometry import rings
from rules.geometry.lengths import TOLERANCE
from rules.state import GameState
from rules.table.building import STOREY_IN
from rules.table.terrain import Terrain


def plan_at(state: GameState, at: Point) -> Terrain | None:
    """The floor plan that a place is on, if it is within a house that is entered."""
    return next((p for p in state.interiors if rings.holds(p.points, at)), None)


def has_high_ceiling(plan: Terrain, at: Point) -> bool:
    """Whether the room of a place has a very high ceiling. (BLD-UNIT-06, BLD-CONF-01)"""
    rooms = plan.building.sections if plan.building is not None else ()
    return any(room.high_ceiling and rings.holds(room.points, at) for room in rooms)


def upper_floor_at(state: GameState, at: Point) -> TerrainId:
    """The plan of an upper floor that a place is on; none on the ground and out of doors. (BLD-LEVEL-02)"""
    plan = plan_at(state, at)
    return plan.id if plan is not None and house_of(plan) else TerrainId("")


def level_at(state: GameState, at: Point) -> int:
    """The level of a place: 1 on the ground and out of doors. (BLD-LEVEL-02)"""
    plan = plan_at(state, at)
    return plan.building.level if plan is not None and plan.building is not None else 1


def floor_in(level: int) -> float:
    """How high the floor of a level stands, in inches. (BLD-LEVEL-01)"""
    return STOREY_IN * (level - 1)


def house_of(plan: Terrain) -> str:
    """The house whose upper floor a plan is; nothing for a house of its own."""
    return str(plan.building.of) if plan.building is not None and plan.building.of != plan.id else ""


def shift_of(state: GameState, plan: Terrain) -> Point:
    """Inches from a place on a plan to where that truly is, in its house. (BLD-GEN-03)"""
    return shift_among(state.terrain, plan)


def shift_among(terrain: Sequence[Terrain], plan: Terrain) -> Point:
    """The same, with the pieces of a table that has no state yet."""
    inside = plan.building
    house = next((p for p in terrain if inside is not None and p.id == inside.of), None)
    if inside is None or house is None:
        return (0.0, 0.0)
    if inside.shift is not None:
        return inside.shift
    own, below = rings.bounds(plan.points), rings.bounds(house.points)
    return (below.left - own.left, below.top - own.top)


def floors_of(state: GameState, house: Terrain) -> tuple[Terrain, ...]:
    """The plans of a house from the ground up."""
    inside = [p for p in state.interiors if p.building is not None]
    own = [p for p in inside if p.id == house.id or (p.building is not None and p.building.of == house.id)]
    return tuple(sorted(own, key=lambda p: p.building.level if p.building is not None else 1))


def is_floor_between(plan: Terrain, eye: Place, target: Place) -> bool:
    """Whether one place is on that floor and the other within the same walls above or below it. (BLD-LEVEL-02)"""
    if not plan.has_interior or plan.building is None:
        return False
    floor = floor_in(plan.building.level)
    on_it = [floor <= place.height_in < floor + STOREY_IN for place in (eye, target)]
    return on_it[0] != on_it[1] and all(rings.encloses(plan.points, place.at) for place in (eye, target))


def way_up(state: GameState, ladder: Terrain) -> tuple[Point, Point, float] | None:
    """Foot, head and height of a ladder or stairs between two floors; None for one that leads to no other floor."""
    if ladder.head is None:
        return None
    a, b = ladder.points[0], ladder.head
    rise = floor_in(level_at(state, b)) - floor_in(level_at(state, a))
    if abs(rise) <= TOLERANCE:
        return None
    return (a, b, rise) if rise > 0 else (b, a, -rise)
