"""People aboard: forced out, hurt, lost with their vehicle. (TRI-TRAN-11, TRI-TRAN-14, TRI-TRAN-15, TRI-DMG-07)"""

from __future__ import annotations

from rules.arap.damage import wounds_and_saves
from rules.arap.events import ModelsMoved
from rules.core.ids import UnitId
from rules.forces.unit import Point, Unit
from rules.geometry.hulls import Hull
from rules.progress import Progress
from rules.state import GameState, Placement
from rules.vehicles.shared import forced_out, outside
from rules.vehicles.shared.events import LeftVehicle
from rules.vehicles.shared.outside import Around
from rules.vehicles.trial.transport.access import exits


def room(state: GameState, unit: Unit, vehicle: Unit, hull: Hull) -> Around:
    """The room at the access points of a vehicle, for a unit that gets out. (TRI-TRAN-11)"""
    return outside.around(state, unit, hull, exits(state, vehicle, hull), wreck=vehicle.is_gone, partly=True)


def places(state: GameState, unit: Unit, vehicle: Unit, hull: Hull, near: Point | None = None) -> tuple[Placement, ...]:
    """Where as many of them as there is room for would stand.

    They are partly within reach of an access point where one points there, or where no better places are left.
    """
    found = room(state, unit, vehicle, hull)
    put, left = outside.spots(state, unit, found, near, every=near is not None)
    return outside.spots(state, unit, found, near, every=True)[0] if left else put


def step_out(progress: Progress, left: LeftVehicle, placements: tuple[Placement, ...]) -> None:
    """A unit is outside, its models at those places."""
    progress.emit(left)
    progress.emit(
        ModelsMoved(
            side=left.side,
            unit=left.unit,
            placements=placements,
            how="leave",
            voluntary=not left.forced,
            rules=left.rules,
        )
    )


def hurt(progress: Progress, vehicle: UnitId, strength: int, by: UnitId | None) -> None:
    """Each passenger takes a hit of that Strength, saves allowed. (TRI-DMG-04)"""
    name = progress.state.units[vehicle].name
    for unit in list(progress.state.passengers(vehicle)):
        victims = [m.id for m in unit.alive]
        why = f"{unit.name} inside {name}"
        rules = ("TRI-DMG-04", "TRI-DMG-07")
        wounds_and_saves.strike(progress, victims, strength, by=by, why=why, rules=rules, cause="explosion")


def kill(progress: Progress, vehicle: UnitId, by: UnitId | None) -> None:
    """Everybody aboard is lost. (TRI-DMG-07)"""
    for unit in list(progress.state.passengers(vehicle)):
        lost = [m.id for m in unit.alive for _ in range(m.wounds)]
        rules = ("TRI-DMG-04", "TRI-DMG-07")
        wounds_and_saves.inflict(progress, lost, by=by, cause="explosion", rules=rules)


def out_of_wreck(progress: Progress, vehicle: Unit, hull: Hull, by: UnitId | None, *, pinned: bool) -> None:
    """Survivors are placed at the access points; who finds no place there is lost. They test, or are pinned."""
    vehicle = progress.state.units[vehicle.id]
    for unit in list(progress.state.passengers(vehicle.id)):
        out = forced_out.PutOut(
            unit=unit.id,
            vehicle=vehicle.id,
            hull=hull,
            exits=exits(progress.state, vehicle, hull),
            rules=("TRI-TRAN-14", "TRI-TRAN-11", "TRI-DMG-07"),
            lost_by="TRI-TRAN-15",
            by=by,
            partly=True,
            nerve="pinned" if pinned else "test",
            why=f"{unit.name} out of the wreck of {vehicle.name}",
            nerve_rules=("TRI-DMG-04",) if pinned else ("TRI-DMG-07",),
        )
        forced_out.put_out(progress, out)
