"""Hulls that move without their crew's doing: thrown wrecks and drifting skimmers. (VEH-DMG-03, VEH-DMG-07)"""

from __future__ import annotations

from rules.arap.events import ModelsMoved
from rules.core.ids import ModelId
from rules.forces.unit import Model, Unit
from rules.geometry.hulls import Hull
from rules.geometry.lengths import TOLERANCE, Circle, along
from rules.progress import Progress
from rules.state import GameState, Placement
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.motion.clearance import free_spot
from rules.vehicles.gemini.motion.terrain_cost import field_for
from rules.vehicles.shared.hull import hull_of, others

STEP_IN = 0.125
"""How finely the way is felt out."""


def slide(state: GameState, unit: Unit, bearing: float, inches: float) -> Hull:
    """The hull after sliding so far on a bearing; it stops at vehicles, solid ground and the table's edge."""
    start = hull_of(state, unit)
    solid = field_for(state, profile_of(state, unit)).solid
    hulls = [h for h in (hull_of(state, o) for o in others(state, unit)) if not h.overlaps(start)]
    already = set(solid.hull_hits(start))
    found, steps = start, round(inches / STEP_IN)
    for n in range(1, steps + 1):
        moved = start._replace(centre=along(start.centre, bearing, n * inches / steps))
        if _is_off(state, moved) or any(h.overlaps(moved) for h in hulls):
            break
        if any(a not in already for a in solid.hull_hits(moved)):
            break
        found = moved
    return found


def _is_off(state: GameState, hull: Hull) -> bool:
    width, height = state.scenario.width_in, state.scenario.height_in
    return any(min(x, y, width - x, height - y) < -TOLERANCE for x, y in hull.corners())


def under(state: GameState, hull: Hull) -> list[Model]:
    """Models on foot on whom the hull would stand."""
    return [
        m
        for u in state.units.values()
        if u.on_table and not u.is_vehicle
        for m in u.alive
        if hull.overlaps(Circle(m.at, state.profile(m).base_radius_in))
    ]


def set_aside(progress: Progress, hull: Hull, rules: tuple[str, ...]) -> None:
    """People under the hull step out from under it by the shortest way."""
    for model in under(progress.state, hull):
        spot = free_spot(progress.state, model, progress.state.profile(model).base_radius_in, hull, None)
        if spot is not None:
            _place(progress, model.id, Placement(model=model.id, at=spot, facing=model.facing), rules)


def _place(progress: Progress, model: ModelId, placement: Placement, rules: tuple[str, ...]) -> None:
    unit = progress.state.find_model(model)[0]
    progress.emit(
        ModelsMoved(side=unit.side, unit=unit.id, placements=(placement,), how="place", voluntary=False, rules=rules)
    )
