"""How what is pointed at becomes a drive, a way in or out; what a drive runs into. (VEH-RAM-01, TRI-MOVE-01)"""

from __future__ import annotations

from collections.abc import Sequence

from rules.arap.movement.vehicle_interface import BoardingDoor as BoardingDoor
from rules.arap.movement.vehicle_interface import ChargesAtHulls, GettingInAndOut, GroundForVehicles, VehicleDrives
from rules.arap.movement.vehicle_interface import GroundTable as GroundTable
from rules.arap.movement.vehicle_interface import Ram as Ram
from rules.arap.movement.vehicle_interface import WayOut as WayOut
from rules.arap.paths.turns import Waypoint as Waypoint
from rules.arap.units.vehicle_interface import Outlook as Outlook
from rules.arap.units.vehicle_interface import Peril as Peril
from rules.arap.units.vehicle_interface import Said
from rules.arap.units.vehicle_interface import Setting as Setting
from rules.arap.vehicle_interface import answered, ask, named, playable
from rules.core.ids import ModelId, UnitId
from rules.forces.unit import Point, Unit
from rules.progress import Action
from rules.state import GameState
from rules.table.terrain import Driving, Terrain


def usual_price(piece: Terrain, locomotion: str) -> Driving:
    """What driving in a piece costs a kind of locomotion where nothing is set, as DRIVING writes it. (VEH-TERR-02)"""
    asked = (answered(module, GroundForVehicles).usual_price(piece, locomotion) for module in playable())
    return next(price for price in asked if price is not None)


def ground_classes(module: str) -> tuple[tuple[str, str], ...]:
    """What a piece of ground may be set to for all vehicles of those rules, in words; empty where there is no such."""
    return tuple(answered(named(module), GroundForVehicles).ground_classes.items())


def ground_by_way(module: str) -> tuple[tuple[str, str], ...]:
    """The same for one kind of locomotion, by how its price is written; empty where those rules ask a price."""
    return tuple(answered(named(module), GroundForVehicles).ground_by_way.items())


def ground_ways(module: str) -> tuple[str, ...]:
    """The kinds of locomotion of those rules, as the fields of a piece call them."""
    return answered(named(module), GroundForVehicles).ground_ways


def classes_at(state: GameState) -> tuple[tuple[str, str], ...]:
    """The same at a table."""
    return tuple(ask(state, GroundForVehicles).ground_classes.items())


def drive(state: GameState, unit: Unit, path: tuple[Waypoint, ...], said: Said) -> Action | None:
    """The action that drives through those places; None where vehicles do not drive."""
    return ask(state, VehicleDrives).drive(state, unit, path, said)


def settings(state: GameState, unit: Unit, path: tuple[Waypoint, ...], said: Said) -> tuple[Setting, ...]:
    """What may be chosen for a drive through those places."""
    return ask(state, VehicleDrives).drive_settings(state, unit, path, said)


def ground_table(state: GameState, unit: Unit, moved_in: float) -> GroundTable | None:
    """What each piece of ground is to a vehicle that moves so far; None where there is no such table."""
    return ask(state, GroundForVehicles).ground_table(state, unit, moved_in)


def ram(state: GameState, action: Action) -> Ram | None:
    """Where a ram strikes; None for any other action, and for a ram that meets nothing."""
    return ask(state, VehicleDrives).ram(state, action)


def charge(
    state: GameState, unit: Unit, target: UnitId, *, passing: bool = False, near: Point | None = None
) -> Action | None:
    """The action that charges a hull that cannot fight back, where it stands or, in passing, where it came by.

    None where no such charge is known.
    """
    return ask(state, ChargesAtHulls).charge(state, unit, target, passing=passing, near=near)


def came_by(state: GameState, target: Unit) -> tuple[Point, ...]:
    """The way on which a hull can be caught in passing; empty where none is. (VEH-CC-01)"""
    return ask(state, ChargesAtHulls).came_by(state, target)


def wake(state: GameState, vehicle: Unit) -> tuple[Point, ...]:
    """The ground from which one boards a hull that moves, or has moved; empty where it stands still. (VEH-BRD-09)"""
    return ask(state, ChargesAtHulls).wake(state, vehicle)


def may_catch(state: GameState, unit: Unit, target: Unit) -> tuple[Point, ...]:
    """The places of that way that a unit's charge reaches. (VEH-CC-01)"""
    return ask(state, ChargesAtHulls).may_catch(state, unit, target)


def board(
    state: GameState,
    unit: Unit,
    vehicle: UnitId,
    *,
    models: Sequence[ModelId] = (),
    path: tuple[Waypoint, ...] = (),
    cling: bool = False,
    rest: str = "",
) -> Action | None:
    """The action by which people get in, with a name for those who stay; None where nobody does."""
    return ask(state, GettingInAndOut).board(state, unit, vehicle, models=models, path=path, cling=cling, rest=rest)


def boards_in_part(state: GameState) -> bool:
    """Whether some of a unit may get in and the others stay."""
    return ask(state, GettingInAndOut).boards_in_part()


def get_out(state: GameState, unit: Unit, near: Point | None, said: Said) -> Action | None:
    """The action by which people get out, as near as may be to a place; None where nobody does."""
    return ask(state, GettingInAndOut).get_out(state, unit, near, said)


def get_out_settings(state: GameState, unit: Unit, said: Said) -> tuple[Setting, ...]:
    """What may be chosen for getting out besides the place."""
    return ask(state, GettingInAndOut).get_out_settings(state, unit, said)


def ways_out(state: GameState, unit: Unit) -> tuple[WayOut, ...]:
    """The doors by which those aboard may get out, with the room before each."""
    return ask(state, GettingInAndOut).ways_out(state, unit) if unit.aboard is not None else ()


def room_outside(state: GameState, unit: Unit) -> tuple[tuple[Point, ...], ...]:
    """Where the middles of their bases may be put by those who get out, as rings."""
    return ask(state, GettingInAndOut).room_outside(state, unit) if unit.aboard is not None else ()


def ways_in(state: GameState, vehicle: Unit) -> tuple[BoardingDoor, ...]:
    """The doors by which people get into a vehicle, with the ground from which they do."""
    return ask(state, GettingInAndOut).ways_in(state, vehicle) if vehicle.is_vehicle else ()
