"""Lengths in inches between points of the table, and the one test of "is within". (ARAP-GEN-05)"""

import functools
import itertools
import math
from typing import Final, NamedTuple

Point = tuple[float, float]
Path = tuple[Point, ...]

TOLERANCE: Final = 0.01
"""Inches (or degrees) by which a measured value may miss its limit and still count."""

_NOISE: Final = 1e-9
"""What floating point adds: a limit met to the tolerance stays met wherever on the table it is measured."""


class Circle(NamedTuple):
    """A base, a body or a round marker; radius in inches."""

    centre: Point
    radius: float


def distance(a: Point, b: Point) -> float:
    """Inches from a to b, centre to centre. (ARAP-GEN-05)"""
    return math.hypot(b[0] - a[0], b[1] - a[1])


def is_within(measured: float, limit: float) -> bool:
    """Whether a measured length or angle is no more than its limit, give or take the tolerance."""
    return measured <= limit + TOLERANCE + _NOISE


def longest_within(limit: float) -> float:
    """The longest measured length that `is_within` that limit, for loops that compare with it very often."""
    return limit + TOLERANCE + _NOISE


def is_beyond(measured: float, limit: float) -> bool:
    """Whether a measured length or angle is more than its limit: exactly the reverse of `is_within`."""
    return not is_within(measured, limit)


def ceil_tolerant(measured: float) -> int:
    """A measured value rounded up to a whole number, the tolerance forgiven: 8.01 is 8, 8.02 is 9."""
    whole = math.floor(measured)
    return whole if is_within(measured, whole) else whole + 1


@functools.lru_cache(maxsize=4096)
def direction(bearing_deg: float) -> Point:
    """The unit vector of a bearing; exact for right angles."""
    radians = math.radians(bearing_deg)
    return (round(math.sin(radians), 15) + 0.0, -round(math.cos(radians), 15) + 0.0)


def along(a: Point, bearing_deg: float, dist: float) -> Point:
    """The point `dist` inches from a on a bearing. (ARAP-SCAT-01)"""
    dx, dy = direction(bearing_deg)
    return (a[0] + dx * dist, a[1] + dy * dist)


def toward(a: Point, b: Point, dist: float) -> Point:
    """The point `dist` inches from a towards b (beyond b if that is further, away from it if negative)."""
    length = distance(a, b)
    if length == 0:
        return a
    return between(a, b, dist / length)


def between(a: Point, b: Point, share: float) -> Point:
    """The point at a share of the way from a (0) to b (1)."""
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)


def shifted(a: Point, by: Point) -> Point:
    """The point moved by a vector."""
    return (a[0] + by[0], a[1] + by[1])


def rotated(a: Point, about: Point, degrees: float) -> Point:
    """The point turned clockwise about another."""
    sin, cos = direction(degrees)[0], -direction(degrees)[1]
    dx, dy = a[0] - about[0], a[1] - about[1]
    return (about[0] + dx * cos - dy * sin, about[1] + dx * sin + dy * cos)


def path_length(path: Path) -> float:
    """Inches along a path of waypoints."""
    return sum(distance(a, b) for a, b in itertools.pairwise(path))


def path_until(path: Path, dist: float) -> Path:
    """The first `dist` inches of a path; the whole of it if it is shorter."""
    kept = [path[0]]
    for a, b in itertools.pairwise(path):
        leg = distance(a, b)
        if leg >= dist:
            return (*kept, toward(a, b, dist)) if dist > 0 else tuple(kept)
        kept.append(b)
        dist -= leg
    return tuple(kept)


def nearest_on_segment(p: Point, a: Point, b: Point) -> Point:
    """The point of the segment ab that is nearest to p."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    if square == 0:
        return a
    share = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square
    return between(a, b, min(1.0, max(0.0, share)))


def distance_to_segment(p: Point, a: Point, b: Point) -> float:
    """Inches from p to the nearest point of the segment ab."""
    return distance(p, nearest_on_segment(p, a, b))
