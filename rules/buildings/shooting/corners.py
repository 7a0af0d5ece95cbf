"""Corners of buildings: who is hidden or in cover behind one. (BLD-CRNR-01, BLD-CRNR-02)

What hides somebody is a corner and no wall where the line of sight passes through the building no more than 1½ inches
from it, or where a part of him shows past it.
"""

from __future__ import annotations

from typing import Final

from rules.forces.unit import Point
from rules.geometry import rings
from rules.geometry.lengths import between, distance, distance_to_segment, is_within
from rules.table.terrain import Cover, Terrain

CORNER_IN: Final = 1.5
"""So near to a corner one is behind it. (BLD-CRNR-01)"""

SOFT: Final = ("thatch", "wattle and daub")
"""Walls whose corners are no brickwork. (BLD-CRNR-02)"""


def is_round(piece: Terrain, eye: Point, target: Point) -> bool:
    """Whether a piece is a building that a line of sight goes past or through from outside to outside."""
    ends = (rings.encloses(piece.points, end) for end in (eye, target))
    return piece.is_structure and not piece.line and not any(ends)


def is_behind(piece: Terrain, eye: Point, target: Point) -> bool:
    """Whether somebody stands close behind a corner that is between him and an eye. (BLD-CRNR-01)"""
    near = (corner for corner in piece.points if is_within(distance(target, corner), CORNER_IN))
    return any(is_within(distance_to_segment(corner, eye, target), CORNER_IN) for corner in near)


def is_past(piece: Terrain, eye: Point, target: Point, *, shows: bool) -> bool:
    """Whether a corner hides nothing of somebody, because he is too far behind it; `shows` if a part of him is seen."""
    if not is_round(piece, eye, target) or is_behind(piece, eye, target):
        return False
    return shows or any(_cuts(piece, corner, eye, target) for corner in piece.points)


def _cuts(piece: Terrain, corner: Point, eye: Point, target: Point) -> bool:
    """Whether a line passes through the building close to that corner alone."""
    parts = rings.crossings(piece.points, eye, target)
    ends = [between(eye, target, share) for part in parts for share in part]
    return bool(ends) and all(is_within(distance(end, corner), CORNER_IN) for end in ends)


def cover(piece: Terrain, eye: Point, target: Point) -> Cover | None:
    """What a corner gives somebody who shows past it: hard cover, or soft where the walls are thatch. (BLD-CRNR-02)"""
    if not is_round(piece, eye, target):
        return None
    return "soft" if piece.building is not None and piece.building.walls in SOFT else "hard"
