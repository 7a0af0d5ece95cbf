"""Hits on armour, one by one: face, dice, glancing or penetrating. (VEH-PEN-01 to -04, VEH-GEOM-02, VEH-DMG-11)

Markers on vehicles: the centre on the hull, or only the rim. (VEH-AREA-01 to -04)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from rules.core.ids import ModelId, UnitId
from rules.dice.odds.armour import HULL_POINTS, Kind
from rules.forces.gemini import GeminiHull
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry.lengths import is_beyond
from rules.progress import Progress, TaskStruct
from rules.state import GameState
from rules.vehicles.gemini.damage import bikes, chart, wreck
from rules.vehicles.gemini.events import HullPointsLost
from rules.vehicles.gemini.hull.cover import hull_down_goal
from rules.vehicles.gemini.hull.hull import armour_towards, profile_of
from rules.vehicles.gemini.transport import passengers
from rules.vehicles.shared.damage import penetration
from rules.vehicles.shared.damage.hits_in_turn import HitsInTurn
from rules.vehicles.shared.damage.penetration import AgainstArmour, Column, Saved
from rules.vehicles.shared.events import HitClass, VehicleHit
from rules.vehicles.shared.hull import FACE, Side, armour_of, condition, hull_of, origin_of
from rules.vehicles.shared.shooting.calculator import kind_of

RULE: dict[Kind, str] = {"normal": "VEH-PEN-01", "melta": "VEH-PEN-02", "ordnance": "VEH-PEN-04"}

BURST: dict[str, tuple[str, ...]] = {
    "": (),
    "direct": ("VEH-AREA-01", "VEH-AREA-02"),
    "partial": ("VEH-AREA-01", "VEH-AREA-03"),
    "mine": ("VEH-TERR-05",),
    "wall": ("BLD-WALL-09",),
}


class Hit(Struct, frozen=True, kw_only=True):
    """One hit on a vehicle: where it came from, by which weapon, how strong (melee adds the user's Strength)."""

    origin: Point
    weapon: Weapon
    strength: int
    melee: bool = False
    face: Side | Literal[""] = ""
    """The face that it meets where that does not follow from where it came from."""
    burst: Literal["", "direct", "partial", "mine", "wall"] = ""
    """By a marker: its centre on the hull, or only its rim; by a mine below; by a wall that falls.

    (VEH-AREA-02, -03, VEH-TERR-05, BLD-WALL-09)
    """
    glory: bool = False
    """From somebody who stands before the vehicle. (VEH-SHOCK-04)"""

    @property
    def is_shot(self) -> bool:
        """Whether it is shot or thrown, neither struck nor held against the hull, nor a wall."""
        return not self.melee and self.burst != "wall" and (self.weapon.is_ranged or not self.glory)


def dice_kind(state: GameState, unit: Unit, hit: Hit) -> Kind:
    """How that hit rolls against the armour."""
    gap = hull_of(state, unit).distance_to_point(hit.origin)
    if hit.burst == "partial" and hit.weapon.type != "ordnance":
        return "normal"  # melta adds no die to a partial hit (VEH-AREA-03)
    return kind_of(hit.weapon, near=hit.melee or hit.glory or is_beyond(hit.weapon.range_in / 2, gap))


def chart_rolls(profile: GeminiHull, weapon: Weapon) -> int:
    """Bursts and ordnance roll twice against an open-topped or flimsy vehicle. (VEH-OPEN-03, VEH-OPEN-04)"""
    burst = weapon.type == "ordnance" or weapon.template or weapon.marker_in > 0
    return 2 if burst and is_exposed(profile) else 1


def is_exposed(profile: GeminiHull) -> bool:
    """Open-topped, or counting as it. (VEH-OPEN-03, VEH-CAR-02)"""
    return profile.open_topped or profile.flimsy or profile.civilian


def be_hit(progress: Progress, target: UnitId, hits: Sequence[Hit], by: UnitId | None) -> None:
    """Queue hits on a vehicle, in order."""
    ArmourHits(target=target, hits=tuple(hits), by=by).follow(progress)


def be_shot(progress: Progress, target: UnitId, hits: Sequence[Hit], by: UnitId | None) -> None:
    """Hits of a volley: those of the last weapon that fired are resolved first, each weapon's in order."""
    ArmourHits(target=target, hits=tuple(hits), by=by).come_first(progress)


class ArmourHits(HitsInTurn[Hit], frozen=True, kw_only=True, tag="ArmourHits"):
    """Hits still to be resolved, each with its chart roll before the next; a wreck takes no more. (VEH-DMG-11)"""

    rule = "VEH-DMG-11"

    def strike(self, progress: Progress, unit: Unit, hit: Hit) -> None:
        """A bike is wounded, anything else has armour."""
        if bikes.is_bike(progress.state, unit):
            self._wound(progress, unit, hit)
        else:
            self._resolve(progress, unit, hit)

    def _wound(self, progress: Progress, unit: Unit, hit: Hit) -> None:
        """A bike is wounded like troops, by a burst that reaches it at full Strength. (VEH-BIKE-01, VEH-AREA-04)"""
        why = f"{hit.weapon.name} at {unit.name}"
        strength = hit.weapon.strength if hit.burst else hit.strength
        melee = hit.melee or hit.glory
        if bikes.be_wounded(progress, unit, strength, hit.weapon.ap, by=self.by, why=why, melee=melee):
            wreck.destroy(progress, unit, self.by, rule="VEH-BIKE-01")

    def _resolve(self, progress: Progress, unit: Unit, hit: Hit) -> None:
        state = progress.state
        profile = profile_of(state, unit)
        armour = armour_of(profile, FACE[hit.face]) if hit.face else armour_towards(state, unit, hit.origin)
        kind = dice_kind(state, unit, hit)
        glory = ("VEH-SHOCK-04",) if hit.glory and kind != "ordnance" else ()
        rules = (RULE[kind], "VEH-GEOM-02", *BURST[hit.burst], *glory)
        blow = AgainstArmour(hit.weapon.name, hit.strength, armour, kind, self.by, rules, glory=hit.glory)
        total = penetration.thrown(progress, unit, blow)
        found = penetration.class_of(total, armour.av, kind)
        saved_by: Saved = ""
        if found in ("penetrating", "ordnance"):
            saved_by = self._only_glances(progress, unit, hit)
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
                rules=(
                    "VEH-CC-07" if hit.melee else "VEH-GEOM-02",
                    *(("VEH-COV-03",) if hit.weapon.is_lobbed else ()),
                    *(("VEH-WS-02",) if hit.melee and hit.face == "front" else ()),
                    RULE[kind],
                    *BURST[hit.burst],
                    *(("VEH-PEN-03",) if saved_by == "no-ap" else ()),
                ),
            )
        )
        if found != "none":
            after = harm(progress, unit, hit.weapon, found, self.by, shooting=hit.is_shot, melee=hit.melee)
            progress.queue(*after)

    def _only_glances(self, progress: Progress, unit: Unit, hit: Hit) -> Saved:
        """Why a hit that went through glances after all: no AP, or the hull is half hidden. (VEH-PEN-03, VEH-COV-02)"""
        close = hit.melee or hit.glory or hit.burst in ("mine", "wall")
        goal = 0 if close else hull_down_goal(progress.state, unit, hit.weapon, hit.origin)
        blunt = not hit.weapon.ap and hit.is_shot
        return penetration.only_glances(progress, unit, self.by, blunt=blunt, goal=goal, rule="VEH-COV-02")


def harm(
    progress: Progress, unit: Unit, weapon: Weapon, found: HitClass, by: UnitId | None, *, shooting: bool, melee: bool
) -> tuple[TaskStruct, ...]:
    """Hull points take a hit, or the chart is to be rolled; a penetrating one throws passengers out.

    What is still to be done for it is given back, to be queued. (VEH-HULL-01 to -03)
    `shooting` says whether an open top makes it worse, `melee` whether troops in close combat brought it about.
    """
    points = condition(unit).hull
    counts = melee and progress.state.is_locked(unit.id)
    out = (passengers.ForcedOut(vehicle=unit.id, by=by),) if found != "glancing" else ()
    if points:
        left = max(0, points - HULL_POINTS[found])
        progress.emit(
            HullPointsLost(
                side=unit.side,
                unit=unit.id,
                lost=points - left,
                left=left,
                by=by if counts else None,
                counts=counts,
                rules=(
                    "VEH-HULL-01",
                    *(("VEH-HULL-02",) if points < HULL_POINTS[found] else ()),
                    "VEH-HULL-03",
                    *(("VEH-WS-06",) if counts else ()),
                ),
            )
        )
        return () if left else out
    profile = profile_of(progress.state, unit)
    rolls = chart_rolls(profile, weapon)
    roll = chart.ChartRoll(
        target=unit.id,
        column=_column(found),
        modifiers=chart.modifiers(profile, weapon, shooting=shooting),
        by=by,
        double=rolls > 1,
        melee=melee,
    )
    return (*[roll] * rolls, *out)


def _column(found: HitClass) -> Column:
    assert found != "none"
    return found


TASKS: tuple[type[TaskStruct], ...] = (ArmourHits,)


def be_burst(progress: Progress, target: UnitId, weapon: Weapon, shooter: ModelId, by: UnitId, centre: Point) -> None:
    """Queue the hit of a burst whose marker reaches the hull; `centre` is the middle of the marker. (VEH-AREA-01)

    `weapon` has the strength that counts for the shot.
    """
    state = progress.state
    be_shot(progress, target, [hit_of(state, state.units[target], weapon, shooter, centre)], by)


def hit_of(state: GameState, unit: Unit, weapon: Weapon, shooter: ModelId, centre: Point) -> Hit:
    """The hit: whole with the centre on the hull, else at half strength. (VEH-AREA-02, VEH-AREA-03)

    A flat shot on the hull meets the armour towards the shooter; any other that of the face nearest the centre.
    """
    met = penetration.under_marker(state, unit, weapon, centre)
    return Hit(origin=origin_of(state, shooter), weapon=weapon, strength=met.strength, burst=met.burst, face=met.face)
