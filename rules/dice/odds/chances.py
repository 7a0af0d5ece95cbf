"""The chance of one roll."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from typing import Final

from rules.dice.goals import (
    TwoWay,
    best_goal,
    needs_second_high,
    needs_second_low,
    possible_high,
    possible_low,
    second_goal_high,
    second_goal_low,
)


@lru_cache(maxsize=1024)
def chance_low(goal: int) -> Fraction:
    """The chance of a low roll on one D6, a second die included (ARAP-DICE-01, -02, -07, -08)."""
    if not possible_low(goal):
        return Fraction(0)
    if needs_second_low(goal):
        return Fraction(second_goal_low(goal), 36)
    return Fraction(best_goal(goal, "low"), 6)


@lru_cache(maxsize=1024)
def chance_high(goal: int) -> Fraction:
    """The chance of a high roll on one D6, a second die included (ARAP-DICE-03, -04, -06, -08)."""
    if not possible_high(goal):
        return Fraction(0)
    if needs_second_high(goal):
        return Fraction(7 - second_goal_high(goal), 36)
    return Fraction(7 - best_goal(goal, "high"), 6)


def chance(goal: int, sense: TwoWay) -> Fraction:
    """The chance of a roll of either sense."""
    return chance_low(goal) if sense == "low" else chance_high(goal)


@lru_cache(maxsize=1024)
def chance_2d6_low(target: int, *, snake_eyes: bool = False) -> Fraction:
    """The chance of `target` or less on 2D6 (ARAP-DICE-05); with `snake_eyes` a double 1 passes (ARAP-MORAL-03)."""
    passing = sum(1 for first in range(1, 7) for second in range(1, 7) if first + second <= target)
    return Fraction(max(passing, 1) if snake_eyes else passing, 36)


def sum_at_least(dice: int, total: int) -> Fraction:
    """The chance that so many D6 show that sum or more."""
    ways = Counter({0: 1})
    for _ in range(dice):
        ways = Counter(pips for shown in ways.elements() for pips in range(shown + 1, shown + 7))
    return Fraction(sum(n for pips, n in ways.items() if pips >= total), 6**dice)


MOST_WAYS: Final = 1296
"""Of four dice: a fraction of more says nothing to a reader that its percentage does not."""


def odds_text(odds: Fraction, places: int = 1) -> str:
    """A chance as a fraction and a percentage: "5/36 (13.9%)"."""
    return f"{odds} ({float(odds):.{places}%})"


def odds_of_many(odds: Fraction, places: int = 1) -> str:
    """The same where many dice may have a say: of more than four the percentage alone."""
    percent = _percent(odds, places)
    return f"{odds} ({percent})" if odds.denominator <= MOST_WAYS else percent


def _percent(odds: Fraction, places: int) -> str:
    """What is possible is never 0 %, what may fail never 100 %."""
    least = Fraction(1, 10 ** (places + 2))
    if 0 < odds < least / 2:
        return f"under {float(least):.{places}%}"
    if 1 - least / 2 < odds < 1:
        return f"over {float(1 - least):.{places}%}"
    return f"{float(odds):.{places}%}"
