"""What an answer of the page of odds is made of: figures, bars, receipts, and how they are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from rules.core.modifier import Modifier
from rules.dice.goals import goal_text, possible_low
from rules.questions.charts.calculator import (
    Fire,
)
from rules.table.terrain import Cover
from tabletop.charts.plot import Plot
from tabletop.ui.words import signed_text

COVERS: Final[Mapping[Cover, str]] = {"none": "Open", "soft": "Soft cover", "hard": "Hard cover"}


class Figure(NamedTuple):
    """A large figure and what it means."""

    figure: str
    meaning: str


class Bar(NamedTuple):
    """A chance with its bar, in percent of the longest; `current` is what is asked."""

    name: str
    text: str
    width: str
    current: bool = False


class Cell(NamedTuple):
    """A cell of the damage chart: the scores that lead to it, and the chance of a shot to get there."""

    scores: str
    text: str
    width: str


class Row(NamedTuple):
    """One result: a cell for each column, None where it has none, and the chance that it is the worst of all."""

    name: str
    severe: bool
    cells: tuple[Cell | None, ...]
    worst: Bar


class Receipt(NamedTuple):
    """Why this number to hit, and what a hit needs then."""

    name: str
    rows: tuple[Reason, ...]
    total: str
    what: str
    then: tuple[Reason, ...]


class Reason(NamedTuple):
    """One line of a receipt."""

    value: str
    label: str
    rule: str


class Compared(NamedTuple):
    """One weapon beside the others."""

    name: str
    mark: str
    figures: tuple[str, ...]


class Answer(NamedTuple):
    """The whole answer; parts that do not apply are empty."""

    figures: tuple[Figure, ...]
    rows: tuple[Row, ...]
    nothing: tuple[Bar, ...]
    each: str
    whole: str
    split: tuple[Bar, ...]
    split_title: str
    receipts: tuple[Receipt, ...]
    sides: tuple[tuple[str, tuple[Bar, ...]], ...]
    counts: tuple[tuple[str, tuple[Bar, ...]], ...]
    notes: tuple[str, ...]
    plot: Plot | None
    heads: tuple[str, ...]
    compared: tuple[Compared, ...]
    chart_rule: str = ""
    """Which says what the results of a hit are."""
    end_rule: str = ""
    """Which says how results add up to the end of it."""


def percent(chance: Fraction | float) -> str:
    """A chance in percent: whole from ten up, a tenth below; what can happen is never 0%."""
    if chance <= 0 or chance >= 1:
        return f"{int(chance) * 100}%"
    found = float(chance) * 100
    if found < 0.05:
        return "under 0.1%"
    return "over 99.9%" if found >= 99.95 else f"{found:.0f}%" if 9.95 <= found < 99.5 else f"{found:.1f}%"


def mean(count: Fraction | None) -> str:
    """An average with one decimal, or never."""
    return "never" if count is None else f"{float(count):.1f}" if count < 1000 else "over 1,000"


def bars(named: Sequence[tuple[str, Fraction]], *, current: str = "", most: Fraction | None = None) -> tuple[Bar, ...]:
    """Chances as bars of one scale."""
    top = most or max((chance for _, chance in named), default=Fraction(0)) or Fraction(1)
    return tuple(Bar(name, percent(chance), width(chance, top), name == current) for name, chance in named)


def width(chance: Fraction, top: Fraction) -> str:
    """A bar in percent of the longest."""
    return f"{min(100.0, float(chance / top) * 100):.1f}"


def to_hit(goals: Sequence[int]) -> Figure:
    """The goal, or the span of several."""
    texts = list(dict.fromkeys(goal_text(goal, "low") for goal in sorted(goals)))
    return Figure(texts[0] if len(texts) == 1 else f"{len(texts)} goals", "to hit")


LAID: Final = Figure("Double or 7", "direct hit")
"""Of markers that are laid over somebody and scatter by dice of their own. (TRI-ORD-04)"""


def laid(rule: str) -> Reason:
    """The same as a line of a receipt."""
    return Reason("2D6", "A double or 7 is a direct hit; else it scatters", rule)


def reasons(fire: Fire, modifiers: Sequence[Modifier]) -> tuple[Reason, ...]:
    """Why this number to hit: the skill, then each modifier."""
    return (Reason(str(fire.skill), "Ballistic Skill", "ARAP-HIT-01"), *(reason(each) for each in modifiers))


def reason(modifier: Modifier) -> Reason:
    """One modifier as a line of a receipt."""
    return Reason(signed_text(modifier.value), capital(modifier.reason), modifier.rule)


def total(goal: int) -> tuple[str, str]:
    """The number needed, and the rest of the sentence."""
    if not possible_low(goal):
        return "–", "no chance to hit"
    first, _, rest = goal_text(goal, "low").partition(" ")
    return first.rstrip(","), f"{rest} to hit".strip()


def capital(words: str) -> str:
    """The same with a capital letter at the beginning."""
    return words[:1].upper() + words[1:]
