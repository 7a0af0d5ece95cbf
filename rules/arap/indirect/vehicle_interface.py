"""What throwing asks of vehicles: people aboard who throw out of them, people on foot who throw into them."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.ids import ModelId, UnitId
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.progress import Progress
from rules.state import GameState


class ThrowsFromVehicles:
    """People aboard who throw, which as a rule they do not; and those who fight an open top."""

    def at_the_side(
        self, state: GameState, unit: Unit, weapon: Weapon, models: Sequence[ModelId], at: Point, far: float
    ) -> GameState | Refusal:
        """The state in which they stand at the side of the hull to throw towards a point, so far at the most.

        Or why they do not throw. (VEH-FROM-02)
        """
        return Refusal("aboard", "People aboard do not throw.", "ARAP-SHOOT-01", "people on foot")

    def have_thrown(self, progress: Progress, unit: Unit, models: Sequence[ModelId], at: Point) -> None:
        """People aboard have thrown out. (VEH-FROM-07)"""

    def thrown_into(self, state: GameState, unit: Unit, target: UnitId | None, aims: Sequence[Point]) -> Refusal | None:
        """Why people on foot throw nothing into a vehicle at one of those places, if so. (VEH-CC-08)"""
        return None
