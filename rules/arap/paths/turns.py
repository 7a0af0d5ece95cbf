"""How models turn on the way: the strides of a path, the facings taken up, what turns cost.

Each model turns into its direction of travel at every bend; 90 degrees in all are free. (ARAP-MOVE-05 to -07)
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from rules.arap.terrain.ground import Gait
from rules.forces.unit import Point
from rules.geometry.facings import bearing, normalise, turn
from rules.geometry.lengths import TOLERANCE, distance

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


def sidesteps(strides: Sequence[Stride]) -> Iterator[float]:
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
