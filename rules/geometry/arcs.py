"""Straights and tangent arcs: the course of something that keeps rolling. (VEH-TRR-01, VEH-TRR-02)

A pose is x, y in inches and a heading in degrees clockwise from up.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from rules.geometry.facings import bearing, normalise, relative
from rules.geometry.lengths import Point, along, distance

Bend = Literal["left", "straight", "right"]
Pose = tuple[float, float, float]

_SIGN: Final[dict[Bend, int]] = {"left": -1, "straight": 0, "right": 1}
_NOTHING: Final = 1e-6


class Stretch(NamedTuple):
    """One part of a course: which way it bends, its length and, unless straight, its radius, in inches.

    A negative length is driven backward.
    """

    bend: Bend
    length: float
    radius: float = 0.0


def turn_of(stretch: Stretch) -> float:
    """Degrees by which the heading changes, clockwise positive; driven backward the other way. (VEH-TRR-01)"""
    sign = _SIGN[stretch.bend]
    return sign * math.degrees(stretch.length / stretch.radius) if sign else 0.0


def end_of(pose: Pose, stretch: Stretch) -> Pose:
    """The pose at the end of a stretch: P' = P + s R (r(h) - r(h')). (VEH-TRR-02)"""
    x, y, heading = pose
    sign = _SIGN[stretch.bend]
    if not sign:
        x, y = along((x, y), heading, stretch.length)
        return (x, y, heading)
    a, b = math.radians(heading), math.radians(heading + turn_of(stretch))
    reach = sign * stretch.radius
    x += reach * (math.cos(a) - math.cos(b))
    y += reach * (math.sin(a) - math.sin(b))
    return (x, y, normalise(math.degrees(b)))


def finish(pose: Pose, course: Sequence[Stretch]) -> Pose:
    """The pose at the end of a whole course."""
    for stretch in course:
        pose = end_of(pose, stretch)
    return pose


def length_of(course: Sequence[Stretch]) -> float:
    """Inches of a whole course, forward or backward."""
    return sum(abs(s.length) for s in course)


def first(course: Sequence[Stretch], inches: float) -> tuple[Stretch, ...]:
    """The first inches of a course; the whole of it if it is shorter."""
    kept: list[Stretch] = []
    for stretch in course:
        if inches <= _NOTHING:
            break
        run = min(abs(stretch.length), inches)
        kept.append(stretch._replace(length=math.copysign(run, stretch.length)))
        inches -= run
    return tuple(kept)


def rest(course: Sequence[Stretch], inches: float) -> tuple[Stretch, ...]:
    """What is left of a course after its first inches."""
    kept: list[Stretch] = []
    for stretch in course:
        gone = min(abs(stretch.length), inches)
        inches -= gone
        left = abs(stretch.length) - gone
        if left > _NOTHING:
            kept.append(stretch._replace(length=math.copysign(left, stretch.length)))
    return tuple(kept)


def samples(
    pose: Pose, course: Sequence[Stretch], step: float, most_deg: float = 360.0
) -> Iterator[tuple[Pose, float]]:
    """Poses along a course with the inches gone, no further apart than the step or the turn; the start left out."""
    gone = 0.0
    for stretch in course:
        run = abs(stretch.length)
        count = max(1, math.ceil(run / step - _NOTHING), math.ceil(abs(turn_of(stretch)) / most_deg - _NOTHING))
        for n in range(1, count + 1):
            yield end_of(pose, stretch._replace(length=stretch.length * n / count)), gone + run * n / count
        pose, gone = end_of(pose, stretch), gone + run


def towards(pose: Pose, target: Point, radius: float) -> tuple[Stretch, ...]:
    """The shortest turn of that radius, then the straight to a place; only the turn if it lies inside the circle."""
    at, heading = (pose[0], pose[1]), pose[2]
    gap = distance(at, target)
    if gap <= _NOTHING:
        return ()
    angle = relative(heading, bearing(at, target))
    if abs(math.sin(math.radians(angle))) * gap <= 0.005 and abs(angle) < 90:
        return (Stretch("straight", gap),)
    bend: Bend = "left" if angle < 0 else "right"
    centre = along(at, heading + 90 * _SIGN[bend], radius)
    away = distance(centre, target)
    if away <= radius + _NOTHING:
        return (Stretch(bend, math.radians(_round_to(pose, bend, centre, target)) * radius, radius),)
    tangent = math.sqrt(away * away - radius * radius)
    # Seen from the centre, the place where the straight begins lies before the target by this angle.
    before = math.degrees(math.acos(radius / away))
    swept = (_round_to(pose, bend, centre, target) - before) % 360
    return tuple(
        s for s in (Stretch(bend, math.radians(swept) * radius, radius), Stretch("straight", tangent)) if s.length
    )


def _round_to(pose: Pose, bend: Bend, centre: Point, target: Point) -> float:
    """Degrees round the centre, the way of the bend, from a pose to the bearing of a place."""
    start = bearing(centre, (pose[0], pose[1]))
    return (_SIGN[bend] * (bearing(centre, target) - start)) % 360


_STRAIGHT_IN: Final = 5_000.0
"""The radius from which on an arc is as good as straight: in two feet it leaves the straight by 0.06″."""


def sweep(pose: Pose, target: Point, least: float) -> tuple[Stretch, ...]:
    """The one arc that leaves a pose along its heading and ends at a place, if its radius is the least or more.

    A place that would need a tighter turn is made for as `towards` does; one that lies straight ahead but for a hair is
    driven to straight.
    """
    at, heading = (pose[0], pose[1]), pose[2]
    gap = distance(at, target)
    angle = relative(heading, bearing(at, target))
    aside = math.sin(math.radians(angle)) * gap
    if abs(aside) <= 0.005:
        return towards(pose, target, least)
    radius = gap * gap / (2 * abs(aside))
    if radius < least:
        return towards(pose, target, least)
    if radius > _STRAIGHT_IN and abs(angle) < 90:
        return (Stretch("straight", gap),)
    bend: Bend = "left" if angle < 0 else "right"
    return (Stretch(bend, math.radians(2 * abs(angle)) * radius, radius),)
