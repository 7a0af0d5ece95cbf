"""Rallying. (ARAP-RALLY-01 to -03)"""

from __future__ import annotations

from msgspec.structs import replace

from rules.arap.events import LeftTable
from rules.arap.morale import leadership
from rules.core.ids import UnitId
from rules.core.modifier import Modifier
from rules.forces.unit import Unit
from rules.geometry.lengths import distance, is_within
from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState

ENEMY_NEAR_IN = 8.0


class Rallied(Event, frozen=True, kw_only=True, tag="Rallied"):
    """A routing unit halts; it may be activated in its player's next activation phase. (ARAP-RALLY-01)"""

    def evolve(self, state: GameState) -> GameState:
        """It routs no more."""
        assert self.unit is not None
        unit = state.units[self.unit]
        return state.with_unit(
            replace(
                unit,
                routing=False,
                flinched=False,
                rallied=True,
                flee_moves=0,
                fleeing_from=None,
                fled_through_cover=False,
                at_edge=False,
            )
        )

    def sentence(self, state: GameState) -> str:
        """Who rallies."""
        assert self.unit is not None
        text = f"{state.units[self.unit].name} rallies"
        return f"{text}: they shall know no fear" if "ARAP-RALLY-03" in self.rules else text


def enemy_near(state: GameState, unit: Unit) -> bool:
    """Whether an enemy that is not hidden stands within 8 inches. (ARAP-RALLY-01)"""
    return any(
        is_within(distance(m.at, e.at), ENEMY_NEAR_IN)
        for enemy in state.enemies_of(unit.side)
        if not enemy.hidden
        for e in enemy.alive
        for m in unit.alive
    )


class RallyTest(TaskStruct, frozen=True, kw_only=True, tag="RallyTest"):
    """A unit that fled tests to rally; at the table edge for the last time. (ARAP-RALLY-01, -02, -03)"""

    unit: UnitId

    def run(self, progress: Progress) -> None:
        """Those who know no fear need no dice; others test once, twice if they fled through cover."""
        unit = progress.state.units[self.unit]
        if not unit.on_table or not unit.routing or not unit.flee_moves:
            return
        if all(progress.state.profile(m).has("know-no-fear") for m in unit.alive):
            progress.emit(Rallied(side=unit.side, unit=unit.id, rules=("ARAP-RALLY-03",)))
            return
        if leadership.passes_without_dice(progress, unit.id, "rally"):
            progress.emit(Rallied(side=unit.side, unit=unit.id, rules=("ARAP-RALLY-01", "ARAP-DICE-05")))
            return
        for extra in (False, True) if unit.fled_through_cover else (False,):
            if self._passes(progress, unit, extra):
                progress.emit(Rallied(side=unit.side, unit=unit.id, rules=("ARAP-RALLY-01",)))
                return
        if unit.at_edge:
            at = unit.alive[0].at
            progress.emit(LeftTable(side=unit.side, unit=unit.id, exit_at=at, rules=("ARAP-RALLY-02",)))

    @staticmethod
    def _passes(progress: Progress, unit: Unit, extra: bool) -> bool:
        alone = not enemy_near(progress.state, unit)
        modifiers = (Modifier(1, "no enemy within 8″", "ARAP-RALLY-01"),) if alone else ()
        why = f"{unit.name} rallies" + (", having fled through cover" if extra else "")
        rules = ("ARAP-RALLY-01", *(("ARAP-RALLY-02",) if extra or unit.at_edge else ()))
        return leadership.test(progress, unit.id, "rally", modifiers=modifiers, rules=rules, why=why).passed


EVENTS: tuple[type[Event], ...] = (Rallied,)
TASKS: tuple[type[TaskStruct], ...] = (RallyTest,)
