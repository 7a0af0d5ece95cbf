"""What the player turn asks of buildings: what begins and ends with it, and who strikes at their walls."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.ids import UnitId, WeaponId
from rules.forces.weapon import Weapon
from rules.progress import Progress
from rules.table.scenario import Scenario


class TurnsOfBuildings:
    """What happens in and at buildings at fixed points of a player turn."""

    def turn_begins(self, progress: Progress) -> None:
        """The active side's player turn begins: what befell its people in bunkers takes hold. (BLD-BUNK-11)"""

    def unit_activates(self, progress: Progress, unit: UnitId) -> None:
        """A unit has made its activation roll: what it stands on carries it. (BLD-TUBE-09)"""

    def queue_close_combat(self, progress: Progress) -> None:
        """Queue the round of those who stand beside armoured buildings. (BLD-BUNK-01)"""

    def turn_ends(self, progress: Progress) -> None:
        """The active side's player turn ends: its people in bunkers recover. (BLD-BUNK-11)"""

    def weapons(self, scenario: Scenario) -> Mapping[WeaponId, Weapon]:
        """Weapons that are part of the buildings of a scenario. (BLD-BUNK-14)"""
        return {}
