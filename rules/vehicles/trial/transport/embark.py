"""Getting in: the whole unit, each at least partly within 2 inches of an access point. (TRI-TRAN-02 to -08, -12)"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Final

from rules.arap.attacks import interception
from rules.arap.events import ModelsMoved, PointsSpent, placed
from rules.arap.morale import casualties, dangerous_ground
from rules.arap.movement import walk
from rules.arap.paths import allowance, cost, end_of_move, legality
from rules.arap.paths.turns import Waypoint
from rules.arap.terrain import ground
from rules.arap.units.permission import may_act
from rules.core import kept
from rules.core.ids import ModelId, SideId, UnitId
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
from rules.vehicles.trial.transport import walk_in
from rules.vehicles.trial.transport.access import exits, may_ride
from rules.vehicles.trial.transport.walk_in import WalkIn, WalkOfOne

REACH_IN: Final = 2.0
"""From an access point to the nearest part of a base. (TRI-TRAN-02)"""

RULES: Final = ("TRI-TRAN-02", "TRI-JOIN-06")


class Embark(Action, frozen=True, kw_only=True, tag="Embark"):
    """Move to a friendly vehicle and get in, all or nobody; part of a movement action. (TRI-TRAN-02, TRI-JOIN-06)

    `placements` are where the models walk to; without them each goes to the nearest access point. `path` is a way round
    what is in the way; each goes straight or joins it at the bend that suits it best.
    """

    unit: UnitId
    vehicle: UnitId
    placements: tuple[Placement, ...] = ()
    path: tuple[Waypoint, ...] = ()

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

    def walked(self, state: GameState, unit: Unit) -> WalkIn:
        """How each model gets there; kept, since check, preview and act look at it again and again."""
        return kept.lately(state, "walk-in", self, lambda: self._walked(state, unit))

    def _walked(self, state: GameState, unit: Unit) -> WalkIn:
        given = {p.model: p.at for p in self.placements}
        vehicle = state.units[self.vehicle]
        return walk_in.walk_in(
            state, unit, vehicle, self.path, lambda m, at: given.get(m.id) or beside(state, m, vehicle, at)
        )

    def for_ground(self, state: GameState) -> int:
        """What the host laid on the ground between them and the vehicle. (ARAP-ACT-08)"""
        unit, vehicle = state.units.get(self.unit), state.units.get(self.vehicle)
        if unit is None or vehicle is None or not (unit.on_table and vehicle.on_table and vehicle.is_vehicle):
            return 0
        ways = self.walked(state, unit).paths.values()
        legs = (leg for way in ways for leg in itertools.pairwise(way))
        return max((ground.surcharge(state, a, b) for a, b in legs), default=0)

    def _reach(self, state: GameState, unit: Unit) -> Refusal | None:
        vehicle = state.units[self.vehicle]
        if any(p.model not in {m.id for m in unit.alive} for p in self.placements):
            text = f"Only living models of {unit.name} get in with it."
            return Refusal("wrong-models", text, "TRI-TRAN-02", "its own models, each once")
        fallen = next((m for m in unit.alive if m.sprawled), None)
        if fallen is not None and not state.is_older_than("13"):
            text = f"{fallen.id.upper()} has fallen over and does not move in this turn. All get in or nobody does."
            return Refusal("sprawled", text, "ARAP-AGIL-02", "the next turn")
        found = self.walked(state, unit)
        late = found.falls_short(found.pace.most)
        for way in found.ways:
            away = gap_to(state, vehicle, way.track.end) - state.profile(way.model).base_radius_in
            if not is_within(away, REACH_IN):
                text = f"{way.model.id.upper()} would stand {away:.2f}″ from an access point of {vehicle.name}."
                allowed = f"each no further than {REACH_IN:g}″, or moving there without getting in"
                return Refusal("not-all-in-reach", f"{text} All get in or nobody does.", "TRI-TRAN-02", allowed)
            if way is late:
                return self._too_far(unit, vehicle, late, found)
        return end_of_move.comes_nearer(state, unit, [(w.model.at, w.track.end) for w in found.ways])

    def _too_far(self, unit: Unit, vehicle: Unit, late: WalkOfOne, found: WalkIn) -> Refusal:
        """Somebody's walk is barred, or too long."""
        most = found.pace.most[late.model.id]
        laden = ", encumbered as they are" if allowance.burden(unit) and not late.is_barred else ""
        text = f"{late.model.id.upper()} does not get to {vehicle.name} by a {'' if self.path else 'straight '}walk"
        allowed = "moving nearer first, or a way round that is drawn; all get in or nobody does"
        return Refusal("not-all-in-reach", f"{text} of {most:g}″{laden}.", "TRI-TRAN-02", allowed)

    def preview(self, state: GameState) -> Preview:
        """How far the furthest of them walks, and where each gets in."""
        refusal = self.check(state)
        unit, vehicle = state.units.get(self.unit), state.units.get(self.vehicle)
        if unit is None or vehicle is None or not vehicle.is_vehicle or not unit.on_table:
            return Preview(ap=1, refusal=refusal)
        found = self.walked(state, unit)
        return Preview(
            ap=1,
            refusal=refusal,
            legs=cost.legs(found.laid, found.laid.lead),
            spent_in=found.laid.lead.spent_in,
            allowance_in=min(found.pace.most.values()),
            ghosts=tuple((w.model.id, *w.track.end, w.model.facing) for w in found.ways),
            chances=(*walk_in.chances(found), *dangerous_ground.harms(state, unit, found.paths)),
            notes=("all get in or nobody does", *interception.notes_of_move(state, unit, found.paths)),
            rules=(*RULES, *found.pace.rules),
        )

    def resolve(self, progress: Progress) -> None:
        """Pay, walk, get in."""
        state = progress.state
        unit, vehicle = state.units[self.unit], state.units[self.vehicle]
        found = self.walked(state, unit)
        progress.emit(PointsSpent(unit=unit.id, side=self.side, points=1, action="board", rules=RULES))
        allowances = walk.rolled_allowances(progress, found.pace, unit)
        if found.falls_short(allowances) is not None:
            self._halt(progress, found, allowances)
            return
        if not casualties.brave(progress, unit.id, found.paths):
            return
        unit = progress.state.units[self.unit]
        ways = {m.id: way for m in unit.alive if len(way := found.paths[m.id]) > 1}
        if walk_up.is_met(progress.state, unit, ways):
            walk_up.walk(progress, unit, ways, RULES)
            progress.queue(GetsIn(unit=unit.id, vehicle=vehicle.id))
            return
        spent = found.length_in if state.is_older_than("16") else found.laid.lead.spent_in
        _get_in(progress, unit, vehicle, found.length_in, spent)

    def _halt(self, progress: Progress, found: WalkIn, allowances: Mapping[ModelId, float]) -> None:
        """The dice do not take all of them there: they stop on their way, and nobody gets in. (ARAP-TERR-04)"""
        state, stops, far = progress.state, list[Placement](), 0.0
        for way in sorted(found.ways, key=lambda w: round(w.track.spent_in, 6)):  # who is in front goes first
            stop = walk_up.halted(state, way.track, allowances[way.model.id])
            state = state.with_unit(placed(state.units[self.unit], (stop,)))
            stops.append(stop)
            far = max(far, distance(way.model.at, stop.at))
        progress.emit(
            ModelsMoved(
                side=self.side,
                unit=self.unit,
                placements=tuple(stops),
                length_in=round(far, 4),
                spent_in=round(far, 4),
                rules=("TRI-TRAN-02", "ARAP-TERR-04"),
            )
        )
        casualties.brave(progress, self.unit, {stop.model: (found.paths[stop.model][0], stop.at) for stop in stops})


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
            _get_in(progress, unit, vehicle, 0.0, 0.0)


def _get_in(progress: Progress, unit: Unit, vehicle: Unit, far: float, spent: float) -> None:
    hull = vehicle.models[0]
    progress.emit(
        ModelsMoved(
            side=unit.side,
            unit=unit.id,
            placements=tuple(Placement(model=m.id, at=hull.at, facing=hull.facing) for m in unit.alive),
            how="board",
            length_in=round(far, 4),
            spent_in=round(spent, 4),
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


def beside(state: GameState, model: Model, vehicle: Unit, at: Point) -> Point:
    """Straight from there to the nearest access point, as far as it takes to be partly within reach."""
    doors = exits(state, vehicle)
    edge = rings.nearest_on_edge(hull_of(state, vehicle).corners(), at)
    door = min(doors, key=lambda d: distance(at, d), default=edge)
    left = distance(at, door) - (REACH_IN + state.profile(model).base_radius_in)
    return toward(at, door, left) if left > 0 else at


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
