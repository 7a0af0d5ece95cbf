"""Stopped: a vehicle declared so may be boarded safely and does not move in its next turn. (VEH-BRD-03)"""

from __future__ import annotations

from msgspec.structs import replace

from rules.arap.units.permission import own_unit, whose_turn
from rules.core.ids import UnitId
from rules.core.refusal import Refusal
from rules.progress import Action, Progress
from rules.state import Event, GameState
from rules.vehicles.gemini.motion import momentum


class DeclareStopped(Action, frozen=True, kw_only=True, tag="DeclareStopped"):
    """Declare a vehicle Stopped after its actions: boarding is safe, and it may not move next turn. (VEH-BRD-03)"""

    unit: UnitId

    def check(self, state: GameState) -> Refusal | None:
        """In its own activation phase, once it has acted."""
        refusal = whose_turn(state, self.side) or own_unit(state, self.side, self.unit)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        if not unit.is_vehicle:
            return Refusal("not-a-vehicle", f"{unit.name} goes on foot.", "VEH-BRD-03", "a vehicle")
        if not unit.now.tried:
            text = f"{unit.name} has not been activated in this turn."
            return Refusal("not-activated", text, "VEH-BRD-03", "activating it first")
        if unit.now.stopped:
            return Refusal("stopped", f"{unit.name} has been declared Stopped.", "VEH-BRD-03", "finishing")
        if not momentum.is_still(unit):
            text = f"{unit.name} still goes at {momentum.in_words(momentum.speed_of(unit))}."
            return Refusal("moving", text, "VEH-RACE-03", "losing all speed by driving first")
        return None

    def resolve(self, progress: Progress) -> None:
        """It costs nothing."""
        progress.emit(VehicleStopped(unit=self.unit, side=self.side, rules=("VEH-BRD-03",)))


class VehicleStopped(Event, frozen=True, kw_only=True, tag="VehicleStopped"):
    """The vehicle was declared Stopped: no movement in its next turn. (VEH-BRD-03)"""

    def evolve(self, state: GameState) -> GameState:
        """The turn's record says so."""
        assert self.unit is not None
        unit = state.units[self.unit]
        return state.with_unit(replace(unit, now=replace(unit.now, stopped=True)))

    def sentence(self, state: GameState) -> str:
        """Who has stopped."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} stops for boarding"


ACTIONS: tuple[type[Action], ...] = (DeclareStopped,)
EVENTS: tuple[type[Event], ...] = (VehicleStopped,)
