"""A unit on the march: one path for its anchor, formation kept, every model's way paid leg by leg. (ARAP-MOVE-01)"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from rules.arap import building_interface
from rules.arap.paths.building_interface import WaysThroughBuildings
from rules.arap.paths.turns import STAY, MarchCourse, Turning, Waypoint, course_of, sidesteps, turning
from rules.arap.terrain.ground import Gait, LegCost, Piece, cost_of_leg, pieces_near, table_of
from rules.core.ids import ModelId
from rules.forces.unit import Model, Point, Unit
from rules.geometry import rings
from rules.geometry.facings import normalise
from rules.geometry.lengths import TOLERANCE
from rules.state import GameState, Placement


class Track(NamedTuple):
    """One model's way: the points it passes, from where it stands; what each leg costs, turns apart."""

    model: Model
    points: tuple[Point, ...]
    legs: tuple[LegCost, ...]
    extras: tuple[float, ...]
    """Sidesteps paid on each leg."""
    turning: Turning
    filed: bool = False
    """Whether it leaves the formation to go through a breach."""

    @property
    def spent_in(self) -> float:
        """Allowance used in all."""
        return sum(self.leg_costs) + self.turning.last_cost

    @property
    def leg_costs(self) -> tuple[float, ...]:
        """Allowance used on each leg, the turn before it included."""
        return tuple(
            leg.cost_in + extra + turned
            for leg, extra, turned in zip(self.legs, self.extras, self.turning.costs, strict=True)
        )

    @property
    def end(self) -> Point:
        """Where it comes to stand."""
        return self.points[-1]

    def reach(self, allowance: float) -> tuple[int, float]:
        """How far so much allowance takes it: leg and inches along it; past the last leg if it pays for all."""
        left = allowance + TOLERANCE
        for n, leg in enumerate(self.legs):
            left -= self.turning.costs[n] + self.extras[n]
            if left < 0:
                return (n, 0.0)
            if leg.cost_in > left:
                return (n, max(0.0, leg.length_for(left - TOLERANCE)))
            left -= leg.cost_in
        return (len(self.legs), 0.0)

    def until_barred(self) -> tuple[int, float]:
        """How far it gets before ground that it cannot enter: leg and inches along it."""
        for n, leg in enumerate(self.legs):
            if leg.barred_in is not None:
                return (n, leg.barred_in)
        return (len(self.legs), 0.0)


class March(NamedTuple):
    """The whole unit's way."""

    anchor: ModelId
    tracks: tuple[Track, ...]
    path: tuple[Waypoint, ...]
    gait: Gait
    free_turns: bool = False

    @property
    def lead(self) -> Track:
        """The anchor's own way."""
        return next(t for t in self.tracks if t.model.id == self.anchor)

    @property
    def length_in(self) -> float:
        """Inches that the anchor walks."""
        return sum(leg.length_in for leg in self.lead.legs)

    @property
    def gaits(self) -> tuple[Gait, ...]:
        """How each leg is gone."""
        return tuple(stride.gait for stride in course_of(self.lead.points[0], self.path, self.gait).strides)

    @property
    def is_variable(self) -> bool:
        """Whether any model meets variable ground. (ARAP-TERR-04)"""
        return any(leg.variable for t in self.tracks for leg in t.legs)

    @property
    def extra_ap(self) -> int:
        """Surcharge in action points of ground on the way. (ARAP-ACT-08)"""
        return max((leg.extra_ap for t in self.tracks for leg in t.legs), default=0)

    @property
    def is_too_flat(self) -> bool:
        """Whether any of it is too flat for tactical movement. (ARAP-TACT-04)"""
        return any(leg.too_flat for t in self.tracks for leg in t.legs)

    @property
    def poses(self) -> tuple[tuple[float, float, float], ...]:
        """The anchor's poses from first to last: x, y, facing."""
        lead = self.lead
        facings = (lead.model.facing, *lead.turning.facings)
        walked = [(x, y, f) for (x, y), f in zip(lead.points, facings, strict=True)]
        walked[-1] = (*lead.end, lead.turning.final)
        return tuple(walked)

    @property
    def paths(self) -> dict[ModelId, tuple[Point, ...]]:
        """Each model's way, start included."""
        return {t.model.id: t.points for t in self.tracks}

    def placements(self, *, prone: bool | None = None) -> tuple[Placement, ...]:
        """Where the models end, lying down or not as they were unless it is said."""
        return tuple(
            Placement(
                model=t.model.id,
                at=_rounded(t.end),
                facing=normalise(round(t.turning.final, 2)),
                prone=t.model.prone if prone is None else prone,
            )
            for t in self.tracks
        )


def anchor(unit: Unit) -> Model:
    """The model whose path a move gives unless another is named: the leader, else the first living member."""
    alive = unit.alive
    return next((m for m in alive if m.leader), alive[0])


def march(
    state: GameState,
    unit: Unit,
    path: Sequence[Waypoint],
    *,
    gait: Gait = "walk",
    model: ModelId | None = None,
    placements: Sequence[Placement] = (),
    free_turns: bool = False,
    filed_most_in: Callable[[], float] = lambda: math.inf,
) -> March:
    """Lay out a unit's way. `path` is that of `model` (else the anchor); `placements` end single models elsewhere.

    `free_turns` leaves turns unpaid, for moves that nobody steers, such as a flight. Nobody goes further than
    `filed_most_in` by himself through a breach; that is asked only where somebody comes to one.
    """
    leader = unit.model(model) if model else anchor(unit)
    course = course_of(leader.at, path, gait)
    nudged = {p.model: p for p in placements}
    ways = [(m, STAY if m.sprawled else _course_for(m, course, nudged.get(m.id), gait)) for m in unit.alive]
    box = _box(ways)
    pieces = pieces_near(state, box)
    turnings: dict[tuple[float, MarchCourse], Turning] = {}
    tracks = []
    for m, way in ways:
        key = (m.facing, way)
        if key not in turnings:
            turnings[key] = turning(m.facing, way, free=free_turns)
        track = _track(state, m, way, turnings[key], pieces)
        tracks.append(track if m is leader else _filed(state, track, way, gait, free_turns, filed_most_in))
    return March(leader.id, tuple(tracks), tuple(path), gait, free_turns)


def _course_for(model: Model, course: MarchCourse, nudge: Placement | None, gait: Gait) -> MarchCourse:
    if nudge is None:
        return course
    return course_of(model.at, (Waypoint(at=nudge.at, facing=nudge.facing),), gait)


def _box(ways: Sequence[tuple[Model, MarchCourse]]) -> rings.Bounds:
    return rings.bounds(tuple(p for m, way in ways for p in _points(m.at, way)))


def _points(start: Point, course: MarchCourse) -> tuple[Point, ...]:
    points = [start]
    for stride in course.strides:
        x, y = points[-1]
        points.append((x + stride.shift[0], y + stride.shift[1]))
    return tuple(points)


def _track(state: GameState, model: Model, course: MarchCourse, turned: Turning, pieces: Sequence[Piece]) -> Track:
    points = _points(model.at, course)
    legs = tuple(
        cost_of_leg(state, model, points[n], points[n + 1], gait=stride.gait, pieces=pieces)
        for n, stride in enumerate(course.strides)
    )
    return Track(model, points, legs, tuple(sidesteps(course.strides)), turned)


def _filed(
    state: GameState, track: Track, way: MarchCourse, gait: Gait, free: bool, most_in: Callable[[], float]
) -> Track:
    """A member's way through a breach, if it cannot keep the formation there."""
    model = track.model
    buildings = building_interface.ask(WaysThroughBuildings)
    walled = any(buildings.is_walled(leg) for leg in track.legs)
    found = buildings.way_through(state, model.at, track.end, most_in()) if walled else ()
    if not found:
        return track
    course = MarchCourse(course_of(model.at, [Waypoint(at=p) for p in found], gait).strides, way.turns)
    pieces = table_of(state).pieces
    return _track(state, model, course, turning(model.facing, course, free=free), pieces)._replace(filed=True)


def alone(state: GameState, model: Model, at: Point, gait: Gait = "walk") -> Track:
    """The way of one member to a place of its own; past walls by the door, breach or corridor."""
    course = course_of(model.at, (Waypoint(at=at),), gait)
    pieces = pieces_near(state, _box([(model, course)]))
    track = _track(state, model, course, turning(model.facing, course), pieces)
    return _filed(state, track, course, gait, free=False, most_in=lambda: math.inf)


def is_lead_barred(
    state: GameState, unit: Unit, path: Sequence[Waypoint], gait: Gait = "walk", model: ModelId | None = None
) -> bool:
    """Whether the anchor comes upon what it cannot enter, which nobody leads it round."""
    lead = unit.model(model) if model else anchor(unit)
    course = course_of(lead.at, path, gait)
    points = _points(lead.at, course)
    legs = zip(itertools.pairwise(points), course.strides, strict=True)
    return any(cost_of_leg(state, lead, *leg, gait=stride.gait).barred is not None for leg, stride in legs)


def _rounded(point: Point) -> Point:
    return (round(point[0], 4), round(point[1], 4))
