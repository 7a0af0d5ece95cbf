"""What pages ask before a vehicle moves, and before people get in or out. (TRI-MOVE-01, TRI-TRAN-02, TRI-TRAN-11)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import ClassVar, NamedTuple, get_args

from msgspec.structs import replace

from rules.arap.movement.vehicle_interface import (
    BoardingDoor,
    ChargesAtHulls,
    GettingInAndOut,
    GroundForVehicles,
    GroundTable,
    VehicleDrives,
    WayOut,
)
from rules.arap.paths.turns import Waypoint
from rules.arap.units.vehicle_interface import NOTHING_SAID, Peril, Said, Setting
from rules.core.ids import ModelId, UnitId
from rules.forces.trial import Locomotion
from rules.forces.unit import Point, Unit
from rules.geometry.lengths import distance
from rules.progress import Action, Progress
from rules.state import GameState
from rules.table.terrain import VEHICLE_GROUND, Driving
from rules.vehicles.shared import outside
from rules.vehicles.shared.hull import hull_of
from rules.vehicles.shared.outside import GRID_IN
from rules.vehicles.shared.turn import go_aside
from rules.vehicles.trial.close_combat.charge import ChargeHull
from rules.vehicles.trial.hull.bands import SLOW_IN
from rules.vehicles.trial.hull.profile import is_skimmer, is_walker, profile_of
from rules.vehicles.trial.movement.outlook import outlook
from rules.vehicles.trial.movement.step import MovementStep, most_in
from rules.vehicles.trial.terrain import clearance, drift, table, tests
from rules.vehicles.trial.terrain.classes import field_of
from rules.vehicles.trial.terrain.tests import GroundTest
from rules.vehicles.trial.terrain.way import TrialWay, plan
from rules.vehicles.trial.transport import aboard, disembark
from rules.vehicles.trial.transport.access import doors_of, exits
from rules.vehicles.trial.transport.disembark import Disembark
from rules.vehicles.trial.transport.embark import REACH_IN, Embark


class _Risk(NamedTuple):
    """What the ground on a way asks at a speed, in words and as dice. (TRI-TERR-04, TRI-TERR-06)"""

    text: str
    peril: Peril | None = None


def _risk(state: GameState, unit: Unit, way: TrialWay, declared_in: float | None) -> _Risk:
    way = way if declared_in is None else way.upto(declared_in)
    fast = tests.is_fast(way, declared_in)
    if (closed := clearance.closed_on(state, unit, way, fast=fast)) is not None:
        return _Risk(f"{closed}: impassable")
    return _odds(tests.tests(state, unit, way, declared_in), "crashes" if fast and is_skimmer(state, unit) else "halts")


def _odds(found: Sequence[GroundTest], ends: str) -> _Risk:
    """Those tests, and how likely one of them fails."""
    if not found:
        return _Risk("no test")
    kinds = ", ".join(f"{test.name} {VEHICLE_GROUND[test.kind]}" for test in found)
    fails = 1 - prod((1 - Fraction(test.bad_to, 6) for test in found), start=Fraction(1))
    text = f"{kinds}: {round(100 * fails)}% {ends}"
    return _Risk(text, Peril(tuple(test.bad_to for test in found), fails, ends))


class TrialOrders(VehicleDrives, GroundForVehicles, ChargesAtHulls, GettingInAndOut):
    """By the trial vehicle rules."""

    ground_classes = VEHICLE_GROUND
    ground_by_way: ClassVar[Mapping[Driving, str]] = {
        "1": VEHICLE_GROUND["open"],
        "1/2 D": VEHICLE_GROUND["difficult"],
        "impassable": VEHICLE_GROUND["impassable"],
    }
    ground_ways = get_args(Locomotion)

    def veer(self, progress: Progress, unit: Unit, bearing: float, inches: float, rules: tuple[str, ...]) -> None:
        """It stops at vehicles and ground that it may not enter; people step aside. (ARAP-SCAT-09)"""
        end = drift.slide(progress.state, unit, bearing, inches)
        drift.set_aside(progress, go_aside(progress, unit, end, "veer", rules), rules)

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
        way = plan(hull_of(state, unit), path)
        if path and most > SLOW_IN and tests.tests(state, unit, way, most):
            words = (("", "as drawn"), (f"{SLOW_IN:g}", f"up to {SLOW_IN:g}″"), (f"{most:g}", f"over {SLOW_IN:g}″"))
            risks = [_risk(state, unit, way, declared) for declared in (None, SLOW_IN, most)]
            texts, perils = tuple(risk.text for risk in risks), tuple(risk.peril for risk in risks)
            road = bool(said.get("road"))
            then = tuple(outlook(state, unit, way, declared, road=road) for declared in (None, SLOW_IN, most))
            found.append(Setting("declared", "Speed", said.get("declared", ""), words, texts, perils, then))
        return tuple(found)

    def ground_table(self, state: GameState, unit: Unit, moved_in: float) -> GroundTable:
        """Every piece that matters to it. (TRI-TERR-01, TRI-TERR-02)"""
        return table.ground_table(state, unit, moved_in)

    def charge(
        self, state: GameState, unit: Unit, target: UnitId, *, passing: bool = False, near: Point | None = None
    ) -> Action:
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
        rest: str = "",
    ) -> Action:
        """All get in or nobody does. (TRI-TRAN-02)"""
        return Embark(side=unit.side, unit=unit.id, vehicle=vehicle, path=path)

    def get_out(self, state: GameState, unit: Unit, near: Point | None, said: Said = NOTHING_SAID) -> Action:
        """At the access points, as near as may be to a place; one alone walks on to it. (TRI-TRAN-11, TRI-TRAN-08)"""
        alone = next((m for m in disembark.characters(state, unit) if m.id == said.get("who")), None)
        who = unit if alone is None else replace(unit, models=(alone,))
        vehicle = state.units[unit.aboard] if unit.aboard else None
        spots = aboard.places(state, who, vehicle, hull_of(state, vehicle), near) if vehicle and near else ()
        models = () if alone is None else (alone.id,)
        out = Disembark(side=unit.side, unit=unit.id, placements=spots, models=models)
        walks = alone is not None and near is not None and vehicle is not None and not vehicle.now.moved_in
        further = walks and bool(spots) and distance(spots[0].at, near) > GRID_IN  # type: ignore[arg-type]
        return replace(out, walk=near) if further else out

    def get_out_settings(self, state: GameState, unit: Unit, said: Said) -> tuple[Setting, ...]:
        """Whether all of them leave, or a character alone. (TRI-TRAN-08)"""
        alone = [(str(m.id), f"{state.profile(m).name} alone") for m in disembark.characters(state, unit)]
        return (Setting("who", "Who", said.get("who", ""), (("", "all of them"), *alone)),) if alone else ()

    def ways_out(self, state: GameState, unit: Unit) -> tuple[WayOut, ...]:
        """The access points. (TRI-TRAN-01, TRI-TRAN-11)"""
        if unit.aboard is None:
            return ()
        vehicle = state.units[unit.aboard]
        room = aboard.room(state, unit, vehicle, hull_of(state, vehicle))
        return outside.ways(state, unit, room, doors_of(state, vehicle))

    def room_outside(self, state: GameState, unit: Unit) -> tuple[tuple[Point, ...], ...]:
        """Partly within reach of an access point, or of an open top. (TRI-TRAN-11)"""
        if unit.aboard is None:
            return ()
        vehicle = state.units[unit.aboard]
        return outside.area(state, unit, aboard.room(state, unit, vehicle, hull_of(state, vehicle)))

    def ways_in(self, state: GameState, vehicle: Unit) -> tuple[BoardingDoor, ...]:
        """The access points. (TRI-TRAN-01, TRI-TRAN-02)"""
        hull = hull_of(state, vehicle)
        doors = zip(doors_of(state, vehicle), exits(state, vehicle), strict=True)
        return tuple(BoardingDoor(outside.door_name(hull, door), at, REACH_IN) for door, at in doors)
