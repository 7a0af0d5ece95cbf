"""What sight asks of buildings: the cover that they give, and whether shots carry into them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.core.modifier import Modifier
from rules.core.refusal import Refusal
from rules.forces.unit import Point
from rules.forces.weapon import Weapon
from rules.state import GameState
from rules.table.terrain import Cover, Terrain


class Place(NamedTuple):
    """A place and how high its ground is, in inches."""

    at: Point
    height_in: float = 0.0


class CoverOfBuildings:
    """Cover in and behind buildings. What is seen through which opening follows from the walls that stand."""

    def cover(self, piece: Terrain, eye: Point, target: Point) -> Cover | None:
        """The cover that a piece gives somebody against an eye; None for what the piece itself says."""
        return None

    def cited(self, piece: Terrain, eye: Point, target: Point) -> str:
        """The rule by which a piece gives that cover; none for the usual one. (BLD-INTO-02, BLD-OUT-01)"""
        return ""

    def covers_behind(self, piece: Terrain) -> bool:
        """Whether a piece covers those behind it as well as those in it. (BLD-MOVE-03)"""
        return False

    def past_corner(self, piece: Terrain, eye: Point, target: Point, *, shows: bool) -> bool:
        """Whether somebody is too far behind a corner to be hidden by it; `shows` if a part is seen. (BLD-CRNR-01)"""
        return False

    def at_corner(self, piece: Terrain, eye: Point, target: Point) -> Cover | None:
        """The cover of somebody who shows past a corner; None where there is none. (BLD-CRNR-02)"""
        return None

    def too_deep(self, piece: Terrain, eye: Point, target: Point) -> Refusal | None:
        """Why nothing is seen between somebody deep inside and somebody outside. (BLD-INTO-03, BLD-OUT-02)"""
        return None

    def stops_shots(self, piece: Terrain) -> bool:
        """Whether nothing is shot into it unseen. (ARAP-AREA-13)"""
        return False


class FloorsOfBuildings:
    """What lies between two places one above the other; as a rule nothing."""

    def floor_between(self, piece: Terrain, eye: Place, target: Place) -> bool:
        """Whether a floor of that house parts two places that are both within its walls. (BLD-LEVEL-02)"""
        return False


class FireThroughOpenings:
    """Lines of fire through doors, windows and holes. Which of them are open follows from the walls that stand."""

    def through(self, state: GameState, eye: Place, target: Place, weapon: Weapon) -> Sequence[Modifier]:
        """What it costs to fire through openings, at a slant or steeply. (BLD-INTO-04 to -07)"""
        return ()

    def fired_through(self, state: GameState, eye: Place, target: Place) -> tuple[str, ...]:
        """The rules by which a line of fire goes through openings, if it does. (BLD-INTO-01)"""
        return ()

    def from_inside(self, piece: Terrain, eye: Point, target: Point) -> Modifier | None:
        """What it costs to fire out of a piece from so deep inside. (BLD-OUT-02)"""
        return None
