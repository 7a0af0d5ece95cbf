"""How many members of a mixed unit fall to a volley, shot by shot (ARAP-CAS-01, ARAP-CAS-02)."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm

import msgspec

from rules.dice.odds.distribution import Distribution


class Barrage(msgspec.Struct, frozen=True, kw_only=True):
    """So many like shots, each with its chance to hit."""

    count: int
    hit: Fraction


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """So many like members: the wounds that each has left, and the chance that a hit costs one, by barrage.

    `sheltered` members are struck only when nobody is left in the open, where wounds are taken in turn.
    """

    count: int
    wounds: int
    hurt: tuple[Fraction, ...]
    sheltered: bool = False


State = tuple[int, ...]
"""How many members there are of each grade: of each kind by the wounds that they have left."""


class _Grade(msgspec.Struct, frozen=True, kw_only=True):
    hurt: tuple[Fraction, ...]
    sheltered: bool
    last: bool
    """The next wound fells it; otherwise the grade that follows is the same member with one wound less."""


@lru_cache(maxsize=512)
def attrition(barrages: tuple[Barrage, ...], kinds: tuple[Kind, ...], *, in_turn: bool = False) -> Distribution:
    """How many fall. Every hit picks one of all members, the fallen too (ARAP-CAS-01); with `in_turn` one of those
    that stand, members in the open first (ARAP-CAS-02).
    """
    grades, start = _grades(kinds)
    members = sum(start)
    step = lcm(*range(1, members + 1))
    states: dict[State, int] = {start: 1}
    total = 1
    for number, barrage in enumerate(barrages):
        share = lcm(*(grade.hurt[number].denominator for grade in grades))
        chances = [int(grade.hurt[number] * share) * barrage.hit.numerator for grade in grades]
        whole = barrage.hit.denominator * share * step
        for _ in range(barrage.count):
            states = _after_a_shot(states, grades, chances, whole, step, members, in_turn)
            total *= whole
    weights = [0] * (members + 1)
    for state, weight in states.items():
        weights[members - sum(state)] += weight
    return Distribution(weights=tuple(weights), total=total)


def _grades(kinds: Sequence[Kind]) -> tuple[list[_Grade], State]:
    grades: list[_Grade] = []
    counts: list[int] = []
    for kind in kinds:
        for left in range(kind.wounds, 0, -1):
            grades.append(_Grade(hurt=kind.hurt, sheltered=kind.sheltered, last=left == 1))
            counts.append(kind.count if left == kind.wounds else 0)
    return grades, tuple(counts)


def _after_a_shot(
    states: dict[State, int],
    grades: Sequence[_Grade],
    chances: Sequence[int],
    whole: int,
    step: int,
    members: int,
    in_turn: bool,
) -> dict[State, int]:
    after: dict[State, int] = defaultdict(int)
    for state, weight in states.items():
        struck = _eligible(state, grades) if in_turn else [g for g, count in enumerate(state) if count]
        among = sum(state[g] for g in struck) if in_turn else members
        stays = whole
        for g in struck:
            ways = chances[g] * state[g] * (step // among)
            if ways:
                after[_worse(state, g, grades[g].last)] += weight * ways
                stays -= ways
        if stays:
            after[state] += weight * stays
    return after


def _eligible(state: State, grades: Sequence[_Grade]) -> list[int]:
    exposed = [g for g, count in enumerate(state) if count and not grades[g].sheltered]
    return exposed or [g for g, count in enumerate(state) if count]


def _worse(state: State, grade: int, last: bool) -> State:
    counts = list(state)
    counts[grade] -= 1
    if not last:
        counts[grade + 1] += 1
    return tuple(counts)
