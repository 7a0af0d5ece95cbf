"""The sample vehicles and weapons that come with the rules, and who is fielded as one of them. (TRI-CHAR-05, -06)"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from rules.core.ids import ProfileId, WeaponId
from rules.forces.profile import Profile
from rules.forces.trial import TrialHull
from rules.forces.weapon import Weapon
from rules.rulebook.charts import by_key, rows

VEHICLES: Final = "TRI-CHAR-05"
WEAPONS: Final = "TRI-CHAR-06"


def rules_of(profiles: Mapping[ProfileId, Profile], weapons: Mapping[WeaponId, Weapon]) -> tuple[str, ...]:
    """The tables of which the forces field a row, whatever they call it."""
    hulls = [p.hull for p in profiles.values() if isinstance(p.hull, TrialHull)]
    vehicles = any(is_sample(hull) for hull in hulls)
    mounted = {mount.weapon for hull in hulls for mount in hull.mounts}
    guns = any(is_sample_weapon(weapons[name]) for name in mounted if name in weapons)
    return (*((VEHICLES,) if vehicles else ()), *((WEAPONS,) if guns else ()))


def is_sample(hull: TrialHull) -> bool:
    """Whether type, way to go, armour and BS are those of a row. (TRI-CHAR-05)"""
    return any(
        {str(each).lower() for each in _listed(row["type"])} == set(hull.traits)
        and (row["locomotion"], row["AV"], row["BS"])
        == (hull.locomotion, f"{hull.front}/{hull.side}/{hull.rear}", hull.bs)
        for row in rows(VEHICLES)
    )


def is_sample_weapon(weapon: Weapon) -> bool:
    """Whether range, Strength, AP and shots are those of a row. (TRI-CHAR-06)"""
    kind = f"{weapon.type.capitalize()} {weapon.shots}"
    figures = (f"{weapon.range_in:g}", weapon.strength, weapon.ap)
    return any(
        (str(row["range"]).rpartition("-")[2], row["S"], row["AP"]) == figures and str(row["kind"]).startswith(kind)
        for row in _listed(by_key(WEAPONS)["weapons"])
        if isinstance(row, dict)
    )


def _listed(cell: object) -> Iterable[object]:
    return cell if isinstance(cell, list | tuple) else ()
