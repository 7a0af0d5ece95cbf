"""A vehicle's place on the table: its hull, mounts, doors, and how fast it goes. (VEH-GEOM-01, VEH-JOIN-06)

The faces of a hull and their armour values. (VEH-GEOM-01, VEH-GEOM-02)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from rules.core.ids import ModelId, UnitId
from rules.forces.gemini import GeminiHull, GeminiMarks
from rules.forces.unit import Point, Unit, VehicleState
from rules.geometry.hulls import Face, Hull
from rules.state import GameState

Pose = tuple[float, float, float]
"""Where a hull's centre is, in inches, and its heading in degrees."""

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


def condition(unit: Unit) -> VehicleState:
    """What has happened to the hull so far."""
    assert unit.vehicle is not None, f"{unit.id} is no vehicle"
    return unit.vehicle


def marks_of(unit: Unit) -> GeminiMarks:
    """What these rules remember of a vehicle."""
    own = unit.vehicle.own if unit.vehicle is not None else None
    return own if isinstance(own, GeminiMarks) else NO_MARKS


def hull_of(state: GameState, unit: Unit) -> Hull:
    """The hull where it stands."""
    model = unit.models[0]
    return posed(state, unit, (*model.at, model.facing))


def posed(state: GameState, unit: Unit, pose: Pose) -> Hull:
    """The hull as it would stand at a pose."""
    profile = profile_of(state, unit)
    return Hull((pose[0], pose[1]), pose[2] % 360, profile.length_in, profile.width_in)


def pose_of(hull: Hull) -> Pose:
    """Centre and heading of a hull."""
    return (hull.centre[0], hull.centre[1], hull.heading)


def mount_point(state: GameState, unit: Unit, mount: int) -> Point:
    """Where a mounted weapon's shots start: ranges, arcs and sight lines are taken from here."""
    found = profile_of(state, unit).mounts[mount]
    return hull_of(state, unit).on_table(found.forward_in, found.right_in)


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


def speed_in(unit: Unit) -> float:
    """Inches travelled in its present player turn, outside of it in its last one. (VEH-JOIN-06)"""
    return unit.now.moved_in


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


def others(state: GameState, unit: Unit) -> Iterator[Unit]:
    """Every other vehicle that stands on the table; what is coupled to this one is in nobody's way. (VEH-TOW-01)"""
    train = unit.section_of or unit.id
    return (
        u
        for u in state.units.values()
        if u.is_vehicle
        and u.on_table
        and (u.section_of or u.id) != train
        and u.towed_by != unit.id
        and unit.towed_by != u.id
    )


def origin_of(state: GameState, model: ModelId) -> Point:
    """Where a shot of that model comes from: its base, or the hull that it rides in."""
    unit, found = state.find_model(model)
    carrier = state.units.get(unit.aboard or UnitId(""))
    return carrier.models[0].at if carrier else found.at


Side = Literal["front", "side", "rear"]

FACE: Final[dict[Side, Face]] = {"front": "front", "side": "right", "rear": "rear"}
"""A face of each kind."""


class Armour(NamedTuple):
    """The face that a hit meets and its armour value."""

    face: Side
    av: int


def armour_of(profile: GeminiHull, face: Face) -> Armour:
    """One face and its value."""
    if face == "front":
        return Armour("front", profile.front)
    return Armour("rear", profile.rear) if face == "rear" else Armour("side", profile.side)


def armour_towards(state: GameState, unit: Unit, origin: Point) -> Armour:
    """The armour of the side nearest to the shooter; on the line between two the lower. (VEH-GEOM-02)"""
    profile = profile_of(state, unit)
    return min((armour_of(profile, f) for f in hull_of(state, unit).face_towards(origin)), key=lambda a: a.av)
