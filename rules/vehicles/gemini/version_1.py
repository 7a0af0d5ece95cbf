"""What logs of version 1 left to be worked out of walls. Never changed.

As in `rules/arap/version_1.py`: an event of an older log says nothing of it, and its `evolve` asks here.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.table.terrain import Terrain


def fallen(piece: Terrain, rubble: Terrain | None) -> Terrain:
    """A wall that lies in ruins, or a building without the section that fell."""
    return _ruined(piece) if rubble is None else replace(piece, damage=0, breaches=(*piece.breaches, rubble.points))


def _ruined(piece: Terrain) -> Terrain:
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
