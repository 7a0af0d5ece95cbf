"""What ground costs a vehicle, and where it may get stuck: one price per piece and locomotion. (VEH-TERR-01, -02)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.terrain.building_interface import BuildingWalls, FrontOfHull
from rules.arap.terrain.ground import made_ready, table_of
from rules.core import kept
from rules.forces.gemini import GeminiHull, VehicleType
from rules.forces.unit import Point
from rules.geometry.areas import Ground
from rules.geometry.lengths import is_beyond
from rules.rulebook.charts import row
from rules.state import GameState
from rules.table.terrain import LOCOMOTION, Driving, Terrain

COLUMN: dict[VehicleType, str] = {
    "tracked": "tracked",
    "wheeled": "wheeled",
    "road-wheeler": "wheeled",
    "bike": "bike",
    "walker": "legs",
    "skimmer": "antigrav",
    "flying-skimmer": "antigrav",
    "boat": "boat",
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
    "fence": "barricade, low wall, hedge, trench",
    "trench": "barricade, low wall, hedge, trench",
    "ford": "shallow water, ford",
    "ice": "open, grass",
}
"""The row of the terrain table by the look of a piece, where that alone decides."""

SOLID = ("building", "bunker", "gorge", "wreck")
"""Pieces that no vehicle drives into."""

LOW_IN = 1.0
"""A skimmer passes over what is lower than this; walls of just this height are low ones. (VEH-MOVE-06, VEH-TERR-02)"""

BARS: Mapping[str, tuple[str, ...]] = {"wall": tuple(LOCOMOTION), "fence": ("antigrav",)}
"""Who does not pass what is higher: no hull climbs or crushes a wall, a skimmer rises over neither. (VEH-MOVE-06)"""

BARRED_BEFORE: Mapping[str, tuple[str, ...]] = {"wall": ("antigrav",), "fence": ("antigrav",)}
"""Who did not pass it up to version 6."""

NO_TEST = 7
"""As its lowest bad face: nobody has to test there. (VEH-TERR-05)"""


class Price(NamedTuple):
    """Inches of allowance for an inch of this ground (0 where it cannot be entered), and whether one may get stuck."""

    factor: int
    dangerous: bool = False
    road: bool = False


OPEN = Price(1)
CLOSED = Price(0)


def price(
    piece: Terrain, vehicle: VehicleType, *, shallow: bool = False, bars: Mapping[str, tuple[str, ...]] = BARS
) -> Price:
    """What a piece of terrain costs a type of vehicle; `shallow` is a boat's draught. (VEH-TERR-02, VEH-BOAT-04)"""
    column = COLUMN[vehicle]
    if vehicle == "boat":
        if piece.boat is not None:
            return _cell(piece.boat)
        return OPEN if is_water(piece, shallow=shallow) else CLOSED
    if _is_open(piece):
        return OPEN
    if (set_price := getattr(piece, column)) is not None:
        return _ruled(piece, column, _cell(set_price)._replace(road=piece.going == "road" and set_price == "1"))
    if piece.look in SOLID or piece.going == "impassable":
        return OPEN if column == "antigrav" and piece.height_in < LOW_IN else CLOSED
    if column in bars.get(piece.look, ()) and is_beyond(piece.height_in, LOW_IN):
        return CLOSED
    return _ruled(piece, column, _cell(str(row("VEH-TERR-02", "terrain", _row_of(piece))[column])))


def usual(piece: Terrain, locomotion: str) -> Driving:
    """The cell of the terrain table for a piece where nothing is set on it, test included. (VEH-TERR-02)"""
    vehicle = next(kind for kind, column in COLUMN.items() if column == locomotion)
    return in_a_cell(price(replace(piece, **dict.fromkeys(LOCOMOTION, None)), vehicle))


def in_a_cell(found: Price) -> Driving:
    """A price as the terrain table writes it. (VEH-TERR-02)"""
    return CELLS[found.factor, found.dangerous]


CELLS: Final[dict[tuple[int, bool], Driving]] = {
    (0, False): "impassable",
    (1, False): "1",
    (1, True): "1 D",
    (2, False): "1/2",
    (2, True): "1/2 D",
    (4, False): "1/4",
    (4, True): "1/4 D",
}


def _ruled(piece: Terrain, column: str, found: Price) -> Price:
    """The price with the test that the scenario or the host has set for this piece. (VEH-TERR-05)"""
    if piece.bad_face == NO_TEST:
        return found._replace(dangerous=False)
    if (piece.bad_face or piece.thin_ice) and found.factor and column != "antigrav":
        return found._replace(dangerous=True)
    return found


def is_water(piece: Terrain, *, shallow: bool) -> bool:
    """Whether a boat floats there: on deep water, in shallows only with the draught for it. (VEH-BOAT-04)"""
    if piece.going == "water":
        return True
    return shallow and piece.look in ("water", "ford")


def _row_of(piece: Terrain) -> str:
    if piece.look in ROW:
        return ROW[piece.look]
    if piece.look == "water" or piece.going == "water":
        return "shallow water, ford" if piece.going in ("open", "difficult") else "deep water"
    if piece.going == "road":
        return ROW["road"]
    if piece.trench or piece.depth_in:
        return ROW["trench"]
    if piece.is_steep or (piece.elevation_in and piece.going != "open"):
        return "steep slope"
    if piece.going == "open":
        return "open, grass"
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
    solid: Ground
    """What no part of the hull may pass over."""
    dangerous: Ground
    mined: Ground
    """Where mines are buried. (VEH-TERR-05)"""
    indoors: Ground
    """Buildings that vehicles can get into. (VEH-TERR-07)"""
    passed: Ground = Ground(())
    """What a skimmer passes over and does not end on, closed to all others; nothing up to version 6. (VEH-MOVE-06)"""
    bare: Price = OPEN
    """The price of open ground; a boat finds none. (VEH-BOAT-04)"""

    def ruling(self, area_ids: Sequence[str]) -> str:
        """Of pieces that lie one on another the one that counts: a road, else the one laid last; "" on open ground."""
        return next((a for a in area_ids if self.prices[a].road), area_ids[-1] if area_ids else "")

    def price_of(self, area_ids: Sequence[str]) -> Price:
        """The price where these pieces lie one on another."""
        return self.prices.get(self.ruling(area_ids), self.bare)

    def price_at(self, point: Point) -> Price:
        """The price of the ground at a point."""
        return self.price_of(self.ground.areas_at(point))


def field_of(state: GameState, vehicle: VehicleType, *, shallow: bool = False) -> Field:
    """The table as that type of vehicle finds it now; built once for the same terrain."""
    buildings = building_interface.ask(BuildingWalls)
    return _field(state.terrain, buildings, vehicle, shallow, is_old=state.is_older_than("7"))


def field_for(state: GameState, hull: GeminiHull) -> Field:
    """The table as a hull finds it: what it fits through is open to it. (BLD-MOUSE-05, BLD-DOOR-08)"""
    known = _known_fields(state)
    key = (hull.type, hull.shallow_draught, hull.width_in, hull.height_in)
    if key not in known:
        buildings = building_interface.ask(BuildingWalls)
        front = FrontOfHull(hull.width_in, hull.height_in) if state.interiors else None
        shallow = hull.shallow_draught
        known[key] = _field(state.terrain, buildings, hull.type, shallow, front, is_old=state.is_older_than("7"))
    return known[key]


@kept.once
def _known_fields(state: GameState) -> dict[tuple[VehicleType, bool, float, float], Field]:
    """What has been looked up for this state; it only grows."""
    return {}


@lru_cache(maxsize=128)
def _field(
    terrain: tuple[Terrain, ...],
    buildings: BuildingWalls,
    vehicle: VehicleType,
    shallow: bool,
    front: FrontOfHull | None = None,
    *,
    is_old: bool = False,
) -> Field:
    table = made_ready(terrain, buildings)
    areas = table.ground.areas
    entered = {t.id for t in terrain if _is_open(t) or (front is not None and buildings.lets_in_by(t, front))}
    broken = tuple(a for a in areas if a.id in entered and not buildings.is_wall(a.id))
    walls = tuple(w for a in broken for w in buildings.walls(table.terrain[a.id], front)) if vehicle != "boat" else ()
    bars = BARRED_BEFORE if is_old else BARS
    prices = {
        a.id: OPEN
        if a.id.partition("~")[0] in entered
        else price(table.terrain[a.id], vehicle, shallow=shallow, bars=bars)
        for a in areas
    }
    passed = () if is_old else (a for a in areas if a.id not in entered and _is_passed(table.terrain[a.id], vehicle))
    return Field(
        ground=table.ground,
        prices=prices,
        names={a.id: table.terrain[a.id.partition("~")[0]].name for a in (*areas, *walls)},
        solid=Ground(
            (*(a for a in areas if prices[a.id].factor == 0 and _is_solid(table.terrain[a.id])), *walls),
        ),
        dangerous=Ground(tuple(a for a in areas if prices[a.id].dangerous)),
        indoors=Ground(broken),
        mined=Ground(tuple(a for a in areas if table.terrain[a.id].mines)),
        passed=Ground(tuple(passed)),
        bare=CLOSED if vehicle == "boat" else OPEN,
    )


def _is_passed(piece: Terrain, vehicle: VehicleType) -> bool:
    """Whether it is too low to stop what floats, and closed to all else."""
    if COLUMN[vehicle] != "antigrav" or piece.antigrav is not None:
        return False
    return piece.going == "impassable" and piece.look not in SOLID and piece.height_in < LOW_IN


def piece_of(state: GameState, area_id: str) -> Terrain:
    """The piece of that name."""
    return table_of(state).terrain[area_id]


def _is_open(piece: Terrain) -> bool:
    """Whether it is a building with a way in for vehicles."""
    return piece.look == "building" and bool(piece.breaches)


def _is_solid(piece: Terrain) -> bool:
    """Water is entered by the middle of the hull, so that a road or ford through it may be narrower than the hull."""
    return piece.look != "water" and piece.going != "water"
