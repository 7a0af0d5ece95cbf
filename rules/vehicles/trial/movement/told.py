"""What pages ask before a vehicle moves, and before people get in or out. (TRI-MOVE-01, TRI-TRAN-02, TRI-TRAN-11)"""

from __future__ import annotations

from collections.abc import Sequence

from rules.arap.movement.vehicle_interface import VehicleOrders
from rules.arap.paths.march import Waypoint
from rules.arap.units.vehicle_interface import Said, Setting
from rules.core.ids import ModelId, UnitId
from rules.forces.unit import Point, Unit
from rules.progress import Action
from rules.state import GameState
from rules.vehicles.shared.hull import hull_of
from rules.vehicles.trial.close_combat.charge import ChargeHull
from rules.vehicles.trial.hull.bands import SLOW_IN
from rules.vehicles.trial.hull.profile import is_skimmer, is_walker, profile_of
from rules.vehicles.trial.movement.step import MovementStep, most_in
from rules.vehicles.trial.terrain import tests
from rules.vehicles.trial.terrain.classes import field_of
from rules.vehicles.trial.terrain.way import plan
from rules.vehicles.trial.transport import aboard
from rules.vehicles.trial.transport.disembark import Disembark
from rules.vehicles.trial.transport.embark import Embark


class TrialOrders(VehicleOrders):
    """By the trial vehicle rules."""

    def drive(self, state: GameState, unit: Unit, path: tuple[Waypoint, ...], said: Said) -> Action:
        """The Movement step, with what is claimed and declared for it. (TRI-ROAD-01, TRI-SHOCK-01, TRI-TERR-01)"""
        speed = said.get("declared", "")
        known = {f"{inches:g}": inches for inches in (SLOW_IN, most_in(state, unit))}
        return MovementStep(
            side=unit.side,
            unit=unit.id,
            path=path,
            declared=known.get(speed),
            road=bool(said.get("road")),
            shock=bool(said.get("shock")),
        )

    def drive_settings(
        self, state: GameState, unit: Unit, path: tuple[Waypoint, ...], said: Said
    ) -> tuple[Setting, ...]:
        """Which gear, a tank shock, a road, and the speed where the ground asks for it."""
        found = [Setting("back", "Back up", said.get("back", ""))]
        profile = profile_of(state, unit)
        if profile.is_a("tank"):
            found.append(Setting("shock", "Tank shock", said.get("shock", "")))
        field = field_of(state, profile, fast=True)
        if field.roads.areas and not is_skimmer(state, unit) and not is_walker(state, unit):
            found.append(Setting("road", "Stay on the road", said.get("road", "")))
        most = most_in(state, unit)
        if path and most > SLOW_IN and tests.tests(state, unit, plan(hull_of(state, unit), path), most):
            words = (("", "as drawn"), (f"{SLOW_IN:g}", f"up to {SLOW_IN:g}″"), (f"{most:g}", f"over {SLOW_IN:g}″"))
            found.append(Setting("declared", "Speed", said.get("declared", ""), words))
        return tuple(found)

    def charge(self, state: GameState, unit: Unit, target: UnitId) -> Action:
        """Where it stands. (TRI-CC-01)"""
        return ChargeHull(side=unit.side, unit=unit.id, target=target)

    def board(
        self,
        state: GameState,
        unit: Unit,
        vehicle: UnitId,
        *,
        models: Sequence[ModelId] = (),
        path: tuple[Waypoint, ...] = (),
        cling: bool = False,
    ) -> Action:
        """All get in or nobody does. (TRI-TRAN-02)"""
        return Embark(side=unit.side, unit=unit.id, vehicle=vehicle)

    def get_out(self, state: GameState, unit: Unit, near: Point | None) -> Action:
        """At the access points, as near as may be to a place. (TRI-TRAN-11)"""
        vehicle = state.units[unit.aboard] if unit.aboard else None
        spots = aboard.places(state, unit, vehicle, hull_of(state, vehicle), near) if vehicle and near else ()
        return Disembark(side=unit.side, unit=unit.id, placements=spots)
