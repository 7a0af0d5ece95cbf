"""Means of volleys, as fast as somebody needs who compares hundreds of them: the same rows as the exact odds.

A volley is what `attrition` takes: barrages, kinds of members, and whether wounds are taken in turn. What hits pick is
each time one of all members, the fallen too, so that each member meets its own hits however the others fare; the mean
is then a sum over kinds, without the states in between; only wounds that are taken in turn need those. Numbers are
floats, and equal the exact ones. (ARAP-CAS-01, ARAP-CAS-02)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rules.dice.odds.attrition import Barrage, Kind


class VolleyRow(NamedTuple):
    """One volley as the exact odds take it."""

    barrages: tuple[Barrage, ...]
    kinds: tuple[Kind, ...]
    in_turn: bool = False


class LikeShots(NamedTuple):
    """So many like shots, each with its chance to hit."""

    shots: int
    hit: float


class LikeVictims(NamedTuple):
    """So many like members: the wounds that each has left, and the chance that a hit costs one, by like shots.

    Those who are `sheltered` are struck when nobody is left in the open.
    """

    number: int
    wounds: int
    hurt: tuple[float, ...]
    sheltered: bool = False


@lru_cache(maxsize=4096)
def falls(shots: tuple[LikeShots, ...], hurt: tuple[float, ...], wounds: int, members: int) -> float:
    """The chance that one of so many members takes the wounds that it has left.

    `hurt` is the chance that a hit costs it one, by barrage.
    """
    if wounds == 1:
        stands = 1.0
        for (number, hit), cost in zip(shots, hurt, strict=True):
            stands *= (1 - hit * cost / members) ** number
        return 1.0 - stands
    light = [1.0] + [0.0] * (wounds - 1)
    """The chance of each number of wounds that leaves it standing."""
    for (number, hit), cost in zip(shots, hurt, strict=True):
        struck = hit * cost / members
        misses = 1 - struck
        for _ in range(number):
            for n in range(wounds - 1, 0, -1):
                light[n] = light[n] * misses + light[n - 1] * struck
            light[0] *= misses
    return max(0.0, 1.0 - sum(light))


@lru_cache(maxsize=4096)
def fallen_in_turn(shots: tuple[LikeShots, ...], victims: tuple[LikeVictims, ...]) -> float:
    """The mean where each hit picks one of those who stand, those in the open first. (ARAP-CAS-02)"""
    exposed, behind = (_alike([v for v in victims if v.sheltered is covered]) for covered in (False, True))
    kinds = [*exposed, *behind]
    if len(exposed) <= 1 and len(behind) <= 1 and max(kind.wounds for kind in kinds) == 1:
        return _one_after_the_other(shots, kinds)
    return _fallen_of_many(shots, kinds)


def _alike(victims: list[LikeVictims]) -> list[LikeVictims]:
    """The same with those who fare alike as one kind."""
    if len(victims) < 2:
        return victims
    counts: dict[LikeVictims, int] = {}
    for each in victims:
        like = each._replace(number=1)
        counts[like] = counts.get(like, 0) + each.number
    return [like._replace(number=number) for like, number in counts.items()]


def _one_after_the_other(shots: Sequence[LikeShots], kinds: Sequence[LikeVictims]) -> float:
    """Where a wound fells, and each is followed by one like him until his kind is gone: by how many have fallen."""
    members = sum([kind.number for kind in kinds])
    fallen = [1.0] + [0.0] * members
    """The chance of each number of them."""
    most = 0
    for place, (number, hit) in enumerate(shots):
        costs: list[float] = []
        for kind in kinds:
            costs += [hit * kind.hurt[place]] * kind.number
        for _ in range(number):
            for n in range(most, -1, -1):
                more = fallen[n] * costs[n]
                fallen[n + 1] += more
                fallen[n] -= more
            most = min(most + 1, members - 1)
    return sum([n * chance for n, chance in enumerate(fallen)])


Standing = tuple[int, ...]
"""How many members stand of each grade: of each kind by the wounds that they have left."""


class _Grade(NamedTuple):
    """Like members: the chance that a hit costs one a wound, by like shots, and whether the next one fells it."""

    hurt: tuple[float, ...]
    sheltered: bool
    last: bool


def _fallen_of_many(shots: Sequence[LikeShots], kinds: Sequence[LikeVictims]) -> float:
    """By who stands: it changes who is hit next."""
    grades = [_Grade(k.hurt, k.sheltered, last=left == 1) for k in kinds for left in range(k.wounds, 0, -1)]
    start = tuple(k.number if left == k.wounds else 0 for k in kinds for left in range(k.wounds, 0, -1))
    states = {start: 1.0}
    for place, (number, hit) in enumerate(shots):
        costs = [hit * grade.hurt[place] for grade in grades]
        for _ in range(number):
            states = _after_a_shot(states, grades, costs)
    members = sum(start)
    return sum(chance * (members - sum(state)) for state, chance in states.items())


def _after_a_shot(
    states: dict[Standing, float], grades: Sequence[_Grade], costs: Sequence[float]
) -> dict[Standing, float]:
    after: dict[Standing, float] = {}
    for state, chance in states.items():
        stand = [g for g, count in enumerate(state) if count]
        struck = [g for g in stand if not grades[g].sheltered] or stand
        among = sum([state[g] for g in struck])
        stays = chance
        for g in struck:
            falls_there = chance * costs[g] * state[g] / among
            if falls_there:
                worse = _worse(state, g, last=grades[g].last)
                after[worse] = after.get(worse, 0.0) + falls_there
                stays -= falls_there
        after[state] = after.get(state, 0.0) + stays
    return after


def _worse(state: Standing, grade: int, *, last: bool) -> Standing:
    counts = list(state)
    counts[grade] -= 1
    if not last:
        counts[grade + 1] += 1
    return tuple(counts)


@lru_cache(maxsize=4096)
def hits_at_least(shots: tuple[LikeShots, ...], least: int) -> float:
    """The chance of so many hits or more."""
    if least <= 0:
        return 1.0
    fewer = [1.0] + [0.0] * (least - 1)
    for number, hit in shots:
        misses = 1 - hit
        for _ in range(number):
            for n in range(least - 1, 0, -1):
                fewer[n] = fewer[n] * misses + fewer[n - 1] * hit
            fewer[0] *= misses
    return max(0.0, 1.0 - sum(fewer))
