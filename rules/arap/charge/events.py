"""What happens in a charge: it is declared, and it ends. (ARAP-CHG-01, -05)"""

from __future__ import annotations

from msgspec.structs import replace

from rules.arap import version_1
from rules.core.ids import UnitId
from rules.state import Event, GameState


class ChargeDeclared(Event, frozen=True, kw_only=True, tag="ChargeDeclared"):
    """A unit charges; nobody has moved yet."""

    target: UnitId
    distance_in: float

    def evolve(self, state: GameState) -> GameState:
        """One charge more in this turn; a unit that was hidden is hidden no longer."""
        assert self.unit is not None
        unit = state.units[self.unit]
        now = replace(unit.now, charges=unit.now.charges + 1, target_ran=False, charge_spent_in=0)
        return state.with_unit(replace(unit, now=now, hidden=False))

    def sentence(self, state: GameState) -> str:
        """Who charges whom from how far; into the next section of a house is no distance."""
        assert self.unit is not None
        far = f" from {round(self.distance_in, 2):g}″" if self.distance_in else ""
        return f"{state.units[self.unit].name} charges {state.units[self.target].name}{far}"


class ChargeEnded(Event, frozen=True, kw_only=True, tag="ChargeEnded"):
    """A charge came home, fell short, or hit the air because the enemy ran. (ARAP-CHG-05, ARAP-RUN-04)"""

    target: UnitId
    home: bool
    ran: bool = False
    held_ap: int | None = None
    """Points kept for the end of the melee; whatever else was left is gone. (ARAP-ACT-07)"""
    goes_on: bool = False
    """It may charge once more with what it has left. (ARAP-CHG-02, ARAP-RUN-04)"""
    waited: tuple[UnitId, ...] = ()
    """Those who stood in its way wait no longer. (ARAP-INT-01)"""

    def evolve(self, state: GameState) -> GameState:
        """Points are gone, but for one that charges on; those of a unit now in melee are kept for its end."""
        assert self.unit is not None
        if self.held_ap is None:  # a log of version 1
            held, on = (state.turn.ap if self.home and not self.ran else 0), self.ran and not self.home
            waited = version_1.in_the_way(state, self.unit)
            return replace(self, held_ap=held, goes_on=on, waited=waited).evolve(state)
        unit = state.units[self.unit]
        unit = replace(unit, now=replace(unit.now, target_ran=self.goes_on), held_ap=self.held_ap)
        state = state.with_units(unit, *(replace(state.units[u], intercepting=None) for u in self.waited))
        return state if self.goes_on or state.turn.active != self.unit else state.with_turn(ap=0)

    def sentence(self, state: GameState) -> str:
        """How it ended."""
        assert self.unit is not None
        unit, target = state.units[self.unit].name, state.units[self.target].name
        if self.ran:
            return f"{unit} catches {target}" if self.home else f"{target} gets away"
        return "" if self.home else f"The charge of {unit} falls short"


EVENTS: tuple[type[Event], ...] = (ChargeDeclared, ChargeEnded)
