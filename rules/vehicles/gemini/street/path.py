"""What a course under the Street Race rules leads into: the first thing met, and where. (VEH-RACE-05)"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from rules.core.ids import UnitId
from rules.forces.gemini import GeminiHull
from rules.forces.unit import Unit
from rules.geometry import arcs
from rules.geometry.arcs import Stretch
from rules.geometry.hulls import Hull
from rules.geometry.lengths import TOLERANCE, distance
from rules.geometry.rings import Bounds
from rules.state import GameState
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.motion import first_contact
from rules.vehicles.gemini.motion.first_contact import GreatCreature
from rules.vehicles.gemini.motion.terrain_cost import Field, field_for, field_of
from rules.vehicles.gemini.ramming.ram import is_too_high
from rules.vehicles.shared.hull import hull_of, others, pose_of, posed

STEP_IN: Final = 0.25
"""How finely the way is felt out; where something is met, sixteen times finer."""
FINE_STEPS: Final = 16
POSE_DEG: Final = 6.0
"""Between two poses of an arc that are kept."""

What = Literal["vehicle", "creature", "ground", "edge"]


class Obstacle(NamedTuple):
    """What a hull runs into: a vehicle, a great creature or a piece of ground by its id, or the table's edge."""

    what: What
    id: str
    name: str


class CourseContact(NamedTuple):
    """The first obstacle of a course, the hull just before it touches, the hull that would touch, inches so far."""

    obstacle: Obstacle
    hull: Hull
    into: Hull
    gone_in: float


class Near(NamedTuple):
    """What lies near a course: the edge, vehicles with the reach within which they may be touched, creatures too large
    to be run over, walls, water."""

    edge: bool
    vehicles: tuple[tuple[Unit, Hull, float], ...]
    creatures: tuple[GreatCreature, ...]
    solid: bool
    closed: bool

    @property
    def anything(self) -> bool:
        """Whether there is anything to run into."""
        return self.edge or bool(self.vehicles) or bool(self.creatures) or self.solid or self.closed


class Lane:
    """Everything that may be in one vehicle's way. What it stands on or against already is not met."""

    def __init__(self, state: GameState, unit: Unit, *, beneath: UnitId | None = None) -> None:
        self._state, self._unit = state, unit
        self.start = hull_of(state, unit)
        profile = profile_of(state, unit)
        self._field: Field = _field_of(state, profile)
        self._vehicles = [
            (other, hull)
            for other in others(state, unit)
            if other.id != beneath
            and not is_too_high(state, unit, other)
            and not (hull := hull_of(state, other)).overlaps(self.start)
        ]
        self._creatures = (
            []
            if state.is_older_than("15")
            else [c for c in first_contact.great_creatures(state, unit) if not self.start.overlaps(c.base)]
        )
        self._on = set(self._field.solid.hull_hits(self.start))
        self._closed = self._field.price_at(self.start.centre).factor == 0
        self._width, self._height = state.scenario.width_in, state.scenario.height_in

    def obstacle(self, hull: Hull, near: Near) -> Obstacle | None:
        """What the hull would stand on of all that is near, if anything."""
        if near.edge and any(min(x, y, self._width - x, self._height - y) < -TOLERANCE for x, y in hull.corners()):
            return Obstacle("edge", "", "the table's edge")
        for other, its, reach in near.vehicles:
            if distance(its.centre, hull.centre) < reach and its.overlaps(hull):
                return Obstacle("vehicle", other.id, other.name)
        for creature in near.creatures:
            if hull.overlaps(creature.base):
                return Obstacle("creature", creature.model, creature.name)
        met = next((a for a in self._field.solid.hull_hits(hull) if a not in self._on), None) if near.solid else None
        if met is not None:
            return Obstacle("ground", met, self._field.names[met])
        if not near.closed:
            return None
        areas = self._field.ground.areas_at(hull.centre)
        if self._field.price_of(areas).factor == 0:
            area = self._field.ruling(areas)
            return Obstacle("ground", area, self._field.names.get(area, "the shore"))
        return None

    def _near(self, poses: Sequence[arcs.Pose]) -> Near:
        """What may be met at all: looked for once, so that each pose asks for no more."""
        half = math.hypot(self.start.length, self.start.width) / 2 + STEP_IN
        xs, ys = [p[0] for p in poses], [p[1] for p in poses]
        box = Bounds(min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half)
        reached = [(other, its, half + math.hypot(its.length, its.width) / 2) for other, its in self._vehicles]
        return Near(
            edge=box.left < 0 or box.top < 0 or box.right > self._width or box.bottom > self._height,
            vehicles=tuple(r for r in reached if any(distance(r[1].centre, (x, y)) < r[2] for x, y, _ in poses)),
            creatures=tuple(c for c in self._creatures if box.holds(c.base.centre, c.base.radius)),
            solid=any(a.id not in self._on for a in self._field.solid.near(box)),
            closed=not self._closed
            and (
                self._field.bare.factor == 0
                or any(self._field.prices[a.id].factor == 0 for a in self._field.ground.near(box))
            ),
        )

    def first_met(self, course: Sequence[Stretch]) -> CourseContact | None:
        """The first obstacle on a course from where the vehicle stands."""
        start, gone = pose_of(self.start), 0.0
        steps = list(arcs.samples(start, course, STEP_IN))
        near = self._near([start, *(pose for pose, _ in steps)])
        if not near.anything:
            return None
        for pose, inches in steps:
            if self.obstacle(self._hull(pose), near) is not None:
                return self._closely(course, near, gone, inches)
            gone = inches
        return None

    def _closely(self, course: Sequence[Stretch], near: Near, clear: float, blocked: float) -> CourseContact:
        """The same to a sixteenth of a step."""
        start = pose_of(self.start)
        last = self._hull(arcs.finish(start, arcs.first(course, clear))) if clear else self.start
        for n in range(1, FINE_STEPS + 1):
            gone = clear + (blocked - clear) * n / FINE_STEPS
            hull = self._hull(arcs.finish(start, arcs.first(course, gone)))
            found = self.obstacle(hull, near)
            if found is not None:
                return CourseContact(found, last, hull, clear + (blocked - clear) * (n - 1) / FINE_STEPS)
            last = hull
        raise AssertionError("what was met is gone")

    def _hull(self, pose: arcs.Pose) -> Hull:
        return posed(self._state, self._unit, pose)


def above(state: GameState, unit: Unit, course: Sequence[Stretch]) -> Unit | None:
    """Whom a vehicle would come to stand under at the end of a course: none may. (VEH-RAM-06)"""
    if state.is_older_than("18"):
        return None
    end = posed(state, unit, arcs.finish(pose_of(hull_of(state, unit)), course))
    high = (u for u in others(state, unit) if is_too_high(state, unit, u))
    return next((u for u in high if hull_of(state, u).overlaps(end)), None)


def short_of(state: GameState, unit: Unit, course: tuple[Stretch, ...]) -> tuple[Stretch, ...]:
    """The course, or as much of it as ends clear of everything that flies over it. (VEH-RAM-06)"""
    left = arcs.length_of(course)
    while left > TOLERANCE and above(state, unit, course) is not None:
        left -= STEP_IN
        course = arcs.first(course, left)
    return course


def _field_of(state: GameState, profile: GeminiHull) -> Field:
    """The table as that hull finds it: through an open gate it drives into a house. (BLD-DOOR-08, BLD-MOUSE-05)"""
    if profile.type == "boat" or state.is_older_than("13"):
        return field_of(state, profile.type, shallow=profile.shallow_draught)
    return field_for(state, profile)


def hulls_of(state: GameState, unit: Unit, course: Sequence[Stretch]) -> tuple[Hull, ...]:
    """The poses of a course that are kept: the start, the ends of straights, arcs every few degrees."""
    start = pose_of(hull_of(state, unit))
    found = [pose for pose, _ in arcs.samples(start, course, 1000.0, POSE_DEG)]
    return (hull_of(state, unit), *(posed(state, unit, p) for p in found))


def off_road_at(state: GameState, unit: Unit, course: Sequence[Stretch]) -> float | None:
    """Inches after which a road-wheeler's course leaves the road; None if it stays on it. (VEH-RACE-05)"""
    if profile_of(state, unit).type != "road-wheeler":
        return None
    field = field_of(state, "road-wheeler")
    start = pose_of(hull_of(state, unit))
    gone = 0.0
    if not field.price_at((start[0], start[1])).road:
        return 0.0
    for pose, inches in arcs.samples(start, course, STEP_IN):
        if not field.price_at((pose[0], pose[1])).road:
            return gone
        gone = inches
    return None


def vehicle_of(state: GameState, obstacle: Obstacle) -> Unit | None:
    """The vehicle that is met, if it is one."""
    return state.units.get(UnitId(obstacle.id)) if obstacle.what == "vehicle" else None
