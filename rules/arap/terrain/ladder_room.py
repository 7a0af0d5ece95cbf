"""Room on ladders: who got on or off in a player turn. (ARAP-LADR-02, BLD-LADR-02)"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.terrain.building_interface import LaddersOfBuildings
from rules.core.ids import ModelId, TerrainId
from rules.forces.unit import Model
from rules.state import Event, GameState
from rules.table.terrain import Terrain

PLACES: Final = 4
"""Ordinary humans that get on or off a ladder in a turn. (ARAP-LADR-02)"""


def counts_for(state: GameState, ladder: Terrain, model: Model) -> int:
    """Places that a model takes: its bulk, at most two on a structure. (ARAP-LADR-02, ARAP-SIZE-02, BLD-LADR-02)"""
    bulk = state.profile(model).counts_as
    return building_interface.ask(LaddersOfBuildings).counts_on_ladder(ladder, bulk)


def uses(state: GameState, ladder: TerrainId) -> dict[ModelId, int]:
    """Who got on or off that ladder in this player turn, with the places that they count for."""
    side = state.active_side
    piece = next((t for t in state.terrain if t.id == ladder), None)
    users = {m for u in state.units_of(side) for on, m in u.now.ladders if on == ladder} if side else set()
    # Who has left with a part since then has another id, which the record of that part names.
    known = [m for u in state.units_of(side) for m in u.models if m.id in users] if side else []
    return {m.id: counts_for(state, piece, m) for m in known} if piece is not None else {}


class LadderUsed(Event, frozen=True, kw_only=True, tag="LadderUsed"):
    """Models got on or off a ladder. (ARAP-LADR-02)"""

    ladder: TerrainId
    models: tuple[ModelId, ...]

    def evolve(self, state: GameState) -> GameState:
        """Each counts once in a player turn."""
        assert self.unit is not None
        unit = state.units[self.unit]
        known = unit.now.ladders
        fresh = tuple((self.ladder, m) for m in self.models if (self.ladder, m) not in known)
        return state.with_unit(replace(unit, now=replace(unit.now, ladders=(*known, *fresh))))


EVENTS: tuple[type[Event], ...] = (LadderUsed,)
