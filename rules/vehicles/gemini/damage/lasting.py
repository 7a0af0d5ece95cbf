"""What armament destroyed and immobilised mean for a vehicle in its condition: one table for play and for odds.

(VEH-DMG-04, VEH-DMG-05)
"""

from __future__ import annotations

from rules.forces.unit import Unit
from rules.geometry.lengths import is_within
from rules.state import GameState
from rules.vehicles.gemini.hull.hull import is_skimmer, profile_of
from rules.vehicles.shared.damage.fate import CRASH_IN, LEAST_STRENGTH, Fate
from rules.vehicles.shared.hull import condition, speed_in, weapon_of, working


def guns(state: GameState, unit: Unit) -> tuple[int, ...]:
    """Mounts that armament destroyed can take: working weapons of Strength 4 or more. (VEH-DMG-04)"""
    return tuple(m for m in working(state, unit) if weapon_of(state, unit, m).strength >= LEAST_STRENGTH)


def had_guns(state: GameState, unit: Unit) -> bool:
    """Whether it ever had such a weapon. (VEH-DMG-05)"""
    mounts = range(len(profile_of(state, unit).mounts))
    return any(weapon_of(state, unit, m).strength >= LEAST_STRENGTH for m in mounts)


def fate_of(state: GameState, unit: Unit) -> Fate:
    """The vehicle as it is now."""
    now = condition(unit)
    return Fate(
        hull=now.hull,
        guns=len(guns(state, unit)),
        immobilised=now.immobilised,
        crashes=is_skimmer(state, unit) and not is_within(speed_in(unit), CRASH_IN),
        had_guns=had_guns(state, unit),
    )
