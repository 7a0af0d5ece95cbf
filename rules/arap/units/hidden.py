"""A hidden unit that fires is hidden no longer; one that only throws stays so. (ARAP-GREN-05)"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.core.ids import UnitId
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


EVENTS: tuple[type[Event], ...] = (Revealed,)
