"""What armament destroyed and immobilised mean for a vehicle in its condition: one table for play and for odds.

(VEH-DMG-04, VEH-DMG-05)
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from rules.forces.unit import Unit
from rules.geometry.lengths import is_within
from rules.state import GameState
from rules.vehicles.gemini.hull.hull import is_skimmer, profile_of
from rules.vehicles.gemini.hull.speed_bands import weapon_of, working
from rules.vehicles.shared.hull import condition, speed_in

LEAST_STRENGTH = 4
"""Weaker weapons are not affected by armament destroyed. (VEH-DMG-04)"""

CRASH_IN = 6.0
"""A skimmer that loses its lift at more than this is destroyed. (VEH-DMG-05)"""

LASTING: Final = ("armament-destroyed", "immobilised")
"""The results that take something away for good."""

Effect = Literal["weapon-lost", "stopped", "destroyed"]


def guns(state: GameState, unit: Unit) -> tuple[int, ...]:
    """Mounts that armament destroyed can take: working weapons of Strength 4 or more. (VEH-DMG-04)"""
    return tuple(m for m in working(state, unit) if weapon_of(state, unit, m).strength >= LEAST_STRENGTH)


def had_guns(state: GameState, unit: Unit) -> bool:
    """Whether it ever had such a weapon. (VEH-DMG-05)"""
    mounts = range(len(profile_of(state, unit).mounts))
    return any(weapon_of(state, unit, m).strength >= LEAST_STRENGTH for m in mounts)


class Fate(NamedTuple):
    """As much of a vehicle's condition as decides its end."""

    hull: int
    guns: int
    immobilised: bool = False
    wrecked: bool = False
    crashes: bool = False
    """A skimmer too fast to lose its lift. (VEH-DMG-05)"""
    had_guns: bool = True

    @property
    def helpless(self) -> bool:
        """It can neither move nor shoot any more, which counts as destroyed. (VEH-DMG-05)"""
        return self.immobilised and self.had_guns and not self.guns


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


def effect(fate: Fate, result: str) -> Effect:
    """What one of the lasting results of the chart does to a vehicle in that condition. (VEH-DMG-04, VEH-DMG-05)

    Without a weapon to lose it stops; stopped a second time it loses a weapon, else it is the end of it, as it is of a
    skimmer that loses its lift at speed.
    """
    if fate.guns and (result == "armament-destroyed" or fate.immobilised):
        return "weapon-lost"
    return "destroyed" if fate.immobilised or fate.crashes else "stopped"
