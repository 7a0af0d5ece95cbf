"""Terrain tiles that are laid while a game goes on: what is in the stack. (BLD-TILE-01, BLD-TILE-02)"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

HEXAGON: Final = "hexagon "
"""Before the shape of a hexagon that lies among squares."""


class TileStack(Struct, frozen=True, kw_only=True):
    """Square tiles (four sides) or hexagons (six), so many of each shape, so many inches from side to side."""

    sides: Literal[4, 6] = 4
    across_in: float = 5.0
    shapes: dict[str, int] = {}
    """How many there are of I, L, T, + and dead end, laid ones included."""
    hexagons: dict[str, int] = {}
    """How many hexagons of those shapes lie among the squares; with any, each tile is turned to fit its way in."""
    under_roof: bool = False
    """Whether they are corridors and rooms indoors, or tunnels: confined spaces. (BLD-CONF-01)"""

    @property
    def is_mixed(self) -> bool:
        """Whether squares and hexagons lie in one stack."""
        return self.sides == 4 and any(self.hexagons.values())

    def counts(self) -> dict[str, int]:
        """How many tiles there are of each kind, by its name."""
        mixed = self.hexagons if self.is_mixed else {}
        return {**self.shapes, **{f"{HEXAGON}{shape}": count for shape, count in mixed.items()}}

    def sides_of(self, tile: str) -> int:
        """How many sides a tile of that name has."""
        return 6 if tile.startswith(HEXAGON) else self.sides
