"""Courses of vehicles as they are pointed out, and what they run into. (CRU-MOVE, CRU-RAM, CRU-JUMP)"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.core.ids import SideId, UnitId
from rules.crusade import courses, marks, models
from rules.crusade.courses import DriveLeg
from rules.crusade.driving.consequences import Consequence
from rules.crusade.driving.drive import DriveVehicle, DriveWipedOut, met_on
from rules.crusade.driving.way import stops_of
from rules.forces.unit import Unit
from rules.geometry.facings import bearing, normalise, relative
from rules.geometry.hulls import Hull
from rules.geometry.lengths import Point, distance
from rules.progress import Action
from rules.questions.crusade.order import wiped_out
from rules.state import GameState

TURN_DEG: Final = models.TURN_DEG
"""What 2 inches of a move action turn. (CRU-MOVE-02)"""
_BACKWARDS_DEG: Final = 120.0
"""Who is sent so far off its heading backs up."""
_STRAIGHT_DEG: Final = 6.0
"""Who is sent so nearly ahead goes straight on."""
_SNAP_DEG: Final = 3.0
"""A turn so little over what has been paid for is not paid for again. (CRU-MOVE-02)"""


class Course(NamedTuple):
    """One move action as it was pointed out: its legs, and whether more was drawn than it pays for."""

    legs: tuple[DriveLeg, ...]
    back: bool
    cut: bool


def course(state: GameState, unit: Unit, points: tuple[Point, ...], facing: float | None, *, back: bool) -> Course:
    """Turns and straights that lead over these points, as far as one move action goes. (CRU-MOVE-01 to -04)"""
    if not unit.is_vehicle:
        return Course((), back, cut=False)
    hull = models.pose(state, unit)
    if points and abs(relative(hull.heading, bearing(hull.centre, points[0]))) > _BACKWARDS_DEG:
        back = back or not models.in_air(state, unit)
    legs = []
    for point in points:
        if back and _is_ahead(hull, point):
            break
        leg = _leg_to(hull, point, back=back)
        legs.append(leg)
        hull = courses.moved(hull, leg, back=back)
    if facing is not None and abs(turned := _snapped(relative(hull.heading, facing))) >= 1:
        legs.append(DriveLeg(turn_deg=turned))
    allowance = courses.BACK_IN if back else courses.MOVE_IN
    kept = tuple(_paid(legs, allowance))
    return Course(kept, back, sum(leg.cost_in for leg in legs) > allowance + 0.05)


def _is_ahead(hull: Hull, point: Point) -> bool:
    """Whether a place lies where no vehicle comes that backs up. (CRU-MOVE-03)"""
    return abs(relative(hull.heading, bearing(hull.centre, point))) < 180 - _BACKWARDS_DEG


def _leg_to(hull: Hull, point: Point, *, back: bool) -> DriveLeg:
    """Turn about the middle of a side until the point lies straight ahead, or behind, then go there."""
    off = 180.0 if back else 0.0
    degrees = relative(normalise(hull.heading + off), bearing(hull.centre, point))
    if abs(degrees) <= _STRAIGHT_DEG:
        return DriveLeg(inches=round(distance(hull.centre, point), 2))
    for _ in range(8):
        after = courses.turned(hull, degrees)
        degrees += relative(normalise(after.heading + off), bearing(after.centre, point))
        degrees = max(-179.0, min(179.0, degrees))
    degrees = _snapped(round(degrees, 1))
    return DriveLeg(turn_deg=degrees, inches=round(distance(courses.turned(hull, degrees).centre, point), 2))


def _snapped(degrees: float) -> float:
    over = abs(degrees) % models.TURN_DEG
    return round(math.copysign(abs(degrees) - (over if over <= _SNAP_DEG else 0.0), degrees), 1)


def _paid(legs: list[DriveLeg], allowance: float) -> Iterator[DriveLeg]:
    """As much of a way as so many inches pay for: turns by 45 degrees, then straights."""
    left = allowance
    for leg in legs:
        cost = models.turn_cost_in(leg.turn_deg)
        if cost > left + 0.001:
            part = math.floor(left / models.TURN_IN) * models.TURN_DEG
            if part:
                yield DriveLeg(turn_deg=math.copysign(part, leg.turn_deg))
            return
        left -= cost
        yield replace(leg, inches=min(leg.inches, round(left, 4)))
        left -= leg.inches
        if left <= 0.001:
            return


class Ahead(NamedTuple):
    """What a way leads into: its id, its name, and whether it is jumped rather than rammed."""

    id: str
    name: str
    gap: bool
    troop: bool = False
    """Whether it is somebody who is over-run."""


def ahead(state: GameState, unit: Unit, way: Course) -> Ahead | None:
    """The first thing that bars a way and may be rammed or jumped. (CRU-RAM-01, CRU-RAM-03, CRU-JUMP-01)"""
    if not way.legs:
        return None
    hull = models.pose(state, unit)
    for leg in way.legs:
        for stop in stops_of(state, unit, hull, leg, back=way.back, ram=""):
            if stop.kind in ("vehicle", "structure", "gap"):
                return Ahead(stop.id, _named(state, stop.id), stop.kind == "gap")
        hull = courses.moved(hull, leg, back=way.back)
    return None


def _named(state: GameState, ident: str) -> str:
    piece = courses.structure_named(state, ident)
    return state.units[UnitId(ident)].name if UnitId(ident) in state.units else piece.name if piece else ident


def drive(state: GameState, side: SideId, unit: Unit, way: Course, ram: str, *, jump: bool) -> Action:
    """The move action: bought with the action where it has none left, or that of an enemy's wipeout."""
    if wiped_out(state, side) is not None:
        return DriveWipedOut(side=side, unit=unit.id, legs=way.legs, back=way.back, ram=ram, jump=jump)
    made = DriveVehicle(side=side, unit=unit.id, legs=way.legs, back=way.back, ram=ram, jump=jump)
    refused = made.check(state)
    bought = replace(made, extra=True) if refused is not None and refused.code == "needs-action" else made
    return _goes_on(state, bought) or bought


def _goes_on(state: GameState, made: DriveVehicle) -> DriveVehicle | None:
    """The same with what is left of a move action: where that is enough, or nothing else is left. (CRU-WIPE-02)"""
    noted = marks.of(state, made.unit)
    if not noted.left_in or made.back != noted.left_back:
        return None
    kept = tuple(_paid(list(made.legs), noted.left_in))
    refused = made.check(state)
    is_last = refused is not None and refused.code in _NO_OTHER
    return replace(made, legs=kept, extra=False, rest=True) if kept == made.legs or is_last else None


_NO_OTHER: Final = ("action-spent", "heavy-moves-once", "no-move-left", "passengers-fired", "stunned")
"""Why no further move action is left to it."""


def is_shortened(action: Action, way: Course) -> bool:
    """Whether less of a way is driven than was pointed out: what is left of a move action. (CRU-WIPE-02)"""
    return isinstance(action, DriveVehicle) and action.rest and action.legs != way.legs


def comes_of(state: GameState, action: Action) -> tuple[Consequence, ...]:
    """What such a move action meets, one after another. (CRU-WIPE-02)"""
    return met_on(state, action) if isinstance(action, DriveVehicle | DriveWipedOut) else ()


def met_in_the_air(state: GameState, side: SideId, unit: Unit, way: Course) -> tuple[Ahead, ...]:
    """FLYERS that such a way of a FLYER may ram, and troops that it may over-run. (CRU-RAM-04, CRU-OVER-04)"""
    if not models.in_air(state, unit):
        return ()
    foes = (u for u in state.units.values() if u.side != side and u.on_table)
    met = (u for u in foes if (models.in_air(state, u) if u.is_vehicle else models.swoops(state, unit)))
    return tuple(
        Ahead(u.id, u.name, gap=False, troop=not u.is_vehicle)
        for u in met
        if drive(state, side, unit, way, u.id, jump=False).check(state) is None
    )
