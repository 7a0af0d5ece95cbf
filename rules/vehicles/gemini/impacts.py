"""Blows of an impact on armour: all are rolled before any takes effect. (VEH-RAM-03)"""

from __future__ import annotations

from typing import Literal

from rules.core.ids import UnitId
from rules.progress import Progress
from rules.vehicles.gemini import bike_hits, penetration, wreck
from rules.vehicles.gemini.events import HitClass, VehicleHit
from rules.vehicles.gemini.ram_blows import IMPACT, Blow


def land(progress: Progress, blows: list[Blow], rules: tuple[str, ...], by: UnitId | None) -> None:
    """Roll every blow on armour, then let all of them take effect. (VEH-RAM-03)"""
    bikes = [b for b in blows if bike_hits.is_bike(progress.state, progress.state.units[b.victim])]
    hard = [b for b in blows if b not in bikes]
    found: list[tuple[Blow, HitClass]] = [(blow, _roll(progress, blow, rules, by)) for blow in hard]
    for blow, kind in reversed(found):
        if kind != "none":
            unit = progress.state.units[blow.victim]
            author = by if by != blow.victim else None
            penetration.harm(progress, unit, IMPACT, kind, author, shooting=False, melee=False)
    for blow in bikes:
        _wound(progress, blow, by)


def _wound(progress: Progress, blow: Blow, by: UnitId | None) -> None:
    """A bike takes the blow on its Toughness, with its save. (VEH-RAM-05, VEH-BIKE-01)"""
    unit = progress.state.units[blow.victim]
    author = by if by != blow.victim else None
    why, causes = f"impact on {unit.name}", ("VEH-RAM-05",)
    if bike_hits.be_wounded(progress, unit, blow.strength, None, by=author, why=why, melee=True, causes=causes):
        wreck.destroy(progress, unit, author, rule="VEH-BIKE-01")


def _roll(progress: Progress, blow: Blow, rules: tuple[str, ...], by: UnitId | None) -> HitClass:
    unit = progress.state.units[blow.victim]
    need = blow.armour.av - blow.strength
    why = f"impact on {unit.name}: Strength {blow.strength} against {blow.armour.face} {blow.armour.av}"
    rolled = progress.roll_sum(
        "ram-penetration", blow.dice, goal=need, low=False, unit=by, target=unit.id, why=why, rules=rules
    )
    total = blow.strength + sum(rolled.dice)
    kind = penetration.class_of(total, blow.armour.av, "normal")
    saved: Literal["", "swipe"] = "swipe" if blow.only_glances and kind == "penetrating" else ""
    kind = "glancing" if saved else kind
    progress.emit(
        VehicleHit(
            side=unit.side,
            unit=unit.id,
            face=blow.armour.face,
            av=blow.armour.av,
            strength=blow.strength,
            total=total,
            kind=kind,
            weapon="The impact",
            by=by,
            saved_by=saved,
            rules=rules,
        )
    )
    return kind
