"""Tests that somebody calls for: their odds."""

import pytest

from rules.arap.rulings.disputes import CallTest
from rules.engine import preview
from tests.builders import A, a_battle, a_unit


@pytest.mark.part_of("ARAP-DICE-05", "ARAP-DICE-14")
@pytest.mark.parametrize(
    ("kind", "modifier", "odds", "need"),
    [
        ("leadership", 0, "7/12", "Needs 7 or less on 2D6."),
        ("leadership", -2, "5/18", "Needs 5 or less on 2D6."),
        ("initiative", 1, "2/3", "Needs 4 or less."),
        ("initiative", -3, "1/12", "Needs 1, then 3 or less."),
    ],
)
def test_the_odds_of_a_test_are_told_before_its_reason_is_written(kind, modifier, odds, need):
    state = a_battle(a_unit("a1", [(10, 10)]))
    shown = preview(state, CallTest(side=A, unit="a1", kind=kind, modifier=modifier))
    assert [c.exact for c in shown.chances] == [odds]
    assert shown.notes == (need,)
