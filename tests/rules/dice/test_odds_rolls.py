"""Odds of single rolls and activation: ledger tables and every die enumerated."""

from fractions import Fraction
from itertools import product

import pytest

from rules.dice.goals import needs_second, succeeds
from rules.dice.odds import activation_odds, chance, chance_2d6_low, chance_high, chance_low, odds_of_many, odds_text
from rules.rulebook.charts import rows

D6 = range(1, 7)


@pytest.mark.parametrize("goal", range(-5, 13))
def test_the_chance_of_a_goal_is_that_of_its_36_pairs_of_dice(goal: int) -> None:
    for sense in ("low", "high"):
        made = sum(succeeds(die, goal, sense, second) for die, second in product(D6, D6))
        assert chance(goal, sense) == Fraction(made, 36)


def test_a_second_die_is_called_for_only_when_it_can_matter() -> None:
    for sense in ("low", "high"):
        for goal, die in product(range(-5, 13), D6):
            matters = len({succeeds(die, goal, sense, second) for second in D6}) > 1
            assert matters <= needs_second(goal, sense, die)


@pytest.mark.part_of("ARAP-DICE-06", "ARAP-DICE-07")
def test_extended_goals_have_the_chances_of_the_ledger() -> None:
    high = {row["target"]: row["chance"] for row in rows("ARAP-DICE-06")}
    low = {row["target"]: row["chance"] for row in rows("ARAP-DICE-07")}
    assert {goal: str(chance_high(goal)) for goal in (7, 8, 9)} == high
    assert {goal: str(chance_low(goal)) for goal in (0, -1, -2)} == low


def test_2d6_have_the_chances_of_the_ledger() -> None:
    assert [str(chance_2d6_low(int(str(row["target"])))) for row in rows("ARAP-DICE-05")] == [
        row["chance"] for row in rows("ARAP-DICE-05")
    ]
    assert chance_2d6_low(1) == 0


def test_snake_eyes_leave_a_chance_where_none_was() -> None:
    assert chance_2d6_low(-3, snake_eyes=True) == Fraction(1, 36)
    assert chance_2d6_low(7, snake_eyes=True) == Fraction(7, 12)


def test_wound_goals_have_the_chances_of_the_ledger() -> None:
    for row in rows("ARAP-DMG-01"):
        assert str(chance_high(int(str(row["goal"])))) == row["chance"]


def test_activation_has_the_odds_of_the_ledger() -> None:
    for row in rows("ARAP-ACT-02"):
        odds = activation_odds(int(str(row["av"])), int(str(row["dice"])))
        assert str(odds.bust) == row["bust"]
        assert str(odds.mean) == row["mean_ap"]
        assert {f"ap{n}": str(each) for n, each in enumerate(odds.ap) if each} == {
            key: cell for key, cell in row.items() if key.startswith("ap")
        }
        assert odds.bust + sum(odds.ap) == 1


def test_odds_are_written_as_fraction_and_percentage() -> None:
    assert odds_text(Fraction(5, 36)) == "5/36 (13.9%)"
    assert odds_of_many(Fraction(5, 36)) == "5/36 (13.9%)"
    assert odds_of_many(Fraction(1259711, 1259712)) == "over 99.9%"
    assert odds_of_many(Fraction(5, 7776)) == "0.1%"
    assert odds_of_many(Fraction(1, 1259712), 0) == "under 1%"
