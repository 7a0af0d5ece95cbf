"""What is left of what has fallen: very difficult ground. (BLD-WALL-09, BLD-WALL-10, BLD-BUNK-15)"""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.ids import TerrainId
from rules.table.terrain import Terrain


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


def rubble(key: TerrainId, of: str, points: tuple[tuple[float, float], ...]) -> Terrain:
    """Where a section of a building's wall came down. (BLD-WALL-09)"""
    return Terrain(id=key, name=f"Rubble of {of}", points=points, going="very-difficult", cover="hard", look="rubble")
