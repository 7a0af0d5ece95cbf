"""What the host may rule about a shot: firing over a unit in between, aiming at part of a squad, whose place is plain.

A row more among its modifiers likewise. (ARAP-SHOOT-08, ARAP-AREA-09, ARAP-AREA-14, ARAP-HIT-02)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec.structs import replace

from rules.core.ids import UnitId
from rules.core.modifier import Modifier
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.progress import Action, Progress
from rules.state import Event, GameState

Ruling = Literal[
    "over",
    "not-over",
    "left",
    "centre",
    "right",
    "whole",
    "plain",
    "not-plain",
    "seen",
    "not-seen",
    "clear",
    "not-clear",
    "under",
    "not-under",
    "lit",
    "not-lit",
    "modifier",
]
"""Over friends in between, or not after all; which part of a spread-out squad area weapons may be aimed at; whether the
place of an enemy behind an obstacle is plain to those who lob; what is so where lines and edges are doubtful; a
modifier to hit."""

WORDS = {
    "over": "may be shot at over units in between",
    "not-over": "may not be shot at over units in between",
    "left": "may be aimed at on its left",
    "centre": "may be aimed at in its centre",
    "right": "may be aimed at on its right",
    "whole": "is aimed at as a whole",
    "plain": "is in a place that is plain, to be lobbed at",
    "not-plain": "is in a place that is not plain, to be lobbed at",
    "seen": "is seen where that is doubtful",
    "not-seen": "is not seen where that is doubtful",
    "clear": "is shot at past friends where that is doubtful",
    "not-clear": "is not shot at past friends where that is doubtful",
    "under": "is under the template where that is doubtful",
    "not-under": "is not under the template where that is doubtful",
    "lit": "is in a lit building or does not expect fire, and has no cover from being inside it",
    "not-lit": "has its cover in a building after all",
    "modifier": "is harder or easier to hit",
}

Kind = Literal["over", "part", "plain", "seen", "clear", "under", "lit", "modifier"]

KINDS: dict[Ruling, Kind] = {
    "over": "over",
    "not-over": "over",
    "plain": "plain",
    "not-plain": "plain",
    "seen": "seen",
    "not-seen": "seen",
    "clear": "clear",
    "not-clear": "clear",
    "under": "under",
    "not-under": "under",
    "lit": "lit",
    "not-lit": "lit",
    "modifier": "modifier",
}
"""What each ruling is about; any other is about a part."""

RULES: dict[Kind, str] = {
    "over": "ARAP-SHOOT-08",
    "part": "ARAP-AREA-09",
    "plain": "ARAP-AREA-14",
    "seen": "ARAP-SHOOT-03",
    "clear": "ARAP-SHOOT-07",
    "under": "ARAP-TMPL-06",
    "lit": "BLD-INTO-02",
    "modifier": "ARAP-HIT-02",
}

MOST: Final = 6
"""A modifier that is ruled is no larger."""


def rule_of(ruling: Ruling) -> str:
    """The entry that leaves it to the host."""
    return RULES[KINDS.get(ruling, "part")]


class RuleShot(Action, frozen=True, kw_only=True, tag="RuleShot"):
    """Rule on how one unit may shoot at another until the end of its turn."""

    unit: UnitId
    target: UnitId
    ruling: Ruling
    reason: str
    value: int = 0
    """Of a modifier."""

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """Two units of this battle on different sides, with a reason."""
        rule = rule_of(self.ruling)
        unit, target = state.units.get(self.unit), state.units.get(self.target)
        own = unit is not None and target is not None and unit.side == target.side
        if unit is None or target is None or (own and KINDS.get(self.ruling) != "under"):
            return Refusal("bad-ruling", "A shot is ruled on between two enemies.", rule, "a unit and an enemy of it")
        if not self.reason.strip():
            return Refusal("no-reason", "A ruling needs its reason, for the log.", rule, "a few words")
        if self.ruling == "modifier" and abs(self.value) > MOST:
            return Refusal("bad-modifier", f"{self.value} is out of range.", rule, f"-{MOST} to +{MOST}, 0 for none")
        return None

    def resolve(self, progress: Progress) -> None:
        """The ruling stands."""
        unit = progress.state.units[self.unit]
        progress.emit(
            ShotRuled(
                side=unit.side,
                unit=unit.id,
                target=self.target,
                ruling=self.ruling,
                reason=self.reason,
                value=self.value if self.ruling == "modifier" else 0,
                rules=(rule_of(self.ruling),),
            )
        )


class ShotRuled(Event, frozen=True, kw_only=True, tag="ShotRuled"):
    """The host ruled on shots of one unit at another; it holds until that unit's next turn begins."""

    target: UnitId
    ruling: Ruling
    reason: str
    value: int = 0

    def evolve(self, state: GameState) -> GameState:
        """Noted in the unit's turn; the last ruling of a kind counts."""
        assert self.unit is not None
        unit = state.units[self.unit]
        kept = {k: v for k, v in unit.now.rulings.items() if k != self._key}
        words = f"{self.value:+d} {self.reason}" if self.ruling == "modifier" else self.ruling
        now = replace(unit.now, rulings={**kept, self._key: words})
        return state.with_unit(replace(unit, now=now))

    @property
    def _key(self) -> str:
        return key(KINDS.get(self.ruling, "part"), self.target)

    def sentence(self, state: GameState) -> str:
        """What was ruled, and why."""
        assert self.unit is not None
        name, target = state.units[self.unit].name, state.units[self.target].name
        if self.ruling == "modifier":
            return f"Host: {name} has {self.value:+d} to hit {target} ({self.reason})"
        return f"Host: {target} {WORDS[self.ruling]} by {name} ({self.reason})"


def key(kind: Kind, target: UnitId) -> str:
    """How a unit's turn names a ruling on its shots at a target."""
    return f"{kind}:{target}"


def is_over(unit: Unit, target: UnitId) -> bool:
    """Whether the host lets a unit fire at a target over units in between. (ARAP-SHOOT-08)"""
    return unit.now.rulings.get(key("over", target)) == "over"


def part(unit: Unit, target: UnitId) -> str:
    """Which part of a spread-out squad a unit may aim at: left, centre, right, or the whole of it. (ARAP-AREA-09)"""
    return unit.now.rulings.get(key("part", target), "whole")


def is_lit(unit: Unit, target: UnitId) -> bool:
    """Whether the host waives the cover that a target has from being inside a building. (BLD-INTO-02)"""
    return unit.now.rulings.get(key("lit", target)) == "lit"


def modifier(unit: Unit, target: UnitId) -> Iterator[Modifier]:
    """The row that was ruled for shots of a unit at a target. (ARAP-HIT-02)"""
    value, _, reason = unit.now.rulings.get(key("modifier", target), "0").partition(" ")
    if int(value):
        yield Modifier(int(value), reason, "ARAP-HIT-02")


ACTIONS: tuple[type[Action], ...] = (RuleShot,)
EVENTS: tuple[type[Event], ...] = (ShotRuled,)
