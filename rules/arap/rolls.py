"""Things of a kind put together, in the order in which the kinds are first met.

Tests against Initiative: one D6 for a unit, or one for each of its models. (ARAP-DICE-14)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TypeVar

from rules.core.ids import ModelId, UnitId
from rules.core.modifier import Modifier
from rules.dice.goals import modified
from rules.dice.odds.chances import chance_low
from rules.forces.unit import Model
from rules.progress import Progress
from rules.state import GameState

Key = TypeVar("Key")

Value = TypeVar("Value")


def grouped(pairs: Iterable[tuple[Key, Value]]) -> dict[Key, list[Value]]:
    """Values by key, keys in the order in which they are first met."""
    groups: dict[Key, list[Value]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


def of_most(state: GameState, models: Sequence[Model]) -> int:
    """The Initiative that most of the models have; on a tie the lower. (ARAP-ACT-01)"""
    counts = Counter(state.profile(m).i for m in models)
    return min(counts, key=lambda i: (-counts[i], i))


def chance(state: GameState, models: Sequence[Model], modifiers: Sequence[Modifier] = ()) -> Fraction:
    """The chance that one test made for all the models is passed."""
    return chance_low(modified(of_most(state, models), modifiers))


def test(
    progress: Progress,
    unit: UnitId,
    models: Sequence[Model],
    *,
    why: str,
    rules: Sequence[str],
    modifiers: Sequence[Modifier] = (),
) -> bool:
    """One test for all the models together; whether it is passed."""
    base = of_most(progress.state, models)
    rolled = progress.roll(
        "initiative-test",
        sense="low",
        base=base,
        goal=modified(base, modifiers),
        modifiers=modifiers,
        unit=unit,
        why=why,
        rules=("ARAP-DICE-14", *rules),
    )
    return rolled.passed


def test_each(
    progress: Progress,
    unit: UnitId,
    tests: Sequence[Model],
    *,
    why: str,
    rules: Sequence[str],
) -> set[ModelId]:
    """One die for each entry, dice of one goal thrown together; the models that passed all of theirs."""
    state = progress.state
    passed = {m.id for m in tests}
    for goal, models in grouped((state.profile(m).i, m) for m in tests).items():
        rolled = progress.roll(
            "initiative-test",
            len(models),
            sense="low",
            base=goal,
            goal=goal,
            unit=unit,
            why=why,
            rules=("ARAP-DICE-14", *rules),
        )
        passed -= {m.id for m, made in zip(models, rolled.made, strict=True) if not made}
    return passed
