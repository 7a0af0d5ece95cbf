"""Hulls that move without their crew's doing: thrown wrecks, drifting skimmers. (TRI-DMG-04)"""

from __future__ import annotations

from rules.arap.events import ModelsMoved
from rules.forces.unit import Model, Point, Unit
from rules.geometry.hulls import Hull, Swept
from rules.progress import Progress
from rules.state import GameState, Placement
from rules.vehicles.shared import standing_room
from rules.vehicles.shared.sliding import slid
from rules.vehicles.shared.standing_room import base_of, bases
from rules.vehicles.trial.hull.profile import profile_of
from rules.vehicles.trial.terrain.classes import barred_on_foot, field_of


def slide(state: GameState, unit: Unit, bearing: float, inches: float) -> Hull:
    """The hull after sliding so far; it stops at vehicles, ground that it may not enter and the table's edge."""
    return slid(state, unit, field_of(state, profile_of(state, unit), fast=False).solid, bearing, inches)


def set_aside(progress: Progress, hull: Hull, rules: tuple[str, ...], sweep: Swept | None = None) -> None:
    """People under the hull, or in its way, step aside by the shortest way."""
    state = progress.state
    below = [(unit, model) for unit, model, _ in bases(state) if is_under(state, model, hull, sweep)]
    for unit, model in below:
        spot = free_spot(progress.state, model, hull, sweep)
        if spot is not None:
            there = (Placement(model=model.id, at=spot, facing=model.facing),)
            progress.emit(
                ModelsMoved(side=unit.side, unit=unit.id, placements=there, how="aside", voluntary=False, rules=rules)
            )


def is_under(state: GameState, model: Model, hull: Hull, sweep: Swept | None) -> bool:
    """Whether somebody stands under the hull, or on the ground that it sweeps."""
    circle = base_of(state, model)
    return hull.overlaps(circle) or (sweep is not None and sweep.covers(circle))


def free_spot(state: GameState, model: Model, hull: Hull, sweep: Swept | None) -> Point | None:
    """The nearest place where somebody on foot may stand, off the hull and the swept ground; None if none is near."""
    return standing_room.free_spot(state, model, hull, sweep, barred_on_foot(state))
