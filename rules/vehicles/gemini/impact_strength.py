"""How hard a moving hull strikes: a ram, a collision, someone run over. (VEH-RAM-02, VEH-RUN-03)"""

from __future__ import annotations

import math
from typing import Final

from rules.core.citations import cite
from rules.forces.profile import VehicleProfile
from rules.geometry.lengths import TOLERANCE

STRONGEST: Final = 10
UNARMOURED: Final = 10
"""Armour up to this adds nothing to a blow."""

STEP_IN: Final = 3.0
"""Inches of speed for each point of strength."""


def is_tank(profile: VehicleProfile) -> bool:
    """Any military armoured vehicle that is not a skimmer. (VEH-RAM-02)"""
    return not profile.civilian and profile.type not in ("skimmer", "flying-skimmer", "bike", "boat")


def ram_strength(armour: int | None, speed_in: float, *, tank: bool = False) -> int:
    """Strength of a blow: armour above 10 of the striking face, each full 3 inches of speed, 1 for a tank; at most 10.

    `armour` is None for something without an armour value. (VEH-RAM-02, VEH-RAM-05)
    """
    cite("VEH-RAM-02")
    plates = max(0, (armour or 0) - UNARMOURED)
    return min(STRONGEST, plates + math.floor((speed_in + TOLERANCE) / STEP_IN) + (1 if tank else 0))
