"""Odds of a volley: hits, wounds, wounds not saved, casualties."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

import msgspec

from rules.dice.odds.casualties import casualties, casualties_one_by_one
from rules.dice.odds.distribution import Distribution, binomial, convolve

ONE = Fraction(1)

Allocation = Literal["random", "one-by-one"]


class Shots(msgspec.Struct, frozen=True, kw_only=True):
    """So many like shots: chance to hit, of a hit to wound, of a wound not to be saved."""

    count: int
    hit: Fraction
    wound: Fraction = ONE
    unsaved: Fraction = ONE


class Volley(msgspec.Struct, frozen=True, kw_only=True):
    """How many hits, wounds, and wounds that no save stops."""

    hits: Distribution
    wounds: Distribution
    unsaved: Distribution


def volley(groups: Iterable[Shots]) -> Volley:
    """The exact distributions of all groups together."""
    groups = tuple(groups)
    return Volley(
        hits=convolve(binomial(shots.count, shots.hit) for shots in groups),
        wounds=convolve(binomial(shots.count, shots.hit * shots.wound) for shots in groups),
        unsaved=convolve(binomial(shots.count, shots.hit * shots.wound * shots.unsaved) for shots in groups),
    )


def volley_vs_models(
    groups: Iterable[Shots],
    models: int,
    wounds_each: int = 1,
    *,
    allocation: Literal["random", "one-by-one"] = "random",
) -> Distribution:
    """How many of `models` like models fall, each after `wounds_each` wounds.

    "random" picks a model for every wound, fallen ones too (ARAP-CAS-01); "one-by-one" picks among those still
    standing (ARAP-CAS-02).
    """
    fall = casualties if allocation == "random" else casualties_one_by_one
    return fall(volley(groups).unsaved, models, wounds_each)
