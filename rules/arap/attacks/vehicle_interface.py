"""What charges and blows ask of vehicles: what their crews do about it, and what blows on machines may bring."""

from __future__ import annotations

from fractions import Fraction

from rules.arap.attacks.blows import MachineBlow
from rules.core.ids import UnitId
from rules.core.preview import Chance
from rules.progress import Progress
from rules.state import GameState


class ChargesAtVehicles:
    """Vehicles that are charged."""

    def crew_fires_first(self, state: GameState, charger: UnitId, target: UnitId) -> str:
        """Whether the crew of a charged machine may fire at the chargers, or why not, in a sentence. (VEH-CC-03)"""
        return ""

    def crew_reacts(self, progress: Progress, charger: UnitId, target: UnitId) -> None:
        """Ask what the crew of a charged machine does. (VEH-CC-03)"""

    def blow_chances(self, state: GameState, target: UnitId, blow: MachineBlow) -> tuple[Chance, ...]:
        """What a melee hit on a machine would do, with exact chances."""
        return ()

    def ended_by(self, state: GameState, target: UnitId, blow: MachineBlow, count: int, hit: Fraction) -> Fraction:
        """The chance that so many of those blows, with that chance to hit each, are the end of a machine."""
        return Fraction(0)
