"""Rulings on who is aboard of a vehicle, serves it and drives it. (CRU-TRAN-06, CRU-TRAN-07)"""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.ids import UnitId
from rules.core.refusal import Refusal
from rules.crusade import marks, models
from rules.crusade.events.aboard import DriverChanged
from rules.crusade.events.words import named, put
from rules.crusade.rulings.reasons import RULE, no_reason, unknown_model
from rules.forces.unit import Unit
from rules.progress import Action, Progress
from rules.state import Event, GameState


def _no_carrier(state: GameState, vehicle: UnitId) -> Refusal | None:
    """Refuse what nobody can be aboard of."""
    if refusal := unknown_model(state, vehicle):
        return refusal
    unit = state.units[vehicle]
    if unit.is_vehicle and not unit.is_gone and not models.is_wreck(state, vehicle):
        return None
    return Refusal("no-vehicle", f"{unit.name} is no vehicle in play.", RULE, "a vehicle in play")


class RuleAboard(Action, frozen=True, kw_only=True, tag="RuleAboard"):
    """Put a troop into a vehicle, or into an open position of one, whatever room it has. (CRU-TRAN-02, CRU-TRAN-07)"""

    unit: UnitId
    vehicle: UnitId
    crew: bool = False
    """It serves it from an open position."""
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A troop in play, a vehicle in play with such a place, a reason."""
        refusal = unknown_model(state, self.unit) or _no_carrier(state, self.vehicle) or no_reason(self.reason)
        if refusal:
            return refusal
        unit, carrier = state.units[self.unit], state.units[self.vehicle]
        if unit.is_vehicle or unit.is_gone:
            return Refusal("bad-ruling", f"{unit.name} is no troop in play.", RULE, "a troop in play")
        if self.crew and not models.vehicle(state, carrier.id).open_crew:
            return Refusal("bad-ruling", f"{carrier.name} has no open positions.", "CRU-TRAN-07", "as a passenger")
        return None

    def resolve(self, progress: Progress) -> None:
        """It is there; what it drove before nobody drives."""
        state = progress.state
        unit = state.units[self.unit]
        rider = AboardRuled(side=unit.side, unit=unit.id, vehicle=self.vehicle, crew=self.crew, reason=self.reason)
        if unit.aboard is not None and unit.aboard != self.vehicle:
            leave_wheel(progress, unit)
        progress.emit(rider)


def leave_wheel(progress: Progress, unit: Unit) -> None:
    """The vehicle that it drives, if it does, has no driver from now on. (CRU-TRAN-06)"""
    left = unit.aboard
    if left is not None and marks.of(progress.state, left).driver == unit.id:
        side = progress.state.units[left].side
        progress.emit(DriverChanged(side=side, unit=left, rules=("CRU-TRAN-06",)))


class AboardRuled(Event, frozen=True, kw_only=True, tag="AboardRuled"):
    """The host put a troop into a vehicle."""

    unit: UnitId
    vehicle: UnitId
    crew: bool
    reason: str

    def evolve(self, state: GameState) -> GameState:
        """It rides along; crew of another vehicle it is no more."""
        left = state.units[self.unit].aboard
        if left is not None:
            state = marks.with_model(state, left, crew=_without(marks.of(state, left).crew, self.unit))
        if self.crew:
            crew = (*_without(marks.of(state, self.vehicle).crew, self.unit), self.unit)
            state = marks.with_model(state, self.vehicle, crew=crew)
        state = put(state, self.unit, state.units[self.vehicle].models[0].at, state.units[self.unit].models[0].facing)
        return state.with_unit(replace(state.units[self.unit], aboard=self.vehicle, hidden=False))

    def sentence(self, state: GameState) -> str:
        """Who is aboard of what, and why."""
        serves = ", as its crew" if self.crew else ""
        return f"Host: {named(state, self.unit)} is aboard {named(state, self.vehicle)}{serves} ({self.reason})"


def _without(crew: tuple[UnitId, ...], unit: UnitId) -> tuple[UnitId, ...]:
    return tuple(each for each in crew if each != unit)


class RuleDriver(Action, frozen=True, kw_only=True, tag="RuleDriver"):
    """Say who drives an open vehicle, or that nobody does. (CRU-TRAN-06)"""

    wheel: str
    """The vehicle, and who drives it: `a1/a2`; `a1/` for nobody."""
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """An open vehicle in play, somebody aboard of it or nobody, a reason."""
        vehicle, driver = _at_wheel(self.wheel)
        if refusal := _no_carrier(state, vehicle) or no_reason(self.reason):
            return refusal
        hull, name = models.vehicle(state, vehicle), state.units[vehicle].name
        if hull.immobile or not (hull.open_transport or hull.open_crew):
            text = f"{name} is closed, or cannot move: nobody is its driver."
            return Refusal("bad-ruling", text, "CRU-TRAN-06", "an open vehicle")
        riding = [u.id for u in models.aboard(state, vehicle) if not u.is_vehicle]
        if driver is None or driver in riding:
            return None
        able = ", ".join(f"{vehicle}/{each}" for each in riding)
        return Refusal("not-aboard", f"That model is not aboard {name}.", RULE, able or f"{vehicle}/ for nobody")

    def resolve(self, progress: Progress) -> None:
        """A vehicle that an enemy of its side drives is his, and what it did before is over."""
        vehicle, driver = _at_wheel(self.wheel)
        side = progress.state.units[vehicle].side
        drives = progress.state.units[driver].side if driver else side
        ruled = DriverRuled(side=drives, unit=vehicle, driver=driver, taken=drives != side, reason=self.reason)
        progress.emit(ruled)


def _at_wheel(wheel: str) -> tuple[UnitId, UnitId | None]:
    vehicle, _, driver = wheel.partition("/")
    return UnitId(vehicle), UnitId(driver) if driver else None


class DriverRuled(Event, frozen=True, kw_only=True, tag="DriverRuled"):
    """The host said who drives a vehicle."""

    unit: UnitId
    driver: UnitId | None = None
    taken: bool = False
    """From an enemy. (CRU-TRAN-06)"""
    reason: str

    def evolve(self, state: GameState) -> GameState:
        """It is noted at the vehicle, which is of its driver's side."""
        state = marks.with_model(state, self.unit, driver=self.driver, driven=True)
        state = marks.begin_turn(state, self.unit) if self.taken else state
        if self.driver is None:
            return state
        return state.with_unit(replace(state.units[self.unit], side=state.units[self.driver].side))

    def sentence(self, state: GameState) -> str:
        """Who drives what, and why."""
        who = named(state, self.driver) if self.driver else "nobody"
        return f"Host: {who} drives {named(state, self.unit)} ({self.reason})"


ACTIONS: tuple[type[Action], ...] = (RuleAboard, RuleDriver)
EVENTS: tuple[type[Event], ...] = (AboardRuled, DriverRuled)
