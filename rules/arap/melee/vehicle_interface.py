"""What a round of melee asks of vehicles: machines with WS that are struck, and charges planted on them."""

from __future__ import annotations

from collections.abc import Sequence

from rules.arap.attacks.blows import MachineBlow
from rules.core.ids import ModelId, UnitId
from rules.progress import Progress


class MachinesInMelee:
    """What blows, charges and numbers do to a machine that is locked in melee."""

    def take_blows(self, progress: Progress, target: UnitId, blows: Sequence[MachineBlow], by: UnitId) -> None:
        """Resolve melee hits on a machine with WS, one entry per hit. (VEH-WS-01, VEH-WS-02)"""

    def plant_charges(self, progress: Progress, unit: UnitId, target: UnitId, models: Sequence[ModelId]) -> None:
        """Those members try to plant a charge on a machine that they reach. (VEH-WS-05, ARAP-CCG-03)"""

    def take_glancing_hit(self, progress: Progress, target: UnitId) -> None:
        """A machine that lost a round against many takes an extra glancing hit. (VEH-WS-06)"""


class FreedFromMelee:
    """What those may do whom a round has left without an opponent."""

    def round_over(self, progress: Progress, units: Sequence[UnitId]) -> None:
        """A round among these is over, and victors have chosen whether to pursue. (TRI-JOIN-07)"""
