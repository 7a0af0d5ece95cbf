"""Blips that the host lays, takes away, covers and uncovers. (CRU-BLIP-01)"""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from rules.core.refusal import Refusal, quoted
from rules.crusade import marks, models
from rules.crusade.events.blips import BlipLaid
from rules.crusade.marks import Blip
from rules.crusade.rulings.reasons import no_reason
from rules.geometry.lengths import Point
from rules.geometry.rings import holds, rectangle
from rules.progress import Action, Progress
from rules.state import Event, GameState

_RULE: Final = "CRU-BLIP-01"


class LayBlip(Action, frozen=True, kw_only=True, tag="LayBlip"):
    """The host lays a covered marker; a vehicle that drives past reveals it. (CRU-BLIP-01)"""

    id: str
    at: tuple[float, float]
    content: str = ""

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """Each has its own name, on the table."""
        if any(blip.id == self.id for blip in marks.marks(state).blips):
            return Refusal("blip-known", f"There is a blip {self.id} already.", _RULE, "another name")
        ring = rectangle(0.0, 0.0, state.scenario.width_in, state.scenario.height_in)
        if not holds(ring, self.at):
            return Refusal("off-table", "That is off the table.", _RULE, "a place on the table")
        return None

    def resolve(self, progress: Progress) -> None:
        """It lies there, covered."""
        blip = Blip(id=self.id, at=self.at, content=self.content)
        progress.emit(BlipLaid(side=self.side, blip=blip, rules=(_RULE,)))


Fate = Literal["away", "covered", "uncovered", "dropped"]
FATES: Final[dict[Fate, str]] = {
    "away": "is taken away",
    "covered": "is covered",
    "uncovered": "is uncovered",
    "dropped": "lies where its carrier stands",
}
"""What a blip may be ruled to be, in words."""


class RuleBlip(Action, frozen=True, kw_only=True, tag="RuleBlip"):
    """Take a blip off the table, cover or uncover it, or have its carrier drop it. (CRU-BLIP-01)"""

    blip: str
    fate: Fate
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A blip that may be so, and a reason."""
        if refusal := no_reason(self.reason):
            return refusal
        found = _named(state, self.blip)
        if found is None:
            known = ", ".join(blip.id for blip in marks.marks(state).blips)
            return Refusal("no-blip", f"There is no blip {quoted(self.blip)}.", _RULE, known or "lay one")
        if self.fate == "dropped" and found.taken_by not in state.units:
            return Refusal("bad-ruling", f"Nobody carries blip {found.id}.", _RULE, "away, covered or uncovered")
        if self.fate == "covered" and found.taken_by is not None:
            return Refusal("bad-ruling", f"Blip {found.id} is carried: everybody knows it.", _RULE, "dropped first")
        return None

    def resolve(self, progress: Progress) -> None:
        """It is so; what lies under it is known only once it is uncovered."""
        state = progress.state
        found = _named(state, self.blip)
        assert found
        at = models.place(state, state.units[found.taken_by]) if found.taken_by in state.units else found.at
        content = found.content if self.fate == "uncovered" else ""
        ruled = BlipRuled(side=self.side, blip=found.id, fate=self.fate, at=at, content=content, reason=self.reason)
        progress.emit(replace(ruled, rules=(_RULE,)))


def _named(state: GameState, ident: str) -> Blip | None:
    return next((blip for blip in marks.marks(state).blips if blip.id == ident), None)


class BlipRuled(Event, frozen=True, kw_only=True, tag="BlipRuled"):
    """The host said what becomes of a blip. Inches."""

    blip: str
    fate: Fate
    at: Point
    content: str = ""
    """What lies under it, where it is uncovered."""
    reason: str

    def evolve(self, state: GameState) -> GameState:
        """It is gone, covered, uncovered, or lies there."""
        noted = marks.marks(state)
        if self.fate == "away":
            return replace(state, own=replace(noted, blips=tuple(b for b in noted.blips if b.id != self.blip)))
        return replace(state, own=replace(noted, blips=tuple(map(self._ruled, noted.blips))))

    def _ruled(self, blip: Blip) -> Blip:
        if blip.id != self.blip:
            return blip
        match self.fate:
            case "covered":
                return replace(blip, shown=False)
            case "uncovered":
                return replace(blip, shown=True, content=self.content)
            case _:
                return replace(blip, at=self.at, taken_by=None)

    def sentence(self, state: GameState) -> str:
        """What becomes of which, and why."""
        known = f": {self.content or 'nothing'}" if self.fate == "uncovered" else ""
        return f"Host: blip {self.blip} {FATES[self.fate]}{known} ({self.reason})"


ACTIONS: tuple[type[Action], ...] = (LayBlip, RuleBlip)
EVENTS: tuple[type[Event], ...] = (BlipRuled,)
