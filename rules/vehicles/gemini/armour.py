"""The faces of a hull and their armour values. (VEH-GEOM-01, VEH-GEOM-02)"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from rules.forces.profile import VehicleProfile
from rules.forces.unit import Point, Unit
from rules.geometry.hulls import Face
from rules.state import GameState
from rules.vehicles.gemini.hull import hull_of, profile_of

Side = Literal["front", "side", "rear"]

FACE: Final[dict[Side, Face]] = {"front": "front", "side": "right", "rear": "rear"}
"""A face of each kind."""


class Armour(NamedTuple):
    """The face that a hit meets and its armour value."""

    face: Side
    av: int


def armour_of(profile: VehicleProfile, face: Face) -> Armour:
    """One face and its value."""
    if face == "front":
        return Armour("front", profile.front)
    return Armour("rear", profile.rear) if face == "rear" else Armour("side", profile.side)


def armour_towards(state: GameState, unit: Unit, origin: Point) -> Armour:
    """The armour of the side nearest to the shooter; on the line between two the lower. (VEH-GEOM-02)"""
    profile = profile_of(state, unit)
    return min((armour_of(profile, f) for f in hull_of(state, unit).face_towards(origin)), key=lambda a: a.av)
