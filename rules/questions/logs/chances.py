"""How likely what an attack came to was, step by step: each step with all before it. (ARAP-HIT-01, ARAP-DMG-01)"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from rules.events import Rolled
from rules.questions.logs.luck import Trial, account, trials

_STEPS: Final = {"To hit": "hit", "To wound": "wounds", "Saves": "unsaved", "Penetration": "through"}
_CHART: Final = "vehicle-damage"


class ChanceStep(NamedTuple):
    """One step, and how likely it and all before it were together."""

    name: str
    chance: float


def at_least(rolls: Sequence[Trial]) -> float:
    """How likely it was that this went as well or better for who attacks: of saves, that as few or fewer were made."""
    found = account(rolls)
    saves = rolls[0].kind == "Saves"
    return min(1.0, sum(found.hill[: found.made + 1] if saves else found.hill[found.made :]))


def of_chart(rolled: Rolled) -> float | None:
    """How likely that row of the damage chart, or a worse one, was; nothing for any other roll."""
    if rolled.label != _CHART or len(rolled.dice) != 1 or rolled.entered_by:
        return None
    return (rolled.sides + 1 - rolled.dice[0]) / rolled.sides


def chances(rolls: Iterable[Rolled]) -> tuple[ChanceStep, ...]:
    """The steps of an attack that came to something, from the rolls of one command; none for anything else."""
    found: list[ChanceStep] = []
    chance = 1.0
    for name, group in groupby(filter(lambda named: named[0], map(_named, rolls)), key=lambda named: named[0]):
        for _, each in group:
            chance *= each
        found.append(ChanceStep(name, chance))
    return tuple(found) if len(found) > 1 and found[0].name == "hit" else ()


def _named(rolled: Rolled) -> tuple[str, float]:
    if (damage := of_chart(rolled)) is not None:
        return "damage", damage
    own = [trial for trial in trials(rolled) if not trial.by_hand]
    name = _STEPS.get(own[0].kind, "") if own else ""
    return (name, at_least(own)) if name else ("", 1.0)
