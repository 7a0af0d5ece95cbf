"""What sight asks of buildings: the cover that they give, and whether shots carry into them."""

from __future__ import annotations

from rules.core.modifier import Modifier
from rules.core.refusal import Refusal
from rules.forces.unit import Point
from rules.table.terrain import Cover, Terrain


class CoverOfBuildings:
    """Cover in and behind buildings. What is seen through which opening follows from the walls that stand."""

    def cover(self, piece: Terrain, eye: Point, target: Point) -> Cover | None:
        """The cover that a piece gives somebody against an eye; None for what the piece itself says."""
        return None

    def cited(self, piece: Terrain, eye: Point, target: Point) -> str:
        """The rule by which a piece gives that cover; none for the usual one. (BLD-INTO-02, BLD-OUT-01)"""
        return ""

    def angled(self, piece: Terrain, eye: Point, target: Point) -> Modifier | None:
        """What it costs to fire at a slant through an opening. (BLD-INTO-04)"""
        return None

    def too_deep(self, piece: Terrain, eye: Point, target: Point) -> Refusal | None:
        """Why nothing is seen between somebody deep inside and somebody outside. (BLD-INTO-03, BLD-OUT-02)"""
        return None

    def from_inside(self, piece: Terrain, eye: Point, target: Point) -> Modifier | None:
        """What it costs to fire out of a piece from so deep inside. (BLD-OUT-02)"""
        return None

    def stops_shots(self, piece: Terrain) -> bool:
        """Whether nothing is shot into it unseen. (ARAP-AREA-13)"""
        return False
