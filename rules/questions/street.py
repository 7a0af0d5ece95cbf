"""Courses of vehicles that keep their speed: how fast, along which curves, into what. (VEH-RACE-01 to -03)"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.core.ids import SideId
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.geometry import arcs
from rules.geometry.arcs import Bend, Pose, Stretch
from rules.geometry.facings import normalise
from rules.geometry.lengths import Point
from rules.progress import Action
from rules.state import GameState
from rules.vehicles.gemini.motion import momentum
from rules.vehicles.gemini.street.drive import StreetDrive, may_drive
from rules.vehicles.gemini.street.manoeuvres import LEAST_SPEED_IN, STEPS, most_back, walk_in
from rules.vehicles.gemini.street.offers import filled
from rules.vehicles.gemini.street.path import Lane
from rules.vehicles.shared.hull import hull_of, pose_of

SLOW_STEPS: Final = STEPS
"""Steps of a slow manoeuvre. (VEH-SLOW-01)"""

LEAST_BACK_IN: Final = LEAST_SPEED_IN
"""The least speed of a J-turn. (VEH-BOOT-03)"""

_MIRRORED: Final[dict[Bend, Bend]] = {"left": "right", "right": "left", "straight": "straight"}


class Speeds(NamedTuple):
    """The present speed and those that may be chosen, negative in reverse, in inches and in words, and why."""

    now: float
    now_words: str
    least: float
    most: float
    words: str
    why: str

    def holds(self, speed: float) -> bool:
        """Whether a speed may be chosen."""
        return self.least - momentum.STILL_IN <= speed <= self.most + momentum.STILL_IN


def races(state: GameState, unit: Unit) -> bool:
    """Whether the unit keeps its speed from turn to turn, as Street Race vehicles do. (VEH-RACE-01)"""
    return momentum.uses(state, unit)


def barred(state: GameState, side: SideId, unit: Unit) -> Refusal | None:
    """Why the unit makes no drive of a race now. (VEH-RACE-03)"""
    return may_drive(state, side, unit.id)


def speeds(state: GameState, unit: Unit) -> Speeds:
    """Between which speeds the vehicle chooses this turn. (VEH-RACE-02)"""
    found, now = momentum.limits(state, unit), momentum.speed_of(unit)
    return Speeds(now, words(now), found.least, found.most, found.text, found.why)


def words(speed: float) -> str:
    """A speed in words: 12 inches, 4 inches in reverse, standing."""
    return momentum.told(speed)


def usual_speed(state: GameState, unit: Unit) -> float:
    """The present speed as near as may be; from a stand as fast as it starts without ramming anybody."""
    found, now = momentum.limits(state, unit), momentum.speed_of(unit)
    return _start(state, unit, found.most) if is_standing(now) else min(found.most, max(found.least, now))


def _start(state: GameState, unit: Unit, most: float) -> float:
    """As fast as it starts from a stand, or whole inches up to what stands in its way; nobody means to ram a friend."""
    met = Lane(state, unit).first_met((Stretch("straight", most, 0.0),)) if most > momentum.STILL_IN else None
    clear = math.floor(met.gone_in) if met else 0
    return float(clear) if clear >= 1 else most


def is_standing(speed: float) -> bool:
    """Whether such a speed is none."""
    return abs(speed) <= momentum.STILL_IN


def most_back_in(state: GameState, unit: Unit) -> float:
    """The highest speed for a J-turn. (VEH-BOOT-03)"""
    return max(LEAST_BACK_IN, most_back(state, unit))


def walked_back_in(state: GameState, unit: Unit) -> float:
    """How far its rider walks a bike back. (VEH-REV-02)"""
    return walk_in(state, unit)


# ------------------------------------------------------------------ the course


def course(
    state: GameState, unit: Unit, speed: float, places: Sequence[Point], *, sweep: bool = False, hard: str = ""
) -> tuple[Stretch, ...]:
    """The way through places, cut or led straight on to the length of the speed.

    Each place is made for on the tightest turn and then straight, or in one `sweep`. Without places the whole way may
    be `hard` over, "left" or "right".
    """
    if is_standing(speed):
        return ()
    radius = momentum.bend_radius(state, unit, speed)
    if not places and hard in ("left", "right"):
        bend: Bend = "left" if hard == "left" else "right"
        return _backed((Stretch(bend, abs(speed), radius),), speed)
    pose = _facing_its_way(stands(state, unit), speed)
    found: list[Stretch] = []
    for place in places:
        part = (arcs.sweep if sweep else arcs.towards)(pose, place, radius)
        found += part
        pose = arcs.finish(pose, part)
    return _backed(filled(tuple(found), abs(speed)), speed)


def _backed(whole: Sequence[Stretch], speed: float) -> tuple[Stretch, ...]:
    """A course worked out with the rear ahead, as the wheels take it."""
    if speed >= 0:
        return tuple(whole)
    return tuple(s._replace(bend=_MIRRORED[s.bend], length=-s.length) for s in whole)


def _facing_its_way(pose: Pose, speed: float) -> Pose:
    """The pose turned the way that it moves: backing up is driving with the rear ahead."""
    return (pose[0], pose[1], normalise(pose[2] + 180)) if speed < 0 else pose


def stands(state: GameState, unit: Unit) -> Pose:
    """Where the hull stands now."""
    return pose_of(hull_of(state, unit))


class CourseObstacle(NamedTuple):
    """What a course runs into: its name, the middle of the hull that touches it, how far along, and the way there."""

    name: str
    at: Point
    clear: tuple[Stretch, ...]


class Driven(NamedTuple):
    """A drive as it must be driven, what it runs into, and the tightest turns to either side at its speed."""

    start: Pose
    speed: float
    way: tuple[Stretch, ...]
    met: CourseObstacle | None
    tightest: tuple[Stretch, Stretch] | None


def driven(state: GameState, action: Action) -> Driven | None:
    """What a drive at a speed comes to; None for any other action."""
    if not isinstance(action, StreetDrive):
        return None
    unit, way = state.units[action.unit], action.course(state)
    met = Lane(state, unit).first_met(way) if way else None
    seen = CourseObstacle(met.obstacle.name, met.hull.centre, arcs.first(way, met.gone_in)) if met else None
    return Driven(stands(state, unit), action.speed, way, seen, _tightest(state, unit, action.speed))


def _tightest(state: GameState, unit: Unit, speed: float) -> tuple[Stretch, Stretch] | None:
    if is_standing(speed):
        return None
    radius = momentum.bend_radius(state, unit, speed)
    return Stretch("left", speed, radius), Stretch("right", speed, radius)
