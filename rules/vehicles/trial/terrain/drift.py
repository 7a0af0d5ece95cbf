"""Hulls that move without their crew's doing: thrown wrecks, drifting skimmers. (TRI-DMG-04)"""

from __future__ import annotations

import math
from collections.abc import Iterator

from rules.arap.events import ModelsMoved
from rules.forces.unit import Model, Point, Unit
from rules.geometry.areas import Ground
from rules.geometry.hulls import Hull, Swept
from rules.geometry.lengths import TOLERANCE, Circle, along, distance
from rules.progress import Progress
from rules.state import GameState, Placement
from rules.vehicles.shared.hull import hull_of
from rules.vehicles.shared.sliding import slid
from rules.vehicles.trial.hull.profile import profile_of
from rules.vehicles.trial.terrain.classes import barred_on_foot, field_of


def slide(state: GameState, unit: Unit, bearing: float, inches: float) -> Hull:
    """The hull after sliding so far; it stops at vehicles, ground that it may not enter and the table's edge."""
    return slid(state, unit, field_of(state, profile_of(state, unit), fast=False).solid, bearing, inches)


def set_aside(progress: Progress, hull: Hull, rules: tuple[str, ...], sweep: Swept | None = None) -> None:
    """People under the hull, or in its way, step aside by the shortest way."""
    state = progress.state
    below = [
        (unit, model)
        for unit in state.units.values()
        if unit.on_table and not unit.is_vehicle
        for model in unit.alive
        if is_under(state, model, hull, sweep)
    ]
    for unit, model in below:
        spot = free_spot(progress.state, model, hull, sweep)
        if spot is not None:
            there = (Placement(model=model.id, at=spot, facing=model.facing),)
            progress.emit(
                ModelsMoved(side=unit.side, unit=unit.id, placements=there, how="aside", voluntary=False, rules=rules)
            )


def is_under(state: GameState, model: Model, hull: Hull, sweep: Swept | None) -> bool:
    """Whether somebody stands under the hull, or on the ground that it sweeps."""
    circle = Circle(model.at, state.profile(model).base_radius_in)
    return hull.overlaps(circle) or (sweep is not None and sweep.covers(circle))


def free_spot(state: GameState, model: Model, hull: Hull, sweep: Swept | None) -> Point | None:
    """The nearest place off the hull and the swept ground, clear of others; None if there is none near."""
    radius = state.profile(model).base_radius_in
    standing = [u for u in state.units.values() if u.on_table]
    taken = [
        Circle(m.at, state.profile(m).base_radius_in)
        for u in standing
        if not u.is_vehicle
        for m in u.alive
        if m.id != model.id
    ]
    hulls = [hull, *(hull_of(state, u) for u in standing if u.is_vehicle)]
    walls = barred_on_foot(state)
    for spot in _rings_round(model.at):
        circle = Circle(spot, radius)
        if sweep is not None and sweep.covers(circle):
            continue
        if _is_free(state, circle, taken, hulls, walls):
            return spot
    return None


def _is_free(state: GameState, circle: Circle, taken: list[Circle], hulls: list[Hull], walls: Ground) -> bool:
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
