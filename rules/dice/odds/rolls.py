"""The odds of a roll from how its label says that it is thrown and read. (ARAP-DICE-01 to -15)"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Literal, NamedTuple

from rules.dice.faces import combat
from rules.dice.odds.chances import chance_2d6_low, chance_high, chance_low
from rules.dice.odds.distribution import Distribution, binomial

Reading = Literal["sum", "highest", "singly"]

_NOTATION = re.compile(r"([0-9]*|N)(D|R)([0-9]*|N)(-keep-highest|-singly)?")


class DiceThrown(NamedTuple):
    """Some dice and how they are read: `sides` 0 for combat dice."""

    number: int
    sides: int
    reading: Reading = "sum"

    @property
    def text(self) -> str:
        """As a player says it: "2D6, the highest"."""
        said = {"sum": "", "highest": ", the highest", "singly": ", each by itself"}
        kind = f"D{self.sides}" if self.sides else " combat dice"
        return f"{self.number}{kind}{said[self.reading]}"


def thrown(notation: str, *, number: int, sides: int) -> tuple[DiceThrown, ...]:
    """The ways in which a label may be thrown; `number` and `sides` stand where it leaves them open."""
    return tuple(_thrown(part, number, sides) for part in re.split(r" or ", notation))


def _thrown(part: str, number: int, sides: int) -> DiceThrown:
    found = _NOTATION.fullmatch(part)
    if found is None:  # any dice
        return DiceThrown(number, sides)
    count, kind, faces, read = found.groups()
    reading: Reading = "highest" if read == "-keep-highest" else "singly" if read == "-singly" else "sum"
    each = 0 if kind == "R" else int(faces) if faces.isdigit() else sides
    return DiceThrown(int(count) if count.isdigit() else number, each, reading)


@lru_cache(maxsize=128)
def totals(dice: DiceThrown) -> Distribution:
    """What the dice come to: their sum, or the highest of them."""
    faces = [combat(face) for face in range(1, 7)] if not dice.sides else list(range(1, dice.sides + 1))
    if dice.reading == "highest":
        fell = Counter(max(shown) for shown in product(faces, repeat=dice.number))
    else:
        fell = Counter({0: 1})
        for _ in range(dice.number):
            fell = _added(fell, faces)
    return Distribution(weights=tuple(fell[n] for n in range(max(fell) + 1)), total=len(faces) ** dice.number)


def _added(so_far: Mapping[int, int], faces: Iterable[int]) -> Counter[int]:
    after: Counter[int] = Counter()
    for face in faces:
        for total, ways in so_far.items():
            after[total + face] += ways
    return after


def made(dice: DiceThrown, goal: int, sense: str, *, plain: bool) -> Fraction:
    """The chance of that goal: a second die counts but where the roll is `plain`, as against armour. (ARAP-DICE-06)"""
    if sense == "low" and (dice.number, dice.sides) == (2, 6) and dice.reading == "sum":
        return chance_2d6_low(goal)
    one = dice.number == 1 or dice.reading == "singly"
    if one and dice.sides == 6 and not plain and sense in ("low", "high"):
        return chance_low(goal) if sense == "low" else chance_high(goal)
    found = totals(dice._replace(number=1) if dice.reading == "singly" else dice)
    return found.at_most(goal) if sense == "low" else found.at_least(goal)


def successes(dice: DiceThrown, goal: int, sense: str) -> Distribution:
    """How many of dice that are read each by itself make the goal."""
    return binomial(dice.number, made(dice, goal, sense, plain=False))
