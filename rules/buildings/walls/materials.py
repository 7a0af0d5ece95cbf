"""What walls, doors and windows withstand. (BLD-WALL-07, BLD-WALL-08, BLD-WALL-14)"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from rules.table.building import Floors, Make, Opening, Walls
from rules.table.terrain import Terrain

SECTION_IN: Final = 6
"""Inches of wall that fall together. (BLD-WALL-08)"""


class Resistance(NamedTuple):
    """Toughness, and damage points: of a door or window, or of 6 inches of wall."""

    toughness: int
    points: int


_MATERIALS: Final[dict[Walls | Floors, Resistance]] = {
    "wattle and daub": Resistance(6, 3),
    "thatch": Resistance(6, 3),
    "light wood": Resistance(6, 3),
    "sheet steel": Resistance(7, 3),
    "corrugated iron": Resistance(7, 3),
    "metal": Resistance(7, 7),
    "timber": Resistance(8, 7),
    "brick": Resistance(8, 7),
    "stone": Resistance(8, 7),
    "concrete": Resistance(8, 7),
    "plexi-glass": Resistance(8, 5),
    "tube wall": Resistance(8, 10),
    "castle stone": Resistance(8, 15),
    "flooring": Resistance(7, 7),
    "light flooring": Resistance(6, 3),
}
"""Of six inches of wall. (BLD-WALL-07, BLD-WALL-08)"""

_DOORS: Final[dict[Make, Resistance]] = {
    "light wooden": Resistance(6, 1),
    "toughened glass": Resistance(6, 2),
    "light steel": Resistance(6, 3),
    "solid timber": Resistance(6, 4),
    "hive interior": Resistance(5, 4),
    "heavy steel": Resistance(6, 5),
    "vault": Resistance(6, 10),
    "pane": Resistance(6, 1),
    "plexi-glass": Resistance(8, 2),
}
"""Of a single door or window. (BLD-WALL-14)"""


def of_material(walls: Walls | Floors) -> Resistance:
    """Toughness of a material, and the points of six inches. (BLD-WALL-07, BLD-WALL-08)"""
    return _MATERIALS[walls]


def of_wall(piece: Terrain) -> Resistance:
    """Toughness of a house's walls and the points of six inches; what its piece says goes before the material."""
    made = _MATERIALS[piece.building.walls if piece.building is not None else "brick"]
    return Resistance(piece.toughness or made.toughness, piece.points_of_damage or made.points)


def make_of(opening: Opening) -> Make:
    """What a door or window is made of. (BLD-WALL-14)"""
    if opening.make is not None:
        return opening.make
    if opening.kind == "window":
        return "pane"
    return "vault" if opening.secure else "solid timber"


def of_opening(opening: Opening) -> Resistance:
    """Toughness and points of a door or window. (BLD-WALL-14)"""
    return _DOORS[make_of(opening)]


def of_part(points: int) -> int:
    """Points of one inch of wall: a sixth of the section's, rounded up. (BLD-WALL-11)"""
    return math.ceil(points / SECTION_IN)


def of_length(points: int, length_in: float) -> int:
    """Points of a shorter stretch, in proportion and rounded up. (BLD-WALL-08)"""
    return max(1, math.ceil(round(points * min(length_in, SECTION_IN) / SECTION_IN, 6)))
