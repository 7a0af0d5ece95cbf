"""Jumping a gap. (CRU-JUMP-01)"""

from __future__ import annotations

from rules.core.ids import TerrainId, UnitId
from rules.crusade import courses, models
from rules.crusade.damage.falls import FallDown
from rules.crusade.dice import pools
from rules.crusade.driving.way import driven
from rules.geometry.lengths import ceil_tolerant
from rules.progress import Progress, TaskStruct


class Jump(TaskStruct, frozen=True, kw_only=True, tag="Jump"):
    """One D6 for each inch of a gap, less one for each move action: on a double it falls. (CRU-JUMP-01)"""

    unit: UnitId
    gap: TerrainId
    back: bool = False

    def run(self, progress: Progress) -> None:
        """Beyond the far edge, or at the bottom."""
        state = progress.state
        unit = state.units[self.unit]
        piece = courses.structure_named(state, self.gap)
        assert piece
        hull = models.pose(state, unit)
        width = courses.gap_width_in(hull, piece, back=self.back)
        dice = courses.jump_dice(state, unit, width)
        actions = models.move_actions(state, unit.id)
        why = f"{unit.name} jumps {piece.name}: a die for each of {ceil_tolerant(width)}″, less {actions} for its moves"
        rules = ("CRU-JUMP-01", "CRU-DICE-09", "CRU-TURN-03")
        across = pools.doubles_test(progress, "crusade-jump", dice, unit=unit.id, why=why, rules=rules)
        far = courses.beyond_gap(hull, piece, back=self.back)
        gone = (far.length + width) if across else (far.length + width) / 2
        after = far if across else hull.driven(-gone if self.back else gone)
        driven(progress, unit, after, gone, back=self.back, how="jumps" if across else "falls after", rules=rules)
        if not across:
            progress.queue(FallDown(unit=unit.id, inches=piece.depth_in))


TASKS: tuple[type[TaskStruct], ...] = (Jump,)
