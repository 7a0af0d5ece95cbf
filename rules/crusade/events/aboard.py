"""Getting in and out, and who drives. (CRU-TRAN, CRU-BOARD)"""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.ids import UnitId
from rules.crusade import marks
from rules.crusade.events.words import named, put
from rules.state import Event, GameState


class GotAboard(Event, frozen=True, kw_only=True, tag="GotAboard"):
    """A troop gets into a vehicle, its own side's or an enemy's. (CRU-TRAN-01, CRU-BOARD-05)"""

    unit: UnitId
    vehicle: UnitId
    spent_in: float

    def evolve(self, state: GameState) -> GameState:
        """It rides along."""
        at = state.units[self.vehicle].models[0].at
        state = put(state, self.unit, at, state.units[self.unit].models[0].facing)
        state = state.with_unit(replace(state.units[self.unit], aboard=self.vehicle, hidden=False))
        return marks.with_model(state, self.unit, spent_in=self.spent_in)

    def sentence(self, state: GameState) -> str:
        """Into what."""
        return f"{named(state, self.unit)} gets aboard {named(state, self.vehicle)}"


class GotOut(Event, frozen=True, kw_only=True, tag="GotOut"):
    """A troop gets out of a vehicle. (CRU-TRAN-04, CRU-TRAN-05)"""

    unit: UnitId
    at: tuple[float, float]
    spent_in: float
    vehicle: UnitId | None = None
    """What it gets out of."""

    def evolve(self, state: GameState) -> GameState:
        """It stands beside it."""
        left = state.units[self.unit].aboard
        state = put(state, self.unit, self.at, state.units[self.unit].models[0].facing)
        state = state.with_unit(replace(state.units[self.unit], aboard=None))
        if left is not None and marks.of(state, left).driver == self.unit:
            state = marks.with_model(state, left, driver=None)
        return marks.with_model(state, self.unit, spent_in=self.spent_in)

    def sentence(self, state: GameState) -> str:
        """Who is out of what."""
        return f"{named(state, self.unit)} gets out" + (f" of {named(state, self.vehicle)}" if self.vehicle else "")


class DriverChanged(Event, frozen=True, kw_only=True, tag="DriverChanged"):
    """Somebody takes over as driver, or there is nobody any more. (CRU-TRAN-06)"""

    unit: UnitId
    driver: UnitId | None = None
    spent_in: float = 0.0
    taken: bool = False
    """From an enemy: what it did in his turn is over, it may act in this one."""

    def evolve(self, state: GameState) -> GameState:
        """It is noted at the vehicle, which is of its driver's side; what it took, at the driver."""
        state = marks.with_model(state, self.unit, driver=self.driver, driven=True)
        state = marks.begin_turn(state, self.unit) if self.taken else state
        if self.driver is not None:
            state = state.with_unit(replace(state.units[self.unit], side=state.units[self.driver].side))
        return marks.with_model(state, self.driver, spent_in=self.spent_in) if self.driver else state

    def sentence(self, state: GameState) -> str:
        """Who drives."""
        if self.driver is None:
            return f"Nobody drives {named(state, self.unit)}"
        return f"{named(state, self.driver)} takes over as driver of {named(state, self.unit)}"


EVENTS: tuple[type[Event], ...] = (
    GotAboard,
    GotOut,
    DriverChanged,
)
