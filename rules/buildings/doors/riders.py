"""Bikes and horses at single doors and indoors. (BLD-DOOR-10, BLD-UNIT-04, BLD-UNIT-05)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.arap.paths.building_interface import IndoorPace
from rules.arap.terrain import floor_ways, ground
from rules.arap.terrain.building_interface import ROOM
from rules.buildings.walls import passages
from rules.core.ids import ModelId
from rules.forces.profile import Profile
from rules.forces.unit import Point, Unit
from rules.geometry.lengths import distance, is_within
from rules.state import GameState

SINGLE_IN: Final = 2.0
"""A door no wider is a single one."""

LESS_IN: Final = 1.0
"""What a single door takes of the better die. (BLD-DOOR-10)"""

Ways = Mapping[ModelId, Sequence[Point]]


def pace(state: GameState, unit: Unit, ways: Ways) -> IndoorPace | None:
    """The better of two dice, less an inch at a single door, where horses pay a point more. (BLD-DOOR-10)"""
    riders = {m.id: state.profile(m) for m in unit.alive if m.id in ways and state.profile(m).kind == "rider"}
    if not riders or not state.interiors:
        return None
    through = [
        riders[gone.model.id]
        for gone in passages.gone_through(state, unit, {m: ways[m] for m in riders})
        if is_within(distance(gone.passage.a, gone.passage.b), SINGLE_IN)
    ]
    if through:
        return IndoorPace(("BLD-DOOR-10",), LESS_IN, 0 if any(p.bike is not None for p in through) else 1)
    cluttered = next((riders[m] for m in riders if _is_cluttered(state, unit, m, ways[m])), None)
    return None if cluttered is None else IndoorPace((_rule_indoors(cluttered),))


def _rule_indoors(rider: Profile) -> str:
    return "BLD-UNIT-05" if rider.bike is None else "BLD-UNIT-04"


def _is_cluttered(state: GameState, unit: Unit, model: ModelId, points: Sequence[Point]) -> bool:
    """Whether a way leads through a room that is not fairly clear. (BLD-MOVE-02)"""
    legs = (ground.cost_of_leg(state, unit.model(model), a, b) for a, b in floor_ways.walked(state, points))
    return any(s.terrain is not None and s.terrain.look == ROOM for leg in legs for s in leg.stretches)
