"""Who sees whom, arcs, cover and range. (CRU-TROOP-05, CRU-TROOP-06, CRU-FIRE-02, CRU-SHOT-02, CRU-DICE-05)"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from typing import Final

from rules.core.refusal import Refusal
from rules.crusade import grounds, models
from rules.crusade.grounds import SHROUDS
from rules.forces.mount import Mount
from rules.forces.unit import Unit
from rules.geometry.areas import Area, Ground, ground, hull_area
from rules.geometry.facings import bearing, in_arc
from rules.geometry.hulls import Hull
from rules.geometry.lengths import TOLERANCE, Circle, Point, along, distance, toward
from rules.geometry.rings import Ring, crossings, encloses, thick_line
from rules.geometry.sight import EYE_IN, visible, visible_hull
from rules.state import GameState
from rules.table.terrain import Terrain

BARREL_IN: Final = 1.0
"""From the pivot of a mount to the tip of its barrel, which ranges are measured from. (CRU-FIRE-02)"""
STEP_IN: Final = 12
PASSENGER_STEP_IN: Final = 8
"""Full steps of range that cost 1 each. (CRU-DICE-05)"""
_HIDES_IN: Final = 99.0
_CLOSE_IN: Final = 1.0
"""Nearer than this a troop has no cover. (CRU-TROOP-05)"""


def ring_of(piece: Terrain) -> Ring:
    """The outline of a piece of terrain, be it an area or a line."""
    return thick_line(piece.points, piece.width_in) if piece.line else piece.points


@functools.lru_cache(maxsize=64)
def _ground(pieces: tuple[Terrain, ...]) -> Ground:
    walls = (p for p in pieces if p.blocks_sight and p.look not in SHROUDS)
    return ground(tuple(Area(p.id, ring_of(p), p.height_in or _HIDES_IN) for p in walls))


def _hulls(state: GameState, *but: Unit | None) -> tuple[Area, ...]:
    """Hulls on the ground stand in the way of sight; those in the air do not."""
    ids = {unit.id for unit in but if unit is not None}
    return tuple(
        hull_area(u.id, models.pose(state, u), height=models.vehicle(state, u.id).height_in)
        for u in models.standing(state)
        if u.id not in ids and models.chassis(state, u) and not models.in_air(state, u)
    )


def eye_in(state: GameState, unit: Unit) -> float:
    """How high up it sees from and is seen at: a FLYER over what is lower. (CRU-FALL-01)"""
    return state.scenario.flight_in if models.in_air(state, unit) else EYE_IN


def sees(state: GameState, firer: Unit, eye: Point, target: Unit) -> bool:
    """Whether there is a line from the eye to some part of the target's body. (CRU-TROOP-06)"""
    height, top = (eye_in(state, u) for u in (firer, target))
    own = state.units[firer.aboard] if firer.aboard else firer
    carrier = state.units[target.aboard] if target.aboard else None
    inside = tuple(p.id for p in state.terrain if p.blocks_sight and crossings(ring_of(p), eye, eye))
    if models.chassis(state, target) or carrier is not None:
        hull = models.pose(state, carrier or target)
        others = _hulls(state, own, carrier or target)
        return visible_hull(
            eye, hull, _ground(state.terrain), eye=height, top=top, others=others, ignoring=inside
        ).clear
    ring = models.base(state, target)
    others = _hulls(state, own)
    lines = visible(
        eye, ring.centre, ring.radius, _ground(state.terrain), eye=height, top=top, others=others, ignoring=inside
    )
    return lines.clear


def sees_point(state: GameState, firer: Unit, eye: Point, at: Point) -> bool:
    """Whether a point of the table can be seen. (CRU-WEAP-08, CRU-WEAP-09)"""
    own = state.units[firer.aboard] if firer.aboard else firer
    height = eye_in(state, firer)
    return visible(eye, at, 0.0, _ground(state.terrain), eye=height, others=_hulls(state, own)).clear


def _edges(eye: Point, ring: Circle) -> tuple[Point, ...]:
    side = bearing(eye, ring.centre)
    return (ring.centre, along(ring.centre, side - 90, ring.radius), along(ring.centre, side + 90, ring.radius))


def has_front_cover(state: GameState, eye: Point, target: Unit) -> bool:
    """Whether a troop is only partly seen, and not from within an inch. (CRU-TROOP-05)

    Up to version 10 vehicles in between covered nobody unless they were wrecks.
    """
    ring = models.base(state, target)
    if distance(eye, ring.centre) - ring.radius < _CLOSE_IN - TOLERANCE:
        return False
    lines = _edges(eye, ring)
    shields = [ring_of(p) for p in state.terrain if p.cover != "none" and p.look not in SHROUDS]
    wrecks = (u for u in models.standing(state) if models.is_wreck(state, u.id))
    shields += [models.pose(state, u).corners() for u in wrecks]
    shields += [] if state.is_older_than("11") else [hull.corners() for hull in _before(state, eye)]
    if any(crossings(ring, eye, end) for ring in shields for end in lines):
        return True
    walls = [ring_of(p) for p in state.terrain if p.blocks_sight and p.look not in SHROUDS]
    return any(crossings(ring, eye, end) for ring in walls for end in lines)


def has_roof(state: GameState, target: Unit) -> bool:
    """Whether a troop is under the roof of a house or bunker: its cover is no front cover. (CRU-TROOP-05)

    Up to version 13 it had none.
    """
    at = models.place(state, target)
    roofed = filter(grounds.has_roof, state.terrain)
    return not state.is_older_than("14") and any(encloses(p.points, at) for p in roofed)


def _before(state: GameState, eye: Point) -> Iterator[Hull]:
    """Vehicles on the ground that an eye may look past: not the one that it looks out of. (CRU-TROOP-05)"""
    for unit in models.standing(state):
        if models.chassis(state, unit) and not models.in_air(state, unit):
            hull = models.pose(state, unit)
            if not hull.contains(eye):
                yield hull


def in_a_shroud(state: GameState, eye: Point, target: Unit) -> bool:
    """Whether smoke or darkness lies between: cover for all, and the only one of vehicles. (CRU-SHOT-02)

    Nor does it cover a troop from within an inch. Up to version 14 it covered vehicles alone.
    """
    if models.chassis(state, target) is None:
        ring = models.base(state, target)
        if state.is_older_than("15") or distance(eye, ring.centre) - ring.radius < _CLOSE_IN - TOLERANCE:
            return False
    shrouds = (ring_of(p) for p in state.terrain if p.look in SHROUDS)
    return any(crossings(ring, eye, models.place(state, target)) for ring in shrouds)


def pivot(state: GameState, unit: Unit, mount: Mount) -> Point:
    """Where a weapon turns. (CRU-FIRE-02)"""
    return models.pose(state, unit).on_table(mount.forward_in, mount.right_in)


def tip(pivot_at: Point, aim: Point) -> Point:
    """The tip of the barrel, turned to the target."""
    return toward(pivot_at, aim, BARREL_IN)


def aim_point(state: GameState, target: Unit) -> Point:
    """What a line to that model leads to: its centre."""
    return models.place(state, target)


def outside_arc(state: GameState, unit: Unit, mount: Mount, aim: Point) -> Refusal | None:
    """Why a mounted weapon cannot be brought to bear. (CRU-FIRE-02)"""
    heading = models.model(unit).facing + mount.arc_centre_deg
    if mount.arc_half_deg >= 180 or in_arc(heading, pivot(state, unit, mount), aim, mount.arc_half_deg):
        return None
    gun = state.weapons.get(mount.weapon)
    text = f"The target is outside the arc of the {gun.name if gun else 'weapon'} of {unit.name}."
    return Refusal("outside-arc", text, "CRU-FIRE-02", f"a target within {mount.arc_half_deg:g}° of its front")


def range_to(state: GameState, muzzle: Point, target: Unit) -> float:
    """Inches to a troop's base centre, to a hull's nearest point, to the hull's centre of somebody aboard."""
    if target.aboard is None and models.chassis(state, target):
        return models.pose(state, target).distance_to_point(muzzle)
    return distance(muzzle, models.place(state, target))


def penalty(inches: float, step: int = STEP_IN) -> int:
    """1 for each full step of range. (CRU-DICE-05)"""
    return math.floor((inches + TOLERANCE) / step)
