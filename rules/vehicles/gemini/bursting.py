"""Markers on vehicles: the centre on the hull, or only the rim. (VEH-AREA-01 to -04)"""

from __future__ import annotations

from rules.core.ids import ModelId, UnitId
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.gemini.shellfall import SHORT_OF_WALL_IN
from rules.geometry.lengths import is_within
from rules.progress import Progress
from rules.state import GameState
from rules.vehicles.gemini import penetration
from rules.vehicles.gemini.armour import Armour, armour_of
from rules.vehicles.gemini.hull import hull_of, origin_of, profile_of


def be_burst(progress: Progress, target: UnitId, weapon: Weapon, shooter: ModelId, by: UnitId, centre: Point) -> None:
    """Queue the hit of a burst whose marker reaches the hull; `centre` is the middle of the marker. (VEH-AREA-01)

    `weapon` has the strength that counts for the shot.
    """
    state = progress.state
    penetration.be_hit(progress, target, [hit_of(state, state.units[target], weapon, shooter, centre)], by)


def hit_of(state: GameState, unit: Unit, weapon: Weapon, shooter: ModelId, centre: Point) -> penetration.Hit:
    """The hit: whole with the centre on the hull, else at half strength. (VEH-AREA-02, VEH-AREA-03)

    A flat shot on the hull meets the armour towards the shooter; any other that of the face nearest the centre.
    """
    gap = hull_of(state, unit).distance_to_point(centre)
    direct = is_within(gap, SHORT_OF_WALL_IN)  # a flat shell may have met the hull on its way
    return penetration.Hit(
        origin=origin_of(state, shooter),
        weapon=weapon,
        strength=weapon.strength if direct else weapon.strength // 2,
        burst="direct" if direct else "partial",
        face="" if direct and not weapon.is_lobbed else nearest_armour(state, unit, centre).face,
    )


def nearest_armour(state: GameState, unit: Unit, centre: Point) -> Armour:
    """The armour of the face nearest to a point; a tie takes the lower. (VEH-AREA-02)"""
    profile = profile_of(state, unit)
    return min((armour_of(profile, f) for f in hull_of(state, unit).nearest_faces(centre)), key=lambda a: a.av)
