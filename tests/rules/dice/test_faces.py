"""Dice read as other dice."""

import pytest

from rules.dice.faces import bearing_deg, d2, d3, d5, d66, d100
from rules.rulebook import rule


@pytest.mark.part_of("ARAP-DICE-09")
def test_a_d3_takes_three_off_the_high_faces() -> None:
    assert {face: d3(face) for face in range(1, 7)} == rule("ARAP-DICE-09").table


@pytest.mark.part_of("ARAP-DICE-10")
def test_a_d5_takes_five_off_and_reads_the_printed_0_as_5() -> None:
    assert {face % 10: d5(face) for face in range(1, 11)} == rule("ARAP-DICE-10").table


@pytest.mark.part_of("ARAP-DICE-11")
def test_a_d2_is_odd_or_even() -> None:
    assert [d2(face) for face in range(1, 7)] == [1, 2, 1, 2, 1, 2]


@pytest.mark.part_of("ARAP-DICE-12")
def test_a_d100_reads_a_double_0_as_100() -> None:
    readings = [d100(tens, units) for tens in range(1, 11) for units in range(1, 11)]
    assert sorted(readings) == list(range(1, 101))
    assert d100(10, 10) == 100
    assert d100(10, 7) == 7
    assert d100(3, 10) == 30


@pytest.mark.part_of("ARAP-DICE-13")
def test_a_d66_has_36_results_without_digits_above_6() -> None:
    readings = {d66(first, second) for first in range(1, 7) for second in range(1, 7)}
    assert len(readings) == 36
    assert (min(readings), max(readings)) == (11, 66)
    assert d66(2, 5) == 25


def test_a_bearing_of_360_is_north() -> None:
    assert [bearing_deg(face) for face in (1, 90, 359, 360)] == [1, 90, 359, 0]
