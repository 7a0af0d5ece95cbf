"""How hard a moving thing strikes: the newer sum and the older product. (VEH-RAM-02, VEH-RAM-05, VEH-OLD-01)"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from rules.core.citations import cite
from rules.forces.profile import VehicleProfile
from rules.geometry.lengths import TOLERANCE
from rules.state import GameState

GREATEST_STRENGTH: Final = 10
SOFT_AV: Final = 10
"""Armour up to this adds nothing to a blow. (VEH-RAM-02)"""
INCHES_A_POINT: Final = 3
"""Full inches of speed for each point of strength. (VEH-RAM-02)"""


class Force(NamedTuple):
    """The strength of an impact, and what of it comes back at the striker. (VEH-OLD-01)"""

    strength: int
    reflected: int = 0


def is_old(state: GameState) -> bool:
    """Whether the older ramming rules are in use."""
    return state.option("ram_rules") == "old"


def is_tank(profile: VehicleProfile) -> bool:
    """A military armoured vehicle that does not float. (VEH-RAM-02)"""
    floats = profile.type in ("skimmer", "flying-skimmer")
    return not (floats or profile.civilian or profile.flimsy or profile.type == "bike")


def ram_strength(av: int | None, speed_in: float, *, tank: bool = False, size_one: bool = False) -> int:
    """Armour above 10, each full 3 inches of speed, 1 for a tank; at most 10. `av` None: it has no armour.

    (VEH-RAM-02, VEH-RAM-05)
    """
    cite("VEH-RAM-02")
    armour = max(0, av - SOFT_AV) if av is not None else 0
    raw = armour + math.floor((speed_in + TOLERANCE) / INCHES_A_POINT) + int(tank) - int(size_one)
    return min(GREATEST_STRENGTH, max(0, raw))


def old_strength(av: int, speed_in: float) -> Force:
    """Speed times armour by ten, to the nearest whole number; what exceeds 10 comes back. (VEH-OLD-01)"""
    cite("VEH-OLD-01")
    raw = math.floor(speed_in * av / 10 + 0.5 + 1e-9)
    return Force(min(GREATEST_STRENGTH, raw), max(0, raw - GREATEST_STRENGTH))


def impact_strength(state: GameState, av: int, speed_in: float, *, tank: bool) -> int:
    """With what strength armour of that value strikes something, by the rules in use at the table."""
    if is_old(state):
        return old_strength(av, speed_in).strength
    return ram_strength(av, speed_in, tank=tank)
