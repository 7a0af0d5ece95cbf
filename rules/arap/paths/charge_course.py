"""The way of a charge: the nearest member first, then the others, each to an enemy in reach. (ARAP-CHG-01, -03, -04)"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.paths import allowance as paths_allowance
from rules.arap.paths.building_interface import WaysThroughBuildings
from rules.arap.positions import engagement, occupied, placing, single_models
from rules.arap.positions.placing import Spot
from rules.arap.terrain import ground
from rules.arap.terrain.ladder_room import PLACES, counts_for, uses
from rules.core.ids import ModelId, TerrainId
from rules.core.preview import Leg
from rules.forces.unit import Model, Point, Unit
from rules.geometry.contacts import Obstacle
from rules.geometry.detours import shortest_path
from rules.geometry.facings import bearing, turn
from rules.geometry.lengths import along, distance, is_within, path_length, path_until
from rules.geometry.rings import Bounds
from rules.geometry.routes import until_within as until_reach
from rules.state import GameState, Placement
from rules.table.terrain import Terrain

FREE_TURN_DEG: Final = 90
EXTRA_TURN_IN: Final = 0.5
BACK_IN: Final = 0.25
ASIDE_IN: Final = 5.0
"""How much further than its allowance a charger may be set down beside a crowd."""

HALT_STEP_IN = 0.1
"""By so much less goes who would be halted where nobody can stand."""


class ChargeCourse(NamedTuple):
    """One charger's way: the points it passes, its start first, and what it costs in inches of allowance."""

    model: ModelId
    points: tuple[Point, ...]
    cost_in: float
    facing: float

    @property
    def length_in(self) -> float:
        """Inches walked."""
        return sum(distance(a, b) for a, b in itertools.pairwise(self.points))


class ChargePlan(NamedTuple):
    """A whole charge as it would go: every charger's way, the nearest member's first, and whether it comes home."""

    courses: tuple[ChargeCourse, ...]
    reaches: bool
    allowance_in: float
    held: tuple[tuple[ModelId, str], ...] = ()
    """Who is held up at a door or hole that lets no more through, and by which rule."""

    @property
    def lead(self) -> ChargeCourse:
        """The way of the member that was nearest."""
        return self.courses[0]

    @property
    def placements(self) -> tuple[Placement, ...]:
        """Where the chargers end, all of them on their feet. (ARAP-PRONE-04)"""
        return tuple(Placement(model=c.model, at=c.points[-1], facing=c.facing) for c in self.courses)

    @property
    def poses(self) -> tuple[tuple[float, float, float], ...]:
        """The nearest member's poses from first to last."""
        points = self.lead.points
        ahead = [bearing(a, b) for a, b in itertools.pairwise(points)]
        facings = (*ahead, self.lead.facing) if ahead else (self.lead.facing,)
        return tuple((x, y, f) for (x, y), f in zip(points, facings, strict=True))

    @property
    def paths(self) -> dict[ModelId, tuple[Point, ...]]:
        """Each charger's way, start included."""
        return {c.model: c.points for c in self.courses}


def nearest_pair(unit: Unit, target: Unit) -> tuple[Model, Model]:
    """The charger and the enemy that are nearest to each other; of equals the first."""
    pairs = ((a, b) for a in unit.alive for b in target.alive)
    return min(pairs, key=lambda p: round(distance(p[0].at, p[1].at), 6))


def gap_in(unit: Unit, target: Unit) -> float:
    """Inches between the nearest members of two units."""
    a, b = nearest_pair(unit, target)
    return distance(a.at, b.at)


def allowances(state: GameState, unit: Unit) -> dict[ModelId, float]:
    """Inches of charge of each member: twice its basic move, once from prone. (ARAP-CHG-01, ARAP-PRONE-04)"""
    return {m.id: 0.0 if m.sprawled else paths_allowance.charge_move(state, unit, m) for m in unit.alive}


def budget(state: GameState, unit: Unit) -> dict[ModelId, float]:
    """What is left of each charger's allowance."""
    return {m: inches - unit.now.charge_spent_in for m, inches in allowances(state, unit).items()}


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
    budget = paths_allowance.capped(state, unit, target, budget if budget is not None else allowances(state, unit))
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
        course = settled(state, unit, _if_room(state, unit, course, rungs, taken))
        stop = buildings.held_up(state, unit, {c.model: c.points for c in (*courses, course)}, model.id)
        if stop is not None:
            held.append((model.id, stop[1]))
            short_in = stop[0] - placing.radius_of(state, model) - BACK_IN
            course = settled(state, unit, _backed_off(state, unit, course, max(0.0, short_in), taken))
        if model is lead and home is not None:
            reaches = course.points[-1] == home.points[-1]
        courses.append(course)
        taken.append((course.points[-1], placing.radius_of(state, model)))
        moved = replace(model, at=course.points[-1])
        engaged |= {e.id for e in target.alive if engagement.reaches(state, moved, e)}
    return ChargePlan(tuple(courses), reaches, budget[lead.id], tuple(held))


def _gap(model: Model, target: Unit) -> float:
    return round(min(distance(model.at, e.at) for e in target.alive), 6)


def turn_cost(model: Model, to: Point) -> float:
    """Half an inch for each started 90 degrees beyond the free turn, to look where the charge goes. (ARAP-MOVE-07)"""
    extra = turn(model.facing, bearing(model.at, to)) - FREE_TURN_DEG if to != model.at else 0.0
    return EXTRA_TURN_IN * math.ceil((extra - 0.01) / 90) if extra > 0.01 else 0.0


def settled(state: GameState, unit: Unit, course: ChargeCourse) -> ChargeCourse:
    """A machine looks as nearly at its enemy as the hulls beside it leave it room to turn. (ARAP-GEN-05)"""
    model = unit.model(course.model)
    return course._replace(facing=occupied.facing_with_room(state, unit, model, course.points[-1], course.facing))


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


# -- halted on the way ---------------------------------------------------------------------------------------------


def until_within(state: GameState, unit: Unit, target: Unit, laid: ChargePlan, gap: float) -> ChargePlan | None:
    """The charge up to where its nearest member is so many inches from the enemy; None if it never is.

    (ARAP-STAND-05)
    """
    way: tuple[Point, ...] = laid.lead.points
    if min(distance(way[0], e.at) for e in target.alive) <= gap:
        return laid._replace(courses=tuple(_cut(state, unit, c, 0.0) for c in laid.courses))
    cuts = [path for e in target.alive if (path := until_reach(way, e.at, gap)) is not None]
    if not cuts:
        return None
    length = min(path_length(path) for path in cuts)
    return laid._replace(courses=tuple(_cut(state, unit, c, length) for c in laid.courses), reaches=False)


def _cut(state: GameState, unit: Unit, course: ChargeCourse, length: float) -> ChargeCourse:
    """The first inches of a course and what they cost; a little less where its base would stand on barred ground."""
    model = unit.model(course.model)
    points = path_until(course.points, length)
    while length > 0 and ground.is_on_barred(state, points[-1], state.profile(model)):
        length = max(0.0, length - HALT_STEP_IN)
        points = path_until(course.points, length)
    cost = sum(ground.cost_of_leg(state, model, a, b).cost_in for a, b in itertools.pairwise(points))
    return settled(state, unit, ChargeCourse(course.model, points, cost, course.facing))


def stopped_by(state: GameState, unit: Unit, laid: ChargePlan, met: Sequence[Unit]) -> ChargePlan:
    """The charge with those who come within reach of interceptors stopped there, facing them. (ARAP-INT-01)"""
    foes = [m for other in met for m in other.alive]
    stops = {c.model: stop for c in laid.courses if (stop := _stop(state, c, foes)) is not None}
    taken = single_models.occupied(state, {m.id for m in unit.alive})
    taken += [_spot(state, unit, c) for c in laid.courses if c.model not in stops]
    courses = []
    for course in laid.courses:
        if course.model in stops:
            course = _stopped(state, unit, course, *stops[course.model], taken)
            taken.append(_spot(state, unit, course))
        courses.append(course)
    return laid._replace(courses=tuple(courses))


def _spot(state: GameState, unit: Unit, course: ChargeCourse) -> Spot:
    return course.points[-1], placing.radius_of(state, unit.model(course.model))


def _stop(state: GameState, course: ChargeCourse, foes: Sequence[Model]) -> tuple[float, Model] | None:
    """After how many inches a charger first comes within reach of one of them, and of whom."""
    cuts = [
        (path_length(path), foe)
        for foe in foes
        if (path := until_reach(course.points, foe.at, engagement.reach_in(state, foe))) is not None
    ]
    return min(cuts, key=lambda cut: cut[0], default=None)


def _stopped(
    state: GameState, unit: Unit, course: ChargeCourse, length: float, foe: Model, taken: Sequence[Spot]
) -> ChargeCourse:
    """The course up to there, or to the last free place before it."""
    cut = _backed_off(state, unit, course, length, taken)
    return settled(state, unit, cut._replace(facing=bearing(cut.points[-1], foe.at)))


def _backed_off(
    state: GameState, unit: Unit, course: ChargeCourse, length: float, taken: Sequence[Spot]
) -> ChargeCourse:
    """The first inches of a course, or less, so that it ends on a free place; if need be beside it."""
    model = unit.model(course.model)
    cut = _cut(state, unit, course, length)
    while length > 0 and not single_models.is_free(state, model, cut.points[-1], taken):
        length = max(0.0, length - BACK_IN)
        cut = _cut(state, unit, course, length)
    if single_models.is_free(state, model, cut.points[-1], taken):
        return cut
    aside = next((p for p in _beside(model.at) if single_models.is_free(state, model, p, taken)), model.at)
    return cut._replace(points=(*cut.points, aside))


def _beside(at: Point) -> Iterator[Point]:
    """Places round a point, the nearest first."""
    return (along(at, angle, ring * BACK_IN) for ring in range(1, 17) for angle in range(0, 360, 30))


# -- ladders -------------------------------------------------------------------------------------------------------


def _if_room(
    state: GameState, unit: Unit, course: ChargeCourse, rungs: dict[TerrainId, int], taken: Sequence[Spot]
) -> ChargeCourse:
    """The course, stopped at the foot of a ladder that has no room left in this turn. (ARAP-LADR-02)

    `rungs` are the places taken in this charge; the course's own are added to them.
    """
    model = unit.model(course.model)
    walked = 0.0
    for a, b in itertools.pairwise(course.points):
        for at_in, ladder in _ladders(state, model, a, b):
            used = uses(state, ladder.id)
            needed = 0 if model.id in used else counts_for(state, ladder, model)
            if needed > PLACES - sum(used.values()) - rungs.get(ladder.id, 0):
                return _backed_off(state, unit, course, max(0.0, walked + at_in - BACK_IN), taken)
            rungs[ladder.id] = rungs.get(ladder.id, 0) + needed
        walked += distance(a, b)
    return course


def _ladders(state: GameState, model: Model, a: Point, b: Point) -> list[tuple[float, Terrain]]:
    """The ladders on a leg, and after how many inches each comes."""
    steps = ground.cost_of_leg(state, model, a, b).steps
    return [(step.at_in, step.ladder) for step in steps if step.ladder is not None]


def ladders_used(state: GameState, unit: Unit, laid: ChargePlan) -> dict[TerrainId, tuple[ModelId, ...]]:
    """Who gets on which ladder on the way."""
    found: dict[TerrainId, tuple[ModelId, ...]] = {}
    for course in laid.courses:
        for a, b in itertools.pairwise(course.points):
            for _, ladder in _ladders(state, unit.model(course.model), a, b):
                found[ladder.id] = (*found.get(ladder.id, ()), course.model)
    return found


# -- reading a plan ------------------------------------------------------------------------------------------------


def legs(state: GameState, model: Model, course: ChargeCourse) -> tuple[Leg, ...]:
    """The legs of a charger's way for the preview."""
    found = []
    for a, b in itertools.pairwise(course.points):
        leg = ground.cost_of_leg(state, model, a, b)
        names = dict.fromkeys(s.terrain.name for s in leg.stretches if s.terrain is not None and s.factor != 1)
        found.append(Leg(to=b, length_in=leg.length_in, cost_in=leg.cost_in, reason=", ".join(names)))
    return tuple(found)


def is_variable(state: GameState, unit: Unit, laid: ChargePlan) -> bool:
    """Whether any charger meets variable ground, so that the allowance is rolled for. (ARAP-TERR-05)"""
    return any(
        ground.cost_of_leg(state, unit.model(c.model), a, b).variable
        for c in laid.courses
        for a, b in itertools.pairwise(c.points)
    )
