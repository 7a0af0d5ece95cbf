"""Getting in: the whole unit, each at least partly within 2 inches of an access point. (TRI-TRAN-02 to -08, -12)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.arap.attacks import interception
from rules.arap.events import ModelsMoved, PointsSpent
from rules.arap.morale import casualties, dangerous_ground
from rules.arap.paths import end_of_move, legality
from rules.arap.positions import single_models
from rules.arap.terrain import ground
from rules.arap.units.permission import may_act
from rules.core.ids import SideId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.geometry import rings
from rules.geometry.lengths import distance, is_within, toward
from rules.offers import Offer, offered
from rules.progress import Action, Progress, TaskStruct
from rules.state import GameState, Placement
from rules.vehicles.shared import walk_up
from rules.vehicles.shared.events import BoardedVehicle
from rules.vehicles.shared.hull import hull_of
from rules.vehicles.trial.events import StepTaken
from rules.vehicles.trial.hull.profile import profile_of
from rules.vehicles.trial.hull.steps import did
from rules.vehicles.trial.transport.access import exits, may_ride

REACH_IN: Final = 2.0
"""From an access point to the nearest part of a base. (TRI-TRAN-02)"""

RULES: Final = ("TRI-TRAN-02", "TRI-JOIN-06")


class Embark(Action, frozen=True, kw_only=True, tag="Embark"):
    """Move to a friendly vehicle and get in, all or nobody; part of a movement action. (TRI-TRAN-02, TRI-JOIN-06)

    `placements` are where the models walk to; without them each goes straight to the nearest access point.
    """

    unit: UnitId
    vehicle: UnitId
    placements: tuple[Placement, ...] = ()

    def check(self, state: GameState) -> Refusal | None:
        """Points, the unit, the vehicle, places, and whether every model gets there."""
        refusal = may_act(state, self.side, self.unit, 1)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = legality.may_go(state, unit, "move") or self._vehicle(state, unit)
        return refusal or self._reach(state, unit)

    def _vehicle(self, state: GameState, unit: Unit) -> Refusal | None:
        vehicle = state.units.get(self.vehicle)
        if vehicle is None or not vehicle.is_vehicle or vehicle.side != unit.side or not vehicle.on_table:
            return Refusal("no-vehicle", "There is no vehicle of yours to get into.", "TRI-TRAN-02", "a transport")
        if unit.boarded_turn == state.turn.number:
            text = f"{unit.name} got out in this turn and does not get in again."
            return Refusal("left-this-turn", text, "TRI-TRAN-12", "staying outside until its next turn")
        if "road" in did(state, vehicle):
            text = f"{vehicle.name} has used the road: nobody gets in in this turn."
            return Refusal("road-bonus", text, "TRI-ROAD-01", "its next turn")
        return may_ride(state, unit, vehicle)

    def ends(self, state: GameState, unit: Unit) -> dict[str, Point]:
        """Where each model walks to."""
        given = {str(p.model): p.at for p in self.placements}
        vehicle = state.units[self.vehicle]
        return {str(m.id): given.get(str(m.id)) or beside(state, m, vehicle) for m in unit.alive}

    def for_ground(self, state: GameState) -> int:
        """What the host laid on the ground between them and the vehicle. (ARAP-ACT-08)"""
        unit, vehicle = state.units.get(self.unit), state.units.get(self.vehicle)
        if unit is None or vehicle is None or not (unit.on_table and vehicle.on_table and vehicle.is_vehicle):
            return 0
        ends = self.ends(state, unit)
        return max((ground.surcharge(state, m.at, ends[str(m.id)]) for m in unit.alive), default=0)

    def _reach(self, state: GameState, unit: Unit) -> Refusal | None:
        vehicle = state.units[self.vehicle]
        if any(p.model not in {m.id for m in unit.alive} for p in self.placements):
            text = f"Only living models of {unit.name} get in with it."
            return Refusal("wrong-models", text, "TRI-TRAN-02", "its own models, each once")
        ends = self.ends(state, unit)
        fallen = next((m for m in unit.alive if m.sprawled), None)
        if fallen is not None and not state.is_older_than("13"):
            text = f"{fallen.id.upper()} has fallen over and does not move in this turn. All get in or nobody does."
            return Refusal("sprawled", text, "ARAP-AGIL-02", "the next turn")
        for model in unit.alive:
            to = ends[str(model.id)]
            away = gap_to(state, vehicle, to) - state.profile(model).base_radius_in
            if not is_within(away, REACH_IN):
                text = f"{model.id.upper()} would stand {away:.2f}″ from an access point of {vehicle.name}."
                allowed = f"each no further than {REACH_IN:g}″, or moving there without getting in"
                return Refusal("not-all-in-reach", f"{text} All get in or nobody does.", "TRI-TRAN-02", allowed)
            most = state.profile(model).m
            if single_models.walk_to(state, model, to, most, but=vehicle.id) is None:
                text = f"{model.id.upper()} does not get to {vehicle.name} by a straight walk of {most:g}″."
                allowed = "moving nearer first; all get in or nobody does"
                return Refusal("not-all-in-reach", text, "TRI-TRAN-02", allowed)
        return end_of_move.comes_nearer(state, unit, [(m.at, ends[str(m.id)]) for m in unit.alive])

    def preview(self, state: GameState) -> Preview:
        """How far the furthest of them walks, and where each gets in."""
        refusal = self.check(state)
        unit, vehicle = state.units.get(self.unit), state.units.get(self.vehicle)
        if unit is None or vehicle is None or not vehicle.is_vehicle or not unit.on_table:
            return Preview(ap=1, refusal=refusal)
        ends = self.ends(state, unit)
        far = max(distance(m.at, ends[str(m.id)]) for m in unit.alive)
        ways = {m.id: (m.at, ends[str(m.id)]) for m in unit.alive}
        return Preview(
            ap=1,
            refusal=refusal,
            spent_in=far,
            allowance_in=min(state.profile(m).m for m in unit.alive),
            ghosts=tuple((str(m.id), *ends[str(m.id)], m.facing) for m in unit.alive),
            chances=dangerous_ground.harms(state, unit, ways),
            notes=("all get in or nobody does", *interception.notes_of_move(state, unit, ways)),
            rules=RULES,
        )

    def resolve(self, progress: Progress) -> None:
        """Pay, walk, get in."""
        state = progress.state
        unit, vehicle = state.units[self.unit], state.units[self.vehicle]
        ends = self.ends(state, unit)
        far = max(distance(m.at, ends[str(m.id)]) for m in unit.alive)
        progress.emit(PointsSpent(unit=unit.id, side=self.side, points=1, action="board", rules=RULES))
        if not casualties.brave(progress, unit.id, {m.id: (m.at, ends[str(m.id)]) for m in unit.alive}):
            return
        unit = progress.state.units[self.unit]
        ways = {m.id: (m.at, ends[str(m.id)]) for m in unit.alive if m.at != ends[str(m.id)]}
        if walk_up.is_met(progress.state, unit, ways):
            walk_up.walk(progress, unit, ways, RULES)
            progress.queue(GetsIn(unit=unit.id, vehicle=vehicle.id))
            return
        _get_in(progress, unit, vehicle, far)


class GetsIn(TaskStruct, frozen=True, kw_only=True, tag="GetsIn"):
    """Those who have walked up to a vehicle get in, unless an enemy has stepped in. (TRI-TRAN-02, ARAP-INT-03)"""

    unit: UnitId
    vehicle: UnitId

    def run(self, progress: Progress) -> None:
        """All of them, or nobody."""
        state = progress.state
        unit, vehicle = state.units[self.unit], state.units[self.vehicle]
        held = unit.is_gone or unit.routing or unit.gone_to_ground or state.is_locked(unit.id)
        if not held and vehicle.on_table:
            _get_in(progress, unit, vehicle, 0.0)


def _get_in(progress: Progress, unit: Unit, vehicle: Unit, far: float) -> None:
    hull = vehicle.models[0]
    progress.emit(
        ModelsMoved(
            side=unit.side,
            unit=unit.id,
            placements=tuple(Placement(model=m.id, at=hull.at, facing=hull.facing) for m in unit.alive),
            how="board",
            length_in=round(far, 4),
            spent_in=round(far, 4),
            rules=RULES,
        )
    )
    rules = (*RULES, "TRI-TRAN-05", "TRI-TRAN-07", "TRI-TRAN-08")
    progress.emit(BoardedVehicle(side=unit.side, unit=unit.id, vehicle=vehicle.id, rules=rules))
    progress.emit(StepTaken(side=vehicle.side, unit=vehicle.id, what=("loaded",), rules=("TRI-TRAN-03",)))


def gap_to(state: GameState, vehicle: Unit, at: Point) -> float:
    """Inches from a place to the nearest access point, or to the hull of an open top. (TRI-TRAN-01)"""
    doors = exits(state, vehicle)
    return min((distance(at, d) for d in doors), default=hull_of(state, vehicle).distance_to_point(at))


def beside(state: GameState, model: Model, vehicle: Unit) -> Point:
    """Straight towards the nearest access point, as far as it takes to be partly within reach."""
    doors = exits(state, vehicle)
    edge = rings.nearest_on_edge(hull_of(state, vehicle).corners(), model.at)
    door = min(doors, key=lambda d: distance(model.at, d), default=edge)
    left = distance(model.at, door) - (REACH_IN + state.profile(model).base_radius_in)
    return toward(model.at, door, left) if left > 0 else model.at


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """Getting in, for the acting unit on foot with a transport near, the nearest first."""
    active = state.turn.active
    unit = state.units[active] if active is not None and state.active_side == side else None
    if unit is None or unit.is_vehicle or not unit.on_table or state.turn.phase != "activation":
        return
    near = state.profile(unit.alive[0]).m + 2 * REACH_IN + 1
    here = unit.alive[0].at
    fit = [v for v in state.units_of(side) if v.is_vehicle and v.on_table and profile_of(state, v).capacity]
    found = [(hull_of(state, v).distance_to_point(here), v.id, v) for v in fit]
    for vehicle in (v for gap, _, v in sorted(found, key=lambda each: each[:2]) if gap <= near):
        action = Embark(side=side, unit=unit.id, vehicle=vehicle.id)
        yield offered(state, action, kind="board", unit=unit.id, target=vehicle.id, ap=1, label=vehicle.name)


OFFERED: Final = ("board",)
ACTIONS: tuple[type[Action], ...] = (Embark,)
TASKS: tuple[type[TaskStruct], ...] = (GetsIn,)
