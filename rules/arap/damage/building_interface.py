"""What damage asks of buildings: armour in place of Toughness, walls, and what a blow on them does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.core.ids import UnitId
from rules.dice.odds.armour import HitClass
from rules.forces.unit import Point
from rules.progress import Progress
from rules.state import GameState
from rules.table.terrain import Terrain


class ArmourOf(NamedTuple):
    """Armour Value and hull points of a building. (BLD-BUNK-03, BLD-BUNK-05)"""

    av: int
    points: int


class ArmourLeft(NamedTuple):
    """Armour Value of what is struck of a building, the hull points that are left, what it is called. (BLD-BUNK-05)"""

    av: int
    left: int
    name: str


class ArmourBlow(NamedTuple):
    """A hit on the armour of a building that has been rolled: the total, what it is, where, by whom."""

    total: int
    kind: HitClass
    at: Point
    by: UnitId
    rules: tuple[str, ...]
    sharp: bool = False
    """AP 1: one more on the table. (BLD-BUNK-06)"""
    section: str = ""
    """The letter of the section that it strikes; "" for the one at the ground where it is. (BLD-BUNK-05)"""


class WallRammed(NamedTuple):
    """What of a building a vehicle runs into: its name, its Toughness, the damage points left. (BLD-WALL-06)"""

    name: str
    toughness: int
    left: int
    keeps_count: bool
    """Whether its walls are known inch by inch; else the piece as a whole counts what it has lost."""


class ArmourOfBuildings:
    """Buildings with armour, or with walls that withstand; as a rule there are none."""

    def wall_at(self, piece: Terrain, at: Point) -> WallRammed | None:
        """The wall or door of a building at a place, if that has no armour. (BLD-WALL-07, BLD-WALL-14)"""
        return None

    def take_points(
        self, progress: Progress, piece: Terrain, at: Point, dp: int, by: UnitId, rules: tuple[str, ...]
    ) -> None:
        """What such a wall or door loses there. (BLD-WALL-03, BLD-WALL-06)"""

    def beneath(
        self, state: GameState, piece: Terrain, at: Point, path: Sequence[Point]
    ) -> Mapping[UnitId, int] | None:
        """How many the wall that is struck at a place would hit if it fell, unit by unit. (BLD-WALL-09)

        `path` is where the wall of a solid piece stands; a house knows its own. None where nothing falls on anybody.
        """
        return None

    def wall_falls(self, progress: Progress, piece: Terrain, path: Sequence[Point], toughness: int, by: UnitId) -> None:
        """Whom a wall of a solid piece hits that falls along that path. (BLD-WALL-09)"""

    def armour(self, state: GameState, piece: Terrain, at: Point) -> ArmourLeft | None:
        """What armour a piece has at a place, if any. (BLD-BUNK-03, BLD-BUNK-05)"""
        return None

    def take_blow(self, progress: Progress, piece: Terrain, blow: ArmourBlow) -> None:
        """What the hit does to the building and to those inside. (BLD-BUNK-07 to -15)"""
