"""What logs of version 1 left to be worked out of bunkers and people in them. Never changed.

As in `rules/arap/version_1.py`: an event of an older log says nothing of it, and its `evolve` asks here.
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from rules.geometry.rings import Ring
from rules.table.terrain import Terrain


def dazed(before: str, how: str) -> Literal["shaken", "stunned"]:
    """How people in a bunker are dazed who may have been so before."""
    return "stunned" if "stunned" in (before, how) else "shaken"


def damaged(piece: Terrain, kind: str, result: str, hole: Ring) -> Terrain:
    """A bunker after a hit."""
    if kind == "none":
        return piece
    if result == "collapse":
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
    more = 1 if result == "structural damage" else 0
    holes = (hole,) if hole else ()
    return replace(
        piece, damage=piece.damage + 1, structural=piece.structural + more, breaches=(*piece.breaches, *holes)
    )
