"""What damage asks of buildings: armour in place of Toughness, and what a blow on it does."""

from __future__ import annotations

from typing import NamedTuple

from rules.core.ids import UnitId
from rules.dice.odds.armour import HitClass
from rules.forces.unit import Point
from rules.progress import Progress
from rules.table.terrain import Terrain


class ArmourOf(NamedTuple):
    """Armour Value and hull points of a building. (BLD-BUNK-03, BLD-BUNK-05)"""

    av: int
    points: int


class ArmourBlow(NamedTuple):
    """A hit on the armour of a building that has been rolled: the total, what it is, where, by whom."""

    total: int
    kind: HitClass
    at: Point
    by: UnitId
    rules: tuple[str, ...]
    sharp: bool = False
    """AP 1: one more on the table. (BLD-BUNK-06)"""


class ArmourOfBuildings:
    """Buildings with armour; as a rule there are none."""

    def armour(self, piece: Terrain) -> ArmourOf | None:
        """What armour a piece has, if any. (BLD-BUNK-03, BLD-BUNK-05)"""
        return None

    def take_blow(self, progress: Progress, piece: Terrain, blow: ArmourBlow) -> None:
        """What the hit does to the building and to those inside. (BLD-BUNK-07 to -15)"""
