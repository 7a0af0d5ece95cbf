"""How many fall where like hits are shared out evenly and unlike ones drawn, in mixed units too. (ARAP-CAS-03)

Hits of the commonest class (Strength and AP) give each member an equal share, and who has one more is drawn without
repeat; each hit of another class picks one of all members. Whoever has so many hits falls by himself: members hang
together only by what is drawn, which a polynomial counts: its powers are the fallen, those with one more, and the hits
of each other class.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, factorial, prod

import msgspec

from rules.dice.odds.attrition import Barrage, Kind
from rules.dice.odds.distribution import Distribution, binomial, convolve, of_chances

_MOST_TERMS = 120_000
"""Beyond so many products for one way to share out a plan would keep its reader waiting; the mean is told alone."""


class SharedFall(msgspec.Struct, frozen=True, kw_only=True):
    """How many fall on average, and how likely each number is; None where that would take too long."""

    mean: Fraction
    fallen: Distribution | None


class _Case(msgspec.Struct, frozen=True, kw_only=True):
    """So many hits of each class, with their chance, and which class is shared out."""

    odds: Fraction
    counts: tuple[int, ...]
    common: int

    @property
    def odd(self) -> tuple[int, ...]:
        """The hits of each other class."""
        return (*self.counts[: self.common], *self.counts[self.common + 1 :])


@lru_cache(maxsize=128)
def shared_out(classes: tuple[tuple[Barrage, ...], ...], kinds: tuple[Kind, ...]) -> SharedFall:
    """What falls to shots by class; `hurt` of each kind is the chance that a hit costs a wound, by class."""
    cases = tuple(_cases(classes))
    members = sum(kind.count for kind in kinds)
    mean = sum((case.odds * _mean(case, kinds, members) for case in cases), start=Fraction(0))
    most = [sum(b.count for b in barrages) for barrages in classes]
    if any(_terms(members, _odd(most, n)) > _MOST_TERMS for n in range(len(classes))):
        return SharedFall(mean=mean, fallen=None)
    return SharedFall(mean=mean, fallen=_fallen(cases, kinds, members, most))


def _cases(classes: Sequence[Sequence[Barrage]]) -> Iterator[_Case]:
    """Every number of hits of each class; of several as common the first is shared out."""
    hits = [convolve(binomial(b.count, b.hit) for b in barrages) for barrages in classes]
    for counts in product(*(range(each.most + 1) for each in hits)):
        odds = prod((each.chance(n) for each, n in zip(hits, counts, strict=True)), start=Fraction(1))
        if odds:
            yield _Case(odds=odds, counts=counts, common=counts.index(max(counts)))


def _odd(most: Sequence[int], common: int) -> tuple[int, ...]:
    """The most hits that each other class has beside a common one, which has as many or more."""
    return tuple(min(n, most[common]) for n in (*most[:common], *most[common + 1 :]))


def _terms(members: int, odd: Sequence[int]) -> int:
    drawn = prod(n + 1 for n in odd)
    return (members + 1) * members * drawn * 4 * drawn * members


def _mean(case: _Case, kinds: Sequence[Kind], members: int) -> Fraction:
    """The sum of each member's chance to fall."""
    each, more = divmod(case.counts[case.common], members)
    found = Fraction(0)
    for kind in kinds:
        drawn = [binomial(n, kind.hurt[c] / members) for c, n in enumerate(case.counts) if c != case.common and n]
        for share, chance in ((each, Fraction(members - more, members)), (each + 1, Fraction(more, members))):
            if chance:
                lost = convolve((binomial(share, kind.hurt[case.common]), *drawn))
                found += kind.count * chance * lost.at_least(kind.wounds)
    return found


def _fallen(cases: Sequence[_Case], kinds: tuple[Kind, ...], members: int, most: Sequence[int]) -> Distribution:
    chances = [Fraction(0)] * (members + 1)
    for case in cases:
        each, more = divmod(case.counts[case.common], members)
        ways = _ways(kinds, case.common, each, _odd(most, case.common))
        drawn = prod((Fraction(factorial(n), members**n) for n in case.odd), start=Fraction(1))
        for fallen in range(members + 1):
            chances[fallen] += case.odds * ways.get((fallen, more, *case.odd), 0) * drawn / comb(members, more)
    return of_chances(chances)


Powers = tuple[int, ...]
"""The fallen, those with one hit more, the hits of each other class."""


@lru_cache(maxsize=256)
def _ways(kinds: tuple[Kind, ...], common: int, each: int, odd: tuple[int, ...]) -> dict[Powers, Fraction]:
    """The product of what may come to each member, over the factorials of the hits that are drawn."""
    found: dict[Powers, Fraction] = {(0, 0, *(0 for _ in odd)): Fraction(1)}
    for kind in kinds:
        one = tuple(_of_one(kind, common, each, odd))
        for _ in range(kind.count):
            after: dict[Powers, Fraction] = defaultdict(Fraction)
            for had, weight in found.items():
                for more, chance in one:
                    powers = tuple(a + b for a, b in zip(had, more, strict=True))
                    if all(n <= limit for n, limit in zip(powers[2:], odd, strict=True)):
                        after[powers] += weight * chance
            found = after
    return found


def _of_one(kind: Kind, common: int, each: int, odd: Sequence[int]) -> Iterator[tuple[Powers, Fraction]]:
    """What may come to one member: a share or one more, some hits that are drawn, and whether it falls to them."""
    hurts = (*kind.hurt[:common], *kind.hurt[common + 1 :])
    for more in (0, 1):
        for drawn in product(*(range(n + 1) for n in odd)):
            tries = zip(drawn, hurts, strict=True)
            lost = convolve((binomial(each + more, kind.hurt[common]), *(binomial(n, hurt) for n, hurt in tries)))
            falls = lost.at_least(kind.wounds)
            over = prod(factorial(n) for n in drawn)
            for fallen, chance in ((0, 1 - falls), (1, falls)):
                if chance:
                    yield (fallen, more, *drawn), chance / over
