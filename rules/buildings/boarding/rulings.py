"""What the host rules of how a house that is set out is entered. (BLD-DOOR-11)"""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from rules.buildings.boarding import room
from rules.core.ids import TerrainId
from rules.core.refusal import Refusal, quoted
from rules.progress import Action, Progress
from rules.state import Event, GameState
from rules.table.terrain import Terrain

RULE: Final = "BLD-DOOR-11"

Entered = Literal["boarding", "walking"]

ENTERED: Final[dict[Entered, str]] = {
    "boarding": "is entered by the boarding rule: within 2″ of an unlocked way in is inside",
    "walking": "is entered by walking through its doors and windows alone",
}
"""What may be ruled of how a house is entered, in words."""


class RuleEntering(Action, frozen=True, kw_only=True, tag="RuleEntering"):
    """The host rules whether a house that is set out is entered by the boarding rule. (BLD-DOOR-11)"""

    terrain: TerrainId
    entered: Entered
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A house whose ground floor is set out, and a reason."""
        known = room.may_be_boarded(state)
        if not any(p.id == self.terrain for p in known):
            allowed = ", ".join(p.name for p in known) or "none on this table"
            text = f"There is no house {quoted(self.terrain)} whose ground floor is set out."
            return Refusal("no-house", text, RULE, allowed)
        if not self.reason.strip():
            return Refusal("no-reason", "A ruling needs its reason.", RULE, "a few words for the log")
        return None

    def resolve(self, progress: Progress) -> None:
        """So it is entered."""
        boarding = self.entered == "boarding"
        event = EnteringRuled(side=self.side, terrain=self.terrain, boarding=boarding, reason=self.reason)
        progress.emit(replace(event, rules=("ARAP-GEN-01", RULE)))


class EnteringRuled(Event, frozen=True, kw_only=True, tag="EnteringRuled"):
    """The host has said how a house is entered. (BLD-DOOR-11)"""

    terrain: TerrainId
    boarding: bool
    reason: str = ""

    def evolve(self, state: GameState) -> GameState:
        """The house is like that."""
        return replace(state, terrain=tuple(self._ruled(p) if p.id == self.terrain else p for p in state.terrain))

    def _ruled(self, piece: Terrain) -> Terrain:
        inside = piece.building
        return piece if inside is None else replace(piece, building=replace(inside, entered_as_boarding=self.boarding))

    def sentence(self, state: GameState) -> str:
        """How, and why."""
        name = next(p.name for p in state.terrain if p.id == self.terrain)
        return f"Host: {name} {ENTERED['boarding' if self.boarding else 'walking']} ({self.reason})"


ACTIONS: tuple[type[Action], ...] = (RuleEntering,)
EVENTS: tuple[type[Event], ...] = (EnteringRuled,)
