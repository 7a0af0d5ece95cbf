"""Odds of the tests that a volley may call for."""

from fractions import Fraction

import msgspec

from rules.dice.odds.chances import chance_2d6_low
from rules.dice.odds.distribution import Distribution


class CasualtiesTest(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of the unit: no test due, passed, pinned, routed, or nobody left to test."""

    not_due: Fraction
    passed: Fraction
    pinned: Fraction
    rout: Fraction
    destroyed: Fraction


def suppression_odds(hits: Distribution, models: int, ld: int, s_active: int = 0) -> Fraction:
    """The chance that a volley suppresses: more than a quarter hit, and the test failed (ARAP-SUPP-01, -02)."""
    due = hits.at_least(models // 4 + 1)
    return due * (1 - chance_2d6_low(ld - s_active))


def casualties_test_odds(casualties: Distribution, models: int, ld: int, s_active: int = 0) -> CasualtiesTest:
    """What the 25% casualties test may bring (ARAP-CAS-04, -05). `models` is the number at the start of the turn."""
    destroyed = casualties.at_least(models)
    threshold = -(-models // 4)
    tested = casualties.at_least(threshold) - destroyed
    passing, pinned, rout = casualties_result_odds(ld - s_active)
    return CasualtiesTest(
        not_due=1 - tested - destroyed,
        passed=tested * passing,
        pinned=tested * pinned,
        rout=tested * rout,
        destroyed=destroyed,
    )


def casualties_result_odds(target: int) -> tuple[Fraction, Fraction, Fraction]:
    """Of a test that is due: pass, pinned (failed on an even total), rout (failed on an odd one). (ARAP-CAS-05)"""
    totals = [first + second for first in range(1, 7) for second in range(1, 7)]
    failed = [total for total in totals if total > target]
    odd = sum(total % 2 for total in failed)
    return Fraction(36 - len(failed), 36), Fraction(len(failed) - odd, 36), Fraction(odd, 36)
