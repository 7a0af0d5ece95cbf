"""Weapons in use: what a shot costs, how far it carries, how many there are. (ARAP-WPN-01 to -04, ARAP-SHOOT-04)"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from rules.core.ids import ModelId, WeaponId
from rules.forces.profile import Profile
from rules.forces.unit import Model, Unit
from rules.forces.weapon import Weapon
from rules.geometry.lengths import is_within
from rules.geometry.templates import STRIP_LENGTH_IN

Burst = Literal["half", "full"]
"""How a salvo weapon fires: half its shots to half range for a point, or all of them to full range for two."""

PISTOL_IN: Final = 12.0
"""A pistol's range, unless its profile gives another. (ARAP-WPN-04)"""

SHORT_IN: Final = 12.0
GRENADE_IN: Final = 6.0

POINTS: Final = {
    "rapid-fire": 1,
    "assault": 1,
    "pistol": 1,
    "heavy": 2,
    "slow": 2,
    "ordnance": 2,
    "primary": 2,
    "bomb": 1,
    "grenade": 1,
}
"""Action points that firing costs, by type; a salvo costs one for half and two for all. (ARAP-WPN-01)"""

LOBBED: Final = ("high-trajectory", "indirect")

LOBBED_HEAVY: Final = 3
"""Action points for an Ordnance or Primary weapon that is not fired directly. (ARAP-WPN-01)"""


def range_of(weapon: Weapon) -> float:
    """The weapon's range in inches. (ARAP-WPN-01, -04)"""
    if weapon.template:
        return weapon.torrent_in
    if weapon.range_in:
        return weapon.range_in
    return {"pistol": PISTOL_IN, "grenade": GRENADE_IN}.get(weapon.type, 0.0)


def short_range(weapon: Weapon) -> float:
    """12 inches or half the range, whichever is less. (ARAP-SHOOT-04)"""
    return min(SHORT_IN, range_of(weapon) / 2)


def reach(weapon: Weapon, burst: Burst) -> float:
    """How far it carries as it is fired now."""
    return range_of(weapon) / 2 if weapon.type == "salvo" and burst == "half" else range_of(weapon)


def is_relentless(profile: Profile, weapon: Weapon) -> bool:
    """Whether the one or the other makes the bearer Relentless. (ARAP-WPN-03)"""
    return profile.has("relentless") or weapon.has("relentless")


def longest(weapons: Iterable[Weapon]) -> float:
    """How far the furthest of some weapons can do anything, in inches; a template counts with its strip."""
    return max((range_of(w) + (STRIP_LENGTH_IN + 1 if w.template else 0) for w in weapons if w.is_ranged), default=0.0)


def points(weapon: Weapon, profile: Profile, burst: Burst, *, lobbed: bool | None = None) -> int:
    """Action points for firing it once; `lobbed` or not if it can do both. (ARAP-WPN-01, ARAP-WPN-03)"""
    if weapon.type == "salvo":
        return 1 if burst == "half" else 2
    if weapon.type == "heavy" and is_relentless(profile, weapon):
        return 1
    lobs = weapon.is_lobbed and not weapon.has("direct") if lobbed is None else lobbed
    if weapon.type in ("ordnance", "primary") and lobs:
        return LOBBED_HEAVY
    return POINTS[weapon.type]


def shots_at(weapon: Weapon, profile: Profile, distance_in: float, burst: Burst) -> int:
    """Shots of one firing at a target so far off; 0 beyond its reach. (ARAP-WPN-01, ARAP-WPN-03)"""
    if not is_within(distance_in, reach(weapon, burst)):
        return 0
    if weapon.type == "rapid-fire":
        share = 2 / 3 if is_relentless(profile, weapon) else 1 / 2
        return weapon.shots + 1 if is_within(distance_in, range_of(weapon) * share) else weapon.shots
    if weapon.type == "salvo":
        return weapon.shots_half if burst == "half" else weapon.shots
    return 1 if weapon.type == "pistol" else weapon.shots


def most_shots(weapon: Weapon) -> int:
    """The most shots that one model ever fires at once with it. (ARAP-WPN-01)"""
    if weapon.type == "rapid-fire":
        return weapon.shots + 1
    return 1 if weapon.type == "pistol" else max(weapon.shots, weapon.shots_half)


def key(model: ModelId, weapon: WeaponId) -> str:
    """How a unit's record of the turn names one model's weapon."""
    return f"{model}/{weapon}"


def shots_left(unit: Unit, model: Model, weapon: Weapon) -> int | None:
    """Shots that a Heavy, Slow, Ordnance or Primary weapon has left in this turn; None for no limit. (ARAP-WPN-02)"""
    if not weapon.once_a_turn:
        return None
    carried = model.weapons.count(weapon.id)
    return max(0, weapon.shots * max(1, carried) - unit.now.shots.get(key(model.id, weapon.id), 0))
