"""Direct fire at enemies that cannot be seen: into smoke, a wood, dense growth. (ARAP-AREA-13)"""

from __future__ import annotations

from typing import Final

from rules.arap import building_interface
from rules.arap.sight.building_interface import CoverOfBuildings
from rules.arap.sight.lines import Lines
from rules.core.refusal import Refusal
from rules.forces.unit import Model
from rules.state import GameState
from rules.table.terrain import Terrain

SKILL: Final = 1
"""Ballistic Skill against what is not seen."""


def is_shot_into(piece: Terrain) -> bool:
    """Whether shots carry into a piece that hides what is in or behind it: it can be entered and is no wall."""
    if not piece.blocks_sight or piece.line or piece.going == "impassable":
        return False
    return not building_interface.ask(CoverOfBuildings).stops_shots(piece)


def may_be_shot_into(state: GameState) -> bool:
    """Whether there is anything of that kind on the table."""
    return any(is_shot_into(t) for t in state.terrain)


def stopped(lines: Lines, firer: Model, target: Model) -> Refusal | None:
    """Why no shot reaches an enemy that the firer does not see: something solid hides it."""
    for area_id in lines.sight(firer, target).blocked_by:
        piece = lines.terrain(area_id)
        if piece is None or not is_shot_into(piece):
            name = piece.name if piece is not None else "A large object"
            why = f"{name} hides {lines.target.name} and stops every shot."
            return Refusal("shots-stopped", why, "ARAP-AREA-13", "smoke or growth to fire into, or a lobbed shot")
    return None
