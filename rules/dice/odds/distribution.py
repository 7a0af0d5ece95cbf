"""How likely each count is, exactly."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm

import msgspec


class Distribution(msgspec.Struct, frozen=True, kw_only=True):
    """Counts from 0 up: the chance of count n is `weights[n]` of `total`.

    Integers over one denominator, because thousands of fractions would each be reduced on the way.
    """

    weights: tuple[int, ...]
    total: int

    @property
    def most(self) -> int:
        """The highest count listed."""
        return len(self.weights) - 1

    @property
    def mean(self) -> Fraction:
        """The average count."""
        return Fraction(sum(count * weight for count, weight in enumerate(self.weights)), self.total)

    @property
    def chances(self) -> tuple[Fraction, ...]:
        """The chance of each count."""
        return tuple(Fraction(weight, self.total) for weight in self.weights)

    def chance(self, count: int) -> Fraction:
        """The chance of exactly this count."""
        return Fraction(self.weights[count], self.total) if 0 <= count <= self.most else Fraction(0)

    def at_least(self, count: int) -> Fraction:
        """The chance of this count or more."""
        return Fraction(sum(self.weights[max(0, count) :]), self.total)

    def at_most(self, count: int) -> Fraction:
        """The chance of this count or less."""
        return Fraction(sum(self.weights[: max(0, count + 1)]), self.total)


def capped(found: Distribution, most: int) -> Distribution:
    """The same counts, all those beyond the most taken as that."""
    if found.most <= most:
        return found
    return Distribution(weights=(*found.weights[:most], sum(found.weights[most:])), total=found.total)


def certain(count: int) -> Distribution:
    """The distribution that is always `count`."""
    return Distribution(weights=(0,) * count + (1,), total=1)


def of_chances(chances: Sequence[Fraction]) -> Distribution:
    """The counts from 0 up with these chances."""
    total = lcm(*(each.denominator for each in chances))
    return Distribution(weights=tuple(int(each * total) for each in chances), total=total)


@lru_cache(maxsize=1024)
def binomial(n: int, p: Fraction) -> Distribution:
    """How many of `n` tries succeed, each with chance `p`."""
    good, bad = p.numerator, p.denominator - p.numerator
    weights = tuple(comb(n, count) * good**count * bad ** (n - count) for count in range(n + 1))
    return Distribution(weights=weights, total=p.denominator**n)


def convolve(distributions: Iterable[Distribution]) -> Distribution:
    """The sum of independent counts."""
    total = certain(0)
    for distribution in distributions:
        total = _plus(total, distribution)
    return total


def _plus(one: Distribution, other: Distribution) -> Distribution:
    weights = [0] * (len(one.weights) + len(other.weights) - 1)
    for first, one_weight in enumerate(one.weights):
        for second, other_weight in enumerate(other.weights):
            weights[first + second] += one_weight * other_weight
    return Distribution(weights=tuple(weights), total=one.total * other.total)


def mixed(cases: Iterable[tuple[Fraction, Distribution]]) -> Distribution:
    """The count where one of several cases holds: each its chance, which add up to 1, and the count in that case."""
    found = [(chance, each) for chance, each in cases if chance]
    if len(found) == 1:
        return found[0][1]
    total = lcm(*(chance.denominator * each.total for chance, each in found))
    weights = [0] * max(len(each.weights) for _, each in found)
    for chance, each in found:
        share = chance.numerator * (total // (chance.denominator * each.total))
        for count, weight in enumerate(each.weights):
            weights[count] += share * weight
    return Distribution(weights=tuple(weights), total=total)
