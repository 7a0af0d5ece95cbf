"""What the host rules of armoured buildings: hull points left, whether they are locked. (BLD-BUNK-04, BLD-BUNK-05)"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.buildings.bunkers import sections
from rules.buildings.bunkers.sections import ArmouredSection
from rules.core.ids import TerrainId
from rules.core.refusal import Refusal, quoted
from rules.progress import Action, Progress
from rules.state import Event, GameState
from rules.table.armoured import Armoured, Own
from rules.table.terrain import Terrain

LOCKS: Final[dict[Own, str]] = {
    "": "as it is",
    "yes": "locked: only friends of those inside go in while it is whole",
    "no": "open to everybody",
}
"""What may be ruled of who goes in, in words. (BLD-BUNK-04)"""


def ruled_sections(state: GameState) -> tuple[tuple[str, ArmouredSection], ...]:
    """Every section of an armoured building that stands, by the id of its piece and its letter."""
    every = ((p, s) for p in state.terrain for s in sections.of_piece(state, p))
    return tuple((f"{piece.id}/{here.letter}", here) for piece, here in every)


class RuleBunker(Action, frozen=True, kw_only=True, tag="RuleBunker"):
    """The host rules how many hull points an armoured building or a section of it has left, and who may go in.

    `section` is the id of its piece and its letter, as in "redoubt/" or "keep/A"; `locked` is said of all of a
    building, "" leaves it as it is. Without hull points it stands. (BLD-BUNK-04, BLD-BUNK-05, BLD-BUNK-16)
    """

    section: str
    left: int
    reason: str
    locked: Own = ""

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """An armoured section of this table, as many points as it may have, a reason."""
        here = self._found(state)
        if here is None:
            allowed = ", ".join(s.name for _, s in ruled_sections(state)) or "none on this table"
            text = f"There is no armoured building {quoted(self.section)}."
            return Refusal("no-armour", text, "BLD-BUNK-05", allowed)
        if not 0 <= self.left <= here.armour.points:
            text = f"{here.name} has 0 to {here.armour.points} hull points."
            return Refusal("bad-points", text, "BLD-BUNK-05", f"0 to {here.armour.points}")
        if not self.reason.strip():
            return Refusal("no-reason", "A ruling needs its reason, for the log.", "BLD-BUNK-05", "why it is so")
        return None

    def _found(self, state: GameState) -> ArmouredSection | None:
        return dict(ruled_sections(state)).get(self.section)

    def resolve(self, progress: Progress) -> None:
        """It is so."""
        here = self._found(progress.state)
        assert here is not None
        now = _with_left(here, self.left)
        if self.locked:
            now = replace(now, armoured=replace(now.armoured or Armoured(), locked=self.locked))
        rules = ("ARAP-GEN-01", "BLD-BUNK-05", *(("BLD-BUNK-04",) if self.locked else ()))
        event = BunkerRuled(side=self.side, terrain=now.id, name=here.name, left=self.left, now=now, rules=rules)
        progress.emit(replace(event, locked=self.locked, reason=self.reason))


def _with_left(here: ArmouredSection, left: int) -> Terrain:
    """The piece on which that section has so many points left; what the whole has lost comes off each."""
    lost, piece, room = here.armour.points - left, here.piece, here.room
    if room is None or piece.building is None:
        return replace(piece, damage=lost)
    own = replace(room, damage=lost - piece.damage)
    rooms = tuple(own if r.letter == room.letter else r for r in piece.building.sections)
    return replace(piece, building=replace(piece.building, sections=rooms))


class BunkerRuled(Event, frozen=True, kw_only=True, tag="BunkerRuled"):
    """The host has said what an armoured building has left, and who goes in. (BLD-BUNK-05, BLD-BUNK-04)"""

    terrain: TerrainId
    name: str
    left: int
    now: Terrain
    """The piece as it is now."""
    locked: Own = ""
    reason: str = ""

    def evolve(self, state: GameState) -> GameState:
        """The piece is like that."""
        return replace(state, terrain=tuple(self.now if p.id == self.terrain else p for p in state.terrain))

    def sentence(self, state: GameState) -> str:
        """What it has left, and why."""
        lock = f" and is {LOCKS[self.locked]}" if self.locked else ""
        points = f"{self.left or 'no'} hull point{'' if self.left == 1 else 's'}"
        return f"Host: {self.name} has {points} left{lock} ({self.reason})"


ACTIONS: tuple[type[Action], ...] = (RuleBunker,)
EVENTS: tuple[type[Event], ...] = (BunkerRuled,)
