"""What several events share: names, counts, a model put elsewhere."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.ids import UnitId
from rules.state import GameState


def named(state: GameState, unit: UnitId | None) -> str:
    return state.units[unit].name if unit in state.units else "Somebody"


def put(state: GameState, unit: UnitId, at: tuple[float, float], facing: float) -> GameState:
    """The model stands there; who is aboard of it comes along."""
    found = state.units[unit]
    moved = replace(found.models[0], at=at, facing=facing)
    state = state.with_unit(replace(found, models=(moved,), deployed=True, moves=found.moves + 1))
    riding = tuple(replace(u, models=(replace(u.models[0], at=at),)) for u in state.passengers(unit))
    return state.with_units(*riding)


def plural(count: int, one: str) -> str:
    return f"{count} {one}" if count == 1 else f"{count} {one}s"
