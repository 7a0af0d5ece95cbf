"""What the host may rule about the ground in play: the test of vehicles, thin ice, mines. (VEH-TERR-05)"""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from rules.core.ids import TerrainId
from rules.core.refusal import Refusal
from rules.progress import Progress
from rules.state import Action, Event, GameState
from rules.table.terrain import Terrain

Matter = Literal["bad_face", "thin_ice", "mines"]

MATTERS: Final[dict[Matter, tuple[str, int, int]]] = {
    "mines": ("Strength of its mines", 0, 12),
    "thin_ice": ("thin ice", 0, 1),
    "bad_face": ("lowest bad face for vehicles", 0, 7),
}
"""What may be set, in words, with its range; a bad face of 0 is as usual, 7 no test at all."""

RULE: Final = "VEH-TERR-05"


class RuleGround(Action, frozen=True, kw_only=True, tag="RuleGround"):
    """Set what a piece of terrain does to vehicles that drive on it. (VEH-TERR-05)"""

    terrain: TerrainId
    what: Matter
    value: int
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A piece of this table, a value in range, with a reason."""
        if not any(p.id == self.terrain for p in state.terrain):
            return Refusal("unknown-terrain", f"There is no terrain {self.terrain!r}.", RULE, "a piece on this table")
        word, low, high = MATTERS[self.what]
        if not low <= self.value <= high:
            text = f"{word.capitalize()} cannot be {self.value}."
            return Refusal("bad-ruling", text, RULE, f"{low} to {high}")
        if not self.reason.strip():
            return Refusal("no-reason", "A ruling needs its reason, for the log.", "ARAP-GEN-01", "a few words")
        return None

    def resolve(self, progress: Progress) -> None:
        """The value is set and told."""
        secret = next(p.secret for p in progress.state.terrain if p.id == self.terrain)
        event = GroundRuled(
            terrain=self.terrain,
            what=self.what,
            value=self.value,
            reason=self.reason,
            rules=("ARAP-GEN-01", RULE),
            seen_by=(secret,) if secret is not None else None,
        )
        progress.emit(event)


class GroundRuled(Event, frozen=True, kw_only=True, tag="GroundRuled"):
    """The host has set what a piece of terrain does to vehicles. (VEH-TERR-05)"""

    terrain: TerrainId
    what: Matter
    value: int
    reason: str

    def evolve(self, state: GameState) -> GameState:
        """The piece is like that from now on."""
        return replace(state, terrain=tuple(self._ruled(p) if p.id == self.terrain else p for p in state.terrain))

    def _ruled(self, piece: Terrain) -> Terrain:
        match self.what:
            case "mines":
                return replace(piece, mines=self.value)
            case "thin_ice":
                return replace(piece, thin_ice=bool(self.value))
            case "bad_face":
                return replace(piece, bad_face=self.value)

    def sentence(self, state: GameState) -> str:
        """What the piece is now, and why."""
        name = next((p.name for p in state.terrain if p.id == self.terrain), "the ground")
        return f"Host: {name} {self._told()} ({self.reason})"

    def _told(self) -> str:
        if self.what == "mines":
            return f"is mined, Strength {self.value} + D6" if self.value else "is not mined"
        if self.what == "thin_ice":
            return "is thin ice" if self.value else "is no thin ice"
        if self.value == 0:
            return "tests vehicles as usual"
        return "tests no vehicle" if self.value > 6 else f"holds vehicles on {self.value} or more"


ACTIONS: tuple[type[Action], ...] = (RuleGround,)
EVENTS: tuple[type[Event], ...] = (GroundRuled,)
