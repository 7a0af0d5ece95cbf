"""Hulls that move without their crew's doing: thrown wrecks and drifting skimmers. (VEH-DMG-03, VEH-DMG-07)"""

from __future__ import annotations

from rules.arap.events import ModelsMoved
from rules.core.ids import ModelId
from rules.forces.unit import Model, Unit
from rules.geometry.hulls import Hull
from rules.progress import Progress
from rules.state import GameState, Placement
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.motion.clearance import free_spot
from rules.vehicles.gemini.motion.terrain_cost import field_for
from rules.vehicles.shared.sliding import slid
from rules.vehicles.shared.standing_room import bases


def slide(state: GameState, unit: Unit, bearing: float, inches: float) -> Hull:
    """The hull after sliding so far on a bearing; it stops at vehicles, solid ground and the table's edge."""
    return slid(state, unit, field_for(state, profile_of(state, unit)).solid, bearing, inches)


def under(state: GameState, hull: Hull) -> list[Model]:
    """Models on foot on whom the hull would stand."""
    return [model for _, model, base in bases(state) if hull.overlaps(base)]


def set_aside(progress: Progress, hull: Hull, rules: tuple[str, ...]) -> None:
    """People under the hull step out from under it by the shortest way."""
    for model in under(progress.state, hull):
        spot = free_spot(progress.state, model, hull, None)
        if spot is not None:
            _place(progress, model.id, Placement(model=model.id, at=spot, facing=model.facing), rules)


def _place(progress: Progress, model: ModelId, placement: Placement, rules: tuple[str, ...]) -> None:
    unit = progress.state.find_model(model)[0]
    progress.emit(
        ModelsMoved(side=unit.side, unit=unit.id, placements=(placement,), how="place", voluntary=False, rules=rules)
    )
