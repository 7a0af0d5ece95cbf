"""Units that need no air move under water, hidden. (ARAP-SWIM-03)"""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.ids import UnitId
from rules.forces.unit import Unit
from rules.gemini import ground
from rules.progress import Progress
from rules.state import Event, GameState

TRAIT = "underwater"
"""Gills, a supply of air, or no need to breathe."""


def is_under(state: GameState, unit: Unit) -> bool:
    """Whether all of the unit is under water and at home there."""
    return all(state.profile(m).has(TRAIT) and ground.in_water(state, m.at) for m in unit.alive)


def dive_or_surface(progress: Progress, unit_id: UnitId) -> None:
    """After a move: hidden once the last member is under water, seen again when the first comes out."""
    state = progress.state
    unit = state.units[unit_id]
    if not unit.alive or not (unit.submerged or state.profile(unit.alive[0]).has(TRAIT)):
        return
    under = is_under(state, unit)
    if under != unit.submerged:
        progress.emit(Submerged(side=unit.side, unit=unit_id, under=under, rules=("ARAP-SWIM-03",)))


class Submerged(Event, frozen=True, kw_only=True, tag="Submerged"):
    """A unit has gone under water, or come up again."""

    under: bool

    def evolve(self, state: GameState) -> GameState:
        """Under water it is hidden."""
        assert self.unit is not None
        return state.with_unit(replace(state.units[self.unit], hidden=self.under, submerged=self.under))

    def sentence(self, state: GameState) -> str:
        """Down or up."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} {'goes under water' if self.under else 'comes out of the water'}"


EVENTS: tuple[type[Event], ...] = (Submerged,)
