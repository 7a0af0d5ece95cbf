"""Throwing combat dice: attacks, defences, contested rolls, doubles tests. (CRU-DICE-01 to -10)"""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.ids import UnitId
from rules.crusade import models
from rules.events import Rolled
from rules.progress import Progress


def total(rolled: Rolled) -> int:
    """What a pool adds up to."""
    return rolled.total or 0


def sum_of(progress: Progress, label: str, dice: int, *, unit: UnitId, why: str, rules: Sequence[str]) -> int:
    """Throw a pool for a model; no dice total 0. (CRU-DICE-01)"""
    return total(progress.roll_combat(label, dice, unit=unit, why=why, rules=("CRU-DICE-01", *rules)))


def defend(
    progress: Progress,
    target: UnitId,
    attack: int,
    *,
    cover: int = 0,
    ignores_armour: bool = False,
    still: bool = False,
    rules: Sequence[str] = (),
) -> int:
    """Hits on a model: the attack's sum less its defence, its armour and its cover. (CRU-DICE-04, CRU-DICE-10)

    `still` leaves out what a vehicle's movement is worth. (CRU-DMG-08)
    """
    state = progress.state
    unit = state.units[target]
    hull = models.chassis(state, unit)
    if hull is None:
        dice, label, rule = models.dice_of(unit), "crusade-defence", "CRU-DICE-04"
    else:
        dice = models.still_dice(state, target) if still else models.defence_dice(state, target)
        label, rule = "crusade-vehicle-defence", "CRU-SHOT-01"
    armour = int(hull is not None and hull.armored and not ignores_armour)
    cited = [rule, *(["CRU-DICE-10"] if armour else []), *(["CRU-DMG-06"] if models.hull_cards(state, target) else [])]
    why = f"{unit.name}: {dice}R against {attack}" + (", Armored" if armour else "") + (", cover" if cover else "")
    against = sum_of(progress, label, dice, unit=target, why=why, rules=(*cited, *rules))
    return max(0, attack - against - armour - cover)


def has_double(rolled: Rolled) -> bool:
    """Whether any two dice show the same. (CRU-DICE-07)"""
    return len(set(rolled.dice)) < len(rolled.dice)


def doubles_test(progress: Progress, label: str, dice: int, *, unit: UnitId, why: str, rules: Sequence[str]) -> bool:
    """Throw so many D6: whether the test is passed. One die or none cannot fail. (CRU-DICE-07)"""
    if dice < 1:
        return True
    return not has_double(progress.roll(label, dice, unit=unit, why=why, rules=(*rules, "CRU-DICE-07")))


def is_armored(progress: Progress, unit: UnitId) -> bool:
    """Whether one hit fewer counts. (CRU-DICE-10)"""
    hull = models.chassis(progress.state, progress.state.units[unit])
    return hull is not None and hull.armored
