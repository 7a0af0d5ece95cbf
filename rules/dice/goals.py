"""Goals of rolls: what a die must show, with which modifiers, and when it takes a second die.

Low rolls succeed on the goal or less, high rolls on the goal or more. (ARAP-DICE-01 to -08)
"""

from collections.abc import Iterable
from typing import Literal

from rules.core.modifier import Modifier as Modifier

Sense = Literal["low", "high", "sum", "pick", "table", "none"]
"""How a roll is read: on the goal or less, or more; as a total; as a choice; in a table; as part of another roll."""

TwoWay = Literal["low", "high"]

BEST_LOW = 5
BEST_HIGH = 2
LEAST_LOW = -2
LAST_HIGH = 9


def modified(base: int, modifiers: Iterable[Modifier]) -> int:
    """The base with all modifiers added, not limited (ARAP-DICE-01)."""
    return base + sum([modifier.value for modifier in modifiers])


def best_goal(goal: int, sense: TwoWay) -> int:
    """The goal that counts: a natural 6 fails a low roll, a natural 1 a high one (ARAP-DICE-02 to -04)."""
    return min(BEST_LOW, goal) if sense == "low" else max(BEST_HIGH, goal)


def possible_low(goal: int) -> bool:
    """Whether a low roll can be made at all (ARAP-DICE-08)."""
    return goal >= LEAST_LOW


def possible_high(goal: int) -> bool:
    """Whether a high roll can be made at all (ARAP-DICE-08)."""
    return goal <= LAST_HIGH


def possible(goal: int, sense: TwoWay) -> bool:
    """Whether a single D6 can reach the goal, a second die allowed (ARAP-DICE-08)."""
    return possible_low(goal) if sense == "low" else possible_high(goal)


def needs_second_low(goal: int, die: int = 1) -> bool:
    """Whether `die` calls for a second die: a natural 1 with a goal of 0 to -2 (ARAP-DICE-07)."""
    return die == 1 and LEAST_LOW <= goal <= 0


def needs_second_high(goal: int, die: int = 6) -> bool:
    """Whether `die` calls for a second die: a natural 6 with a goal of 7 to 9 (ARAP-DICE-06)."""
    return die == 6 and 7 <= goal <= LAST_HIGH


def needs_second(goal: int, sense: TwoWay, die: int) -> bool:
    """Whether `die` has to be confirmed by a second one, under the label extended-reroll."""
    return needs_second_low(goal, die) if sense == "low" else needs_second_high(goal, die)


def second_goal_low(goal: int) -> int:
    """What the second die needs: 3, 2 or 1 or less for a goal of 0, -1 or -2 (ARAP-DICE-07)."""
    return goal + 3


def second_goal_high(goal: int) -> int:
    """What the second die needs: 4, 5 or 6 or more for a goal of 7, 8 or 9 (ARAP-DICE-06)."""
    return goal - 3


def second_goal(goal: int, sense: TwoWay) -> int:
    """What the second die needs, in the sense of the roll that it extends."""
    return second_goal_low(goal) if sense == "low" else second_goal_high(goal)


def succeeds_low(die: int, goal: int, second: int | None = None) -> bool:
    """Whether a low roll succeeds; `second` is the second die where one was called for.

    Without it a roll that needs one fails.
    """
    if goal >= 1:
        return die <= min(BEST_LOW, goal)
    if second is None or not needs_second_low(goal, die):
        return False
    return second <= second_goal_low(goal)


def succeeds_high(die: int, goal: int, second: int | None = None) -> bool:
    """Whether a high roll succeeds; `second` is the second die where one was called for.

    Without it a roll that needs one fails.
    """
    if goal <= 6:
        return die >= max(BEST_HIGH, goal)
    if second is None or not needs_second_high(goal, die):
        return False
    return second >= second_goal_high(goal)


def succeeds(die: int, goal: int, sense: TwoWay, second: int | None = None) -> bool:
    """Whether a roll of either sense succeeds."""
    return succeeds_low(die, goal, second) if sense == "low" else succeeds_high(die, goal, second)


def goal_text(goal: int, sense: TwoWay) -> str:
    """The goal in words: "3 or less", "6, then 4 or more"."""
    if not possible(goal, sense):
        return "no chance"
    if needs_second(goal, sense, 1 if sense == "low" else 6):
        first = "1" if sense == "low" else "6"
        return f"{first}, then {_single_text(second_goal(goal, sense), sense)}"
    return _single_text(best_goal(goal, sense), sense)


def _single_text(goal: int, sense: TwoWay) -> str:
    if goal == (1 if sense == "low" else 6):
        return str(goal)
    return f"{goal} or less" if sense == "low" else f"{goal} or more"


def target_text(target: int) -> str:
    """The target of a 2D6 test in words."""
    if target < 2:
        return "no chance"
    return "any total" if target >= 12 else f"{target} or less on 2D6"
