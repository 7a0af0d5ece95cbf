"""Zones in which units set up hidden: nobody sees them until they show themselves."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.core.ids import SideId
from rules.forces.unit import Unit
from rules.geometry import rings
from rules.progress import Progress
from rules.state import Event, GameState, Placement


class SetUpHidden(Event, frozen=True, kw_only=True, tag="SetUpHidden"):
    """A unit sets up where nobody sees it."""

    def evolve(self, state: GameState) -> GameState:
        """It is hidden until it shows itself."""
        assert self.unit is not None
        return state.with_unit(replace(state.units[self.unit], hidden=True))

    def sentence(self, state: GameState) -> str:
        """Who."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} sets up hidden"


def is_hiding(state: GameState, side: SideId, placements: Sequence[Placement]) -> bool:
    """Whether all of those places are in one of the side's hidden zones."""
    zones = [z.points for z in state.scenario.zones if z.side == side and z.hidden]
    return any(all(rings.encloses(zone, p.at) for p in placements) for zone in zones)


def hide(progress: Progress, unit: Unit, placements: Sequence[Placement]) -> None:
    """Hide a unit that is about to stand in a hidden zone."""
    if not unit.hidden and is_hiding(progress.state, unit.side, placements):
        progress.emit(SetUpHidden(side=unit.side, unit=unit.id, seen_by=(unit.side,)))


EVENTS: tuple[type[Event], ...] = (SetUpHidden,)
