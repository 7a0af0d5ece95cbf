"""The sample vehicles and weapons of the trial vehicle rules by the names that they come with. (TRI-CHAR-05, -06)

A vehicle that is named otherwise is its author's own, whatever its numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from rules.forces.profile import Profile
from rules.forces.trial import TrialHull
from rules.forces.weapon import Weapon

VEHICLE_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "Leman Russ": "Mattock siege tank",
        "Basilisk": "Trebuchet gun carriage",
        "Rhino": "Hauberk carrier",
        "Razorback": "Gauntlet gun carrier",
        "Land Raider": "Ravelin assault carrier",
        "Land Speeder": "Plover skiff",
        "Chimera": "Drover infantry carrier",
        "Falcon": "Harrier hover tank",
        "Vyper": "Swallow raider skiff",
        "Ork trukk": "Charabanc war truck",
        "Ork buggy": "Rattler buggy",
        "Sentinel": "Stilt scout walker",
        "Space Marine Dreadnought": "Bailiff war walker",
        "War Walker": "Heron war walker",
        "Talos": "Revenant drifting engine",
    }
)
"""Under which name each row of the table of vehicles ships."""

WEAPON_NAMES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "battle cannon": ("Maul gun",),
        "earthshaker": ("Bombard",),
        "lascannon": ("Long lance", "Twin rail lance"),
        "krak missile": ("Shatter rocket",),
        "multi-melta": ("Heat lance",),
        "autocannon": ("Field autocannon",),
        "assault cannon": ("Chain cannon",),
        "multi-laser": ("Ray cannon",),
        "scatter laser": ("Flicker ray",),
        "shuriken cannon": ("Shard thrower",),
        "heavy bolter": ("Twin long autogun",),
        "big shoota": ("Clatter gun", "Twin clatter gun"),
        "storm bolter": (),
        "twin-linked shuriken catapult": ("Twin shard caster",),
    }
)
"""The same of weapons, single and twin-linked. What the core's own list has is the core's, and not named here."""


def is_sample(profile: Profile) -> bool:
    """Whether it is fielded as a vehicle of the table, better crews and plates among its options. (TRI-CHAR-05)"""
    return isinstance(profile.hull, TrialHull) and profile.name.casefold() in _vehicles()


def is_sample_weapon(weapon: Weapon) -> bool:
    """Whether it is a weapon of the table. (TRI-CHAR-06)"""
    return weapon.name.casefold() in _weapons()


@cache
def _vehicles() -> frozenset[str]:
    return frozenset(name.casefold() for each in VEHICLE_NAMES.items() for name in each)


@cache
def _weapons() -> frozenset[str]:
    return frozenset(name.casefold() for row, names in WEAPON_NAMES.items() for name in (row, *names))
