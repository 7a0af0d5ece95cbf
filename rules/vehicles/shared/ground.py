"""Who has said what a piece of ground is to vehicles. (VEH-TERR-02, VEH-TERR-05, TRI-TERR-02)"""

from __future__ import annotations

from typing import Final

from rules.state import GameState
from rules.table.terrain import LOCOMOTION, Terrain

SET: Final = (*LOCOMOTION, "vehicles", "bad_face", "thin_ice", "mines")
"""What may be set of a piece."""


def set_by(state: GameState, piece: Terrain) -> str:
    """The scenario, where the piece is as it was laid; else the host, in the course of the battle."""
    laid = next((t for t in state.scenario.terrain if t.id == piece.id), None)
    kept = laid is not None and all(getattr(laid, name) == getattr(piece, name) for name in SET)
    return "the scenario" if kept else "the host"
