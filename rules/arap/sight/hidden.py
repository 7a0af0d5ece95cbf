"""A hidden unit that fires is hidden no longer; one that only throws stays so. (ARAP-GREN-05)

Units that need no air move under water, hidden. (ARAP-SWIM-03)
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.arap.terrain import ground
from rules.core.ids import UnitId
from rules.forces.unit import Unit
from rules.progress import Progress
from rules.state import Event, GameState

RULES: Final = ("ARAP-GREN-05", "ARAP-GEN-09")


class Revealed(Event, frozen=True, kw_only=True, tag="Revealed"):
    """A hidden unit has shown where it is."""

    def evolve(self, state: GameState) -> GameState:
        """Everybody knows of it."""
        assert self.unit is not None
        return state.with_unit(replace(state.units[self.unit], hidden=False))

    def sentence(self, state: GameState) -> str:
        """Who shows itself."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} fires and is hidden no longer"


def reveal(progress: Progress, unit: UnitId) -> None:
    """Show a unit that is about to fire, if it is hidden."""
    found = progress.state.units[unit]
    if found.hidden:
        progress.emit(Revealed(side=found.side, unit=unit, rules=RULES))


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


EVENTS: tuple[type[Event], ...] = (
    Revealed,
    Submerged,
)
