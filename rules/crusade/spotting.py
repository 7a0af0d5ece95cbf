"""Hidden troops, and when they are seen. (CRU-TROOP-06)"""

from __future__ import annotations

from rules.crusade import models, sight
from rules.crusade.events.moves import TroopHid
from rules.forces.unit import Unit
from rules.progress import Progress, TaskStruct
from rules.state import GameState


def seen_by(state: GameState, unit: Unit) -> Unit | None:
    """An enemy on the table that sees a troop. (CRU-TROOP-06)"""
    for enemy in state.enemies_of(unit.side):
        if models.is_wreck(state, enemy.id):
            continue
        if sight.sees(state, enemy, models.place(state, enemy), unit):
            return enemy
    return None


class Seen(TaskStruct, frozen=True, kw_only=True, tag="Seen"):
    """After a move: hidden troops that an enemy sees now are hidden no more. (CRU-TROOP-06)"""

    def run(self, progress: Progress) -> None:
        """Each of them, in the order of the roster."""
        for unit in list(progress.state.units.values()):
            if unit.hidden and unit.on_table and seen_by(progress.state, unit) is not None:
                progress.emit(TroopHid(side=unit.side, unit=unit.id, hidden=False, rules=("CRU-TROOP-06",)))


TASKS: tuple[type[TaskStruct], ...] = (Seen,)
