"""What a move asks of buildings: who gets through doors and holes, and what it costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.core.ids import ModelId
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.progress import Progress
from rules.state import GameState


class Passages:
    """Doors and holes that let only so many through; as a rule everybody passes."""

    def crowded(self, state: GameState, unit: Unit, ways: Mapping[ModelId, Sequence[Point]]) -> Refusal | None:
        """Why they do not all get through on those ways. (BLD-DOOR-06, BLD-DOOR-07, BLD-MOUSE-02, BLD-MOUSE-03)"""
        return None

    def extra_in(self, state: GameState, unit: Unit, ways: Mapping[ModelId, Sequence[Point]]) -> dict[ModelId, float]:
        """Inches that models pay more on those ways. (BLD-DOOR-09)"""
        return {}

    def passed(self, progress: Progress, unit: Unit, ways: Mapping[ModelId, Sequence[Point]]) -> None:
        """Note who went through what."""
