"""Openings of a closed vehicle through which those inside can be hit: ports, windows, hatches. (VEH-PORT-01, -04)"""

from __future__ import annotations

import math
from typing import Literal

from rules.arap.ports.compartment import CLOSE_IN, OUTSIDE_IN, Gap
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry.hulls import Face, Hull
from rules.geometry.lengths import distance, is_within
from rules.state import GameState
from rules.vehicles.gemini.hull.hull import marks_of, profile_of
from rules.vehicles.gemini.transport import passengers
from rules.vehicles.gemini.transport.fire_ports import ports_on
from rules.vehicles.shared.hull import hull_of


def insides(state: GameState, vehicle: Unit) -> tuple[Unit, ...]:
    """Units shut in a vehicle."""
    return tuple(u for u in passengers.aboard(state, vehicle.id) if not u.clinging and not u.is_gone)


def barred(state: GameState, vehicle: Unit) -> Refusal | None:
    """Why nobody can shoot at the openings of a vehicle from anywhere."""
    name, profile = vehicle.name, profile_of(state, vehicle)
    if profile.open_topped:
        text = f"{name} is open: its people are shot at themselves."
        return Refusal("open-topped", text, "VEH-OPEN-01", "the people on it, or the vehicle")
    if not insides(state, vehicle):
        return Refusal("nobody-inside", f"Nobody rides in {name}.", "VEH-PORT-01", f"{name} itself")
    return None


def facing(state: GameState, vehicle: Unit, eye: Point, weapon: Weapon) -> tuple[Gap, ...]:
    """The openings at which that weapon can be used from there, the nearest first.

    Shots are aimed at ports alone; grenades, streams and shells at windows and open hatches as well. (VEH-PORT-04)
    """
    hull = hull_of(state, vehicle)
    found = [o for face in hull.face_towards(eye) for o in on_face(state, vehicle, face)]
    if weapon.marker_in or weapon.template:
        found += _hatches(state, vehicle, hull)
    else:
        found = [o for o in found if o.kind == "port"]
    return tuple(sorted(found, key=lambda o: (o.kind == "port", distance(eye, o.at))))


def on_face(state: GameState, vehicle: Unit, face: Face) -> tuple[Gap, ...]:
    """Open ports, or windows, evenly along one face."""
    profile, hull = profile_of(state, vehicle), hull_of(state, vehicle)
    if profile.civilian:
        ends = face in ("front", "rear")
        return _along(hull, face, "window", 1 if ends else max(1, math.ceil(profile.capacity / 4)))
    if are_shut(state, vehicle):
        return ()
    return _along(hull, face, "port", ports_on(profile, face))


def are_shut(state: GameState, vehicle: Unit) -> bool:
    """Whether shutters close the ports: nobody has fired through them since its last turn began. (VEH-PORT-04)"""
    if marks_of(vehicle).ports_open or profile_of(state, vehicle).civilian:
        return False
    said = (*vehicle.tags, *state.profile(vehicle.models[0]).traits)
    return "shutters" in said or ("no-shutters" not in said and bool(state.option("port_shutters")))


def _along(hull: Hull, face: Face, kind: Literal["port", "window"], count: int) -> tuple[Gap, ...]:
    long = face in ("left", "right")
    across, half = (hull.length, hull.width / 2) if long else (hull.width, hull.length / 2)
    away = -half if face in ("left", "rear") else half
    spots = [across * ((n + 0.5) / count - 0.5) for n in range(count)]
    return tuple(Gap(kind, hull.on_table(s, away) if long else hull.on_table(away, s), face) for s in spots)


def _hatches(state: GameState, vehicle: Unit, hull: Hull) -> list[Gap]:
    """A roof hatch stands open while somebody who fired from it can be seen there. (VEH-FROM-07)"""
    if any(u.now.at_hatch for u in insides(state, vehicle)):
        return [Gap("hatch", hull.centre)]
    return []


def every_open(state: GameState, vehicle: Unit) -> tuple[Gap, ...]:
    """All openings that are not shut."""
    faces: tuple[Face, ...] = ("front", "right", "rear", "left")
    hull = hull_of(state, vehicle)
    return (*(o for f in faces for o in on_face(state, vehicle, f)), *_hatches(state, vehicle, hull))


def is_beside(hull: Hull, eye: Point) -> bool:
    """Whether somebody there is within two inches of the hull: close to a hatch in its roof."""
    return is_within(hull.distance_to_point(eye), CLOSE_IN)


def on_the_face_of(state: GameState, vehicle: Unit, gap: Gap) -> int:
    """How many openings the face of one has; a hatch is alone."""
    return sum(other.face == gap.face for other in every_open(state, vehicle)) if gap.face else 1


def before(state: GameState, vehicle: Unit, opening: Gap, eye: Point) -> Point:
    """The point outside at which something bursts that does not pass."""
    hull = hull_of(state, vehicle)
    if not opening.face:
        near = min((o.at for o in _along(hull, hull.face_towards(eye)[0], "port", 1)), key=lambda p: distance(eye, p))
        return _moved_out(hull, near)
    return _moved_out(hull, opening.at)


def _moved_out(hull: Hull, at: Point) -> Point:
    forward, right = hull.on_hull(at)
    long = abs(abs(right) - hull.width / 2) < abs(abs(forward) - hull.length / 2)
    if long:
        return hull.on_table(forward, math.copysign(hull.width / 2 + OUTSIDE_IN, right))
    return hull.on_table(math.copysign(hull.length / 2 + OUTSIDE_IN, forward), right)
