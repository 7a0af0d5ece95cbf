"""The way of a charge: the nearest member first, then the others, each to an enemy in reach. (ARAP-CHG-01, -03, -04)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.paths import allowance as paths_allowance
from rules.arap.paths.building_interface import WaysThroughBuildings
from rules.arap.paths.charge_plan import ChargeCourse, ChargePlan, allowances, nearest_pair, settled, turn_cost
from rules.arap.paths.charge_stop import BACK_IN, backed_off, if_room
from rules.arap.positions import engagement, occupied, placing, single_models
from rules.arap.positions.placing import Spot
from rules.arap.terrain import ground
from rules.core.ids import ModelId, TerrainId
from rules.forces.unit import Model, Point, Unit
from rules.geometry.contacts import Obstacle
from rules.geometry.detours import shortest_path
from rules.geometry.facings import bearing
from rules.geometry.lengths import distance, is_within
from rules.geometry.rings import Bounds
from rules.state import GameState

ASIDE_IN: Final = 5.0
"""How much further than its allowance a charger may be set down beside a crowd."""


def plan(
    state: GameState,
    unit: Unit,
    target: Unit,
    path: Sequence[Point] = (),
    budget: Mapping[ModelId, float] | None = None,
    ends: Mapping[ModelId, Point] | None = None,
) -> ChargePlan:
    """Lay out a charge. `path` are waypoints of the nearest member; `budget` the allowances if dice have set them.

    Without waypoints a member goes straight, or by the shortest way round what it cannot pass. `ends` are places that
    the player wants for single members; whom the rules do not let end there goes where it would by itself. After the
    nearest member those who are placed go first, in the player's order, then the others from the nearest on.
    """
    given = budget if budget is not None else allowances(state, unit)
    budget = paths_allowance.capped(state, unit, paths_allowance.nearest_of(target), given)
    lead = nearest_pair(unit, target)[0]
    turns = {model: place for place, model in enumerate(ends or ())}
    rest = [m for m in unit.alive if m.id != lead.id]
    others = sorted(rest, key=lambda m: (turns.get(m.id, len(turns)), _gap(m, target)))
    taken = single_models.occupied_near(state, unit, max(budget.values(), default=0.0) + ASIDE_IN)
    engaged: set[ModelId] = set()
    courses: list[ChargeCourse] = []
    rungs: dict[TerrainId, int] = {}
    held: list[tuple[ModelId, str]] = []
    buildings = building_interface.ask(WaysThroughBuildings)
    reaches = False
    for model in (lead, *others):
        home = _course_home(state, model, target, path, budget[model.id], taken, engaged)
        if model is lead:
            reaches = home is not None
        if home is not None and ends and model.id in ends:
            home = _course_given(state, model, target, (*path, ends[model.id]), budget, taken, engaged, home)
        course = home if home is not None and reaches else _course_near(state, model, target, path, budget, taken)
        course = settled(state, unit, if_room(state, unit, course, rungs, taken))
        stop = buildings.held_up(state, unit, {c.model: c.points for c in (*courses, course)}, model.id)
        if stop is not None:
            held.append((model.id, stop[1]))
            short_in = stop[0] - placing.radius_of(state, model) - BACK_IN
            course = settled(state, unit, backed_off(state, unit, course, max(0.0, short_in), taken))
        if model is lead and home is not None:
            reaches = course.points[-1] == home.points[-1]
        courses.append(course)
        taken.append((course.points[-1], placing.radius_of(state, model)))
        moved = replace(model, at=course.points[-1])
        engaged |= {e.id for e in target.alive if engagement.reaches(state, moved, e)}
    return ChargePlan(tuple(courses), reaches, budget[lead.id], tuple(held))


def _gap(model: Model, target: Unit) -> float:
    return round(min(distance(model.at, e.at) for e in target.alive), 6)


# -- coming home ---------------------------------------------------------------------------------------------------


def _course_home(
    state: GameState,
    model: Model,
    target: Unit,
    path: Sequence[Point],
    allowance: float,
    taken: Sequence[Spot],
    engaged: set[ModelId],
) -> ChargeCourse | None:
    """The way that brings an enemy into the model's radius, one not yet engaged if it can. (ARAP-CHG-04)"""
    enemies = [
        e
        for e in single_models.nearest_first(model, target.alive)
        if is_within(distance(model.at, e.at) - single_models.furthest_stop(state, model, e), allowance)
    ]
    for enemy in (*(e for e in enemies if e.id not in engaged), *(e for e in enemies if e.id in engaged)):
        for way in _ways(state, model, enemy, path):
            course = _along(state, model, way, enemy, allowance, taken)
            if course is not None:
                return course
    return None


def _ways(state: GameState, model: Model, enemy: Model, path: Sequence[Point]) -> list[tuple[Point, ...]]:
    """Waypoints on the way to an enemy, to be tried in turn: those given, straight on, round what is solid."""
    if path:
        return [tuple(path)]
    leg = ground.cost_of_leg(state, model, model.at, enemy.at)
    if leg.barred is None and not single_models.meets_hull(state, model, model.at, enemy.at):
        return [()]
    round_it = _detour(state, model, enemy)
    return [(), round_it] if round_it else [()]


def _detour(state: GameState, model: Model, enemy: Model) -> tuple[Point, ...]:
    """The corners of the shortest way past impassable ground and hulls; none if there is no such way."""
    profile = state.profile(model)
    barred: list[Obstacle] = [p.ring for p in ground.table_of(state).pieces if ground.bars(p.terrain, profile)]
    barred += [spot.hull for spot in occupied.hulls(state) if spot.hull is not None]
    surface = Bounds(0.0, 0.0, state.scenario.width_in, state.scenario.height_in)
    found = shortest_path(model.at, enemy.at, tuple(barred), profile.base_radius_in, surface)
    if found:
        return tuple(found[1:-1])
    return building_interface.ask(WaysThroughBuildings).way_through(state, model.at, enemy.at)[:-1]


def _along(
    state: GameState, model: Model, way: Sequence[Point], enemy: Model, allowance: float, taken: Sequence[Spot]
) -> ChargeCourse | None:
    """By the waypoints, then to where the enemy is in reach; None if the allowance does not buy it."""
    spent = turn_cost(model, way[0] if way else enemy.at)
    points = [model.at]
    here = model
    for point in way:
        leg = ground.cost_of_leg(state, here, here.at, point)
        spent += leg.cost_in
        solid = leg.barred is not None or single_models.meets_hull(state, here, here.at, point)
        if solid or not is_within(spent, allowance):
            return None
        points.append(point)
        here = replace(here, at=point)
        if engagement.reaches(state, here, enemy) and single_models.is_free(state, here, point, taken):
            return ChargeCourse(model.id, tuple(points), spent, bearing(point, enemy.at))
    walk = single_models.approach(state, here, enemy, allowance - spent, taken)
    if walk is None:
        return None
    end = points if walk.length_in == 0 else [*points, walk.to]
    return ChargeCourse(model.id, tuple(end), spent + walk.cost_in, bearing(walk.to, enemy.at))


def _course_given(
    state: GameState,
    model: Model,
    target: Unit,
    way: Sequence[Point],
    budget: Mapping[ModelId, float],
    taken: Sequence[Spot],
    engaged: set[ModelId],
    home: ChargeCourse,
) -> ChargeCourse:
    """The way to a place of the player's choice, if it is as good as the one found: it must bring an enemy into reach,
    one that is not engaged yet if the member can get at one. (ARAP-CHG-04)
    """
    spent = turn_cost(model, way[0])
    here = model
    for point in way:
        leg = ground.cost_of_leg(state, here, here.at, point)
        spent += leg.cost_in
        if leg.barred is not None or not is_within(spent, budget[model.id]):
            return home
        here = replace(here, at=point)
    met = [e for e in single_models.nearest_first(here, target.alive) if engagement.reaches(state, here, e)]
    fresh = [e for e in met if e.id not in engaged]
    ended = replace(model, at=home.points[-1])
    could = any(e.id not in engaged and engagement.reaches(state, ended, e) for e in target.alive)
    if not met or (could and not fresh) or not single_models.is_free(state, here, here.at, taken):
        return home
    return ChargeCourse(model.id, (model.at, *way), spent, bearing(here.at, (fresh or met)[0].at))


# -- falling short -------------------------------------------------------------------------------------------------


def _course_near(
    state: GameState,
    model: Model,
    target: Unit,
    path: Sequence[Point],
    budget: Mapping[ModelId, float],
    taken: Sequence[Spot],
) -> ChargeCourse:
    """As near to the enemy as the allowance and the ground let it. (ARAP-CHG-04, -05)"""
    enemy = single_models.nearest_first(model, target.alive)[0]
    way = (_ways(state, model, enemy, path)[-1], (enemy.at,))
    goals = [p for part in way for p in part]
    spent = turn_cost(model, goals[0])
    points = [model.at]
    here = model
    for goal in goals:
        walk = single_models.walk_towards(state, here, goal, budget[model.id] - spent, taken)
        spent += walk.cost_in
        if walk.length_in > 0:
            points.append(walk.to)
        if walk.to != goal:
            break
        here = replace(here, at=walk.to)
    return ChargeCourse(model.id, tuple(points), spent if len(points) > 1 else 0.0, bearing(points[-1], enemy.at))
