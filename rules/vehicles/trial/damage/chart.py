"""The damage chart: one die in the column of the hit. (TRI-DMG-03, TRI-DMG-05, TRI-DMG-06)"""

from __future__ import annotations

from rules.core.ids import UnitId
from rules.core.modifier import Modifier
from rules.progress import Progress, TaskStruct
from rules.vehicles.shared.damage import penetration
from rules.vehicles.shared.damage.penetration import Column
from rules.vehicles.shared.events import ChartResult
from rules.vehicles.trial.damage.odds import chart_of, chart_rules
from rules.vehicles.trial.damage.results import TakeEffect


class RollDamage(TaskStruct, frozen=True, kw_only=True, tag="RollDamage"):
    """One roll on the chart, still to be made; a wreck needs none."""

    target: UnitId
    column: Column
    modifiers: tuple[Modifier, ...] = ()
    by: UnitId | None = None
    double: bool = False
    """One of the two rolls that bursts make against an open top. (TRI-DMG-06)"""

    def run(self, progress: Progress) -> None:
        """Roll, read the row, and let its results take effect in order."""
        unit = progress.state.units[self.target]
        if unit.is_gone:
            return
        rules = (*chart_rules(progress.state, self.column), *(("TRI-DMG-06",) if self.double else ()))
        chart = chart_of(progress.state)
        scored = penetration.scored(progress, unit, self.column, chart, self.modifiers, self.by, rules)
        progress.emit(
            ChartResult(
                side=unit.side,
                unit=unit.id,
                column=self.column,
                die=scored.die,
                row=scored.row,
                results=scored.results,
                rules=rules,
            )
        )
        progress.queue(*(TakeEffect(target=unit.id, result=result, by=self.by) for result in scored.results))


TASKS: tuple[type[TaskStruct], ...] = (RollDamage,)
