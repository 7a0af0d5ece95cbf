"""From wounds to casualties: how many models fall when wounds are shared out (ARAP-CAS-01, ARAP-CAS-02).

All models are alike: the same Toughness, saves and wounds.
"""

from collections import defaultdict
from collections.abc import Iterator
from math import comb, lcm

from rules.dice.odds.distribution import Distribution, certain


def casualties(wounds: Distribution, models: int, wounds_each: int = 1) -> Distribution:
    """Every wound picks one of all the models, fallen ones too, whose wounds are lost (ARAP-CAS-01)."""
    if not models:
        return certain(0)
    survive = [_named_survive(wounds, models, wounds_each, named) for named in range(models + 1)]
    exactly = tuple(_exactly(models, standing, survive) for standing in range(models, -1, -1))
    return Distribution(weights=exactly, total=wounds.total * models**wounds.most)


def _exactly(models: int, standing: int, survive: list[int]) -> int:
    """By inclusion and exclusion: from "these models survive" to "so many survive, no more"."""
    return sum(
        (-1) ** (named - standing) * comb(named, standing) * comb(models, named) * survive[named]
        for named in range(standing, models + 1)
    )


def _named_survive(wounds: Distribution, models: int, wounds_each: int, named: int) -> int:
    """Weight of the cases in which `named` particular models stay below `wounds_each`, over models ** most wounds."""
    light = _light_ways(named, wounds_each, wounds.most)
    others = models - named
    weight = 0
    for count, count_weight in enumerate(wounds.weights):
        ways = sum(
            some * comb(count, on_named) * others ** (count - on_named)
            for on_named, some in enumerate(light[: count + 1])
        )
        weight += count_weight * ways * models ** (wounds.most - count)
    return weight


def _light_ways(models: int, wounds_each: int, most: int) -> list[int]:
    """In how many ways each number of wounds, one by one, falls on `models` so that none takes `wounds_each`."""
    ways = [1]
    for _ in range(models):
        more = [0] * min(most + 1, len(ways) + wounds_each - 1)
        for before, some in enumerate(ways):
            for on_this in range(min(wounds_each, len(more) - before)):
                more[before + on_this] += some * comb(before + on_this, on_this)
        ways = more
    return ways


def casualties_one_by_one(wounds: Distribution, models: int, wounds_each: int = 1) -> Distribution:
    """Every wound picks one of the models still standing; the fallen are removed before the next (ARAP-CAS-02)."""
    step = lcm(*range(1, models + 1))
    weights = [0] * (models + 1)
    for (count, weight), fallen in zip(
        enumerate(wounds.weights), _fallen_by_wound(models, wounds_each, step), strict=False
    ):
        for number, ways in fallen.items():
            weights[number] += weight * ways * step ** (wounds.most - count)
    return Distribution(weights=tuple(weights), total=wounds.total * step**wounds.most)


def _fallen_by_wound(models: int, wounds_each: int, step: int) -> Iterator[dict[int, int]]:
    """After 0, 1, 2, ... wounds: the weight of each number of fallen models, over step ** wounds.

    A state counts the standing models by the wounds that they have taken.
    """
    states = {(models, *[0] * (wounds_each - 1)): 1}
    while True:
        fallen: dict[int, int] = defaultdict(int)
        for state, ways in states.items():
            fallen[models - sum(state)] += ways
        yield fallen
        after: dict[tuple[int, ...], int] = defaultdict(int)
        for state, ways in states.items():
            for worse, share in _wounded(state, step):
                after[worse] += ways * share
        states = after


def _wounded(state: tuple[int, ...], step: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """The states after one more wound, with their shares of `step`."""
    standing = sum(state)
    if not standing:
        yield state, step
    for taken, number in enumerate(state):
        if number:
            worse = list(state)
            worse[taken] -= 1
            if taken + 1 < len(state):
                worse[taken + 1] += 1
            yield tuple(worse), number * step // standing
