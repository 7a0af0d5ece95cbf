"""A hit on armour by any of the vehicle rules: its dice, glancing or penetrating, the roll on the damage chart.

What strikes which face, what hides a hull and what the results do, each set of vehicle rules says of its own.
(VEH-PEN-01 to -04, VEH-AREA-02, VEH-AREA-03, VEH-CHART-01, TRI-DMG-02, TRI-DMG-03, TRI-ORD-06)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from rules.arap.templates.scatter import SHORT_OF_WALL_IN
from rules.core.ids import ModelId, UnitId
from rules.core.modifier import Modifier
from rules.dice.odds.armour import Kind
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry.hulls import Hull
from rules.geometry.lengths import is_within
from rules.progress import Progress
from rules.rulebook.charts import DamageChart, chart_result
from rules.state import GameState
from rules.vehicles.shared.events import HitClass
from rules.vehicles.shared.hull import Armour, Side, armour_of, hull_of, vehicle_of

LABEL: Final[dict[Kind, str]] = {
    "normal": "armour-penetration",
    "melta": "melta-penetration",
    "ordnance": "ordnance-penetration",
}

Column = Literal["glancing", "penetrating", "ordnance"]
"""Of the damage chart."""

Saved = Literal["", "hull-down", "no-ap"]
"""Why what went through glances after all."""


class AgainstArmour(NamedTuple):
    """What meets the armour: by what, how strong, with which dice, by whom."""

    name: str
    strength: int
    armour: Armour
    kind: Kind
    by: UnitId | None
    rules: tuple[str, ...]
    glory: bool = False
    """From somebody who stands before the vehicle: that die has a name of its own."""
    edge: bool = False
    """Only the edge of a marker touches it: the Strength is halved already."""


def thrown(progress: Progress, unit: Unit, blow: AgainstArmour) -> int:
    """Strength and dice: one, two for melta, the higher of two for ordnance."""
    armour, kind = blow.armour, blow.kind
    half = " by the edge of its marker" if blow.edge else ""
    why = f"{blow.name} at {unit.name}: Strength {blow.strength}{half} against {armour.face} {armour.av}"
    if kind == "ordnance":
        rolled = progress.roll(LABEL[kind], 2, sense="high", unit=blow.by, target=unit.id, why=why, rules=blow.rules)
        return blow.strength + max(rolled.dice)
    label = "death-or-glory" if blow.glory and kind == "normal" else LABEL[kind]
    rolled = progress.roll_sum(
        label,
        2 if kind == "melta" else 1,
        goal=armour.av - blow.strength,
        low=False,
        unit=blow.by,
        target=unit.id,
        why=why,
        rules=blow.rules,
    )
    return blow.strength + sum(rolled.dice)


def class_of(total: int, av: int, kind: Kind) -> HitClass:
    """Equal glances, more penetrates. (VEH-PEN-01, TRI-DMG-02)"""
    if total < av:
        return "none"
    if total == av:
        return "glancing"
    return "ordnance" if kind == "ordnance" else "penetrating"


def only_glances(progress: Progress, unit: Unit, by: UnitId | None, *, blunt: bool, goal: int, rule: str) -> Saved:
    """Whether a hit that went through glances after all: it has no AP, or the hull is half hidden."""
    if blunt:
        return "no-ap"
    if not goal:
        return ""
    why = f"{unit.name} is hull-down"
    rolled = progress.roll("hull-down", sense="low", goal=goal, unit=unit.id, target=by, why=why, rules=(rule,))
    return "hull-down" if rolled.passed else ""


class UnderMarker(NamedTuple):
    """How a marker meets a hull: whole with its centre there, else by its rim at half strength, and on which face."""

    burst: Literal["direct", "partial"]
    strength: int
    face: Side | Literal[""]


def under_marker(state: GameState, unit: Unit, weapon: Weapon, centre: Point) -> UnderMarker:
    """A flat shot on the hull meets the armour towards the shooter; any other that of the face nearest the centre."""
    gap = hull_of(state, unit).distance_to_point(centre)
    if not is_within(gap, SHORT_OF_WALL_IN):  # a flat shell may have met the hull on its way
        return UnderMarker("partial", weapon.strength // 2, nearest_armour(state, unit, centre).face)
    face = nearest_armour(state, unit, centre).face if weapon.is_lobbed else ""
    return UnderMarker("direct", weapon.strength, face)


def nearest_armour(state: GameState, unit: Unit, centre: Point) -> Armour:
    """The armour of the face nearest to the middle of a marker; the weaker if level."""
    profile = vehicle_of(state, unit)
    return min((armour_of(profile, f) for f in hull_of(state, unit).nearest_faces(centre)), key=lambda a: a.av)


class Scored(NamedTuple):
    """A roll on the damage chart."""

    die: int
    score: int
    row: int
    results: tuple[str, ...]


def scored(
    progress: Progress,
    unit: Unit,
    column: Column,
    chart: DamageChart,
    modifiers: Sequence[Modifier],
    by: UnitId | None,
    rules: tuple[str, ...],
) -> Scored:
    """One die in that column; beyond its last row counts as that."""
    rolled = progress.roll(
        "vehicle-damage",
        sense="table",
        modifiers=tuple(modifiers),
        unit=by,
        target=unit.id,
        why=f"{unit.name}: {column} hit",
        rules=rules,
    )
    score = rolled.dice[0] + sum(m.value for m in modifiers)
    rows = chart[column]
    return Scored(rolled.dice[0], score, min(score, len(rows)), chart_result(rows, score))


def creatures_within(state: GameState, hull: Hull, radius: float) -> list[ModelId]:
    """Models on foot whose middle is so near to a hull; vehicles are not hurt by what flies about."""
    return [
        m.id
        for u in state.units.values()
        if u.on_table and not u.is_vehicle
        for m in u.alive
        if is_within(hull.distance_to_point(m.at), radius)
    ]
