"""The way of a charge at the walls of a building: each member to a free place beside them. (VEH-CC-01, ARAP-CHG-03)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from rules.arap.paths import allowance as paths_allowance
from rules.arap.paths import charge_plan
from rules.arap.paths.charge_plan import ChargeCourse, ChargePlan
from rules.arap.positions import engagement, single_models
from rules.arap.positions.placing import COHERENCY_IN, Spot
from rules.core.ids import ModelId
from rules.forces.unit import Model, Point, Unit
from rules.geometry import rings
from rules.geometry.facings import bearing
from rules.geometry.lengths import distance, is_within, toward
from rules.geometry.rings import Ring
from rules.state import GameState

SPACING_IN: Final = 0.5
"""How far apart places along the walls are tried."""


def gap_in(unit: Unit, walls: Ring) -> float:
    """Inches from the nearest member to the walls."""
    return min(rings.distance_to_ring(walls, m.at) for m in unit.alive)


def plan(state: GameState, unit: Unit, walls: Ring, budget: Mapping[ModelId, float] | None = None) -> ChargePlan:
    """Lay out a charge at those walls; `budget` are inches of allowance."""
    given = budget if budget is not None else charge_plan.allowances(state, unit)
    budget = paths_allowance.capped(state, unit, partial(_edge, walls), given)
    order = sorted(unit.alive, key=lambda m: (round(rings.distance_to_ring(walls, m.at), 6), m.id))
    taken = single_models.occupied(state, {m.id for m in unit.alive})
    courses: list[ChargeCourse] = []
    reaches = False
    for model in order:
        mates = tuple(course.points[-1] for course in courses)
        course = _home(state, model, walls, budget[model.id], taken, mates) if reaches or not courses else None
        reaches = reaches or course is not None
        course = charge_plan.settled(state, unit, course or _near(state, model, walls, budget[model.id], taken))
        courses.append(course)
        taken.append((course.points[-1], state.profile(model).base_radius_in))
    return ChargePlan(tuple(courses), reaches, budget[order[0].id])


def _edge(walls: Ring, model: Model) -> Point:
    return rings.nearest_on_edge(walls, model.at)


def reaches(state: GameState, model: Model, walls: Ring, at: Point) -> bool:
    """Whether a model that stands there may strike the walls."""
    return is_within(rings.distance_to_ring(walls, at), engagement.reach_in(state, model))


def _home(
    state: GameState, model: Model, walls: Ring, allowance: float, taken: Sequence[Spot], mates: tuple[Point, ...]
) -> ChargeCourse | None:
    """The way to the nearest free place from which it can strike the walls, by its mates if that can be."""
    if reaches(state, model, walls, model.at):
        return ChargeCourse(model.id, (model.at,), 0.0, bearing(model.at, _edge(walls, model)))
    ways = filter(None, (_way_to(state, model, walls, allowance, taken, s) for s in _spots(state, model, walls)))
    first = None
    for way in ways:
        first = first or way
        if not mates or any(is_within(distance(way.points[-1], mate), COHERENCY_IN) for mate in mates):
            return way
    return first


def _way_to(
    state: GameState, model: Model, walls: Ring, allowance: float, taken: Sequence[Spot], spot: Point
) -> ChargeCourse | None:
    if not is_within(distance(model.at, spot), allowance) or not single_models.is_free(state, model, spot, taken):
        return None
    spent = charge_plan.turn_cost(model, spot)
    walk = single_models.walk_to(state, model, spot, allowance - spent)
    facing = bearing(spot, rings.nearest_on_edge(walls, spot))
    return ChargeCourse(model.id, (model.at, spot), walk.cost_in + spent, facing) if walk else None


def _spots(state: GameState, model: Model, walls: Ring) -> Iterator[Point]:
    """Places within reach of the walls: straight ahead first, then along them, the nearest first."""
    radius, most = state.profile(model).base_radius_in, engagement.reach_in(state, model)
    edge = _edge(walls, model)
    for reach in dict.fromkeys((max(radius, most - single_models.MARGIN_IN), max(radius, most))):
        yield toward(edge, model.at, reach)
        along = _along(walls, reach)
        yield from sorted(along, key=lambda p: (round(distance(model.at, p), 6), p))


def _along(walls: Ring, reach: float) -> tuple[Point, ...]:
    round_it = rings.grown(walls, reach)
    length = sum(distance(a, b) for a, b in rings.edges(round_it))
    every = rings.spread(round_it, max(4, int(length / SPACING_IN)))
    return tuple((round(x, 4), round(y, 4)) for x, y in every)


def _near(state: GameState, model: Model, walls: Ring, allowance: float, taken: Sequence[Spot]) -> ChargeCourse:
    """As near to the walls as the allowance and the ground let it."""
    goal = _edge(walls, model)
    spent = charge_plan.turn_cost(model, goal)
    walk = single_models.walk_towards(state, model, goal, max(0.0, allowance - spent), taken)
    if walk.to == model.at:
        return ChargeCourse(model.id, (model.at,), 0.0, model.facing)
    return ChargeCourse(model.id, (model.at, walk.to), walk.cost_in + spent, bearing(model.at, goal))
