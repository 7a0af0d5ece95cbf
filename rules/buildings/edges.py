"""Edges and ceilings: what keeps people from falling, what bars climbers and jump troops.

(BLD-MOVE-05, BLD-MOVE-06, BLD-UNIT-06)
"""

from __future__ import annotations

from typing import Final

from rules.arap.terrain import ground
from rules.buildings import storeys
from rules.core.modifier import Modifier
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Unit, tag
from rules.geometry.lengths import TOLERANCE, is_beyond
from rules.state import GameState
from rules.table.terrain import Terrain

RAIL_IN: Final = 0.5
"""A railing or low wall that is so high holds somebody back. (BLD-MOVE-05)"""

OVERHANG_IN: Final = 1.0
"""What juts out no further is climbed past by anybody. (BLD-MOVE-06)"""

GEAR: Final = ("climbing-gear", "ropes")
"""Traits of whoever passes any overhang. (BLD-MOVE-06)"""


def railing(state: GameState, model: Model) -> tuple[Modifier, ...]:
    """One more for whoever stands where there is a railing, in tests not to fall. (BLD-MOVE-05)"""
    railed = any(t.rail_in >= RAIL_IN - TOLERANCE for t in ground.terrain_at(state, model.at))
    return (Modifier(1, "a railing", "BLD-MOVE-05"),) if railed else ()


def overhang(state: GameState, unit: Unit, model: Model, piece: Terrain) -> Refusal | None:
    """Why a climber does not get past what juts out over the wall. (BLD-MOVE-06)"""
    profile = state.profile(model)
    if not is_beyond(piece.overhang_in, OVERHANG_IN) or any(g in unit.tags or profile.has(g) for g in GEAR):
        return None
    text = f"{piece.name} juts out {piece.overhang_in:g}″ over its wall: {tag(model.id)} does not climb past that."
    return Refusal("overhang", text, "BLD-MOVE-06", f"up to {OVERHANG_IN:g}″; ropes or climbing gear; or another way")


def ceiling(state: GameState, model: Model) -> Refusal | None:
    """Under a ceiling jump troops go about as infantry does. (BLD-UNIT-06)"""
    plan = storeys.plan_at(state, model.at)
    if plan is None or plan.building is None or plan.building.roofless or plan.is_roof:
        return None
    if storeys.has_high_ceiling(plan, model.at):
        return None
    text = f"{tag(model.id)} is under the ceiling of {plan.name} and does not leap."
    return Refusal("ceiling", text, "BLD-UNIT-06", "on foot; or where there is no low ceiling")
