"""The ground of a table as one vehicle finds it, piece by piece. (VEH-TERR-01, VEH-TERR-02)"""

from __future__ import annotations

from rules.arap.movement.vehicle_interface import GroundRow, GroundTable
from rules.forces.unit import Unit
from rules.state import GameState
from rules.table.terrain import DRIVING, WHO_DRIVES, Terrain
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.motion.terrain_cost import COLUMN, OPEN, Price, field_for, in_a_cell


def ground_table(state: GameState, unit: Unit) -> GroundTable:
    """Every named piece that is more to it than open ground, and what the scenario or the host has set."""
    hull = profile_of(state, unit)
    column = COLUMN[hull.type]
    prices = field_for(state, hull).prices
    rows = (
        GroundRow(piece.name, piece.look.replace("-", " "), (_words(prices[piece.id]),), _is_set(piece, column))
        for piece in state.terrain
        if piece.name and piece.id in prices and (prices[piece.id] != OPEN or _is_set(piece, column))
    )
    title = f"This table for {WHO_DRIVES.get(column, 'boats')}"
    return GroundTable(title, ("drives at",), tuple(rows), 0, "VEH-TERR-01", "VEH-TERR-02")


def _words(price: Price) -> str:
    """What it is to the vehicle; on a road that serves it, that it gains by it. (VEH-MOVE-05)"""
    said = DRIVING[in_a_cell(price)]
    return f"{said}, further by road" if price.road else said


def _is_set(piece: Terrain, column: str) -> bool:
    return getattr(piece, column, None) is not None or bool(piece.bad_face)
