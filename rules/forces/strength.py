"""Strength of an attack after everything that multiplies or adds to it. (ARAP-GEN-08)

Traits say what changes: `strength-x2`, `strength-plus-1`, `strength-minus-1` of whoever strikes (a drug, a servo arm);
`struck-x2`, `struck-plus-1`, `struck-minus-1` of whoever is struck, for every attack made on it.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from rules.forces.profile import Profile

RULE: Final = "ARAP-GEN-08"

_TRAIT: Final = re.compile(r"(strength|struck)-(?:x([2-9])|(plus|minus)-([1-9]))")


class StrengthChange(NamedTuple):
    """Multiply first, then add."""

    times: int = 1
    more: int = 0


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


@lru_cache(maxsize=256)
def change(traits: tuple[str, ...], whose: Literal["strength", "struck"]) -> StrengthChange:
    """What traits do to the Strength of whoever strikes (`strength`), or of attacks on whoever has them (`struck`)."""
    times, more = 1, 0
    for found in map(_TRAIT.fullmatch, traits):
        if found is None or found[1] != whose:
            continue
        times *= int(found[2] or 1)
        more += int(found[4] or 0) * (-1 if found[3] == "minus" else 1)
    return StrengthChange(times, more)


def struck(times: int, more: int) -> tuple[str, ...]:
    """The traits of a model whose attackers' Strength is multiplied and added to so."""
    said = ((times > 1, f"struck-x{times}"), (more > 0, f"struck-plus-{more}"), (more < 0, f"struck-minus-{-more}"))
    return tuple(trait for true, trait in said if true)


def wielded(profile: Profile, weapon_add: int, user_add: int = 0) -> int:
    """The Strength with which a model strikes, throws or pushes, before it is known whom it strikes."""
    own = change(profile.traits, "strength")
    return attack_strength(profile.s, user_mult=own.times, user_add=own.more + user_add, weapon_add=weapon_add)


def against(profile: Profile, strength: int) -> int:
    """The Strength with which an attack of that Strength strikes such a model."""
    suffered = change(profile.traits, "struck")
    return attack_strength(strength, attack_mult=suffered.times, attack_add=suffered.more)


def is_changed(profile: Profile) -> bool:
    """Whether attacks on such a model have another Strength than their own."""
    return change(profile.traits, "struck") != StrengthChange()


def rules(struck: Profile, striker: Profile | None = None) -> tuple[str, ...]:
    """The rule to cite where traits of either have changed the Strength."""
    own = striker is not None and change(striker.traits, "strength") != StrengthChange()
    return (RULE,) if own or is_changed(struck) else ()
