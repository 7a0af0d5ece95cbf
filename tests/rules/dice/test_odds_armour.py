"""Odds of shots at armour, against every die enumerated."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rules.dice.odds import (
    Penetration,
    VehicleShots,
    after_shots,
    chart_odds,
    hit_odds,
    penetration_odds,
    vehicle_volley,
)
from rules.rulebook.charts import chart_result, damage_chart

D6 = range(1, 7)
CHART = damage_chart()
ALWAYS = Fraction(1)


def sixths(*parts: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(part, 6) for part in parts)


def test_reaching_the_armour_glances_and_exceeding_it_penetrates() -> None:
    odds = penetration_odds(8, 12, ap=3)
    assert (odds.none, odds.glancing, odds.penetrating) == sixths(3, 1, 2)
    assert penetration_odds(5, 12, ap=3).none == 1
    assert penetration_odds(6, 12, ap=3).glancing == Fraction(1, 6)
    assert penetration_odds(10, 10, ap=3).penetrating == 1


def test_melta_adds_a_second_die() -> None:
    odds = penetration_odds(8, 14, "melta", ap=1)
    assert (odds.none, odds.glancing, odds.penetrating) == (Fraction(10, 36), Fraction(5, 36), Fraction(21, 36))


@pytest.mark.parametrize("ap", [0, None])
def test_without_an_ap_there_are_only_glancing_hits(ap: int | None) -> None:
    odds = penetration_odds(8, 12, ap=ap)
    assert (odds.none, odds.glancing, odds.penetrating) == sixths(3, 3, 0)


def test_ordnance_takes_the_higher_die_and_its_own_column() -> None:
    odds = penetration_odds(8, 12, "ordnance", ap=3)
    assert (odds.none, odds.glancing, odds.penetrating) == (Fraction(9, 36), Fraction(7, 36), Fraction(20, 36))
    assert set(odds.by_class) == {"none", "glancing", "ordnance"}


def test_hull_down_turns_half_the_penetrating_hits_into_glancing_ones() -> None:
    odds = penetration_odds(8, 10, ap=3, hull_down=3)
    assert (odds.none, odds.glancing, odds.penetrating) == (Fraction(1, 6), Fraction(1, 2), Fraction(1, 3))
    assert penetration_odds(8, 10, ap=3, hull_down=4).penetrating == Fraction(2, 9)


def test_a_chart_column_has_the_odds_of_its_rows() -> None:
    assert chart_odds(CHART["glancing"]) == {
        ("no-effect",): Fraction(1, 3),
        ("crew-shaken",): Fraction(1, 6),
        ("crew-stunned",): Fraction(1, 6),
        ("armament-destroyed",): Fraction(1, 6),
        ("immobilised",): Fraction(1, 6),
    }
    assert chart_odds(CHART["penetrating"], 2) == {
        ("immobilised",): Fraction(1, 6),
        ("destroyed",): Fraction(1, 6),
        ("flipped",): Fraction(1, 6),
        ("explodes",): Fraction(1, 2),
    }
    assert chart_odds(CHART["glancing"], 1)["destroyed",] == Fraction(1, 6)


def test_one_shot_has_the_odds_of_all_its_dice() -> None:
    """To hit on 3 or less, strength 8 and AP 1 against armour 11, two rolls at +1 in all: 6 ** 4 throws."""
    counts = Counter[tuple[str, tuple[str, ...]]]()
    for to_hit, pierce, first, second in product(D6, repeat=4):
        total = 8 + pierce
        if to_hit > 3 or total < 11:
            counts["none", ()] += 1
            continue
        kind = "glancing" if total == 11 else "penetrating"
        rolled = chart_result(CHART[kind], first + 1) + chart_result(CHART[kind], second + 1)
        counts[kind, rolled] += 1
    shots = VehicleShots(
        count=1, hit=Fraction(1, 2), penetration=penetration_odds(8, 11, ap=1), chart_modifier=1, chart_rolls=2
    )
    assert hit_odds(shots, CHART) == {outcome: Fraction(count, 6**4) for outcome, count in counts.items()}


def test_several_shots_destroy_unless_every_one_fails() -> None:
    shots = VehicleShots(count=3, hit=Fraction(1, 2), penetration=penetration_odds(8, 10, ap=3))
    once = Fraction(1, 2) * Fraction(4, 6) * Fraction(3, 6)
    odds = vehicle_volley([shots], CHART)
    assert odds.destroyed == 1 - (1 - once) ** 3
    assert sum(odds.worst.values()) == 1
    assert list(odds.worst)[-3:] == ["destroyed", "flipped", "explodes"]


def test_a_wreck_takes_no_more_hits() -> None:
    sure = Penetration(none=Fraction(0), glancing=Fraction(0), penetrating=ALWAYS)
    odds = vehicle_volley([VehicleShots(count=2, hit=ALWAYS, penetration=sure, chart_modifier=3)], CHART)
    # At +3 a 1 destroys, a 2 flips, the rest explode: the first hit settles it.
    assert dict(odds.worst) == {"destroyed": Fraction(1, 6), "flipped": Fraction(1, 6), "explodes": Fraction(2, 3)}


def test_hull_points_are_used_up_before_the_chart_is_rolled_on() -> None:
    sure = Penetration(none=Fraction(0), glancing=Fraction(0), penetrating=ALWAYS)
    shots = VehicleShots(count=2, hit=ALWAYS, penetration=sure)
    assert vehicle_volley([shots], CHART, hull_points=3).destroyed == 0
    assert dict(vehicle_volley([shots], CHART, hull_points=5).hull_points) == {1: 1}
    assert vehicle_volley([shots], CHART, hull_points=1).destroyed == Fraction(1, 2)
    glancing = Penetration(none=Fraction(0), glancing=ALWAYS, penetrating=Fraction(0))
    ordnance = Penetration(none=Fraction(0), glancing=Fraction(0), penetrating=ALWAYS, column="ordnance")
    for penetration, left in ((glancing, 3), (sure, 2), (ordnance, 1)):
        one = VehicleShots(count=1, hit=ALWAYS, penetration=penetration)
        assert dict(vehicle_volley([one], CHART, hull_points=4).hull_points) == {left: 1}


def test_results_that_add_up_are_followed_shot_by_shot() -> None:
    """Two immobilised results wreck: binomial by another road."""
    one = {"immobilised": Fraction(1, 3), "nothing": Fraction(2, 3)}
    odds = after_shots(0, [(3, one)], lambda taken, result: min(2, taken + (result == "immobilised")))
    assert odds == {0: Fraction(8, 27), 1: Fraction(12, 27), 2: Fraction(7, 27)}
