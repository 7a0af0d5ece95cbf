"""Getting into a vehicle, or on to it. (VEH-BRD-01, -03, -04, -06 to -09, -12, VEH-JOIN-05, VEH-JOIN-10)"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.arap.events import ModelsMoved, PointsSpent
from rules.arap.terrain import ground
from rules.arap.units.permission import may_act
from rules.core.ids import SideId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.geometry import rings
from rules.geometry.hulls import Swept, swept
from rules.geometry.lengths import distance, is_within, toward
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import Event, GameState, Placement
from rules.vehicles.gemini.hull.hull import doors, hull_of, profile_of
from rules.vehicles.gemini.transport import doors as transport_doors
from rules.vehicles.gemini.transport import outside, passengers
from rules.vehicles.gemini.transport.on_the_move import injure, motion, risk, wake

NEARBY_IN = 6.0
"""Carriers within this of a unit's reach are offered, even if only to say why not."""


class Board(Action, frozen=True, kw_only=True, tag="Board"):
    """Walk to a friendly vehicle and get in: part of the unit's move action. (VEH-BRD-04, VEH-BRD-09, VEH-JOIN-05)

    With `cling` the unit holds on to its outside instead. (VEH-BRD-12)
    """

    unit: UnitId
    vehicle: UnitId
    cling: bool = False

    def check(self, state: GameState) -> Refusal | None:
        """Points, the vehicle, both in one turn, room, and whether every model gets there."""
        refusal = may_act(state, self.side, self.unit, 1)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = self._unfit(state, unit) or self._vehicle(state, unit) or self._reach(state, unit)
        return refusal or self._doors(state, unit)

    def _unfit(self, state: GameState, unit: Unit) -> Refusal | None:
        if unit.is_vehicle or not unit.on_table:
            text = f"{unit.name} is not on foot on the table."
            return Refusal("not-on-foot", text, "VEH-BRD-04", "a unit on foot")
        if state.is_locked(unit.id):
            return Refusal("locked", f"{unit.name} is locked in melee.", "VEH-BRD-11", "breaking off first")
        if unit.boarded_turn == state.turn.number:
            text = f"{unit.name} left a vehicle in this turn and may board from its next turn on."
            return Refusal("left-this-turn", text, "VEH-BRD-01", "staying outside")
        return None

    def _vehicle(self, state: GameState, unit: Unit) -> Refusal | None:
        vehicle = state.units.get(self.vehicle)
        if vehicle is None or not vehicle.is_vehicle or vehicle.side != unit.side or not vehicle.on_table:
            return Refusal("no-vehicle", "There is no vehicle of yours to board.", "VEH-BRD-04", "a carrier")
        needed = passengers.places_taken(state, unit)
        free = passengers.clinging_free(state, vehicle) if self.cling else passengers.places_free(state, vehicle)
        if needed > free:
            where = "on its outside" if self.cling else "free"
            text = f"{unit.name} needs {needed} places; {vehicle.name} has {max(0, free)} {where}."
            rule = "VEH-BRD-12" if self.cling else "VEH-BRD-04"
            return Refusal("no-places", text, rule, "a vehicle with more room")
        return None

    def _doors(self, state: GameState, unit: Unit) -> Refusal | None:
        """Doors of civilian vehicles let only so many through. (VEH-BRD-08)"""
        vehicle = state.units[self.vehicle]
        return None if self.cling else transport_doors.barred(state, vehicle, [(m, m.at) for m in unit.alive])

    def _reach(self, state: GameState, unit: Unit) -> Refusal | None:
        vehicle = state.units[self.vehicle]
        for model in unit.alive:
            needed, barred = walk(state, model, vehicle, cling=self.cling)
            if barred or not is_within(needed, state.profile(model).m):
                text = f"{unit.name} does not reach {vehicle.name}: a model would have to walk {needed:.3g}″."
                most = state.profile(model).m
                return Refusal("out-of-reach", text, "VEH-BRD-04", f"a walk of {most:.3g}″ to within 2″ of it")
        return None

    def preview(self, state: GameState) -> Preview:
        """How far each model walks at most, and what boarding at speed may cost."""
        refusal = self.check(state)
        unit, vehicle = state.units.get(self.unit), state.units.get(self.vehicle)
        if unit is None or vehicle is None or not vehicle.is_vehicle or not unit.on_table:
            return Preview(ap=1, refusal=refusal)
        far = max((walk(state, m, vehicle, cling=self.cling)[0] for m in unit.alive), default=0.0)
        return replace(
            risk(state, unit, vehicle),
            ap=1,
            refusal=refusal,
            spent_in=far,
            allowance_in=min(state.profile(m).m for m in unit.alive),
        )

    def resolve(self, progress: Progress) -> None:
        """Pay, jump for it, and be aboard."""
        unit, vehicle = progress.state.units[self.unit], progress.state.units[self.vehicle]
        moving = not motion(progress.state, vehicle).is_stationary
        cling = ("VEH-BRD-12",) if self.cling else ()
        rules = ("VEH-BRD-04", "VEH-BRD-03", *(("VEH-BRD-09",) if moving else ()), *cling)
        far = max(walk(progress.state, m, vehicle, cling=self.cling)[0] for m in unit.alive)
        doors_used = (
            None if self.cling else transport_doors.used(progress.state, vehicle, [(m, m.at) for m in unit.alive])
        )
        progress.emit(PointsSpent(unit=unit.id, side=self.side, points=1, action="board", rules=("VEH-JOIN-05",)))
        placements = tuple(
            Placement(model=m.id, at=vehicle.models[0].at, facing=vehicle.models[0].facing) for m in unit.alive
        )
        progress.emit(
            ModelsMoved(
                side=unit.side,
                unit=unit.id,
                placements=placements,
                how="board",
                length_in=round(far, 4),
                spent_in=round(far, 4),
                rules=rules,
            )
        )
        if doors_used is not None:
            progress.emit(doors_used)
        progress.emit(
            BoardedVehicle(side=unit.side, unit=unit.id, vehicle=vehicle.id, clinging=self.cling, rules=rules)
        )
        injure(progress, unit.id, vehicle, "boarding")


class BoardedVehicle(Event, frozen=True, kw_only=True, tag="BoardedVehicle"):
    """A unit is aboard. (VEH-BRD-04)"""

    vehicle: UnitId
    clinging: bool = False

    def evolve(self, state: GameState) -> GameState:
        """It rides along and may not leave in this turn. (VEH-BRD-01)"""
        assert self.unit is not None
        unit = state.units[self.unit]
        number = state.turn.number
        return state.with_unit(replace(unit, aboard=self.vehicle, clinging=self.clinging, boarded_turn=number))

    def sentence(self, state: GameState) -> str:
        """Who boards what."""
        assert self.unit is not None
        verb = "clings to" if self.clinging else "boards"
        return f"{state.units[self.unit].name} {verb} {state.units[self.vehicle].name}"


def walk(state: GameState, model: Model, vehicle: Unit, *, cling: bool = False) -> tuple[float, bool]:
    """Inches of move that a model needs to come within 2 inches of an access point, and whether its way is barred.

    A stationary vehicle is entered by its doors, over its sides if it is open; a moving one from its wake. Who clings
    holds on anywhere. (VEH-BRD-04, VEH-BRD-07, VEH-BRD-09, VEH-BRD-12)
    """
    moving = not motion(state, vehicle).is_stationary
    exits = () if moving or cling else doors(state, vehicle)
    goal = min(exits, key=lambda e: distance(model.at, e)) if exits else _edge(state, model, vehicle, moving)
    gap = distance(model.at, goal) - outside.STEP_OUT_IN
    if is_within(gap, 0):
        return 0.0, False
    leg = ground.cost_of_leg(state, model, model.at, toward(model.at, goal, gap))
    return leg.cost_in, leg.barred is not None


def _edge(state: GameState, model: Model, vehicle: Unit, moving: bool) -> Point:
    """The nearest point of the hull's outline, or of its wake's."""
    sweep = swept(wake(state, vehicle)) if moving else Swept((hull_of(state, vehicle).corners(),))
    if sweep.distance_to(model.at) == 0:
        return model.at
    return min((rings.nearest_on_edge(p, model.at) for p in sweep.pieces), key=lambda q: distance(model.at, q))


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """Boarding, for the acting unit on foot with a carrier near."""
    active = state.turn.active
    unit = state.units[active] if active is not None and state.active_side == side else None
    if unit is None or unit.is_vehicle or not unit.on_table:
        return
    reach = NEARBY_IN + state.profile(unit.alive[0]).m
    for vehicle in state.units_of(side):
        if not (vehicle.is_vehicle and vehicle.on_table) or walk(state, unit.alive[0], vehicle, cling=True)[0] > reach:
            continue
        if profile_of(state, vehicle).capacity:
            board = Board(side=side, unit=unit.id, vehicle=vehicle.id)
            yield offered(state, board, kind="board", unit=unit.id, target=vehicle.id, ap=1, label=vehicle.name)
        cling = Board(side=side, unit=unit.id, vehicle=vehicle.id, cling=True)
        if cling.check(state) is None:
            label = f"On the outside of {vehicle.name}"
            yield Offer(kind="cling", unit=unit.id, target=vehicle.id, ap=1, label=label, action=cling)


ACTIONS: tuple[type[Action], ...] = (Board,)
EVENTS: tuple[type[Event], ...] = (BoardedVehicle,)
