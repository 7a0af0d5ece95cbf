"""The ground of a table as one vehicle finds it, piece by piece and by speed. (TRI-TERR-01, TRI-TERR-02)"""

from __future__ import annotations

from typing import Final

from rules.arap.movement.vehicle_interface import Burden, GroundRow, GroundTable
from rules.forces.trial import TrialHull
from rules.forces.unit import Unit
from rules.geometry.lengths import is_within
from rules.state import GameState
from rules.table.terrain import Terrain
from rules.vehicles.shared.ground import set_by
from rules.vehicles.trial.hull.bands import SLOW_IN
from rules.vehicles.trial.hull.profile import is_skimmer, is_tracked_tank, is_walker, profile_of
from rules.vehicles.trial.terrain.classes import ROW, GroundClass, class_of, field_of, is_set

_SAID: Final[dict[GroundClass, str]] = {
    "open": "open",
    "difficult": "difficult, 1",
    "hazardous": "hazardous, 1 to 3",
    "impassable": "impassable",
}
"""Each class with the faces that immobilise. (TRI-TERR-04, TRI-TERR-06)"""
_BURDEN: Final[dict[str, Burden]] = {
    "open": "",
    "road": "",
    _SAID["difficult"]: "risk",
    _SAID["hazardous"]: "risk",
    "impassable": "shut",
}
"""What the board says of a piece at a glance; what is left slows a walker."""
_SPEEDS: Final = (f"up to {SLOW_IN:g}″", f"over {SLOW_IN:g}″")


def ground_table(state: GameState, unit: Unit, moved_in: float) -> GroundTable:
    """Every piece of a row of the table, or not open to it, and what the host has set; walkers go as on foot."""
    walks = is_walker(state, unit)
    found = [(piece, _cells(state, unit, piece)) for piece in state.terrain]
    rows = tuple(
        _row(state, piece, cells, profile_of(state, unit)) for piece, cells in found if _counts(state, unit, piece)
    )
    column = 0 if walks or is_within(moved_in, SLOW_IN) else 1
    rule = "TRI-WALK-02" if walks else "TRI-SKIM-02" if is_skimmer(state, unit) else "TRI-TERR-01"
    burdens = {piece.id: tuple(_BURDEN.get(cell, "slow") for cell in cells) for piece, cells in found}
    columns = ("on foot",) if walks else _SPEEDS
    return GroundTable(_title(state, unit), columns, rows, column, rule, "TRI-TERR-02", burdens)


def _title(state: GameState, unit: Unit) -> str:
    if is_walker(state, unit):
        return "This table for a walker"
    if is_skimmer(state, unit):
        return "Where it begins and ends, for a skimmer"
    profile = profile_of(state, unit)
    return "This table for a tracked tank" if is_tracked_tank(profile) else f"This table, {profile.locomotion}"


def _cells(state: GameState, unit: Unit, piece: Terrain) -> tuple[str, ...]:
    if is_walker(state, unit):
        slow = {area.id for area in field_of(state, profile_of(state, unit), fast=False).slow.areas}
        on_foot = "2 dice, the higher" if piece.id in slow else piece.going.replace("-", " ")
        return ("impassable" if piece.going == "impassable" else on_foot,)
    hull = profile_of(state, unit)
    found = (class_of(piece, hull, fast=fast) for fast in (False, True))
    return tuple(_SAID[_hovered(each) if is_skimmer(state, unit) else each] for each in found)


def _hovered(found: GroundClass) -> GroundClass:
    """What bars others is but difficult where a skimmer begins or ends. (TRI-SKIM-02)"""
    return "difficult" if found == "impassable" else found


def _counts(state: GameState, unit: Unit, piece: Terrain) -> bool:
    cells = _cells(state, unit, piece)
    plain = all(cell in ("open", "road") for cell in cells)
    tabled = piece.look in ROW or is_set(piece, profile_of(state, unit))
    return bool(piece.name) and (not plain or tabled)


def _row(state: GameState, piece: Terrain, cells: tuple[str, ...], hull: TrialHull) -> GroundRow:
    return GroundRow(piece.name, piece.look.replace("-", " "), cells, is_set(piece, hull), set_by(state, piece))
