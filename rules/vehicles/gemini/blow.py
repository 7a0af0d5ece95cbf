"""It's going to blow: troops beside a vehicle that they set off get clear before it explodes. (VEH-BLOW-01)"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.forces.unit import Model, Point, Unit
from rules.gemini import walking
from rules.gemini.facts import ModelsMoved, Placement
from rules.geometry import rings
from rules.geometry.facings import bearing
from rules.geometry.hulls import Hull
from rules.geometry.lengths import along, distance
from rules.progress import Progress
from rules.state import GameState
from rules.vehicles.gemini import contact

RULES: Final = ("VEH-BLOW-01",)
STEP_IN: Final = 0.25


def get_clear(progress: Progress, vehicle: Unit, hull: Hull) -> None:
    """Each unit in close combat with it runs D6 inches, every model straight away from the hull."""
    for unit in progress.state.enemies_of(vehicle.side):
        if not unit.is_vehicle and contact.in_reach(progress.state, unit, hull):
            _run(progress, unit, vehicle, hull)


def _run(progress: Progress, unit: Unit, vehicle: Unit, hull: Hull) -> None:
    why = f"{unit.name} get clear of {vehicle.name}"
    inches = progress.roll_sum("blow-clear", 1, unit=unit.id, target=vehicle.id, why=why, rules=RULES).dice[0]
    placements = []
    state = progress.state
    for model in sorted(unit.alive, key=lambda m: -hull.distance_to_point(m.at)):
        at = _away(state, model, hull, inches)
        placed = Placement(model=model.id, at=at, facing=model.facing, prone=model.prone)
        placements.append(placed)
        state = state.with_unit(state.units[unit.id].with_model(replace(model, at=at)))
    longest = max(distance(p.at, unit.model(p.model).at) for p in placements)
    progress.emit(
        ModelsMoved(
            side=unit.side,
            unit=unit.id,
            placements=tuple(placements),
            how="flinch",
            length_in=round(longest, 4),
            voluntary=False,
            rules=RULES,
        )
    )


def _away(state: GameState, model: Model, hull: Hull, inches: float) -> Point:
    """As far straight away as it can go, to a free place."""
    edge = rings.nearest_on_edge(hull.corners(), model.at)
    way = bearing(edge, model.at) if distance(edge, model.at) else bearing(hull.centre, model.at)
    taken = walking.occupied(state, (model.id,))
    left = float(inches)
    while left > 0:
        to = along(model.at, way, left)
        walk = walking.walk_to(state, model, to, inches, slowed=False)
        if walk is not None and walking.is_free(state, model, to, taken):
            return to
        left -= STEP_IN
    return model.at
