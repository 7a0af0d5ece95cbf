"""Courses of vehicles that keep their speed: how fast, along which curves, into what. (VEH-RACE-01 to -03)"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from rules.arap.movement.vehicle_interface import CourseObstacle, Driven, Driverless, SlowDrives, Speeds, VehicleCourses
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
from rules.vehicles.gemini.street import run
from rules.vehicles.gemini.street.drive import StreetDrive, may_drive
from rules.vehicles.gemini.street.manoeuvres import LEAST_SPEED_IN, STEPS, most_back, room_behind_in
from rules.vehicles.gemini.street.offers import filled
from rules.vehicles.gemini.street.path import Lane
from rules.vehicles.shared.hull import hull_of, pose_of

_MIRRORED: Final[dict[Bend, Bend]] = {"left": "right", "right": "left", "straight": "straight"}


class GeminiCourses(VehicleCourses, SlowDrives):
    """By the Street Race rules."""

    def races(self, state: GameState, unit: Unit) -> bool:
        """As its profile or the table's switch has it. (VEH-RACE-01)"""
        return momentum.uses(state, unit)

    def barred(self, state: GameState, side: SideId, unit: Unit) -> Refusal | None:
        """Once a turn, by a crew that can. (VEH-RACE-03)"""
        return may_drive(state, side, unit.id)

    def speeds(self, state: GameState, unit: Unit) -> Speeds:
        """No more off or on than Acc/Dec, nor than it can go. (VEH-RACE-02, VEH-REV-01)"""
        found, now = momentum.limits(state, unit), momentum.speed_of(unit)
        usual = _start(state, unit, found.most) if _is_none(now) else min(found.most, max(found.least, now))
        return Speeds(now, momentum.in_words(now), found.least, found.most, usual, found.text, found.why)

    def course(
        self, state: GameState, unit: Unit, speed: float, places: Sequence[Point], *, sweep: bool, hard: str
    ) -> tuple[Stretch, ...]:
        """By curves as tight as the speed allows. (VEH-RACE-03, VEH-TRR-01)"""
        if _is_none(speed):
            return ()
        radius = momentum.bend_radius(state, unit, speed)
        if not places and hard in ("left", "right"):
            bend: Bend = "left" if hard == "left" else "right"
            return _backed((Stretch(bend, abs(speed), radius),), speed)
        pose = _facing_its_way(_stands(state, unit), speed)
        found: list[Stretch] = []
        for place in places:
            part = (arcs.sweep if sweep else arcs.towards)(pose, place, radius)
            found += part
            pose = arcs.finish(pose, part)
        return _backed(filled(tuple(found), abs(speed)), speed)

    def driven(self, state: GameState, action: Action) -> Driven | None:
        """A drive of a race, led on to its length. (VEH-RACE-03)"""
        if not isinstance(action, StreetDrive) or not action.can_be_drawn(state):
            return None
        unit = state.units[action.unit]
        found = _led(state, unit, action.speed, action.course(state))
        return found._replace(tightest=_tightest(state, unit, action.speed))

    def driverless(self, state: GameState, side: SideId) -> tuple[Driverless, ...]:
        """Straight on at unchanged speed. (VEH-RACE-04)"""
        vehicles = (u for u in state.units_of(side) if u.is_vehicle and u.on_table)
        return tuple(_rolls_on(state, unit) for unit in run.unattended(state, vehicles))

    def slow_steps(self) -> int:
        """Three. (VEH-SLOW-01)"""
        return STEPS

    def back_in(self, state: GameState, unit: Unit) -> tuple[float, float]:
        """From 6 inches. (VEH-BOOT-03)"""
        return LEAST_SPEED_IN, max(LEAST_SPEED_IN, most_back(state, unit))

    def walked_back_in(self, state: GameState, unit: Unit) -> float:
        """As far as its rider walks and there is room. (VEH-REV-02)"""
        return room_behind_in(state, unit)


def _led(state: GameState, unit: Unit, speed: float, way: tuple[Stretch, ...]) -> Driven:
    """Where that way leads, and what it meets first."""
    met = Lane(state, unit).first_met(way) if way else None
    seen = CourseObstacle(met.obstacle.name, met.hull.centre, arcs.first(way, met.gone_in)) if met else None
    return Driven(_stands(state, unit), momentum.in_words(speed), way, seen, None)


def _rolls_on(state: GameState, unit: Unit) -> Driverless:
    speed = momentum.speed_of(unit)
    way = _led(state, unit, speed, (Stretch("straight", speed),))
    into = f", into {way.met.name}" if way.met else ""
    text = f"{unit.name} rolls straight on at {way.words}, nobody at the wheel{into}."
    return Driverless(unit.id, way, text, ("VEH-RACE-04", *(("VEH-RACE-05",) if way.met else ())))


def _is_none(speed: float) -> bool:
    """Whether it stands."""
    return abs(speed) <= momentum.STILL_IN


def _start(state: GameState, unit: Unit, most: float) -> float:
    """As fast as it starts from a stand, or whole inches up to what stands in its way; nobody means to ram a friend."""
    met = Lane(state, unit).first_met((Stretch("straight", most, 0.0),)) if most > momentum.STILL_IN else None
    clear = math.floor(met.gone_in) if met else 0
    return float(clear) if clear >= 1 else most


def _backed(whole: Sequence[Stretch], speed: float) -> tuple[Stretch, ...]:
    """A course worked out with the rear ahead, as the wheels take it."""
    if speed >= 0:
        return tuple(whole)
    return tuple(s._replace(bend=_MIRRORED[s.bend], length=-s.length) for s in whole)


def _facing_its_way(pose: Pose, speed: float) -> Pose:
    """The pose turned the way that it moves: backing up is driving with the rear ahead."""
    return (pose[0], pose[1], normalise(pose[2] + 180)) if speed < 0 else pose


def _stands(state: GameState, unit: Unit) -> Pose:
    """Where the hull stands now."""
    return pose_of(hull_of(state, unit))


def _tightest(state: GameState, unit: Unit, speed: float) -> tuple[Stretch, Stretch] | None:
    if _is_none(speed):
        return None
    radius = momentum.bend_radius(state, unit, speed)
    return Stretch("left", speed, radius), Stretch("right", speed, radius)
