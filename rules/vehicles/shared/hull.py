"""A vehicle's place on the table, whichever vehicle rules it is played by: its hull, mounts, how far it has gone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from rules.core.ids import ModelId, UnitId
from rules.forces.hull import VehicleHull
from rules.forces.unit import Point, Unit, VehicleState
from rules.forces.weapon import Weapon
from rules.geometry.hulls import Face, Hull
from rules.state import GameState

Pose = tuple[float, float, float]
"""Where a hull's centre is, in inches, and its heading in degrees."""


def vehicle_of(state: GameState, unit: Unit) -> VehicleHull:
    """Its size, armour and fittings."""
    vehicle = state.profile(unit.models[0]).hull
    assert vehicle is not None, f"{unit.id} is no vehicle"
    return vehicle


def condition(unit: Unit) -> VehicleState:
    """What has happened to the hull so far."""
    assert unit.vehicle is not None, f"{unit.id} is no vehicle"
    return unit.vehicle


def hull_of(state: GameState, unit: Unit) -> Hull:
    """The hull where it stands."""
    model = unit.models[0]
    return posed(state, unit, (*model.at, model.facing))


def posed(state: GameState, unit: Unit, pose: Pose) -> Hull:
    """The hull as it would stand at a pose."""
    profile = vehicle_of(state, unit)
    return Hull((pose[0], pose[1]), pose[2] % 360, profile.length_in, profile.width_in)


def pose_of(hull: Hull) -> Pose:
    """Centre and heading of a hull."""
    return (hull.centre[0], hull.centre[1], hull.heading)


def mount_point(state: GameState, unit: Unit, mount: int) -> Point:
    """Where a mounted weapon's shots start: ranges, arcs and sight lines are taken from here."""
    found = vehicle_of(state, unit).mounts[mount]
    return hull_of(state, unit).on_table(found.forward_in, found.right_in)


def speed_in(unit: Unit) -> float:
    """Inches travelled in its present player turn, outside of it in its last one. (VEH-JOIN-06)"""
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


def armour_of(profile: VehicleHull, face: Face) -> Armour:
    """One face and its value; the two flanks share one. (VEH-GEOM-02, TRI-CHAR-02)"""
    front, side, rear = profile.armour or (0, 0, 0)
    if face == "front":
        return Armour("front", front)
    return Armour("rear", rear) if face == "rear" else Armour("side", side)


def weapon_of(state: GameState, unit: Unit, mount: int) -> Weapon:
    """The weapon of a mount."""
    return state.weapons[vehicle_of(state, unit).mounts[mount].weapon]


def working(state: GameState, unit: Unit) -> tuple[int, ...]:
    """Mounts that still work."""
    lost = condition(unit).lost_mounts
    return tuple(n for n in range(len(vehicle_of(state, unit).mounts)) if n not in lost)
