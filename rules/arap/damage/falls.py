"""Falls: D3 hits as strong as the fall is deep, and who lies there afterwards. (ARAP-FALL-01, ARAP-FALL-03)

What the hits do is the business of `damage.fall`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap import version_1
from rules.core.ids import ModelId, UnitId
from rules.dice.faces import d3
from rules.forces.unit import Model, Point, Unit
from rules.geometry.lengths import TOLERANCE, distance, is_beyond
from rules.progress import Progress
from rules.state import Event, GameState

HARMLESS_TO_POSTURE_IN: Final = 3.0
"""Whoever falls no further keeps its feet and may move on. (ARAP-FALL-03)"""


def strength(fall_in: float) -> int:
    """Strength of the hits: the inches fallen, rounded up. (ARAP-FALL-01)"""
    return max(1, math.ceil(fall_in - TOLERANCE))


def is_far(fall_in: float) -> bool:
    """Whether the fall leaves a survivor prone and ends its move. (ARAP-FALL-03)"""
    return is_beyond(fall_in, HARMLESS_TO_POSTURE_IN)


class ModelsFell(Event, frozen=True, kw_only=True, tag="ModelsFell"):
    """Models of one unit fell so many inches; `landings` says where, for those that come down elsewhere."""

    models: tuple[ModelId, ...]
    fall_in: float
    landings: dict[ModelId, Point] = {}
    prone: bool | None = None
    """They do not keep their feet. (ARAP-FALL-03)"""

    def evolve(self, state: GameState) -> GameState:
        """They are down, off whatever they hung on, and perhaps prone."""
        assert self.unit is not None
        unit = state.units[self.unit]
        models = tuple(self._down(m) if m.id in self.models else m for m in unit.models)
        unit = replace(unit, models=models, moves=unit.moves + 1, prone=any(m.prone for m in models if m.alive))
        return state.with_unit(unit)

    def _down(self, model: Model) -> Model:
        at = self.landings.get(model.id, model.at)
        prone = version_1.is_prone(self.fall_in) if self.prone is None else self.prone
        return replace(model, at=at, on_face="", level_in=0.0, prone=model.prone or prone)

    def sentence(self, state: GameState) -> str:
        """How many fall how far."""
        assert self.unit is not None
        who = state.units[self.unit].name
        if len(self.models) > 1 or len(state.units[self.unit].alive) > 1:
            who = f"{len(self.models)} of {who}"
        return f"{who} {'falls' if len(self.models) == 1 else 'fall'} {self.fall_in:.3g}″"


def land(
    progress: Progress,
    unit: Unit,
    models: Sequence[ModelId],
    fall_in: float,
    landings: Mapping[ModelId, Point],
    *,
    why: str,
    rules: Sequence[str],
) -> list[ModelId]:
    """Down they come: D3 hits for each, one entry a hit. (ARAP-FALL-01, ARAP-FALL-03)"""
    progress.emit(
        ModelsFell(
            side=unit.side,
            unit=unit.id,
            models=tuple(models),
            fall_in=round(fall_in, 4),
            landings={m: p for m, p in landings.items() if m in models},
            prone=is_far(round(fall_in, 4)),
            rules=("ARAP-FALL-01", "ARAP-FALL-03", *rules),
        )
    )
    return hits(progress, unit.id, models, why=why)


def underneath(state: GameState, faller: UnitId, falls: Sequence[ModelId]) -> dict[UnitId, list[ModelId]]:
    """Of each unit those on whose bases somebody has come down. (BLD-FALL-04)"""
    found: dict[UnitId, list[ModelId]] = {}
    fallen = [m for m in state.units[faller].models if m.id in falls]
    for unit in state.units.values():
        if not unit.on_table or unit.is_vehicle:
            continue
        for model in unit.alive:
            if model.id not in falls and not model.on_face and any(_overlap(state, model, f) for f in fallen):
                found.setdefault(unit.id, []).append(model.id)
    return found


def _overlap(state: GameState, model: Model, other: Model) -> bool:
    room = state.profile(model).base_radius_in + state.profile(other).base_radius_in
    return distance(model.at, other.at) < room - TOLERANCE


def hits(
    progress: Progress,
    unit: UnitId,
    models: Sequence[ModelId],
    *,
    why: str,
    rules: Sequence[str] = (),
) -> list[ModelId]:
    """D3 hits for each faller, one die a model in their order."""
    rules = ("ARAP-FALL-01", "ARAP-DICE-09", *rules)
    rolled = progress.roll("fall-hits", len(models), sense="sum", unit=unit, why=why, rules=rules)
    return [m for m, die in zip(models, rolled.dice, strict=True) for _ in range(d3(die))]


EVENTS: tuple[type[Event], ...] = (ModelsFell,)
