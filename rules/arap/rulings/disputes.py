"""Settling what the rules do not cover: disputes, tests that somebody calls for, terms without a chapter.

(ARAP-GEN-01, ARAP-GEN-09, ARAP-DICE-11, ARAP-DICE-14)
"""

from __future__ import annotations

import re
from typing import Final, Literal

from msgspec.structs import replace

from rules.arap.morale import leadership
from rules.core.ids import UnitId, WeaponId
from rules.core.modifier import Modifier
from rules.core.preview import Chance, Preview
from rules.core.refusal import Refusal, in_short, quoted
from rules.dice.faces import READ_DICE
from rules.dice.goals import goal_text
from rules.dice.odds import chance_2d6_low, chance_low
from rules.events import Note
from rules.forces import traits
from rules.forces.unit import Unit
from rules.progress import Action, Progress
from rules.state import Event, GameState

LONGEST = 400
"""Characters of a text that a person writes into the log."""

MOST_READINGS: Final = 6
"""Readings that one die decides between, a face for each."""


def _text(text: str, what: str) -> Refusal | None:
    if not text.strip():
        return Refusal("no-text", f"{what} needs words, for the log.", "ARAP-GEN-01", "a few words")
    if len(text) > LONGEST:
        return Refusal("text-too-long", f"{what} is too long.", "ARAP-GEN-01", f"at most {LONGEST} characters")
    return None


def _is_jump(said: str) -> bool:
    """Whether a text is a distance that somebody may jump: up to 48 inches."""
    return re.fullmatch(r"[0-9]{1,2}(\.[0-9]+)?", said) is not None and float(said) <= 48


def _is_count(said: str) -> bool:
    """Whether a text is a number of people: up to 99."""
    return re.fullmatch(r"[0-9]{1,2}", said) is not None


class SettleDispute(Action, frozen=True, kw_only=True, tag="SettleDispute"):
    """Settle a disagreement: the host rules, a die decides, or least advantage is taken. (ARAP-GEN-01)

    `chosen` is the reading that stands, from 0, except for `dice`, which choose themselves: a D2 between two readings,
    a larger die between more.
    """

    readings: tuple[str, ...]
    method: Literal["gm-ruling", "dice", "least-advantage"]
    reason: str
    chosen: int = 0

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """Two readings or more, in words, with a reason."""
        there = len(self.readings)
        if not 2 <= there <= MOST_READINGS:
            text = "A dispute is between two readings or more."
            return Refusal("two-readings", text, "ARAP-GEN-01", f"2 to {MOST_READINGS} readings")
        if self.method != "dice" and not 0 <= self.chosen < there:
            allowed = "0 or 1" if there == 2 else f"0 to {there - 1}"
            return Refusal("unknown-reading", "There is no such reading.", "ARAP-GEN-01", allowed)
        faults = (_text(reading, "A reading") for reading in self.readings)
        return next((fault for fault in faults if fault), None) or _text(self.reason, "A ruling")

    def resolve(self, progress: Progress) -> None:
        """The reading that stands is written to the log."""
        chosen = self.chosen
        rules = ["ARAP-GEN-01"]
        if self.method == "dice":
            die = READ_DICE.get(len(self.readings))
            rules.append(die.rule if die else "ARAP-DICE-15")
            sides, why = die.sides if die else len(self.readings), f"Dispute: {self.reason}"
            (face,) = progress.roll("dispute", 1, sides=sides, sense="pick", why=why, rules=rules).dice
            chosen = (die.reads(face) if die else face) - 1
        how = {"gm-ruling": "the host rules", "dice": "the die decides", "least-advantage": "least advantage"}
        text = f"Settled, {how[self.method]}: {self.readings[chosen]} ({self.reason})"
        progress.emit(Note(side=self.side, text=text, rules=tuple(rules)))


class CallTest(Action, frozen=True, kw_only=True, tag="CallTest"):
    """Let a unit take an Initiative or Leadership test that the situation calls for. (ARAP-DICE-14, ARAP-DICE-05)"""

    unit: UnitId
    kind: Literal["initiative", "leadership"]
    modifier: int = 0
    reason: str = ""

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A unit in play and a modifier within reason."""
        unit = state.units.get(self.unit)
        if unit is None or unit.is_gone:
            return Refusal("unknown-unit", "There is no such unit in play.", "ARAP-GEN-01", "a unit in play")
        if abs(self.modifier) > 6:
            return Refusal("bad-modifier", f"{self.modifier} is out of range.", "ARAP-DICE-14", "-6 to +6")
        return _text(self.reason, "A test")

    def preview(self, state: GameState) -> Preview:
        """The chance to pass, shown before anybody has written down the reason."""
        refusal = self.check(state)
        if refusal is not None and refusal.code != "no-text":
            return Preview(refusal=refusal)
        unit = state.units[self.unit]
        if self.kind == "initiative":
            goal = min(state.profile(m).i for m in unit.alive) + self.modifier
            odds, need = chance_low(goal), goal_text(goal, "low")
        else:
            goal = leadership.goal(state, unit) + self.modifier
            odds, need = chance_2d6_low(goal), f"{goal} or less on 2D6"
        chances = (Chance(label="passes", exact=str(odds), value=float(odds)),)
        return Preview(refusal=refusal, chances=chances, notes=(f"Needs {need}.",), rules=("ARAP-GEN-01",))

    def resolve(self, progress: Progress) -> None:
        """Roll, and note whether it was passed."""
        unit = progress.state.units[self.unit]
        modifiers = (Modifier(self.modifier, self.reason, "ARAP-GEN-01"),) if self.modifier else ()
        if self.kind == "initiative":
            passed = self._initiative(progress, unit, modifiers)
        else:
            passed = leadership.test(
                progress, unit.id, "leadership", modifiers=modifiers, rules=("ARAP-DICE-05",), why=self.reason
            ).passed
        word = "passes" if passed else "fails"
        progress.emit(
            Note(side=unit.side, unit=unit.id, text=f"{unit.name} {word}: {self.reason}", rules=("ARAP-GEN-01",))
        )

    @staticmethod
    def _initiative(progress: Progress, unit: Unit, modifiers: tuple[Modifier, ...]) -> bool:
        base = min(progress.state.profile(m).i for m in unit.alive)
        return progress.roll(
            "initiative-test",
            sense="low",
            base=base,
            goal=base + sum(m.value for m in modifiers),
            modifiers=modifiers,
            unit=unit.id,
            why=f"{unit.name} tests against Initiative",
            rules=("ARAP-DICE-14",),
        ).passed


class TagUnit(Action, frozen=True, kw_only=True, tag="TagUnit"):
    """Give a unit, or a weapon of it, a term that no chapter of the game defines yet, or take it away. (ARAP-GEN-09)"""

    unit: UnitId
    tag: str
    on: bool = True
    reason: str
    weapon: WeaponId | None = None

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A known unit, a short term, a reason."""
        if self.unit not in state.units:
            return Refusal(
                "unknown-unit", f"There is no unit {quoted(self.unit)}.", "ARAP-GEN-09", "a unit of this battle"
            )
        if not self.tag.strip() or len(self.tag) > 40:
            return Refusal("bad-tag", "A term is one to forty characters.", "ARAP-GEN-09", "such as 'on overwatch'")
        if self.tag.startswith(traits.JUMP_MAX) and not _is_jump(self.tag.removeprefix(traits.JUMP_MAX)):
            return Refusal("bad-tag", f"{self.tag} says no distance.", "ARAP-JUMP-03", "jump-max:0 to jump-max:48")
        if self.tag.startswith(traits.BURDEN) and not _is_jump(self.tag.removeprefix(traits.BURDEN)):
            return Refusal("bad-tag", f"{self.tag} says no distance.", "ARAP-MOVE-01", "encumbered:0 to encumbered:48")
        if self.tag.startswith(traits.CLINGERS) and not _is_count(self.tag.removeprefix(traits.CLINGERS)):
            return Refusal("bad-tag", f"{self.tag} says no number.", "VEH-BRD-12", "clingers:0 to clingers:99")
        carried = weapons_of(state.units[self.unit])
        if self.weapon and self.weapon not in carried:
            text = f"{state.units[self.unit].name} carries no {in_short(self.weapon)}."
            named = ", ".join(state.weapons[w].name for w in carried) or "no weapon"
            return Refusal("not-carried", text, "ARAP-GEN-09", named)
        return _text(self.reason, "A ruling")

    def resolve(self, progress: Progress) -> None:
        """The term stands on the unit's card."""
        unit = progress.state.units[self.unit]
        progress.emit(
            UnitTagged(
                side=unit.side,
                unit=unit.id,
                term=self._term(progress.state),
                on=self.on,
                reason=self.reason,
                rules=("ARAP-GEN-09",),
            )
        )

    def _term(self, state: GameState) -> str:
        """The term; one of a weapon names it."""
        named = f"{state.weapons[self.weapon].name}: " if self.weapon else ""
        return f"{named}{self.tag.strip()}"


def weapons_of(unit: Unit) -> tuple[WeaponId, ...]:
    """What the members of a unit carry, each weapon once."""
    return tuple(dict.fromkeys(weapon for model in unit.models for weapon in model.weapons))


class UnitTagged(Event, frozen=True, kw_only=True, tag="UnitTagged"):
    """A term was set on a unit or taken off."""

    term: str
    on: bool
    reason: str

    def evolve(self, state: GameState) -> GameState:
        """The unit's terms change."""
        assert self.unit is not None
        unit = state.units[self.unit]
        others = tuple(t for t in unit.tags if t != self.term)
        return state.with_unit(replace(unit, tags=(*others, self.term) if self.on else others))

    def sentence(self, state: GameState) -> str:
        """What was set, and why."""
        assert self.unit is not None
        name, known = state.units[self.unit].name, traits.term(self.term)
        if known is not None:
            return f"Host: {name}{'' if self.on else ', no longer'}: {known.words} ({self.reason})"
        word = "is" if self.on else "is no longer"
        return f"Host: {name} {word} {self.term} ({self.reason})"


ACTIONS: tuple[type[Action], ...] = (SettleDispute, CallTest, TagUnit)
EVENTS: tuple[type[Event], ...] = (UnitTagged,)
