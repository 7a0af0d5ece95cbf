"""Where somebody on foot finds room beside a hull. (VEH-MOVE-06, VEH-DMG-07, TRI-SHOCK-02, TRI-DMG-04)"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from rules.forces.unit import Model, Point, Unit
from rules.geometry.areas import Ground
from rules.geometry.hulls import Hull, Swept
from rules.geometry.lengths import TOLERANCE, Circle, along, distance
from rules.state import GameState
from rules.vehicles.shared.hull import hull_of


def base_of(state: GameState, model: Model) -> Circle:
    """The room that somebody's base takes."""
    return Circle(model.at, state.profile(model).base_radius_in)


def bases(state: GameState) -> Iterator[tuple[Unit, Model, Circle]]:
    """Everybody on foot, with the room that the base takes."""
    for unit in state.units.values():
        if unit.on_table and not unit.is_vehicle:
            for model in unit.alive:
                yield unit, model, base_of(state, model)


def free_spot(state: GameState, model: Model, end: Hull, sweep: Swept | None, walls: Ground) -> Point | None:
    """The nearest place off the hull, the swept ground and `walls`, clear of others; None if there is none near."""
    radius = state.profile(model).base_radius_in
    taken = [base for _, other, base in bases(state) if other.id != model.id]
    hulls = [end, *(hull_of(state, u) for u in state.units.values() if u.is_vehicle and u.on_table)]
    for spot in _rings_round(model.at):
        circle = Circle(spot, radius)
        if sweep is not None and sweep.covers(circle):
            continue
        if is_free(state, circle, taken, hulls, walls):
            return spot
    return None


def is_free(state: GameState, circle: Circle, taken: Sequence[Circle], hulls: Sequence[Hull], walls: Ground) -> bool:
    """Whether a base may stand there: on the table, off other bases, hulls and solid ground."""
    (x, y), r = circle
    if min(x, y, state.scenario.width_in - x, state.scenario.height_in - y) < 0:
        return False
    if any(distance(circle.centre, c.centre) < r + c.radius - TOLERANCE for c in taken):
        return False
    return not any(h.overlaps(circle) for h in hulls) and not walls.circle_hits(circle.centre, r)


def _rings_round(at: Point) -> Iterator[Point]:
    """Points at growing distance, all round: the first free one is the shortest way to within a quarter inch."""
    for step in range(1, 33):
        reach = step / 4
        count = max(8, math.ceil(reach * 8))
        for n in range(count):
            yield along(at, 360 * n / count, reach)
