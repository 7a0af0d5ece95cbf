"""Means of volleys, as fast as somebody needs who compares hundreds of them: the same rows as the exact odds.

A volley is what `attrition` takes: barrages, kinds of members, and whether wounds are taken in turn. What hits pick is
each time one of all members, the fallen too, so that each member meets its own hits however the others fare; the mean
is then a sum over kinds, without the states in between. Numbers are floats, and equal the exact ones. (ARAP-CAS-01)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rules.dice.odds.attrition import Barrage, Kind, attrition


class VolleyRow(NamedTuple):
    """One volley as the exact odds take it."""

    barrages: tuple[Barrage, ...]
    kinds: tuple[Kind, ...]
    in_turn: bool = False


class LikeShots(NamedTuple):
    """So many like shots, each with its chance to hit."""

    shots: int
    hit: float


@lru_cache(maxsize=4096)
def mean_fallen(volley: VolleyRow) -> float:
    """The mean of `attrition`; wounds that are taken in turn hang together, and are left to it. (ARAP-CAS-02)"""
    if volley.in_turn:
        return float(attrition(volley.barrages, volley.kinds, in_turn=True).mean)
    members = sum(kind.count for kind in volley.kinds)
    shots = [LikeShots(each.count, float(each.hit)) for each in volley.barrages]
    return sum(kind.count * falls(shots, [float(h) for h in kind.hurt], kind.wounds, members) for kind in volley.kinds)


def falls(shots: Sequence[LikeShots], hurt: Sequence[float], wounds: int, members: int) -> float:
    """The chance that one of so many members takes the wounds that it has left.

    `hurt` is the chance that a hit costs it one, by barrage.
    """
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
