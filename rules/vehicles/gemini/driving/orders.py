"""What pages ask before a vehicle drives, and before people get in or out. (VEH-JOIN-03, VEH-RAM-01, VEH-BRD-04)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from rules.arap.movement.vehicle_interface import (
    ChargesAtHulls,
    GettingInAndOut,
    GroundForVehicles,
    GroundTable,
    Ram,
    VehicleDrives,
    WayOut,
)
from rules.arap.paths.turns import Waypoint
from rules.arap.units.vehicle_interface import NOTHING_SAID, Said, Setting
from rules.core.ids import ModelId, UnitId
from rules.forces.unit import Point, Unit
from rules.geometry.hulls import Face, swept
from rules.progress import Action, Progress
from rules.state import GameState
from rules.table.terrain import Driving, Terrain
from rules.vehicles.gemini.close_combat import caught
from rules.vehicles.gemini.close_combat.charge import ChargeVehicle
from rules.vehicles.gemini.driving import ground_table
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.motion import sliding, terrain_cost
from rules.vehicles.gemini.motion.first_contact import HullContact
from rules.vehicles.gemini.ramming import structures
from rules.vehicles.gemini.transport import leave, on_the_move
from rules.vehicles.gemini.transport.board import Board
from rules.vehicles.shared import outside
from rules.vehicles.shared.hull import hull_of
from rules.vehicles.shared.turn import go_aside

_POINTS: dict[str, Literal[1, 2, 3]] = {"1": 1, "2": 2, "3": 3}


class GeminiOrders(VehicleDrives, GroundForVehicles, ChargesAtHulls, GettingInAndOut):
    """By the Gemini vehicle rules."""

    def veer(self, progress: Progress, unit: Unit, bearing: float, inches: float, rules: tuple[str, ...]) -> None:
        """It stops at vehicles and solid ground; people step aside. (ARAP-SCAT-09)"""
        end = sliding.slide(progress.state, unit, bearing, inches)
        sliding.set_aside(progress, go_aside(progress, unit, end, "veer", rules), rules)

    def drive(self, state: GameState, unit: Unit, path: tuple[Waypoint, ...], said: Said) -> Drive:
        """A drive; a ram where the way runs into something and that is meant. (VEH-RAM-01)"""
        points = _POINTS.get(said.get("actions", ""), 1)
        halts = bool(said.get("stopped"))
        plain = Drive(side=unit.side, unit=unit.id, path=path, actions=points, stopped=halts)
        # a box ticked for a way that led into something does not bind one that no longer does
        return replace(plain, ram=True) if said.get("ram") and plain.would_ram(state) else plain

    def drive_settings(
        self, state: GameState, unit: Unit, path: tuple[Waypoint, ...], said: Said
    ) -> tuple[Setting, ...]:
        """How many points, which gear, Stopped at the end, a ram. (VEH-JOIN-03, VEH-BRD-03, VEH-RAM-01)"""
        points = tuple((str(n), f"{n} AP") for n in range(1, min(3, max(1, state.turn.ap)) + 1))
        found = (
            Setting("actions", "Spend", said.get("actions", "1"), points),
            Setting("back", "Back up", said.get("back", "")),
            Setting("stopped", "Declare it Stopped", said.get("stopped", "")),
        )
        action = self.drive(state, unit, path, said)
        name = action.would_ram(state) if path else ""
        return (*found, Setting("ram", f"Ram {name}", said.get("ram", ""))) if name else found

    def usual_price(self, piece: Terrain, locomotion: str) -> Driving:
        """The cell of the terrain table. (VEH-TERR-02)"""
        return terrain_cost.usual(piece, locomotion)

    def ground_table(self, state: GameState, unit: Unit, moved_in: float) -> GroundTable:
        """Every piece that matters to it, at any speed alike. (VEH-TERR-01, VEH-TERR-02)"""
        return ground_table.ground_table(state, unit)

    def ram(self, state: GameState, action: Action) -> Ram | None:
        """The first hull or wall on the way. (VEH-RAM-01)"""
        if not isinstance(action, Drive) or not action.ram:
            return None
        unit = state.units[action.unit]
        met = action.contact(state, unit, action.way(state))
        if met is None:
            return None
        path = (unit.models[0].at, *(point.at for point in action.path))
        struck = Ram(path, met.gone_in, met.pose[:2])
        if met.unit is not None:
            return struck._replace(target=met.unit, face=_face(state, met))
        return struck._replace(spot=structures.struck_at(state, unit, met))

    def charge(
        self, state: GameState, unit: Unit, target: UnitId, *, passing: bool = False, near: Point | None = None
    ) -> Action:
        """Where it stands, or where it came by. (VEH-CC-01)"""
        pose = caught.where_caught(state, unit, state.units[target], near) if passing or near else None
        return ChargeVehicle(side=unit.side, unit=unit.id, target=target, caught=pose)

    def wake(self, state: GameState, vehicle: Unit) -> tuple[Point, ...]:
        """Within the step of where it went, unless it counts as stationary. (VEH-BRD-09)"""
        if on_the_move.motion(state, vehicle).is_stationary:
            return ()
        return swept(on_the_move.wake(state, vehicle)).within(outside.STEP_OUT_IN)

    def came_by(self, state: GameState, target: Unit) -> tuple[Point, ...]:
        """The path of its last move. (VEH-CC-01)"""
        return tuple(pose[:2] for pose in caught.poses_driven(target))

    def may_catch(self, state: GameState, unit: Unit, target: Unit) -> tuple[Point, ...]:
        """The places of that path where those chargers reach it. (VEH-CC-01)"""
        return tuple(pose[:2] for pose in caught.within_reach(state, unit, target))

    def board(
        self,
        state: GameState,
        unit: Unit,
        vehicle: UnitId,
        *,
        models: Sequence[ModelId] = (),
        path: tuple[Waypoint, ...] = (),
        cling: bool = False,
        rest: str = "",
    ) -> Action:
        """Into it or onto its outside, all or some. (VEH-BRD-04, VEH-BRD-12)"""
        who = tuple(models)
        return Board(side=unit.side, unit=unit.id, vehicle=vehicle, models=who, path=path, cling=cling, rest=rest)

    def boards_in_part(self) -> bool:
        """The others stay as a unit of their own. (VEH-JOIN-05)"""
        return True

    def get_out(self, state: GameState, unit: Unit, near: Point | None, said: Said = NOTHING_SAID) -> Action:
        """By the door nearest to a place, or by the one that the table takes. (VEH-BRD-10)"""
        spots = leave.suggested(state, unit, state.units[unit.aboard], near) if unit.aboard and near else ()
        return leave.GetOut(side=unit.side, unit=unit.id, placements=spots)

    def room_outside(self, state: GameState, unit: Unit) -> tuple[tuple[Point, ...], ...]:
        """Within reach of a door or of the hull; of one that moves all along its way, which is marked anyhow."""
        return leave.room_outside(state, unit, state.units[unit.aboard]) if unit.aboard else ()

    def ways_out(self, state: GameState, unit: Unit) -> tuple[WayOut, ...]:
        """The doors of a vehicle that stands still. (VEH-BRD-04, VEH-BRD-10)"""
        return leave.ways_out(state, unit, state.units[unit.aboard]) if unit.aboard else ()


def _face(state: GameState, met: HullContact) -> Face:
    """The face of the vehicle that is struck."""
    assert met.unit is not None
    if met.touched != "side":
        return met.touched
    _, right = hull_of(state, state.units[met.unit]).on_hull(met.pose[:2])
    return "right" if right >= 0 else "left"
