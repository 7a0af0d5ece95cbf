"""What the ground asks of buildings: what is left standing that bars a step or a look, and where it is open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from rules.core.ids import TerrainId
from rules.forces.profile import Profile
from rules.forces.unit import Point
from rules.geometry.areas import Area
from rules.geometry.rings import Ring
from rules.state import GameState
from rules.table.terrain import Terrain


class FrontOfHull(NamedTuple):
    """How wide and how high a hull is, in inches: what it needs of an opening."""

    width_in: float
    height_in: float


ROOM: Final = "room"
"""The look of the floor of a room with a terrain class of its own. (BLD-MOVE-02)"""

RIDDEN: Final = ("variable", "difficult")
"""Rooms of these classes cost bikes and horses their dice, not inches besides. (BLD-UNIT-04, BLD-UNIT-05)"""

WIDE_SIZE: Final = 2
"""The size whose bases may be wider than the doors made for it. (BLD-DOOR-09)"""


class Narrow(NamedTuple):
    """An opening too narrow for a base: whose, after how many inches of the way, and what it costs."""

    piece: Terrain
    at_in: float
    cost_in: float


class BuildingWalls:
    """Walls of pieces of terrain; as a rule a piece is all of one kind and has none."""

    def parts(self, piece: Terrain, areas: Sequence[Area]) -> Sequence[tuple[Terrain, Area]]:
        """The areas that a piece is made of and the ground of each: what bars a step, what hides what is behind it."""
        return [(piece, area) for area in areas]

    def walls(self, piece: Terrain, front: FrontOfHull | None = None) -> Iterable[Area]:
        """What stands of its walls, for those who drive in where it is open to such a hull."""
        return ()

    def lets_in_by(self, piece: Terrain, front: FrontOfHull) -> tuple[str, ...]:
        """The rules by which a hull finds an opening in its walls; if it does. (BLD-MOUSE-05, BLD-DOOR-08)"""
        return ()

    def is_wall(self, area_id: str) -> bool:
        """Whether an area is a wall of a piece, not the piece itself."""
        return False

    def hole(self, piece: Terrain, struck: Point) -> Ring:
        """What falls out of its walls when they are breached there."""
        return ()

    def narrow(self, state: GameState, profile: Profile, a: Point, b: Point) -> Sequence[Narrow]:
        """Openings on a straight way that are narrower than the base of such a model. (BLD-DOOR-09)"""
        return ()


class LaddersOfBuildings:
    """Floors of pieces of terrain, and the ladders between them; as a rule all ground is one floor."""

    def counts_on_ladder(self, ladder: Terrain, bulk: int) -> int:
        """How many a model of that bulk counts for on a ladder. (ARAP-SIZE-02)"""
        return bulk

    def way_up(self, state: GameState, ladder: Terrain) -> tuple[Point, Point, float] | None:
        """Foot, head and height of a ladder that leads to another floor. (BLD-LADR-01, BLD-LEVEL-01)"""
        return None

    def floor_at(self, state: GameState, at: Point) -> TerrainId:
        """The upper floor, laid out beside its house, that a place is on; none on the ground. (BLD-LEVEL-02)"""
        return TerrainId("")
