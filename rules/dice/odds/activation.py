"""Odds of an activation roll."""

from fractions import Fraction
from functools import lru_cache

import msgspec

from rules.dice.odds.chances import chance_low
from rules.dice.odds.distribution import binomial

BUST_FAILURES = 2


class Activation(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What an activation roll may bring: a bust, or so many action points. `ap[0]` is nothing without a bust."""

    bust: Fraction
    ap: tuple[Fraction, ...]
    mean: Fraction


@lru_cache(maxsize=64)
def activation_odds(value: int, dice: int, fewer: int = 0) -> Activation:
    """Odds of `dice` D6 against the activation value; two failures are a bust (ARAP-ACT-02, -03).

    Of its successes a unit loses so many as are `fewer`: two while it is pinned. (ARAP-PIN-01)
    """
    successes = binomial(dice, chance_low(value))
    made = tuple(Fraction(0) if dice - n >= BUST_FAILURES else successes.chance(n) for n in range(dice + 1))
    ap = (sum(made[: fewer + 1], start=Fraction(0)), *made[fewer + 1 :])
    mean = sum((n * odds for n, odds in enumerate(ap)), start=Fraction(0))
    return Activation(bust=successes.at_most(dice - BUST_FAILURES), ap=ap, mean=mean)
