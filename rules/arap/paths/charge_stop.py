"""Where a charge stops on its way: short of fire, at who steps in, below a full ladder. (ARAP-STAND-05, ARAP-INT-01)"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rules.arap.paths import charge_plan
from rules.arap.paths.charge_plan import ChargeCourse, ChargePlan, settled
from rules.arap.positions import engagement, placing, single_models
from rules.arap.positions.placing import Spot
from rules.arap.terrain import floor_ways, ground
from rules.arap.terrain.ladder_room import PLACES, counts_for, uses
from rules.core.ids import ModelId, TerrainId
from rules.forces.unit import Model, Point, Unit
from rules.geometry.facings import bearing
from rules.geometry.lengths import along, distance, is_beyond, path_length, path_until, toward
from rules.geometry.ways import routes
from rules.state import GameState
from rules.table.terrain import Terrain

BACK_IN: Final = 0.25

HALT_STEP_IN = 0.1
"""By so much less goes who would be halted where nobody can stand."""


def until_within(state: GameState, unit: Unit, target: Unit, laid: ChargePlan, gap: float) -> ChargePlan | None:
    """The charge up to where its nearest member is so many inches from the enemy; None if it never is.

    (ARAP-STAND-05)
    """
    return until_near(state, unit, laid, [e.at for e in target.alive], gap)


def until_near(
    state: GameState, unit: Unit, laid: ChargePlan, places: Sequence[Point], gap: float
) -> ChargePlan | None:
    """The same for places of any kind, such as mounted weapons."""
    *_, (before, way) = _parts(state, laid.lead)
    if not before and min(distance(way[0], place) for place in places) <= gap:
        return laid._replace(courses=tuple(_cut(state, unit, c, 0.0) for c in laid.courses))
    cuts = [path for place in places if (path := routes.until_within(way, place, gap)) is not None]
    if not cuts:
        return None
    length = before + min(path_length(path) for path in cuts)
    if before:
        return laid._replace(courses=_halted(state, unit, laid, length), reaches=False)
    return laid._replace(courses=tuple(_cut(state, unit, c, length) for c in laid.courses), reaches=False)


def _halted(state: GameState, unit: Unit, laid: ChargePlan, length: float) -> tuple[ChargeCourse, ...]:
    """Those who come up stairs one after the other, each with a place of his own."""
    taken = single_models.occupied(state, {m.id for m in unit.alive})
    courses = []
    for course in laid.courses:
        courses.append(backed_off(state, unit, course, length, taken))
        taken.append(_spot(state, unit, courses[-1]))
    return tuple(courses)


def _cut(state: GameState, unit: Unit, course: ChargeCourse, length: float) -> ChargeCourse:
    """The first inches of a course and what they cost; a little less where its base would stand on barred ground."""
    model = unit.model(course.model)
    points = _until(state, course, length)
    while length > 0 and ground.is_on_barred(state, points[-1], state.profile(model)):
        length = max(0.0, length - HALT_STEP_IN)
        points = _until(state, course, length)
    cost = sum(charge_plan.cost_of_leg(state, model, a, b) for a, b in itertools.pairwise(points))
    return settled(state, unit, ChargeCourse(course.model, points, cost, course.facing))


def _until(state: GameState, course: ChargeCourse, length: float) -> tuple[Point, ...]:
    """The first inches of a course; nobody halts on stairs or a ladder, but before them."""
    if not floor_ways.taken(state, course.points):
        return path_until(course.points, length)
    points, gone = [course.points[0]], 0.0
    for a, b in itertools.pairwise(course.points):
        leg = charge_plan.length_of_leg(state, a, b)
        if not is_beyond(gone + leg, length):
            points.append(b)
            gone += leg
            continue
        if floor_ways.climb_of(state, a, b) is None and length > gone:
            points.append(toward(a, b, length - gone))
        break
    return tuple(points)


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
    until_reach = routes.until_within if state.is_older_than("5") else routes.until_touching
    cuts = [
        (before + path_length(path), foe)
        for before, part in _parts(state, course)
        for foe in foes
        if (path := until_reach(part, foe.at, engagement.reach_in(state, foe))) is not None
    ]
    return min(cuts, key=lambda cut: cut[0], default=None)


def _parts(state: GameState, course: ChargeCourse) -> Iterator[tuple[float, tuple[Point, ...]]]:
    """The parts of a course on each floor, with the inches gone before them."""
    part, before, gone = [course.points[0]], 0.0, 0.0
    for a, b in itertools.pairwise(course.points):
        gone += charge_plan.length_of_leg(state, a, b)
        if floor_ways.climb_of(state, a, b) is None:
            part.append(b)
            continue
        yield before, tuple(part)
        part, before = [b], gone
    yield before, tuple(part)


def _stopped(
    state: GameState, unit: Unit, course: ChargeCourse, length: float, foe: Model, taken: Sequence[Spot]
) -> ChargeCourse:
    """The course up to there, or to the last free place before it."""
    cut = backed_off(state, unit, course, length, taken)
    return settled(state, unit, cut._replace(facing=bearing(cut.points[-1], foe.at)))


def backed_off(
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


def if_room(
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
                return backed_off(state, unit, course, max(0.0, walked + at_in - BACK_IN), taken)
            rungs[ladder.id] = rungs.get(ladder.id, 0) + needed
        walked += charge_plan.length_of_leg(state, a, b)
    return course


def _ladders(state: GameState, model: Model, a: Point, b: Point) -> list[tuple[float, Terrain]]:
    """The ladders on a leg, and after how many inches each comes; or the ladder or stairs that the leg is."""
    way = floor_ways.climb_of(state, a, b)
    if way is not None:
        return [(0.0, way.ladder)]
    steps = ground.cost_of_leg(state, model, a, b).steps
    return [(step.at_in, step.ladder) for step in steps if step.ladder is not None]


def is_laddered(state: GameState, used: Iterable[TerrainId]) -> bool:
    """Whether any of those is a ladder, which leaves a charge no bonuses; stairs do. (BLD-LADR-03, ARAP-LADR-02)"""
    ladders = {t.id for t in state.terrain if t.ladder and not (t.look == "stairs" and t.head is not None)}
    return not ladders.isdisjoint(used)


def ladders_used(state: GameState, unit: Unit, laid: ChargePlan) -> dict[TerrainId, tuple[ModelId, ...]]:
    """Who gets on which ladder on the way."""
    found: dict[TerrainId, tuple[ModelId, ...]] = {}
    if not any(t.ladder for t in state.terrain):
        return found
    for course in laid.courses:
        for a, b in itertools.pairwise(course.points):
            for _, ladder in _ladders(state, unit.model(course.model), a, b):
                found[ladder.id] = (*found.get(ladder.id, ()), course.model)
    return found
