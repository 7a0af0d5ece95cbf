"""Facings, bearings and arcs, in degrees clockwise from up. (ARAP-SHOOT-05, ARAP-SHOOT-06, ARAP-MOVE-07)"""

import math
from typing import Literal

from rules.geometry.lengths import Point, is_within

Quadrant = Literal["front", "flank", "rear"]


def normalise(deg: float) -> float:
    """The same angle in [0, 360)."""
    turned = deg % 360.0
    return 0.0 if turned == 360.0 else turned


def bearing(a: Point, b: Point) -> float:
    """The bearing of b seen from a, in [0, 360); 0 where they coincide."""
    if a == b:
        return 0.0
    return normalise(math.degrees(math.atan2(b[0] - a[0], a[1] - b[1])))


def relative(facing: float, bearing_deg: float) -> float:
    """A bearing seen from a facing, in (-180, 180]: negative to the left, positive to the right."""
    turned = normalise(bearing_deg - facing)
    return turned - 360.0 if turned > 180.0 else turned


def turn(from_deg: float, to_deg: float) -> float:
    """Degrees of the shorter turn between two facings, 0 to 180."""
    return abs(relative(from_deg, to_deg))


def off_axis(facing: float, origin: Point, target: Point) -> float:
    """Degrees, 0 to 180, by which a target lies off straight ahead; 0 where the two points coincide."""
    return turn(facing, bearing(origin, target)) if origin != target else 0.0


def in_arc(facing: float, origin: Point, target: Point, half_angle: float) -> bool:
    """Whether a target lies within `half_angle` degrees to either side of straight ahead. (ARAP-SHOOT-05, -06)"""
    return is_within(off_axis(facing, origin, target), half_angle)


def quadrant(facing: float, origin: Point, other: Point) -> Quadrant:
    """The quarter of a figure's ground in which another stands; a corner counts as the better guarded. (ARAP-CHG-06)"""
    angle = off_axis(facing, origin, other)
    if is_within(angle, 45):
        return "front"
    return "flank" if is_within(angle, 135) else "rear"


def after_free_turn(facing: float, wanted: float, free: float = 90) -> float:
    """The facing nearest to the one wanted that a turn of `free` degrees allows; clockwise if either way would do."""
    needed = relative(facing, wanted)
    if is_within(abs(needed), free):
        return normalise(wanted)
    return normalise(facing + math.copysign(free, needed))


def mirrored(bearing_deg: float, wall_deg: float) -> float:
    """The bearing of a stream after it struck a wall that runs along `wall_deg`. (ARAP-TMPL-02)"""
    return normalise(2 * wall_deg - bearing_deg)
