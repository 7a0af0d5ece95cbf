"""The ground of a table as one vehicle finds it, piece by piece. (VEH-TERR-01, VEH-TERR-02)"""

from __future__ import annotations

from rules.arap.movement.vehicle_interface import Burden, GroundRow, GroundTable
from rules.forces.unit import Unit
from rules.state import GameState
from rules.table.terrain import DRIVING, WHO_DRIVES, Terrain
from rules.vehicles.gemini.hazards.dangerous_ground import BAD
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.motion import terrain_cost
from rules.vehicles.gemini.motion.terrain_cost import COLUMN, OPEN, Price, field_for, in_a_cell
from rules.vehicles.shared.ground import set_by


def ground_table(state: GameState, unit: Unit) -> GroundTable:
    """Every named piece that is more to it than open ground, and what the scenario or the host has set."""
    hull = profile_of(state, unit)
    column = COLUMN[hull.type]
    prices = field_for(state, hull).prices
    named = ((piece, prices[piece.id]) for piece in state.terrain if piece.name and piece.id in prices)
    rows = (
        GroundRow(
            piece.name,
            piece.look.replace("-", " "),
            (_words(piece, price, column),),
            _is_set(piece, column),
            set_by(state, piece),
        )
        for piece, price in named
        if price != OPEN or _dangers(piece, price, column) or _is_set(piece, column)
    )
    title = f"This table for {WHO_DRIVES[column]}"
    found = ((piece, _burden(piece, prices[piece.id], column)) for piece in state.terrain if piece.id in prices)
    burdens = {piece.id: (burden,) for piece, burden in found if burden}
    return GroundTable(title, ("drives at",), tuple(rows), 0, "VEH-TERR-01", "VEH-TERR-02", burdens)


def _burden(piece: Terrain, price: Price, column: str) -> Burden:
    """What the board says of it at a glance. (VEH-TERR-02)"""
    if not price.factor:
        return "shut"
    return "risk" if _dangers(piece, price, column) else "slow" if price.factor > 1 else ""


def _words(piece: Terrain, price: Price, column: str) -> str:
    """What it is to the vehicle; on a road that serves it, that it gains by it. (VEH-MOVE-05)"""
    pace = DRIVING[in_a_cell(price._replace(dangerous=False))]
    return ", ".join((pace, *(("further by road",) if price.road else ()), *_dangers(piece, price, column)))


def _dangers(piece: Terrain, price: Price, column: str) -> tuple[str, ...]:
    """How it may end there: bad faces, thin ice, mines; what skims tests where it stops. (VEH-TERR-05, VEH-TERR-06)"""
    skims = column == "antigrav"
    stops = skims and price.factor > 0 and not price.dangerous and terrain_cost.price(piece, "tracked").dangerous
    if not (price.dangerous or stops):
        bad = ""
    elif piece.thin_ice:
        bad = f"lost on {_faces(piece)}"
    else:
        bad = f"dangerous on {_faces(piece)}" if piece.bad_face else "dangerous"
    mined = piece.mines and not skims and column != "boat"
    return (*((f"{bad} where it stops" if stops else bad,) if bad else ()), *(("mined",) if mined else ()))


def _faces(piece: Terrain) -> str:
    return f"{piece.bad_face} or more" if piece.bad_face not in (0, BAD) else f"a {BAD}"


def _is_set(piece: Terrain, column: str) -> bool:
    return getattr(piece, column, None) is not None or bool(piece.bad_face)
