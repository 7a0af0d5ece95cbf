"""Scatter and veering: faces of dice to a distance in inches and a bearing (ARAP-SCAT-01 to -10).

Distances are whole inches, bearings degrees clockwise from table north. A distance of 0 is no scatter; its
bearing then means nothing. `direction` is the face of a D360, its 360 being north, or the exact line of real dice.
"""

from math import atan2, degrees
from typing import Literal, NamedTuple

from rules.dice.faces import bearing_deg


class Scatter(NamedTuple):
    """How far, and which way."""

    distance_in: int
    bearing_deg: float


class Veer(NamedTuple):
    """How far to which side, seen from the driver's seat."""

    distance_in: int
    side: Literal["left", "right", "none"]


def thrown_bearing_deg(pointer: tuple[float, float], base: tuple[float, float]) -> float:
    """The exact bearing from the base die to the pointer die as real dice lie, not rounded (ARAP-SCAT-01)."""
    return degrees(atan2(pointer[0] - base[0], base[1] - pointer[1])) % 360


def double_dice(a: int, b: int, direction: float, *, seven_is_hit: bool = False) -> Scatter:
    """The total; a double is no scatter (ARAP-SCAT-02), with the switch nor is a total of 7 (ARAP-SCAT-03)."""
    return _scatter(0 if is_direct_hit(a, b, seven_is_hit=seven_is_hit) else a + b, direction)


def is_direct_hit(a: int, b: int, *, seven_is_hit: bool = False) -> bool:
    """A double, and with the switch a total of 7 (ARAP-SCAT-02, -03)."""
    return a == b or (seven_is_hit and a + b == 7)


def scatter_only(a: int, b: int, direction: float) -> Scatter:
    """The total, doubles as well (ARAP-SCAT-04)."""
    return _scatter(a + b, direction)


def reduced(a: int, b: int, direction: float, skill: int, *, seven_is_hit: bool = False) -> Scatter:
    """The total less the skill with its modifiers; a direct hit is no scatter (ARAP-SCAT-05, -03)."""
    on_target = is_direct_hit(a, b, seven_is_hit=seven_is_hit)
    return _scatter(0 if on_target else max(0, a + b - skill), direction)


def short(a: int, b: int, direction: float) -> Scatter:
    """The difference; a double is no scatter (ARAP-SCAT-06)."""
    return _scatter(abs(a - b), direction)


def short_only(a: int, b: int, direction: float) -> Scatter:
    """The difference, or the score of one die of a double (ARAP-SCAT-07)."""
    return _scatter(abs(a - b) or a, direction)


def three_dice(a: int, b: int, c: int, direction: float) -> Scatter:
    """The two highest together, or one of them where they are the same (ARAP-SCAT-08)."""
    _, second, first = sorted((a, b, c))
    return _scatter(first if first == second else first + second, direction)


def veer(left: int, right: int) -> Veer:
    """The difference, to the side of the higher die (ARAP-SCAT-09)."""
    if left == right:
        return Veer(0, "none")
    return Veer(abs(left - right), "left" if left > right else "right")


def turns_about(left: int, right: int) -> bool:
    """Whether a crazed animal, which veers by `veer`, turns about: on a double of an even score (ARAP-SCAT-10)."""
    return left == right and left % 2 == 0


def _scatter(distance_in: int, direction: float) -> Scatter:
    return Scatter(distance_in, bearing_deg(direction))
