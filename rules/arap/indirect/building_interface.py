"""What throwing asks of buildings: people in sections who throw out of them."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.ids import ModelId, UnitId
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.progress import Progress
from rules.state import GameState


class ThrowsFromBuildings:
    """People behind closed walls who throw, which as a rule they do not."""

    def at_walls(
        self, state: GameState, unit: Unit, models: Sequence[ModelId], target: UnitId | None, way: tuple[float, float]
    ) -> GameState | Refusal:
        """The state in which they stand at their walls to throw that way: a bearing, and how far. (BLD-SSHT-01)

        Or why they do not throw out.
        """
        return Refusal("off-table", f"{unit.name} is not on the table.", "ARAP-SHOOT-01", "a unit on the table")

    def have_thrown_out(self, progress: Progress, unit: Unit, models: Sequence[ModelId], at: Point) -> None:
        """They have, and can be fired at from now on. (BLD-SSHT-01, BLD-SSHT-03)"""
