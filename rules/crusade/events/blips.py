"""Covered markers. (CRU-BLIP)"""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.ids import UnitId
from rules.crusade import marks
from rules.crusade.events.words import named
from rules.crusade.marks import Blip
from rules.state import Event, GameState


class BlipLaid(Event, frozen=True, kw_only=True, tag="BlipLaid"):
    """The host lays a covered marker. (CRU-BLIP-01)"""

    blip: Blip

    def evolve(self, state: GameState) -> GameState:
        """It lies there."""
        noted = marks.marks(state)
        return replace(state, own=replace(noted, blips=(*noted.blips, self.blip)))

    def sentence(self, state: GameState) -> str:
        """That there is one."""
        return "A blip is laid"


class BlipShown(Event, frozen=True, kw_only=True, tag="BlipShown"):
    """A vehicle drove past a blip. (CRU-BLIP-01)"""

    blip: str
    content: str

    def evolve(self, state: GameState) -> GameState:
        """Everybody knows what it is."""
        noted = marks.marks(state)
        shown = (replace(b, shown=True, content=self.content) if b.id == self.blip else b for b in noted.blips)
        return replace(state, own=replace(noted, blips=tuple(shown)))

    def sentence(self, state: GameState) -> str:
        """What lies there."""
        return f"{named(state, self.unit)} reveals a blip: {self.content or 'nothing'}"


class BlipTaken(Event, frozen=True, kw_only=True, tag="BlipTaken"):
    """A troop picks a blip up; everybody sees what it is. (CRU-TURN-02, CRU-BLIP-01)"""

    unit: UnitId
    blip: str
    content: str

    def evolve(self, state: GameState) -> GameState:
        """It is carried, and lies on the table no more."""
        noted = marks.marks(state)
        taken = {"shown": True, "content": self.content, "taken_by": self.unit}
        blips = tuple(replace(b, **taken) if b.id == self.blip else b for b in noted.blips)
        return replace(state, own=replace(noted, blips=blips))

    def sentence(self, state: GameState) -> str:
        """Who has what now."""
        return f"{named(state, self.unit)} picks up a blip: {self.content or 'nothing'}"


EVENTS: tuple[type[Event], ...] = (
    BlipLaid,
    BlipShown,
    BlipTaken,
)
