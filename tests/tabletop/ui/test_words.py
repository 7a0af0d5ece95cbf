"""Figures as they are written."""

from fractions import Fraction

import pytest

from tabletop.ui.words import code_text, count_text, inches_text, needed_text, percent_text, plain_code, signed_text


@pytest.mark.parametrize(
    ("inches", "written"),
    [(0, "0″"), (9, "9″"), (5.5, "5½″"), (0.25, "¼″"), (2.06, "2″"), (2.99, "3″"), (-1.5, "−1½″"), (-0.01, "0″")],
)
def test_inches_go_to_the_nearest_eighth(inches: float, written: str) -> None:
    assert inches_text(inches) == written


@pytest.mark.parametrize(("value", "written"), [(1, "+1"), (-2, "−2"), (0, "0"), (0.5, "+0.5")])
def test_modifiers_show_their_sign(value: float, written: str) -> None:
    assert signed_text(value) == written


@pytest.mark.parametrize(
    ("chance", "written"),
    [
        (Fraction(0), "0%"),
        (Fraction(1), "100%"),
        (Fraction(5, 12), "42%"),
        (Fraction(1, 1000), "under 1%"),
        (Fraction(999, 1000), "over 99%"),
        (Fraction(1, 200), "1%"),
        (0.5, "50%"),
    ],
)
def test_a_chance_is_never_rounded_to_certainty(chance: Fraction | float, written: str) -> None:
    assert percent_text(chance) == written


def test_a_goal_is_never_a_bare_figure() -> None:
    assert needed_text(3, "low") == "3 or less"
    assert needed_text(4, "high") == "4 or more"
    with pytest.raises(ValueError, match="low or high"):
        needed_text(3, "sum")


@pytest.mark.parametrize("typed", ["WREN27", "wren27", "wren 27", "Wren-27", " w r e n 2 7 "])
def test_a_table_code_may_be_typed_in_any_way(typed: str) -> None:
    assert plain_code(typed) == "WREN27"
    assert code_text(typed) == "WREN 27"


def test_a_code_of_another_length_is_shown_without_a_gap() -> None:
    assert code_text("ab1") == "AB1"


def test_counts_agree_with_their_noun() -> None:
    assert count_text(1, "model") == "1 model"
    assert count_text(0, "die", "dice") == "0 dice"
