"""Odds of volleys and casualties, against every case enumerated."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from time import thread_time

import pytest

from rules.dice.goals import succeeds_high, succeeds_low
from rules.dice.odds import (
    CasualtiesTest,
    Distribution,
    Shots,
    binomial,
    casualties,
    casualties_one_by_one,
    casualties_test_odds,
    certain,
    chance_high,
    chance_low,
    convolve,
    suppression_odds,
    volley,
    volley_vs_models,
)
from rules.dice.odds.attrition import Barrage, Kind
from rules.dice.odds.sharing import shared_out
from rules.rulebook.charts import by_key, rows

D6 = range(1, 7)
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def test_two_shots_agree_with_all_their_dice() -> None:
    """Two shots hitting on 4 or less, wounding on 5 or more, saved on 4 or more: 6 ** 6 throws."""
    hits, wounds, unsaved = Counter[int](), Counter[int](), Counter[int]()
    for dice in product(product(D6, repeat=3), repeat=2):
        hit = [succeeds_low(to_hit, 4) for to_hit, _, _ in dice]
        wound = [struck and succeeds_high(die, 5) for struck, (_, die, _) in zip(hit, dice, strict=True)]
        hurt = [hurts and not succeeds_high(save, 4) for hurts, (_, _, save) in zip(wound, dice, strict=True)]
        hits[sum(hit)] += 1
        wounds[sum(wound)] += 1
        unsaved[sum(hurt)] += 1
    odds = volley([Shots(count=2, hit=chance_low(4), wound=chance_high(5), unsaved=1 - chance_high(4))])
    for counts, distribution in ((hits, odds.hits), (wounds, odds.wounds), (unsaved, odds.unsaved)):
        assert distribution.chances == tuple(Fraction(counts[n], 6**6) for n in range(3))


def test_groups_of_different_weapons_add_up() -> None:
    odds = volley([Shots(count=2, hit=HALF), Shots(count=1, hit=THIRD)])
    assert odds.hits.chances == (Fraction(1, 6), Fraction(5, 12), Fraction(1, 3), Fraction(1, 12))
    assert odds.hits.mean == Fraction(4, 3)


def test_a_distribution_answers_at_least_and_at_most() -> None:
    two = binomial(2, HALF)
    assert [two.chance(n) for n in (-1, 0, 1, 2, 3)] == [0, Fraction(1, 4), HALF, Fraction(1, 4), 0]
    assert (two.at_least(1), two.at_least(-2), two.at_least(3)) == (Fraction(3, 4), 1, 0)
    assert (two.at_most(1), two.at_most(9), two.at_most(-1)) == (Fraction(3, 4), 1, 0)
    assert convolve([certain(2), certain(3)]).chances == certain(5).chances


def every_pick(count: int, models: int) -> Iterator[tuple[int, ...]]:
    return product(range(models), repeat=count)


@pytest.mark.parametrize(("count", "models", "each"), [(4, 3, 1), (5, 3, 2), (6, 2, 3), (3, 5, 1), (2, 3, 3)])
def test_random_wounds_agree_with_every_way_to_pick(count: int, models: int, each: int) -> None:
    fallen = Counter(sum(taken >= each for taken in Counter(picks).values()) for picks in every_pick(count, models))
    expected = tuple(Fraction(fallen[n], models**count) for n in range(models + 1))
    assert casualties(certain(count), models, each).chances == expected


def fallen_one_by_one(count: int, taken: tuple[int, ...], each: int) -> dict[int, Fraction]:
    """Every pick among the standing, followed to the end."""
    standing = [place for place, wounds in enumerate(taken) if wounds < each]
    if not count or not standing:
        return {len(taken) - len(standing): Fraction(1)}
    odds: dict[int, Fraction] = defaultdict(Fraction)
    for place in standing:
        worse = tuple(wounds + (at == place) for at, wounds in enumerate(taken))
        for number, chance in fallen_one_by_one(count - 1, worse, each).items():
            odds[number] += chance / len(standing)
    return odds


@pytest.mark.parametrize(("count", "models", "each"), [(4, 3, 1), (5, 3, 2), (5, 2, 3), (3, 4, 2), (7, 3, 2)])
def test_wounds_one_by_one_agree_with_every_path(count: int, models: int, each: int) -> None:
    expected = fallen_one_by_one(count, (0,) * models, each)
    odds = casualties_one_by_one(certain(count), models, each)
    assert odds.chances == tuple(expected.get(n, Fraction(0)) for n in range(models + 1))


def test_models_of_one_wound_fall_one_to_a_wound_when_the_fallen_are_removed() -> None:
    shots = Shots(count=4, hit=HALF)
    odds = volley_vs_models([shots], 3, allocation="one-by-one")
    assert odds.chances == (Fraction(1, 16), Fraction(1, 4), Fraction(3, 8), Fraction(5, 16))


@pytest.mark.parametrize("spread", [casualties, casualties_one_by_one])
def test_a_mixture_of_wounds_is_the_mixture_of_its_casualties(
    spread: Callable[[Distribution, int, int], Distribution],
) -> None:
    mixed = spread(binomial(3, THIRD), 3, 2)
    for fallen in range(4):
        expected = sum(binomial(3, THIRD).chance(n) * spread(certain(n), 3, 2).chance(fallen) for n in range(4))
        assert mixed.chance(fallen) == expected


def test_shared_hits_are_even_with_the_remainder_at_random() -> None:
    # Five hits on three models are 2, 2 and 1; each hit fells with a chance of a half.
    expected = Counter[int]()
    for falls in product((True, False), repeat=5):
        expected[any(falls[:2]) + any(falls[2:4]) + falls[4]] += 1
    three = Kind(count=3, wounds=1, hurt=(HALF,))
    odds = shared_out(((Barrage(count=5, hit=Fraction(1)),),), (three,))
    assert odds.fallen.chances == tuple(Fraction(expected[n], 32) for n in range(4))
    assert odds.mean == odds.fallen.mean
    assert shared_out(((Barrage(count=2, hit=Fraction(1)),),), (three,)).fallen.chance(2) == Fraction(1, 4)


def test_shared_hits_on_a_mixed_unit_beside_some_that_are_drawn() -> None:
    """Three of one class on a brute of two wounds and a levy, one of another class that picks either."""
    classes = ((Barrage(count=3, hit=Fraction(1)),), (Barrage(count=1, hit=HALF),))
    kinds = (Kind(count=1, wounds=2, hurt=(HALF, THIRD)), Kind(count=1, wounds=1, hurt=(THIRD, HALF)))
    expected = [Fraction(0)] * 3
    for more, struck in product((0, 1), (None, 0, 1)):
        weight = HALF * (HALF if struck is None else HALF * HALF)
        lost = []
        for n, kind in enumerate(kinds):
            taken = binomial(1 + (more == n), kind.hurt[0])
            lost.append(convolve((taken, binomial(int(struck == n), kind.hurt[1]))).at_least(kind.wounds))
        brute, levy = lost
        for fallen, chance in enumerate(
            ((1 - brute) * (1 - levy), brute * (1 - levy) + levy * (1 - brute), brute * levy)
        ):
            expected[fallen] += weight * chance
    found = shared_out(classes, kinds)
    assert found.fallen.chances == tuple(expected)
    assert found.mean == found.fallen.mean


def test_where_sharing_out_would_take_too_long_the_mean_is_told() -> None:
    barrages = tuple((Barrage(count=n, hit=HALF),) for n in (10, 9, 8))
    found = shared_out(barrages, (Kind(count=10, wounds=1, hurt=(HALF, THIRD, HALF)),))
    assert found.fallen is None
    assert 0 < found.mean < 10


def test_nobody_falls_where_nobody_stands() -> None:
    for odds in (casualties(certain(2), 0), casualties_one_by_one(certain(2), 0)):
        assert odds.chances == (1,)


def test_suppression_needs_more_than_a_quarter_hit_and_a_failed_test() -> None:
    for models, threshold in by_key("ARAP-SUPP-01").items():
        assert suppression_odds(certain(int(str(threshold))), int(models), 7) == Fraction(5, 12)
        assert suppression_odds(certain(int(str(threshold)) - 1), int(models), 7) == 0
    assert suppression_odds(certain(3), 10, 7, s_active=2) == Fraction(13, 18)
    assert suppression_odds(binomial(3, HALF), 10, 7) == Fraction(5, 96)


def test_the_casualties_test_has_the_odds_of_the_ledger() -> None:
    for row in rows("ARAP-CAS-05"):
        odds = casualties_test_odds(certain(5), 20, int(str(row["target"])) + 1, s_active=1)
        assert {"pass": str(odds.passed), "pinned": str(odds.pinned), "rout": str(odds.rout)} == {
            key: row[key] for key in ("pass", "pinned", "rout")
        }
    for models, threshold in by_key("ARAP-CAS-04").items():
        assert casualties_test_odds(certain(int(str(threshold)) - 1), int(models), 7).not_due == 1
        assert casualties_test_odds(certain(int(str(threshold))), int(models), 7).not_due == 0


def test_a_unit_wiped_out_takes_no_test() -> None:
    assert casualties_test_odds(Distribution(weights=(1, 2, 1), total=4), 2, 7) == CasualtiesTest(
        not_due=Fraction(1, 4),
        passed=HALF * Fraction(7, 12),
        pinned=HALF * Fraction(1, 4),
        rout=HALF * Fraction(1, 6),
        destroyed=Fraction(1, 4),
    )


def test_a_volley_is_worked_out_while_the_pointer_moves() -> None:
    """Forty shots of three kinds within 20 ms of work, on the best of five tries."""
    groups = [
        Shots(count=20, hit=Fraction(2, 3), wound=Fraction(1, 18), unsaved=HALF),
        Shots(count=15, hit=Fraction(1, 36), wound=Fraction(5, 6), unsaved=Fraction(2, 3)),
        Shots(count=5, hit=Fraction(5, 6), wound=HALF),
    ]
    took = []
    for _ in range(5):
        binomial.cache_clear()
        start = thread_time()
        odds = volley(groups)
        took.append(thread_time() - start)
    assert sum(odds.unsaved.chances) == 1
    assert min(took) < 0.020
