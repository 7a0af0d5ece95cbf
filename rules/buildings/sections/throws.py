"""Hand grenades thrown out of sections, at enemies or places on the table. (BLD-SSHT-01, BLD-OUT-01)"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.buildings.sections import fire, occupants
from rules.core.ids import ModelId, UnitId
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.geometry.lengths import along, distance
from rules.progress import Progress
from rules.state import GameState

STILL_IN = 0.01
"""Who stands there has found his place at the wall."""

TRIES = 8


def at_walls(
    state: GameState, unit: Unit, models: Sequence[ModelId], target: UnitId | None, way: tuple[float, float]
) -> GameState | Refusal:
    """The state in which they stand where they throw from, their own houses away. (BLD-SSHT-01)"""
    if state.is_older_than("13"):
        return Refusal("off-table", f"{unit.name} is not on the table.", "ARAP-SHOOT-01", "a unit on the table")
    aim = state.units[target].alive[0].at if target is not None else _aim(state, unit, models, way)
    placed = fire.at_walls(state, unit, aim)
    refusal = fire.in_contact(state, unit, state.units[target]) if target is not None else None
    refusal = refusal or fire.no_place(state, unit, models, aim)
    if refusal is not None:
        return refusal
    if isinstance(placed, Refusal):
        return placed
    here = occupants.house_of(state, unit)
    ground = tuple(p for p in state.terrain if here is None or p.id != here.piece.id)
    return replace(state.with_unit(replace(placed, housed={})), terrain=ground)


def _aim(state: GameState, unit: Unit, models: Sequence[ModelId], way: tuple[float, float]) -> Point:
    """Where it comes down that is thrown so from the wall that is nearest to that very place."""
    at = unit.model(models[0]).at
    for _ in range(TRIES):
        aim = along(at, *way)
        placed = fire.at_walls(state, unit, aim)
        if isinstance(placed, Refusal):
            return aim
        before, at = at, placed.model(models[0]).at
        if distance(before, at) <= STILL_IN:
            break
    return along(at, *way)


def have_thrown(progress: Progress, unit: Unit, models: Sequence[ModelId], at: Point) -> None:
    """They count among those who fired out, and have shown themselves. (BLD-SSHT-01, BLD-SSHT-04)"""
    fire.note(progress, unit, models, at)
