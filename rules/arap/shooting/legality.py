"""Why a weapon is not fired at a target: none carried, spent, too dear, out of range, not under its template."""

from __future__ import annotations

from rules.arap.units import weapons as units_weapons
from rules.arap.units.weapons import Burst
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.forces.weapon import Weapon


def no_weapon(unit: Unit) -> Refusal:
    why = f"{unit.name} carries no such ranged weapon."
    return Refusal("no-ranged-weapon", why, "ARAP-SHOOT-01", "a weapon that its models carry")


def guessed(weapon: Weapon) -> Refusal:
    why = f"{weapon.name} is fired at a guessed range."
    return Refusal("guess-range", why, "ARAP-AREA-10", "a direction and a guess how far it is")


def spent(weapon: Weapon) -> Refusal:
    shots = f"{weapon.shots} shot{'s' if weapon.shots > 1 else ''}"
    why = f"{weapon.name} has fired its {shots} in this turn."
    return Refusal("weapon-spent", why, "ARAP-WPN-02", "another weapon, or another action")


def too_dear(weapon: Weapon, points: int, left: int) -> Refusal:
    why = f"Firing {weapon.name} costs {points} action points; {left} left."
    return Refusal("too-few-points", why, "ARAP-WPN-01", "a weapon that costs less")


def not_under(weapon: Weapon, target: Unit, *, bounce: bool) -> Refusal:
    if bounce:
        why = f"{weapon.name} does not bounce on to {target.name} there."
        return Refusal("no-bounce", why, "ARAP-TMPL-02", "an aim at a wall within 8″ that throws it at the target")
    why = f"The template of {weapon.name} does not reach {target.name}."
    if weapon.torrent_in:
        reach = f"its narrow end within {weapon.torrent_in:g}″ of the firer, the target in the 8″ beyond"
        return Refusal("out-of-range", why, "ARAP-TMPL-05", f"{reach}, in the fire arc")
    return Refusal("out-of-range", why, "ARAP-TMPL-01", "a target within 8″, in the fire arc")


def out_of_range(weapon: Weapon, burst: Burst, nearest: float) -> Refusal:
    reach = units_weapons.reach(weapon, burst)
    if weapon.type == "salvo" and burst == "half":
        why = f"For 1 action point {weapon.name} reaches half its range, {reach:g}″; {nearest:.2f}″ are needed."
        return Refusal("out-of-range", why, "ARAP-WPN-01", f"2 action points: {units_weapons.range_of(weapon):g}″")
    why = f"{weapon.name} reaches {reach:g}″; the nearest target is {nearest:.2f}″ away."
    return Refusal("out-of-range", why, "ARAP-SHOOT-02", f"a target within {reach:g}″")
