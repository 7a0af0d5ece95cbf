"""What the host rules about scatter at walls and over the edges of levels. (BLD-SCAT-01, BLD-SCAT-02, BLD-INTO-09)"""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from rules.core.ids import UnitId
from rules.core.refusal import Refusal
from rules.progress import Action, Progress
from rules.state import Event, GameState

ScatterRuling = Literal["usual", "reverse", "bounce", "reroll", "stop", "keep-level", "next-level"]

WORDS: Final[dict[ScatterRuling, str]] = {
    "usual": "ends at a wall as the rules have it",
    "reverse": "is turned round at a wall, and stops there if that is no better",
    "bounce": "bounces off a wall",
    "reroll": "is thrown for again at a wall",
    "stop": "stops at a wall",
    "keep-level": "stays on the level that was aimed at",
    "next-level": "bursts on the next level below past an edge",
}
"""What becomes of what a unit fires, throws and drops."""

RULES: Final[dict[ScatterRuling, str]] = {
    "usual": "BLD-SCAT-01",
    "reverse": "BLD-SCAT-01",
    "keep-level": "BLD-INTO-09",
    "next-level": "BLD-INTO-09",
}
"""The entry that leaves it to the host; for the rest BLD-SCAT-02."""

WALL, LEVEL = "scatter:wall", "scatter:level"
"""How a unit's turn names them."""


def of_scatter(state: GameState, unit: UnitId) -> ScatterRuling | None:
    """What was ruled about walls; nothing for the usual."""
    found = state.units[unit].now.rulings.get(WALL) if unit in state.units else None
    return next((ruling for ruling in WORDS if ruling == found and ruling != "usual"), None)


def keeps_level(state: GameState, unit: UnitId) -> bool:
    """Whether what scatters past the edge of a level stays on it. (BLD-INTO-09)"""
    return unit in state.units and state.units[unit].now.rulings.get(LEVEL) == "keep-level"


class RuleScatter(Action, frozen=True, kw_only=True, tag="RuleScatter"):
    """Rule where what a unit fires, throws or drops ends at walls and edges, until its next turn begins."""

    unit: UnitId
    ruling: ScatterRuling
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A unit of this battle, with a reason."""
        rule = RULES.get(self.ruling, "BLD-SCAT-02")
        if self.unit not in state.units:
            return Refusal("unknown-unit", "There is no such unit.", rule, "a unit of this battle")
        if not self.reason.strip():
            return Refusal("no-reason", "A ruling needs its reason, for the log.", rule, "a few words")
        return None

    def resolve(self, progress: Progress) -> None:
        """So it is."""
        side, rules = progress.state.units[self.unit].side, (RULES.get(self.ruling, "BLD-SCAT-02"), "ARAP-GEN-01")
        progress.emit(ScatterRuled(side=side, unit=self.unit, ruling=self.ruling, reason=self.reason, rules=rules))


class ScatterRuled(Event, frozen=True, kw_only=True, tag="ScatterRuled"):
    """The host ruled where a unit's scatter ends. (BLD-SCAT-01, BLD-SCAT-02, BLD-INTO-09)"""

    ruling: ScatterRuling
    reason: str

    def evolve(self, state: GameState) -> GameState:
        """Noted in the unit's turn; the last one of a kind counts."""
        assert self.unit is not None
        unit = state.units[self.unit]
        key = LEVEL if self.ruling in ("keep-level", "next-level") else WALL
        return state.with_unit(replace(unit, now=replace(unit.now, rulings={**unit.now.rulings, key: self.ruling})))

    def sentence(self, state: GameState) -> str:
        """What was ruled, and why."""
        assert self.unit is not None
        return f"Host: what {state.units[self.unit].name} sends off {WORDS[self.ruling]} ({self.reason})"


ACTIONS: tuple[type[Action], ...] = (RuleScatter,)
EVENTS: tuple[type[Event], ...] = (ScatterRuled,)
