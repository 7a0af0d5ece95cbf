"""Hits on armour, one by one: face, dice, glancing or penetrating. (TRI-DMG-01, TRI-DMG-02, TRI-DMG-09, TRI-ORD-06)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from rules.core.ids import ModelId, UnitId
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.progress import Progress, TaskStruct
from rules.state import GameState
from rules.vehicles.shared.damage import penetration
from rules.vehicles.shared.damage.hits_in_turn import HitsInTurn
from rules.vehicles.shared.damage.penetration import AgainstArmour, Column, Saved
from rules.vehicles.shared.events import VehicleHit
from rules.vehicles.shared.hull import FACE, Armour, Side, armour_of, origin_of
from rules.vehicles.trial.damage.armour import armour_towards, hull_down_goal, kind_of
from rules.vehicles.trial.damage.chart import RollDamage
from rules.vehicles.trial.damage.odds import chart_rolls, modifiers
from rules.vehicles.trial.hull.profile import profile_of


class TrialHit(Struct, frozen=True, kw_only=True):
    """One hit on a vehicle: where it came from, by which weapon, how strong (blows add the user's Strength)."""

    origin: Point
    weapon: Weapon
    strength: int
    melee: bool = False
    face: Side | Literal[""] = ""
    """The face that it meets where that does not follow from where it came from."""
    burst: Literal["", "direct", "partial", "wall"] = ""
    """By a marker: its centre on the hull, or only its rim; by a wall that falls. (TRI-ORD-06, BLD-WALL-09)"""
    glory: bool = False
    """From somebody who stands before the tank. (TRI-SHOCK-04)"""

    @property
    def is_shot(self) -> bool:
        """Whether it is shot, neither struck nor held against the hull, nor a wall."""
        return not self.melee and not self.glory and self.burst != "wall"

    @property
    def rules(self) -> tuple[str, ...]:
        """Where it comes from."""
        if self.glory:
            return ("TRI-SHOCK-04",)
        if self.burst == "wall":
            return ("BLD-WALL-09",)
        if self.burst:
            return ("TRI-ORD-06",)
        return ("TRI-CC-01",) if self.melee else ("TRI-DMG-01",)


def be_hit(progress: Progress, target: UnitId, hits: Sequence[TrialHit], by: UnitId | None) -> None:
    """Queue hits on a vehicle, in order."""
    HitsOnArmour(target=target, hits=tuple(hits), by=by).follow(progress)


def be_shot(progress: Progress, target: UnitId, hits: Sequence[TrialHit], by: UnitId | None) -> None:
    """Hits of a volley: those of the last weapon that fired are resolved first, each weapon's in order."""
    HitsOnArmour(target=target, hits=tuple(hits), by=by).come_first(progress)


class HitsOnArmour(HitsInTurn[TrialHit], frozen=True, kw_only=True, tag="HitsOnArmour"):
    """Hits still to be resolved, each with its chart roll before the next; a wreck takes no more. (TRI-DMG-02)"""

    rule = "TRI-DMG-02"

    def strike(self, progress: Progress, unit: Unit, hit: TrialHit) -> None:
        """On the face that it meets, as deep as it goes."""
        state = progress.state
        armour = _armour(state, unit, hit)
        kind = kind_of(state, unit, hit.weapon, hit.origin, held=hit.melee or hit.glory)
        kind = "normal" if hit.burst == "partial" and kind == "melta" else kind
        rules = ("TRI-DMG-02", *hit.rules)
        edge = hit.burst == "partial"
        blow = AgainstArmour(hit.weapon.name, hit.strength, armour, kind, self.by, rules, glory=hit.glory, edge=edge)
        total = penetration.thrown(progress, unit, blow)
        found = penetration.class_of(total, armour.av, kind)
        saved_by = self._only_glances(progress, unit, hit) if found in ("penetrating", "ordnance") else ""
        found = "glancing" if saved_by else found
        progress.emit(
            VehicleHit(
                side=unit.side,
                unit=unit.id,
                face=armour.face,
                av=armour.av,
                strength=hit.strength,
                total=total,
                kind=found,
                weapon=hit.weapon.name,
                by=self.by,
                saved_by=saved_by,
                rules=(*hit.rules, "TRI-CHAR-02", "TRI-DMG-02", *(("TRI-DMG-09",) if saved_by == "hull-down" else ())),
            )
        )
        if found != "none":
            self._harm(progress, unit, hit, found)

    def _harm(self, progress: Progress, unit: Unit, hit: TrialHit, found: Column) -> None:
        rolls = chart_rolls(progress.state, unit, hit.weapon) if hit.is_shot else 1
        added = modifiers(progress.state, unit, hit.weapon, shooting=hit.is_shot)
        roll = RollDamage(target=unit.id, column=found, modifiers=added, by=self.by, double=rolls > 1)
        progress.queue(*[roll] * rolls)

    def _only_glances(self, progress: Progress, unit: Unit, hit: TrialHit) -> Saved:
        """Why a hit that went through glances after all: no AP, or the hull is half hidden."""
        goal = hull_down_goal(progress.state, unit, hit.weapon, hit.origin) if hit.is_shot else 0
        blunt = not hit.weapon.ap and hit.is_shot
        return penetration.only_glances(progress, unit, self.by, blunt=blunt, goal=goal, rule="TRI-DMG-09")


def _armour(state: GameState, unit: Unit, hit: TrialHit) -> Armour:
    if hit.face:
        return armour_of(profile_of(state, unit), FACE[hit.face])
    return armour_towards(state, unit, hit.origin)


def burst_hit(state: GameState, unit: Unit, weapon: Weapon, shooter: ModelId | Point, centre: Point) -> TrialHit:
    """The hit of a marker: whole with its centre on the hull, else at half strength. (TRI-ORD-06)

    A flat shot on the hull meets the armour towards the shooter; any other that of the side nearest the centre.
    """
    met = penetration.under_marker(state, unit, weapon, centre)
    return TrialHit(
        origin=shooter if isinstance(shooter, tuple) else origin_of(state, shooter),
        weapon=weapon,
        strength=met.strength,
        burst=met.burst,
        face=met.face,
    )


TASKS: tuple[type[TaskStruct], ...] = (HitsOnArmour,)
