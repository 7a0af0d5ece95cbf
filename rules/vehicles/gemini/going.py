"""What ground costs a vehicle, and where it may get stuck: one price per piece and locomotion. (VEH-TERR-01, -02)"""

from __future__ import annotations

import functools
from typing import NamedTuple

from rules.forces.profile import VehicleType
from rules.forces.unit import Point
from rules.geometry.areas import Area, Ground, line_area
from rules.rulebook.charts import row
from rules.state import GameState
from rules.table.terrain import Terrain

COLUMN: dict[VehicleType, str] = {
    "tracked": "tracked",
    "wheeled": "wheeled",
    "road-wheeler": "wheeled",
    "bike": "bike",
    "walker": "legs",
    "skimmer": "antigrav",
    "flying-skimmer": "antigrav",
    "boat": "wheeled",
}
"""The column of the terrain table that a type of vehicle reads."""

ROW = {
    "road": "road, landing pad",
    "wood": "woods, jungle",
    "rubble": "rubble, ruins",
    "scree": "rubble, ruins",
    "crater": "rubble, ruins",
    "reeds": "bog, soft snow",
    "marsh": "bog, soft snow",
    "gorse": "scrub, sand, mud",
    "burnt": "scrub, sand, mud",
    "hedge": "barricade, low wall, hedge, trench",
    "wall": "barricade, low wall, hedge, trench",
    "ford": "shallow water, ford",
}
"""The row of the terrain table by the look of a piece, where that alone decides."""

SOLID = ("building", "bunker", "gorge", "wreck")
"""Pieces that no vehicle drives into."""

LOW_IN = 1.0
"""A skimmer passes over what is lower than this. (VEH-MOVE-06)"""


class Price(NamedTuple):
    """Inches of allowance for an inch of this ground (0 where it cannot be entered), and whether one may get stuck."""

    factor: int
    dangerous: bool = False
    road: bool = False


OPEN = Price(1)
CLOSED = Price(0)


def price(piece: Terrain, vehicle: VehicleType) -> Price:
    """What a piece of terrain costs a type of vehicle. (VEH-TERR-02)"""
    column = COLUMN[vehicle]
    if piece.look in SOLID or piece.going == "impassable":
        return OPEN if column == "antigrav" and piece.height_in < LOW_IN else CLOSED
    return _cell(str(row("VEH-TERR-02", "terrain", _row_of(piece))[column]))


def _row_of(piece: Terrain) -> str:
    if piece.look in ROW:
        return ROW[piece.look]
    if piece.look == "water" or piece.going == "water":
        return "shallow water, ford" if piece.going in ("open", "difficult") else "deep water"
    if piece.going == "road":
        return ROW["road"]
    if piece.going == "open":
        return "open, grass"
    if piece.elevation_in:
        return "steep slope"
    return "scrub, sand, mud" if piece.going == "difficult" else "bog, soft snow"


def _cell(cell: str) -> Price:
    if cell == "impassable":
        return CLOSED
    return Price(
        factor=4 if "1/4" in cell else 2 if "1/2" in cell else 1, dangerous=cell.endswith("D"), road="+" in cell
    )


class Field(NamedTuple):
    """The table as one type of vehicle finds it: every piece priced, those that stop it, those that may hold it."""

    ground: Ground
    prices: dict[str, Price]
    names: dict[str, str]
    closed: Ground
    dangerous: Ground

    def price_of(self, area_ids: tuple[str, ...]) -> Price:
        """The price where these pieces lie one on another: the one laid last counts."""
        return self.prices[area_ids[-1]] if area_ids else OPEN

    def price_at(self, point: Point) -> Price:
        """The price of the ground at a point."""
        return self.price_of(self.ground.areas_at(point))


def field_of(state: GameState, vehicle: VehicleType) -> Field:
    """The table as that type of vehicle finds it now."""
    return _field(state.terrain, vehicle)


@functools.lru_cache(maxsize=64)
def _field(terrain: tuple[Terrain, ...], vehicle: VehicleType) -> Field:
    prices = {str(t.id): price(t, vehicle) for t in terrain}
    areas = tuple(_area(t) for t in terrain)
    return Field(
        ground=Ground(areas),
        prices=prices,
        names={str(t.id): t.name for t in terrain},
        closed=Ground(tuple(a for a in areas if prices[a.id].factor == 0)),
        dangerous=Ground(tuple(a for a in areas if prices[a.id].dangerous)),
    )


def _area(piece: Terrain) -> Area:
    if piece.line:
        return line_area(str(piece.id), piece.points, height=piece.height_in, thickness=piece.width_in)
    return Area(str(piece.id), piece.points, piece.height_in)
