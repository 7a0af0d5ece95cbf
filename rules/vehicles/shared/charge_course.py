"""The way of a charge at a hull: each member to a free place beside it. (VEH-CC-01, TRI-CC-01, ARAP-CHG-03, -04)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from rules.arap.paths import allowance as paths_allowance
from rules.arap.paths import charge_plan
from rules.arap.paths.charge_plan import ChargeCourse, ChargePlan
from rules.arap.positions import engagement, single_models
from rules.arap.positions.placing import COHERENCY_IN, Spot
from rules.core.ids import ModelId, UnitId
from rules.forces.unit import Model, Point, Unit
from rules.geometry import rings
from rules.geometry.facings import bearing
from rules.geometry.hulls import Hull
from rules.geometry.lengths import Circle, distance, is_within, toward
from rules.state import GameState
from rules.vehicles.shared import beside
from rules.vehicles.shared.hull import hull_of

SPACING_IN: Final = 0.5
"""How far apart places round a hull are tried."""


class ChargeObstacles(NamedTuple):
    """What chargers must keep off: bases of others, hulls."""

    bases: list[Spot]
    hulls: tuple[Hull, ...]
    storms: UnitId


def plan(
    state: GameState, unit: Unit, vehicle: Unit, hull: Hull, budget: Mapping[ModelId, float] | None = None
) -> ChargePlan:
    """Lay out a charge at a hull as it stands or is imagined to stand; `budget` are inches of allowance."""
    given = budget if budget is not None else charge_plan.allowances(state, unit)
    budget = paths_allowance.capped(state, unit, partial(_edge, hull), given)
    order = sorted(unit.alive, key=lambda m: (round(hull.distance_to_point(m.at), 6), m.id))
    room = _room(state, unit, vehicle, hull)
    courses: list[ChargeCourse] = []
    reaches = False
    for model in order:
        mates = tuple(course.points[-1] for course in courses)
        course = _home(state, model, hull, budget[model.id], room, mates) if reaches or not courses else None
        reaches = reaches or course is not None
        course = charge_plan.settled(state, unit, course or _near(state, model, hull, budget[model.id], room))
        courses.append(course)
        room.bases.append((course.points[-1], state.profile(model).base_radius_in))
    return ChargePlan(tuple(courses), reaches, budget[order[0].id])


def is_wet(state: GameState, unit: Unit, hull: Hull) -> bool:
    """Whether water is in the way of amphibious chargers. (VEH-BOAT-03)"""
    return paths_allowance.is_wet(state, unit, partial(_edge, hull))


def _edge(hull: Hull, model: Model) -> Point:
    return rings.nearest_on_edge(hull.corners(), model.at)


def _room(state: GameState, unit: Unit, vehicle: Unit, hull: Hull) -> ChargeObstacles:
    standing = [u for u in state.units.values() if u.on_table and u.id != unit.id]
    bases = [(m.at, state.profile(m).base_radius_in) for u in standing if not u.is_vehicle for m in u.alive]
    hulls = tuple(hull_of(state, u) for u in standing if u.is_vehicle and u.id != vehicle.id)
    return ChargeObstacles(bases, (hull, *hulls), vehicle.id)


def _home(
    state: GameState, model: Model, hull: Hull, allowance: float, room: ChargeObstacles, mates: tuple[Point, ...]
) -> ChargeCourse | None:
    """The way to the nearest free place from which it can strike the hull, by its mates if that can be."""
    if beside.reaches(state, model, hull):
        return ChargeCourse(model.id, (model.at,), 0.0, _facing(model.at, hull))
    way = partial(_way_to, state, model, hull, allowance, room)
    first = next(filter(None, map(way, _spots(state, model, hull))), None)
    if first is None or _is_together(first.points[-1], mates):
        return first
    spots = (*_spots(state, model, hull), *_at_corners(state, model, hull))
    together = sorted((s for s in spots if _is_together(s, mates)), key=lambda s: round(distance(model.at, s), 6))
    return next(filter(None, map(way, together)), first)


def _is_together(at: Point, mates: tuple[Point, ...]) -> bool:
    """Whether somebody there is still one of the unit. (ARAP-COH-01)"""
    return not mates or any(is_within(distance(at, mate), COHERENCY_IN) for mate in mates)


def _way_to(
    state: GameState, model: Model, hull: Hull, allowance: float, room: ChargeObstacles, spot: Point
) -> ChargeCourse | None:
    if not is_within(distance(model.at, spot), allowance) or not _is_free(state, model, spot, room):
        return None
    if rings.crossings(hull.corners(), model.at, spot):
        return None
    spent = charge_plan.turn_cost(model, spot)
    walk = single_models.walk_to(state, model, spot, allowance - spent, but=room.storms)
    return ChargeCourse(model.id, (model.at, spot), walk.cost_in + spent, _facing(spot, hull)) if walk else None


def _spots(state: GameState, model: Model, hull: Hull) -> Iterator[Point]:
    """Places within reach of the hull: straight ahead first, then all round, the nearest first."""
    edge = rings.nearest_on_edge(hull.corners(), model.at)
    reaches = _reaches(state, model)
    yield from (toward(edge, model.at, reach) for reach in reaches)
    for reach in reaches:
        near = [p for p in _grown(hull, reach) if is_within(hull.distance_to_point(p), reach)]
        yield from sorted(near, key=lambda p: (round(distance(model.at, p), 6), p))


def _at_corners(state: GameState, model: Model, hull: Hull) -> Iterator[Point]:
    """Places within reach of the corners of the hull alone."""
    for reach in _reaches(state, model):
        beyond = (p for p in _grown(hull, reach) if not is_within(hull.distance_to_point(p), reach))
        yield from (toward(rings.nearest_on_edge(hull.corners(), p), p, reach) for p in beyond)


def _reaches(state: GameState, model: Model) -> tuple[float, ...]:
    radius, most = state.profile(model).base_radius_in, engagement.reach_in(state, model)
    return tuple(dict.fromkeys((max(radius, most - single_models.MARGIN_IN), max(radius, most))))


def _grown(hull: Hull, reach: float) -> Sequence[Point]:
    return hull._replace(length=hull.length + 2 * reach, width=hull.width + 2 * reach).edge_points(SPACING_IN)


def _is_free(state: GameState, model: Model, at: Point, room: ChargeObstacles) -> bool:
    circle = Circle(at, state.profile(model).base_radius_in)
    return single_models.is_free(state, model, at, room.bases, but=room.storms) and not any(
        h.overlaps(circle) for h in room.hulls
    )


def _near(state: GameState, model: Model, hull: Hull, allowance: float, room: ChargeObstacles) -> ChargeCourse:
    """As near to the hull as the allowance and the ground let it."""
    goal = rings.nearest_on_edge(hull.corners(), model.at)
    left = allowance - charge_plan.turn_cost(model, goal)
    length = min(left, distance(model.at, goal))
    while length > 0:
        end = toward(model.at, goal, length)
        walk = single_models.walk_to(state, model, end, left, but=room.storms)
        if walk is not None and _is_free(state, model, end, room):
            return ChargeCourse(model.id, (model.at, end), walk.cost_in + allowance - left, bearing(model.at, goal))
        length -= single_models.MARGIN_IN * 2.5
    return ChargeCourse(model.id, (model.at,), 0.0, model.facing)


def _facing(at: Point, hull: Hull) -> float:
    return bearing(at, rings.nearest_on_edge(hull.corners(), at))


def gap_to(unit: Unit, hull: Hull) -> float:
    return min(hull.distance_to_point(m.at) for m in unit.alive)


def gap_in(state: GameState, unit: Unit, vehicle: Unit) -> float:
    """Inches from the nearest member to a vehicle's hull."""
    return gap_to(unit, hull_of(state, vehicle))
