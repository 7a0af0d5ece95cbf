"""What a way meets, for its preview: dangerous ground, enemies who may step in. (ARAP-TERR-02, ARAP-INT-03)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.arap.attacks import interception
from rules.arap.damage import hazards
from rules.core.ids import ModelId
from rules.core.preview import Chance
from rules.forces.unit import Point, Unit
from rules.state import GameState


class Met(NamedTuple):
    """What a preview adds of it."""

    chances: tuple[Chance, ...]
    notes: tuple[str, ...]
    rules: tuple[str, ...]


def met(state: GameState, unit: Unit, paths: Mapping[ModelId, Sequence[Point]], *, passes_over: bool = False) -> Met:
    """What those ways meet, each with its start; who `passes_over` the ground meets enemies only where it ends."""
    dangers = tuple(hazards.chances(state, unit, paths))
    near = {model: way[-1:] for model, way in paths.items()} if passes_over else paths
    stopped = interception.notes_of_move(state, unit, near)
    rules = (*(("ARAP-TERR-02",) if dangers else ()), *(("ARAP-INT-03",) if stopped else ()))
    return Met(dangers, stopped, rules)
