"""What only one side knows of the table: mines that nobody has set off yet, and zones to set up hidden in."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.core.ids import SideId, TerrainId
from rules.forces.unit import Unit
from rules.geometry import rings
from rules.progress import Progress
from rules.state import Event, GameState, Placement
from rules.table.terrain import Terrain


class SecretFound(Event, frozen=True, kw_only=True, tag="SecretFound"):
    """Somebody has walked into a piece of terrain that was secret."""

    terrain: TerrainId
    name: str

    def evolve(self, state: GameState) -> GameState:
        """Everybody knows of it."""
        found = (replace(t, secret=None) if t.id == self.terrain else t for t in state.terrain)
        return replace(state, terrain=tuple(found))

    def sentence(self, state: GameState) -> str:
        """What it is."""
        return f"{self.name} is found"


def find(progress: Progress, terrain: Terrain) -> None:
    """Show a piece on which somebody is about to roll, if it is secret."""
    if terrain.secret is not None:
        progress.emit(SecretFound(terrain=terrain.id, name=terrain.name))


def find_area(progress: Progress, area_id: str) -> None:
    """Show the piece of that id in the same way."""
    for terrain in progress.state.terrain:
        if terrain.id == area_id:
            find(progress, terrain)


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


EVENTS: tuple[type[Event], ...] = (SecretFound, SetUpHidden)
