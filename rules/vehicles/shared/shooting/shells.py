"""Where shells aimed at a hull come down: exact chances, over every scatter and direction. (VEH-AREA-01, TRI-ORD-06)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import cos, hypot, radians, sin
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from rules.arap.templates.scatter import SHORT_OF_WALL_IN, obstacles, stopped
from rules.core.ids import UnitId
from rules.dice.faces import bearing_deg
from rules.dice.odds.armour import VehicleShots
from rules.dice.scatter import reduced
from rules.forces.hull import VehicleHull
from rules.forces.unit import Point
from rules.forces.weapon import Weapon
from rules.geometry import rings
from rules.geometry.areas import Area, Ground
from rules.geometry.hulls import Face, Hull
from rules.geometry.lengths import along, is_within
from rules.state import GameState
from rules.vehicles.shared.damage.fate import HullShot
from rules.vehicles.shared.hull import Armour, armour_of

BEARINGS: Final = 360
"""Directions in which a shell may scatter."""

ShotsOn = Callable[[HullShot, int, Fraction], VehicleShots]
"""Shots that meet that armour: so many, each with that chance to hit."""

Burst = Literal["direct", "partial"]


class Fall(NamedTuple):
    """How a shell meets a hull: centre on it or by its rim alone, and the faces nearest to its centre."""

    burst: Burst
    faces: tuple[Face, ...]


def lengths(goal: int, most_in: float = float("inf"), *, seven_is_hit: bool = False) -> dict[float, int]:
    """Inches of scatter by how many of the 36 pairs of dice; never more than `most_in`. (ARAP-AREA-02, -03)"""
    pairs = ((a, b) for a in range(1, 7) for b in range(1, 7))
    found = (reduced(a, b, 360, goal, seven_is_hit=seven_is_hit).distance_in for a, b in pairs)
    return dict(Counter(min(float(inches), most_in) for inches in found))


def falls(
    hull: Hull,
    weapon: Weapon,
    scatter: Mapping[float, int],
    eye: Point,
    tall: Sequence[Area] = (),
    aim: Point | None = None,
) -> dict[Fall, int]:
    """Of all ways in which a shell aimed at a hull, at its middle if nowhere else, may scatter: how many meet it, how.

    What is fired flat from `eye` is stopped on its way by whatever is `tall`, the hull itself as well. (ARAP-AREA-07)
    """
    turn, radius, lengths = round(hull.heading % 360, 6), weapon.marker_in / 2, tuple(scatter.items())
    if weapon.is_lobbed or not tall:
        return dict(_falls(hull.length, hull.width, turn, radius, lengths))
    return dict(_flat_falls(hull, radius, lengths, eye, tuple(tall), aim or hull.centre))


def falls_on(
    state: GameState,
    unit: UnitId,
    hull: Hull,
    weapon: Weapon,
    scatter: Mapping[float, int],
    eye: Point,
    aim: Point | None = None,
) -> dict[Fall, int]:
    """The same on a table, where whatever stands on the way stops them; flat ones may be aimed beside the middle."""
    left, top, right, bottom = rings.bounds((hull.centre, aim or hull.centre)).grown(max(scatter))
    box = rings.bounds((eye, (left, top), (right, bottom)))
    return falls(hull, weapon, scatter, eye, obstacles(state, unit, box), aim)


@lru_cache(maxsize=64)
def _flat_falls(
    hull: Hull, radius: float, scatter: tuple[tuple[float, int], ...], eye: Point, tall: tuple[Area, ...], middle: Point
) -> tuple[tuple[Fall, int], ...]:
    half, side = hull.length / 2, hull.width / 2
    found: Counter[Fall] = Counter()
    ground = Ground(tall)
    for inches, pairs in scatter:
        for face in range(1, 361) if inches else (360,):
            aim = along(middle, bearing_deg(face), inches)
            fall = _at(*hull.on_hull(stopped(eye, aim, ground.beside(eye, aim)) or aim), half, side, radius)
            if fall is not None:
                found[fall] += pairs if inches else pairs * 360
    return tuple(found.items())


@lru_cache(maxsize=256)
def _falls(
    length: float, width: float, heading: float, radius: float, scatter: tuple[tuple[float, int], ...]
) -> tuple[tuple[Fall, int], ...]:
    ways = [radians(bearing_deg(face) - heading) for face in range(1, 361)]
    steps = [(cos(way), sin(way)) for way in ways]
    half, side = length / 2, width / 2
    found: Counter[Fall] = Counter()
    for inches, pairs in scatter:
        for ahead, aside in steps if inches else steps[:1]:
            fall = _at(ahead * inches, aside * inches, half, side, radius)
            if fall is not None:
                found[fall] += pairs if inches else pairs * 360
    return tuple(found.items())


def _at(ahead: float, aside: float, half: float, side: float, radius: float) -> Fall | None:
    """How a marker so far ahead of the middle of a hull and to its right meets it; None if it does not."""
    over, beside = max(abs(ahead) - half, 0.0), max(abs(aside) - side, 0.0)
    gap = hypot(over, beside)
    if not is_within(gap, radius):
        return None
    away: dict[Face, float] = {
        "front": hypot(ahead - half, beside),
        "right": hypot(aside - side, over),
        "rear": hypot(ahead + half, beside),
        "left": hypot(aside + side, over),
    }
    least = min(away.values())
    faces = tuple(face for face, inches in away.items() if is_within(inches, least))
    return Fall("direct" if is_within(gap, SHORT_OF_WALL_IN) else "partial", faces)


def shells(
    profile: VehicleHull,
    direct: HullShot,
    weapon: Weapon,
    found: Mapping[Fall, int],
    scatter: Mapping[float, int],
    shots_on: ShotsOn,
    count: int,
) -> VehicleShots:
    """So many shells, each of which comes down in one of those ways, out of all in which it may scatter, or misses.

    A flat one on the hull meets the armour of `direct`, any other that of the nearest face; by the rim alone it has
    half of its Strength, and melta adds no die. (VEH-AREA-02, VEH-AREA-03, TRI-ORD-06)
    """
    ways = sum(scatter.values()) * BEARINGS
    met: Counter[HullShot] = Counter()
    for fall, number in found.items():
        met[shot_of(profile, direct, weapon, fall)] += number
    parts = tuple((Fraction(number, ways), shots_on(shot, 1, Fraction(1))) for shot, number in met.items())
    whole = shots_on(direct, count, Fraction(sum(met.values()), ways))
    return replace(whole, parts=parts)


def shot_of(profile: VehicleHull, direct: HullShot, weapon: Weapon, fall: Fall) -> HullShot:
    """What a shell that comes down so meets, if `direct` is what it meets with its centre on the hull."""
    if fall.burst == "direct":
        return direct._replace(armour=_nearest(profile, fall)) if weapon.is_lobbed else direct
    kind = "normal" if direct.kind == "melta" else direct.kind
    return direct._replace(armour=_nearest(profile, fall), kind=kind, strength=direct.strength // 2)


def _nearest(profile: VehicleHull, fall: Fall) -> Armour:
    return min((armour_of(profile, face) for face in fall.faces), key=lambda armour: armour.av)
