"""Courses of vehicles that keep their speed: how fast, along which curves, into what. (VEH-RACE-01 to -03)"""

from __future__ import annotations

from collections.abc import Sequence

from rules.arap.movement.vehicle_interface import CourseObstacle as CourseObstacle
from rules.arap.movement.vehicle_interface import Driven as Driven
from rules.arap.movement.vehicle_interface import Driverless as Driverless
from rules.arap.movement.vehicle_interface import SlowDrives, VehicleCourses
from rules.arap.movement.vehicle_interface import Speeds as Speeds
from rules.arap.vehicle_interface import ask
from rules.core.ids import SideId
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.geometry.arcs import Stretch
from rules.geometry.lengths import Point
from rules.progress import Action
from rules.state import GameState


def races(state: GameState, unit: Unit) -> bool:
    """Whether the unit keeps its speed from turn to turn, as Street Race vehicles do. (VEH-RACE-01)"""
    return ask(state, VehicleCourses).races(state, unit)


def barred(state: GameState, side: SideId, unit: Unit) -> Refusal | None:
    """Why the unit makes no drive of a race now. (VEH-RACE-03)"""
    return ask(state, VehicleCourses).barred(state, side, unit)


def speeds(state: GameState, unit: Unit) -> Speeds:
    """Between which speeds the vehicle chooses this turn. (VEH-RACE-02)"""
    return ask(state, VehicleCourses).speeds(state, unit)


def slow_steps(state: GameState) -> int:
    """Steps of a slow manoeuvre. (VEH-SLOW-01)"""
    return ask(state, SlowDrives).slow_steps()


def back_in(state: GameState, unit: Unit) -> tuple[float, float]:
    """The least and the highest speed for a J-turn. (VEH-BOOT-03)"""
    return ask(state, SlowDrives).back_in(state, unit)


def walked_back_in(state: GameState, unit: Unit) -> float:
    """How far its rider walks a bike back. (VEH-REV-02)"""
    return ask(state, SlowDrives).walked_back_in(state, unit)


def course(
    state: GameState, unit: Unit, speed: float, places: Sequence[Point], *, sweep: bool = False, hard: str = ""
) -> tuple[Stretch, ...]:
    """The way through places, cut or led straight on to the length of the speed.

    Each place is made for on the tightest turn and then straight, or in one `sweep`. Without places the whole way may
    be `hard` over, "left" or "right".
    """
    return ask(state, VehicleCourses).course(state, unit, speed, places, sweep=sweep, hard=hard)


def driverless(state: GameState, side: SideId) -> tuple[Driverless, ...]:
    """The side's vehicles that go on by themselves once its activations end. (VEH-RACE-04)"""
    return ask(state, VehicleCourses).driverless(state, side)


def driven(state: GameState, action: Action) -> Driven | None:
    """What a drive at a speed comes to; None for any other action."""
    return ask(state, VehicleCourses).driven(state, action)
