"""The vehicle damage chart: one die in the column of the hit. (VEH-CHART-01, VEH-CHART-02)"""

from __future__ import annotations

from rules.arap.vehicle_interface import ask
from rules.core.ids import UnitId
from rules.core.modifier import Modifier
from rules.forces.gemini import GeminiHull
from rules.forces.unit import Unit
from rules.forces.weapon import Weapon
from rules.progress import Progress, TaskStruct
from rules.rulebook.charts import damage_chart
from rules.state import GameState
from rules.vehicles.gemini.damage import results as damage_results
from rules.vehicles.shared.damage import penetration
from rules.vehicles.shared.damage.penetration import Column
from rules.vehicles.shared.events import ChartResult


def modifiers(profile: GeminiHull, weapon: Weapon, *, shooting: bool = True) -> tuple[Modifier, ...]:
    """AP 1 adds 1; shooting at an open-topped or flimsy vehicle adds 1, anything at a civilian one.

    (VEH-PEN-03, VEH-OPEN-03, VEH-CAR-02)
    """
    found = []
    if weapon.ap == 1:
        found.append(Modifier(1, "AP 1", "VEH-PEN-03"))
    if profile.civilian:
        found.append(Modifier(1, "flimsy", "VEH-CAR-02"))
    elif shooting and (profile.open_topped or profile.flimsy):
        found.append(Modifier(1, "open-topped", "VEH-OPEN-03"))
    return tuple(found)


class ChartRoll(TaskStruct, frozen=True, kw_only=True, tag="ChartRoll"):
    """One roll on the chart, still to be made; a wreck needs none."""

    target: UnitId
    column: Column
    modifiers: tuple[Modifier, ...] = ()
    by: UnitId | None = None
    double: bool = False
    """One of the two rolls that bursts make against an open-topped vehicle. (VEH-OPEN-04)"""
    melee: bool = False
    """By troops in close combat with it. (VEH-BLOW-01)"""
    rerolled: bool = False
    """Rolled again because there was no weapon to lose. (VEH-RACE-06)"""

    def run(self, progress: Progress) -> None:
        """Roll, read the row, and let its results take effect in order."""
        unit = progress.state.units[self.target]
        if unit.is_gone:
            return
        rules = ("VEH-CHART-01", *(("VEH-OPEN-04",) if self.double else ()))
        chart = damage_chart()
        die, score, row, results = penetration.scored(
            progress, unit, self.column, chart, self.modifiers, self.by, rules
        )
        counts = self.melee and progress.state.is_locked(unit.id)
        progress.emit(
            ChartResult(
                side=unit.side,
                unit=unit.id,
                column=self.column,
                die=die,
                row=row,
                results=results,
                by=self.by if counts else None,
                counts=counts,
                rules=(
                    "VEH-CHART-01",
                    *(("VEH-CHART-02",) if score > row else ()),
                    *(("VEH-WS-06",) if counts else ()),
                ),
            )
        )
        progress.queue(*(self._follows(progress, unit, r) for r in results))

    def _follows(self, progress: Progress, unit: Unit, result: str) -> TaskStruct:
        if result == "armament-destroyed":
            instead = ask(progress.state, WeaponsToLose).instead(progress.state, unit, self)
            if instead is not None:
                return instead
        return damage_results.Suffer(target=unit.id, result=result, by=self.by, melee=self.melee)


class WeaponsToLose:
    """What the chart asks of whoever knows of vehicles that never had a weapon to lose."""

    def instead(self, state: GameState, unit: Unit, roll: ChartRoll) -> TaskStruct | None:
        """What comes instead of armament destroyed for that roll, if anything. (VEH-RACE-06)"""
        return None


TASKS: tuple[type[TaskStruct], ...] = (ChartRoll,)
