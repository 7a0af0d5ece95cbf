"""Creatures at home in water: they move there as on land, but do not double their move to charge. (VEH-BOAT-03)"""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.citations import cite
from rules.core.ids import ModelId
from rules.forces.unit import Model, Unit
from rules.gemini import ground, paces
from rules.geometry.lengths import distance
from rules.state import GameState

TRAIT = "amphibious"


def capped(state: GameState, unit: Unit, target: Unit, budget: Mapping[ModelId, float]) -> Mapping[ModelId, float]:
    """Allowances of a charge, one basic move for amphibious members whose way leads through water."""
    wet = [m for m in unit.alive if state.profile(m).has(TRAIT) and _through_water(state, m, target)]
    if not wet:
        return budget
    cite("VEH-BOAT-03")
    return {**budget, **{m.id: min(budget[m.id], paces.basic_move(state, unit, m)) for m in wet}}


def _through_water(state: GameState, model: Model, target: Unit) -> bool:
    """Whether the straight way to the nearest enemy meets water."""
    foe = min(target.alive, key=lambda e: distance(model.at, e.at))
    table = ground.table_of(state)
    spans = table.ground.spans(model.at, foe.at)
    return any(table.terrain[a].going == "water" for span in spans for a in span.area_ids)
