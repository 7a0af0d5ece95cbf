"""Terrain tiles that are laid while a game goes on: what is in the stack. (BLD-TILE-01, BLD-TILE-02)"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class TileStack(Struct, frozen=True, kw_only=True):
    """Square tiles (four sides) or hexagons (six), so many of each shape, so many inches from side to side."""

    sides: Literal[4, 6] = 4
    across_in: float = 5.0
    shapes: dict[str, int] = {}
    """How many there are of I, L, T, + and dead end, laid ones included."""
