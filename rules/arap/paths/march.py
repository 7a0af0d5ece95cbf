"""A unit on the march: one path for its anchor, formation kept, every model's way paid leg by leg.

Each model turns into its direction of travel at every bend; 90 degrees in all are free. (ARAP-MOVE-01, -05 to -07)
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from rules.arap import building_interface
from rules.arap.paths.building_interface import WaysThroughBuildings
from rules.arap.terrain.ground import Gait, LegCost, Piece, cost_of_leg, pieces_near, table_of
from rules.core.ids import ModelId
from rules.forces.unit import Model, Point, Unit
from rules.geometry import rings
from rules.geometry.facings import bearing, normalise, turn
from rules.geometry.lengths import TOLERANCE, distance, is_within, toward
from rules.state import GameState, Placement

FREE_TURN_DEG: Final = 90.0
"""Turns in all that a movement action includes. (ARAP-MOVE-07, ARAP-ACT-14)"""

EXTRA_IN: Final = 0.5
"""Price of every further started 90 degrees at one spot, and of a sidestep. (ARAP-MOVE-06, -07)"""


class Waypoint(Struct, frozen=True, kw_only=True):
    """A point of the anchor's path, in inches, and the way it faces there, in degrees.

    Without a facing it looks where it went. `gait` says how it got there if not as the whole move does.
    """

    at: Point
    facing: float | None = None
    gait: Gait | None = None


class Stride(NamedTuple):
    """One leg of the formation: how it goes, and the facings taken up one after the other before it."""

    shift: Point
    bearing: float
    gait: Gait
    turns: tuple[float, ...]


class MarchCourse(NamedTuple):
    """The strides of a march and the facings taken up at its end."""

    strides: tuple[Stride, ...]
    turns: tuple[float, ...]


STAY: Final = MarchCourse((), ())
"""The course of a model that has fallen over. (ARAP-AGIL-02)"""


class Turning(NamedTuple):
    """How a model that began with some facing turns: facing on each leg, cost in inches before each and at the end."""

    facings: tuple[float, ...]
    final: float
    costs: tuple[float, ...]
    last_cost: float
    degrees: float


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
    filed_most_in: float = math.inf,
) -> March:
    """Lay out a unit's way. `path` is that of `model` (else the anchor); `placements` end single models elsewhere.

    `free_turns` leaves turns unpaid, for moves that nobody steers, such as a flight. Nobody goes further than
    `filed_most_in` by himself through a breach.
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


def course_of(start: Point, path: Sequence[Waypoint], gait: Gait) -> MarchCourse:
    """The strides between the points of a path; points that are not left only turn."""
    strides: list[Stride] = []
    turns: list[float] = []
    here = start
    for point in path:
        if distance(here, point.at) > TOLERANCE:
            shift = (point.at[0] - here[0], point.at[1] - here[1])
            strides.append(Stride(shift, bearing(here, point.at), point.gait or gait, tuple(turns)))
            turns = []
            here = point.at
        if point.facing is not None:
            turns.append(normalise(point.facing))
    return MarchCourse(tuple(strides), tuple(turns))


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
    return Track(model, points, legs, tuple(_sidesteps(course.strides)), turned)


def _filed(state: GameState, track: Track, way: MarchCourse, gait: Gait, free: bool, most_in: float) -> Track:
    """A member's way through a breach, if it cannot keep the formation there."""
    model = track.model
    buildings = building_interface.ask(WaysThroughBuildings)
    walled = any(buildings.is_walled(leg) for leg in track.legs)
    found = buildings.way_through(state, model.at, track.end, most_in) if walled else ()
    if not found:
        return track
    course = MarchCourse(course_of(model.at, [Waypoint(at=p) for p in found], gait).strides, way.turns)
    pieces = table_of(state).pieces
    return _track(state, model, course, turning(model.facing, course, free=free), pieces)._replace(filed=True)


def _sidesteps(strides: Sequence[Stride]) -> Iterator[float]:
    """Half an inch for each uninterrupted sideways leg. (ARAP-MOVE-06)"""
    before: float | None = None
    for stride in strides:
        sideways = stride.gait == "sidestep"
        goes_on = before is not None and turn(before, stride.bearing) <= 1 and not stride.turns
        yield EXTRA_IN if sideways and not goes_on else 0.0
        before = stride.bearing if sideways else None


def turning(facing: float, course: MarchCourse, *, free: bool = False) -> Turning:
    """The turns of a model on its way and what they cost. (ARAP-MOVE-07)"""
    facings: list[float] = []
    spots: list[float] = []
    for stride in course.strides:
        before = stride.turns[-1] if stride.turns else facing
        wanted = (*stride.turns, travelling(stride.gait, stride.bearing, before))
        spots.append(_degrees(facing, wanted))
        facing = wanted[-1]
        facings.append(facing)
    last = _degrees(facing, course.turns)
    final = course.turns[-1] if course.turns else facing
    costs = [0.0] * (len(spots) + 1) if free else turn_costs((*spots, last))
    return Turning(tuple(facings), final, tuple(costs[:-1]), costs[-1], sum(spots) + last)


def travelling(gait: Gait, bearing_deg: float, facing: float) -> float:
    """The facing in which a model goes that way: ahead, backwards, or sideways to the side it has to turn least."""
    if gait == "back":
        return normalise(bearing_deg + 180)
    if gait == "sidestep":
        return min((normalise(bearing_deg + side) for side in (-90, 90)), key=lambda f: turn(facing, f))
    return bearing_deg


def _degrees(facing: float, wanted: Sequence[float]) -> float:
    total = 0.0
    for next_facing in wanted:
        total += turn(facing, next_facing)
        facing = next_facing
    return total


def turn_costs(spots: Sequence[float]) -> list[float]:
    """Inches that turns cost at each spot, given in degrees in order: 90 in all are free. (ARAP-MOVE-07)"""
    free = FREE_TURN_DEG
    costs = []
    for degrees in spots:
        extra = max(0.0, degrees - free)
        free = max(0.0, free - degrees)
        costs.append(EXTRA_IN * math.ceil(max(0.0, extra - TOLERANCE) / 90))
    return costs


def parted(
    start: Point, path: Sequence[Waypoint], leg: int, inches: float
) -> tuple[tuple[Waypoint, ...], tuple[Waypoint, ...]]:
    """A path cut so many inches along one of its legs: what is walked, and what is left of it."""
    kept: list[Waypoint] = []
    done = 0
    here = start
    for n, point in enumerate(path):
        moves = distance(here, point.at) > TOLERANCE
        if moves and done == leg:
            if inches > TOLERANCE:
                kept.append(Waypoint(at=toward(here, point.at, inches), gait=point.gait))
            return tuple(kept), tuple(path[n:])
        kept.append(point)
        if moves:
            done += 1
            here = point.at
    return tuple(kept), ()


def shortened(state: GameState, unit: Unit, whole: March, leg: int, inches: float) -> March:
    """The march in formation stopped so many inches along one of the anchor's legs; nudges and later turns go."""
    kept, _ = parted(whole.lead.model.at, whole.path, leg, inches)
    return march(state, unit, kept, gait=whole.gait, model=whole.anchor, free_turns=whole.free_turns)


def affordable(state: GameState, unit: Unit, whole: March, allowances: Mapping[ModelId, float]) -> March:
    """As much of a march as every model can pay for; cut short it keeps formation."""
    if not overspent(whole, allowances):
        return whole
    plain = march(state, unit, whole.path, gait=whole.gait, model=whole.anchor, free_turns=whole.free_turns)
    leg, inches = _reach(plain, allowances)
    cut = shortened(state, unit, plain, leg, inches)
    if not cut.path or not overspent(cut, allowances):
        return cut
    # The last turn is what somebody cannot pay for: the unit looks where it went.
    last = cut.path[-1]
    path = [*cut.path[:-1], Waypoint(at=last.at, gait=last.gait)]
    return march(state, unit, path, gait=cut.gait, model=cut.anchor, free_turns=cut.free_turns)


def _reach(plain: March, allowances: Mapping[ModelId, float]) -> tuple[int, float]:
    """How far everybody's allowance takes the anchor: leg and inches along it.

    Who goes round through a breach halts after the same share of its way as the anchor.
    """
    end = min(t.reach(allowances[t.model.id]) for t in plain.tracks if not t.filed)
    filed = [allowances[t.model.id] / t.spent_in for t in plain.tracks if t.filed]
    return min(end, _leg_at(plain, plain.length_in * min(filed))) if filed else end


def _leg_at(plain: March, inches: float) -> tuple[int, float]:
    """So many inches of the anchor's way as a leg and inches along it."""
    for n, leg in enumerate(plain.lead.legs):
        if inches <= leg.length_in:
            return n, inches
        inches -= leg.length_in
    return len(plain.lead.legs), 0.0


def left_over(state: GameState, unit: Unit, whole: March, allowances: Mapping[ModelId, float]) -> tuple[Waypoint, ...]:
    """What is left of the path where the first model has spent its allowance."""
    if not overspent(whole, allowances):
        return ()
    plain = march(state, unit, whole.path, gait=whole.gait, model=whole.anchor, free_turns=whole.free_turns)
    leg, inches = _reach(plain, allowances)
    # Nudges that cost too much are left over too, at the end of the path.
    return parted(plain.lead.model.at, whole.path, leg, inches)[1] or tuple(whole.path[-1:])


def overspent(whole: March, allowances: Mapping[ModelId, float]) -> list[Track]:
    """The models that cannot pay for their way."""
    return [t for t in whole.tracks if not is_within(t.spent_in, allowances[t.model.id])]


def advance(state: GameState, unit: Unit, path: Sequence[Point], allowance: float, *, free_turns: bool = True) -> March:
    """A unit in formation along its anchor's path as far as an allowance and the ground let it: flight, pursuit.

    It stops where any model runs out of allowance or comes to ground that it cannot enter. `path` leaves out the
    start. The table's edge and other models are the caller's to judge.
    """
    whole = march(state, unit, [Waypoint(at=p) for p in path], free_turns=free_turns)
    leg, inches = min(limit for t in whole.tracks for limit in (t.reach(allowance), t.until_barred()))
    return shortened(state, unit, whole, leg, inches)


def _rounded(point: Point) -> Point:
    return (round(point[0], 4), round(point[1], 4))
