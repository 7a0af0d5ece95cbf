"""What the core asks of vehicles. Each vehicle module answers; the scenario selects one. (TRI-JOIN-01)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from rules.core.ids import ModelId, UnitId
from rules.core.modifier import Modifier
from rules.core.preview import ShotLine
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.state import GameState

if TYPE_CHECKING:
    from rules.progress import Progress


class VehicleRules(Protocol):
    """The small interface where the core meets vehicles: activate, be hit, carry, be attacked, turn by turn."""

    def crew_initiative(self, state: GameState, unit: Unit) -> int:
        """Initiative that the activation value comes from. (VEH-JOIN-02)"""

    def may_roll(self, state: GameState, unit: Unit) -> Refusal | None:
        """Why the vehicle makes no activation roll, if so. (VEH-JOIN-07)"""

    def to_hit_modifiers(self, state: GameState, target: UnitId, weapon: Weapon, origin: Point) -> tuple[Modifier, ...]:
        """What a shot from that point takes off for a vehicle's speed and cover. (VEH-AT-02, VEH-COV-01)"""

    def hit_lines(
        self, state: GameState, weapon: Weapon, shooters: Sequence[ModelId], target: UnitId
    ) -> tuple[ShotLine, ...]:
        """Penetration and damage chances of hits by that weapon, for the preview of a shot at a vehicle."""

    def be_hit(
        self, progress: Progress, target: UnitId, weapon: Weapon, shooters: Sequence[ModelId], by: UnitId
    ) -> None:
        """Resolve hits on a vehicle, one entry of `shooters` per hit, in order. (VEH-PEN-01, VEH-DMG-11)"""

    def be_struck(self, progress: Progress, target: UnitId, attackers: Sequence[ModelId], by: UnitId) -> None:
        """Resolve melee hits on a vehicle without WS, one entry of `attackers` per hit."""

    def turn_begins(self, progress: Progress) -> None:
        """The active side's player turn begins: marks bite, stunned skimmers drift. (VEH-JOIN-07, VEH-DMG-03)"""

    def turn_ends(self, progress: Progress) -> None:
        """The active side's player turn ends: marks come off. (VEH-JOIN-07)"""


MODULES: dict[str, VehicleRules] = {}
"""Vehicle modules by name; each enters itself when it is imported."""


def vehicles(state: GameState) -> VehicleRules:
    """The vehicle module of this game."""
    return MODULES[str(state.options.get("vehicle_module", "gemini"))]
