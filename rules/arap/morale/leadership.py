"""Tests against Leadership: 2D6, passed on Ld or less. (ARAP-DICE-05, ARAP-SUPP-03)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, Literal

from rules.core.ids import UnitId
from rules.core.modifier import Modifier
from rules.core.prompt import Promise
from rules.dice.goals import modified
from rules.dice.odds import chance_2d6_low
from rules.events import Note, Rolled
from rules.forces.unit import Unit
from rules.progress import Progress
from rules.state import GameState

Kind = Literal["suppression", "casualties", "pinning", "morale", "break-off", "rally", "restraint", "halt"]

WORDS: Final[Mapping[Kind, str]] = {
    "suppression": "suppression test",
    "casualties": "25 % test",
    "pinning": "pinning test",
    "morale": "morale check",
    "break-off": "test to break off",
    "rally": "rally test",
    "restraint": "test to hold back",
    "halt": "test to halt",
}
"""Kinds of test that a trait may pass without dice. (ARAP-DICE-05)"""

SURE: Final = "passed without dice"


def ld(state: GameState, unit: Unit) -> int:
    """The highest Ld among the members present. (ARAP-DICE-05)"""
    return max(state.profile(m).ld for m in unit.alive or unit.models)


def led_by(state: GameState, unit: Unit) -> str:
    """The name of whose Ld that is, where members differ. (ARAP-DICE-05)"""
    names = {state.profile(m).ld: state.profile(m).name for m in reversed(unit.alive)}
    return names[max(names)] if len(names) > 1 else ""


def modifiers_of(unit: Unit) -> tuple[Modifier, ...]:
    """What weighs on every Ld test of the unit: suppression points in force. (ARAP-SUPP-03)"""
    return (Modifier(-unit.s_active, "suppression", "ARAP-SUPP-03"),) if unit.s_active else ()


def goal(state: GameState, unit: Unit, modifiers: Sequence[Modifier] = ()) -> int:
    """The most that the unit may roll in a test."""
    return modified(ld(state, unit), (*modifiers_of(unit), *modifiers))


def chance(state: GameState, unit: Unit, kind: Kind, goal: int) -> Fraction:
    """The chance to pass a test of that kind; certain for those who pass it without dice. (ARAP-DICE-05)"""
    return Fraction(1) if always_passes(state, unit, kind) else chance_2d6_low(goal)


def odds_of(chance: Fraction, passed: str, failed: str) -> tuple[Promise, Promise]:
    """The chances to pass and to fail a test, in those words."""
    return Promise(chance, passed), Promise(1 - chance, failed)


def always_passes(state: GameState, unit: Unit, kind: Kind) -> bool:
    """Whether every member passes that one kind of test by itself. (ARAP-DICE-05)

    Other kinds, though rolled against Ld as well, are not covered.
    """
    return bool(unit.alive) and all(state.profile(m).has(f"passes-{kind}") for m in unit.alive)


def passes_without_dice(progress: Progress, unit: UnitId, kind: Kind) -> bool:
    """Whether the unit passes by itself, which the log then says. (ARAP-DICE-05)"""
    tested = progress.state.units[unit]
    if not always_passes(progress.state, tested, kind):
        return False
    text = f"{tested.name} passes its {WORDS[kind]} without dice"
    progress.emit(Note(side=tested.side, unit=unit, text=text, rules=("ARAP-DICE-05",)))
    return True


def test(
    progress: Progress,
    unit: UnitId,
    label: str,
    *,
    modifiers: Sequence[Modifier] = (),
    rules: Sequence[str],
    why: str,
) -> Rolled:
    """Roll 2D6 against the unit's Ld; ask `.passed` and `.total` of the result. Suppression is added here."""
    tested = progress.state.units[unit]
    named = (*modifiers_of(tested), *modifiers)
    base = ld(progress.state, tested)
    return progress.roll_sum(
        label,
        2,
        goal=modified(base, named),
        base=base,
        modifiers=named,
        unit=unit,
        why=why,
        rules=("ARAP-DICE-05", *rules),
    )
