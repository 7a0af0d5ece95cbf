"""The Gemini vehicle rules as the core sees them. (VEH-JOIN-01)"""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.ids import ModelId, UnitId
from rules.core.preview import ShotLine
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.forces.weapon import Weapon
from rules.gemini import ports
from rules.progress import Progress
from rules.state import GameState


class GeminiVehicles:
    """What vehicles do where the core meets them."""

    def crew_initiative(self, state: GameState, unit: Unit) -> int:
        """The crew's Initiative; without one the scenario's default activation value. (VEH-JOIN-02)"""
        vehicle = state.profile(unit.models[0]).vehicle
        assert vehicle is not None
        return vehicle.crew_initiative or int(state.option("crew_activation_default"))

    def may_roll(self, state: GameState, unit: Unit) -> Refusal | None:
        """A stunned or wrecked vehicle makes no roll. (VEH-JOIN-07)"""
        assert unit.vehicle is not None
        if unit.vehicle.stunned_now:
            return Refusal("stunned", f"The crew of {unit.name} is stunned.", "VEH-JOIN-07", "another unit")
        return None

    def hit_lines(
        self, state: GameState, weapon: Weapon, shooters: Sequence[ModelId], target: UnitId
    ) -> tuple[ShotLine, ...]:
        """Nothing yet to show."""
        return ()

    def be_hit(
        self, progress: Progress, target: UnitId, weapon: Weapon, shooters: Sequence[ModelId], by: UnitId
    ) -> None:
        """Hits glance off."""

    def be_struck(self, progress: Progress, target: UnitId, attackers: Sequence[ModelId], by: UnitId) -> None:
        """Blows glance off."""

    def turn_begins(self, progress: Progress) -> None:
        """Nothing to mark."""

    def turn_ends(self, progress: Progress) -> None:
        """Nothing to clear."""


ports.MODULES["gemini"] = GeminiVehicles()
