"""A vehicle's place on the table: its hull, mounts, doors, and how fast it goes. (VEH-GEOM-01, VEH-JOIN-06)

The faces of a hull and their armour values. (VEH-GEOM-01, VEH-GEOM-02)
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.forces.gemini import GeminiHull, GeminiMarks
from rules.forces.unit import Point, Unit
from rules.geometry.hulls import Hull
from rules.state import GameState
from rules.vehicles.shared.hull import Armour, armour_of, hull_of

ONE_SPEED: Final = ("skimmer", "flying-skimmer", "walker")
"""Types whose battle speed is their maximum speed, rolled or not. (VEH-TYPE-02, VEH-TYPE-04)"""

NO_MARKS: Final = GeminiMarks()
"""Of a vehicle that these rules have nothing to remember of."""


def profile_of(state: GameState, unit: Unit) -> GeminiHull:
    """Armour and running gear of a vehicle."""
    vehicle = state.profile(unit.models[0]).hull
    assert isinstance(vehicle, GeminiHull), f"{unit.id} is no vehicle of these rules"
    rolled = marks_of(unit).top_in
    if rolled and not vehicle.civilian and vehicle.type in ONE_SPEED:
        return replace(vehicle, battle_speed_in=rolled)
    return vehicle


def marks_of(unit: Unit) -> GeminiMarks:
    """What these rules remember of a vehicle."""
    own = unit.vehicle.own if unit.vehicle is not None else None
    return own if isinstance(own, GeminiMarks) else NO_MARKS


def doors(state: GameState, unit: Unit, hull: Hull | None = None) -> tuple[Point, ...]:
    """The access points on the table; empty where people climb over the sides. (VEH-BRD-04, VEH-BRD-07)"""
    profile = profile_of(state, unit)
    if profile.open_topped:
        return ()
    hull = hull or hull_of(state, unit)
    return tuple(hull.on_table(d.forward_in, d.right_in) for d in profile.doors)


def is_skimmer(state: GameState, unit: Unit) -> bool:
    """Whether it floats over the ground."""
    return profile_of(state, unit).type in ("skimmer", "flying-skimmer")


def target_speed_in(state: GameState, unit: Unit) -> float:
    """What fast target modifiers look at: its last turn, in its own turn the faster of the two. (VEH-AT-02)"""
    pulls = unit.towed_by or unit.section_of
    tower = state.units.get(pulls) if pulls else None
    tower = None if tower is not None and tower.is_gone else tower
    if tower is not None:
        return target_speed_in(state, tower)
    if state.active_side == unit.side:
        return max(unit.before.moved_in, unit.now.moved_in)
    return unit.now.moved_in


def armour_towards(state: GameState, unit: Unit, origin: Point) -> Armour:
    """The armour of the side nearest to the shooter; on the line between two the lower. (VEH-GEOM-02)"""
    profile = profile_of(state, unit)
    return min((armour_of(profile, f) for f in hull_of(state, unit).face_towards(origin)), key=lambda a: a.av)
