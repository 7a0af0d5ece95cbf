"""What is left of what has fallen: very difficult ground, floors that are no more. (BLD-WALL-09, -10, BLD-BUNK-15)"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.core.ids import TerrainId
from rules.table.terrain import Terrain

GONE: Final = "gone"
"""How the plan of a floor looks that fell."""


def fallen(piece: Terrain) -> Terrain:
    """A piece that fell whole. (BLD-BUNK-15, BLD-WALL-10)"""
    return replace(
        piece,
        look="rubble",
        going="very-difficult",
        height_in=0,
        blocks_sight=False,
        armour=0,
        toughness=0,
        damage=0,
        structural=0,
        breaches=(),
    )


def gone(piece: Terrain) -> Terrain:
    """The plan of an upper floor, or a part of it, that fell with what it stood on: nobody is there. (BLD-BUNK-15)"""
    return Terrain(id=piece.id, name=f"{piece.name}, fallen", points=piece.points, going="impassable", look=GONE)


def rubble(key: TerrainId, of: str, points: tuple[tuple[float, float], ...]) -> Terrain:
    """Where a section of a building's wall came down. (BLD-WALL-09)"""
    return Terrain(id=key, name=f"Rubble of {of}", points=points, going="very-difficult", cover="hard", look="rubble")
