"""How many of a unit fall to hits that are taken one by one, each by one of those who still stand. (ARAP-CAS-02)"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from rules.dice.odds.distribution import Distribution, of_chances

GONE = -1
"""The grade of those who have fallen."""

State = tuple[int, ...]
"""How many stand of each grade: like members with as many wounds left."""


class SingleHit(NamedTuple):
    """One hit: what a member of each grade may become, each with its chance; otherwise it stays as it is.

    It strikes somebody `among` those grades, or nobody if none of them is left.
    """

    ends: Sequence[Mapping[int, Fraction]]
    among: frozenset[int]


def one_by_one(start: State, sheltered: frozenset[int], hits: Sequence[SingleHit]) -> Distribution:
    """How many fall; those who are sheltered are struck only when nobody else is left to be."""
    states: dict[State, Fraction] = {start: Fraction(1)}
    for hit in hits:
        after: dict[State, Fraction] = defaultdict(Fraction)
        for state, chance in states.items():
            for then, share in _after(state, sheltered, hit):
                after[then] += chance * share
        states = after
    fallen = [Fraction(0)] * (sum(start) + 1)
    for state, chance in states.items():
        fallen[sum(start) - sum(state)] += chance
    return of_chances(fallen)


def _after(state: State, sheltered: frozenset[int], hit: SingleHit) -> Iterator[tuple[State, Fraction]]:
    standing = [grade for grade in sorted(hit.among) if state[grade]]
    struck = [grade for grade in standing if grade not in sheltered] or standing
    among, stays = sum(state[grade] for grade in struck), Fraction(1)
    for grade in struck:
        for then, chance in hit.ends[grade].items():
            share = chance * Fraction(state[grade], among)
            stays -= share
            yield _moved(state, grade, then), share
    yield state, stays


def _moved(state: State, grade: int, then: int) -> State:
    counts = list(state)
    counts[grade] -= 1
    if then != GONE:
        counts[then] += 1
    return tuple(counts)
