"""What the host rules about tiles: ways on blocked and free again, the next tile laid by hand. (BLD-TILE-03)"""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from rules.buildings.tiles import lay, room
from rules.core.ids import TerrainId
from rules.core.refusal import Refusal
from rules.progress import Action, Progress
from rules.state import Event, GameState
from rules.table.terrain import Terrain

RULE: Final = "BLD-TILE-03"

TileRuling = Literal["block", "free", "reveal"]

WORDS: Final[dict[TileRuling, str]] = {
    "block": "is blocked: nobody opens it",
    "free": "may be opened again",
    "reveal": "is opened, and the next tile laid",
}
"""What becomes of a way on."""


class RuleTile(Action, frozen=True, kw_only=True, tag="RuleTile"):
    """Mark a way on as blocked or free, or lay the tile behind it by hand; `shape` is that of the tile, else drawn."""

    way: TerrainId
    ruling: TileRuling
    reason: str
    shape: str = ""

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A way on of this table, what can be ruled of it, a tile that is left, a reason."""
        way = self._way(state)
        if way is None:
            return Refusal("no-way", "There is no way on of that name.", RULE, "a way that is closed")
        if not self.reason.strip():
            return Refusal("no-reason", "A ruling needs its reason, for the log.", RULE, "a few words")
        if self.ruling != "reveal":
            return None
        left = room.left(state)
        if not left or (self.shape and self.shape not in left):
            text = f"No tile {self.shape} is left." if self.shape else "All tiles are laid."
            return Refusal("none-left", text, "BLD-TILE-02", ", ".join(left) or "what is laid")
        refusal = lay.no_room(state, way)
        if refusal is None and self.shape and self.shape not in lay.fitting(state, way):
            text = f"There is no room for a tile {self.shape} behind that way."
            return Refusal("no-room", text, lay.RULE, ", ".join(lay.fitting(state, way)))
        return refusal

    def _way(self, state: GameState) -> Terrain | None:
        return next((w for w in room.ways_on(state) if w.id == self.way), None)

    def resolve(self, progress: Progress) -> None:
        """So it is."""
        if self.ruling == "reveal":
            lay.draw(progress, self.side, None, self.way, shape=self.shape, reason=self.reason)
            return
        event = WayRuled(
            side=self.side, way=self.way, blocked=self.ruling == "block", reason=self.reason, rules=(RULE,)
        )
        progress.emit(event)


class WayRuled(Event, frozen=True, kw_only=True, tag="WayRuled"):
    """The host ruled that a way on is blocked, or that it is not any more. (BLD-TILE-03)"""

    way: TerrainId
    blocked: bool
    reason: str

    def evolve(self, state: GameState) -> GameState:
        """Nobody opens it, or somebody may."""
        ruled = (replace(p, blocked=self.blocked) if p.id == self.way else p for p in state.terrain)
        return replace(state, terrain=tuple(ruled))

    def sentence(self, state: GameState) -> str:
        """What it is now, and why."""
        return f"Host: a way on {WORDS['block' if self.blocked else 'free']} ({self.reason})"


ACTIONS: tuple[type[Action], ...] = (RuleTile,)
EVENTS: tuple[type[Event], ...] = (WayRuled,)
