"""What the player turn asks of vehicles: what begins and ends with it, and what happens by itself in between."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.ids import ProfileId, WeaponId
from rules.forces.profile import Profile
from rules.forces.weapon import Weapon
from rules.progress import Progress
from rules.table.scenario import OptionValue


class VehiclesMustered:
    """What a battle notes of the vehicles that it begins with."""

    def rules_of_forces(
        self,
        profiles: Mapping[ProfileId, Profile],
        weapons: Mapping[WeaponId, Weapon],
        options: Mapping[str, OptionValue],
    ) -> tuple[str, ...]:
        """The rules that these vehicles are taken from. (TRI-CHAR-05)"""
        return ()


class VehicleTurns:
    """What vehicles do at fixed points of a player turn."""

    def turn_begins(self, progress: Progress) -> None:
        """The active side's player turn begins: marks bite, stunned skimmers drift. (VEH-JOIN-07, VEH-DMG-03)"""

    def queue_driverless_moves(self, progress: Progress) -> None:
        """Queue the moves of rolling vehicles that nobody has driven in this player turn. (VEH-RACE-04)"""

    def queue_close_combat(self, progress: Progress) -> None:
        """Queue the round of troops against vehicles without WS beside them. (VEH-JOIN-09)"""

    def turn_ends(self, progress: Progress) -> None:
        """The active side's player turn ends: marks come off. (VEH-JOIN-07)"""
