"""Tests against Leadership: 2D6, passed on Ld or less. (ARAP-DICE-05, ARAP-SUPP-03)"""

from __future__ import annotations

from collections.abc import Sequence
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

WORDS: Final = {"morale": "morale check", "pinning": "pinning test", "rally": "rally test"}
"""Kinds of test that a trait may pass without dice."""


def ld(state: GameState, unit: Unit) -> int:
    """The highest Ld among the members present. (ARAP-DICE-05)"""
    return max(state.profile(m).ld for m in unit.alive or unit.models)


def modifiers_of(unit: Unit) -> tuple[Modifier, ...]:
    """What weighs on every Ld test of the unit: suppression points in force. (ARAP-SUPP-03)"""
    return (Modifier(-unit.s_active, "suppression", "ARAP-SUPP-03"),) if unit.s_active else ()


def goal(state: GameState, unit: Unit, modifiers: Sequence[Modifier] = ()) -> int:
    """The most that the unit may roll in a test."""
    return modified(ld(state, unit), (*modifiers_of(unit), *modifiers))


def odds_of(goal: int, passed: str, failed: str) -> tuple[Promise, Promise]:
    """The chances to pass and to fail a test, in those words."""
    chance = chance_2d6_low(goal)
    return Promise(chance, passed), Promise(1 - chance, failed)


def passes_without_dice(progress: Progress, unit: UnitId, kind: Literal["morale", "pinning", "rally"]) -> bool:
    """Whether every member passes that one kind of test by itself, which the log then says. (ARAP-DICE-05)

    Other kinds, though rolled against Ld as well, are not covered.
    """
    tested = progress.state.units[unit]
    if not tested.alive or not all(progress.state.profile(m).has(f"passes-{kind}") for m in tested.alive):
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
