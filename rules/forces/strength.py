"""Strength of an attack after everything that multiplies or adds to it. (ARAP-GEN-08)"""

from __future__ import annotations

import math


def attack_strength(
    s: int,
    *,
    user_mult: float = 1,
    user_add: int = 0,
    weapon_add: int = 0,
    attack_mult: float = 1,
    attack_add: int = 0,
) -> int:
    """The bearer's own changes first, then the weapon's, then those of the finished attack; multiply before adding.

    Fractions round up.
    """
    wielded = user_mult * s + user_add + weapon_add
    return math.ceil(attack_mult * wielded + attack_add)
