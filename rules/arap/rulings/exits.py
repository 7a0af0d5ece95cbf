"""Exits of terrain tiles that stay closed: what lies behind one is laid when it is opened. (BLD-TILE-03)"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.arap import version_1
from rules.core.ids import TerrainId
from rules.core.refusal import Refusal, quoted
from rules.progress import Action, Progress
from rules.state import Event, GameState
from rules.table.terrain import Terrain

RULE: Final = "BLD-TILE-03"


def closed_exits(state: GameState) -> tuple[Terrain, ...]:
    """The closed exits on the table; ways on to tiles that are not laid yet are opened by who comes to them."""
    return tuple(piece for piece in state.terrain if piece.closed and piece.leads is None)


class OpenExit(Action, frozen=True, kw_only=True, tag="OpenExit"):
    """The host has an exit opened: what lies behind it is laid on the table. (BLD-TILE-03)"""

    terrain: TerrainId
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A closed exit on the table, with a reason."""
        here = closed_exits(state)
        if not any(piece.id == self.terrain for piece in here):
            allowed = ", ".join(piece.name for piece in here) or "none on this table"
            return Refusal("no-closed-exit", f"There is no closed exit {quoted(self.terrain)}.", RULE, allowed)
        if not self.reason.strip():
            return Refusal("no-reason", "A ruling needs its reason, for the log.", RULE, "who opens or passes it")
        return None

    def resolve(self, progress: Progress) -> None:
        """The way is free, and the pieces behind it lie on the table."""
        state = progress.state
        behind = tuple(piece for piece in state.scenario.terrain if piece.behind == self.terrain)
        laid = tuple(replace(piece, behind=None) for piece in behind)
        closed = next(piece for piece in state.terrain if piece.id == self.terrain)
        progress.emit(
            ExitOpened(
                side=self.side,
                terrain=self.terrain,
                name=closed.name,
                laid=laid,
                exit=opened(closed),
                reason=self.reason,
                rules=("ARAP-GEN-01", RULE),
            )
        )


class ExitOpened(Event, frozen=True, kw_only=True, tag="ExitOpened"):
    """A closed exit is open, and what lies behind it is on the table. (BLD-TILE-03)"""

    terrain: TerrainId
    name: str
    laid: tuple[Terrain, ...]
    reason: str
    exit: Terrain | None = None
    """The exit as it is now."""

    def evolve(self, state: GameState) -> GameState:
        """Nothing bars the exit any more; the new pieces lie on top."""
        pieces = (
            self.exit or version_1.opened(piece) if piece.id == self.terrain else piece for piece in state.terrain
        )
        return replace(state, terrain=tuple(pieces)).add_terrain(*self.laid)

    def sentence(self, state: GameState) -> str:
        """What opens, what is behind, and why."""
        known = [piece.name for piece in self.laid if piece.name and piece.secret is None]
        behind = f", behind it {', '.join(dict.fromkeys(known))}" if known else ""
        return f"Host: {self.name or 'an exit'} is opened{behind} ({self.reason})"


def opened(piece: Terrain) -> Terrain:
    """An exit that bars neither way nor sight. (BLD-TILE-03)"""
    return replace(piece, closed=False, going="open", cover="none", blocks_sight=False, height_in=0)


ACTIONS: tuple[type[Action], ...] = (OpenExit,)
EVENTS: tuple[type[Event], ...] = (ExitOpened,)
