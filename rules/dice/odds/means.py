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


@lru_cache(maxsize=4096)
def mean_fallen(volley: VolleyRow) -> float:
    """The mean of `attrition`; wounds that are taken in turn hang together, and are left to it. (ARAP-CAS-02)"""
    if volley.in_turn:
        return float(attrition(volley.barrages, volley.kinds, in_turn=True).mean)
    members = sum(kind.count for kind in volley.kinds)
    return sum(kind.count * _falls(volley.barrages, kind, members) for kind in volley.kinds)


def _falls(barrages: Sequence[Barrage], kind: Kind, members: int) -> float:
    """The chance that one member of that kind takes the wounds that it has left."""
    light = [1.0] + [0.0] * (kind.wounds - 1)
    """The chance of each number of wounds that leaves it standing."""
    for barrage, hurt in zip(barrages, kind.hurt, strict=True):
        struck = float(barrage.hit) * float(hurt) / members
        for _ in range(barrage.count):
            light = [
                stays * (1 - struck) + (light[wounds - 1] * struck if wounds else 0.0)
                for wounds, stays in enumerate(light)
            ]
    return max(0.0, 1.0 - sum(light))


@lru_cache(maxsize=4096)
def hits_at_least(barrages: tuple[Barrage, ...], least: int) -> float:
    """The chance of so many hits or more."""
    if least <= 0:
        return 1.0
    fewer = [1.0] + [0.0] * (least - 1)
    for barrage in barrages:
        hit = float(barrage.hit)
        for _ in range(barrage.count):
            fewer = [
                stays * (1 - hit) + (fewer[count - 1] * hit if count else 0.0) for count, stays in enumerate(fewer)
            ]
    return max(0.0, 1.0 - sum(fewer))
