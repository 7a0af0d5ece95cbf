"""The vehicle damage chart: one die in the column of the hit. (VEH-CHART-01, VEH-CHART-02)"""

from __future__ import annotations

from typing import Literal

from rules.core.ids import UnitId
from rules.core.modifier import Modifier
from rules.forces.profile import VehicleProfile
from rules.forces.weapon import Weapon
from rules.progress import Progress
from rules.rulebook.charts import chart_result, damage_chart
from rules.state import TaskStruct
from rules.vehicles.gemini import damage
from rules.vehicles.gemini.events import ChartResult

Column = Literal["glancing", "penetrating", "ordnance"]


def modifiers(profile: VehicleProfile, weapon: Weapon, *, shooting: bool = True) -> tuple[Modifier, ...]:
    """AP 1 adds 1; shooting at an open-topped or flimsy vehicle adds 1. (VEH-PEN-03, VEH-OPEN-03)"""
    found = []
    if weapon.ap == 1:
        found.append(Modifier(1, "AP 1", "VEH-PEN-03"))
    if shooting and (profile.open_topped or profile.flimsy):
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

    def run(self, progress: Progress) -> None:
        """Roll, read the row, and let its results take effect in order."""
        unit = progress.state.units[self.target]
        if unit.is_gone:
            return
        rolled = progress.roll(
            "vehicle-damage",
            sense="table",
            modifiers=self.modifiers,
            unit=self.by,
            target=unit.id,
            why=f"{unit.name}: {self.column} hit",
            rules=("VEH-CHART-01", *(("VEH-OPEN-04",) if self.double else ())),
        )
        column = damage_chart()[self.column]
        score = rolled.dice[0] + sum(m.value for m in self.modifiers)
        results = chart_result(column, score)
        progress.emit(
            ChartResult(
                side=unit.side,
                unit=unit.id,
                column=self.column,
                die=rolled.dice[0],
                row=min(score, len(column)),
                results=results,
                rules=("VEH-CHART-01", *(("VEH-CHART-02",) if score > len(column) else ())),
            )
        )
        progress.queue(*(damage.Suffer(target=unit.id, result=r, by=self.by, melee=self.melee) for r in results))


TASKS: tuple[type[TaskStruct], ...] = (ChartRoll,)
