"""Scatter and veering."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from rules.dice.scatter import (
    Scatter,
    Veer,
    double_dice,
    reduced,
    scatter_only,
    short,
    short_only,
    three_dice,
    thrown_bearing_deg,
    turns_about,
    veer,
)
from rules.rulebook import rule

D6 = range(1, 7)


def chances(distance: Callable[..., Scatter], dice: int) -> dict[int, str]:
    """Every distance with its exact chance."""
    counts = Counter(distance(*faces, 360).distance_in for faces in product(D6, repeat=dice))
    return {inches: str(Fraction(count, 6**dice)) for inches, count in sorted(counts.items())}


@pytest.mark.part_of("ARAP-SCAT-01")
def test_the_bearing_is_the_direction_die_and_360_is_north() -> None:
    assert double_dice(4, 2, 90) == Scatter(6, 90)
    assert double_dice(4, 2, 360) == Scatter(6, 0)


@pytest.mark.part_of("ARAP-SCAT-01")
def test_real_dice_point_from_base_to_pointer() -> None:
    assert thrown_bearing_deg((0, -2), (0, 0)) == 0
    assert thrown_bearing_deg((3, 0), (0, 0)) == 90
    assert thrown_bearing_deg((1, 1), (0, 0)) == 135
    assert thrown_bearing_deg((-1, 0), (0, 0)) == 270
    assert thrown_bearing_deg((4, 3), (0, 0)) == pytest.approx(126.8699, abs=1e-4)


@pytest.mark.part_of("ARAP-SCAT-02")
def test_a_double_is_no_scatter() -> None:
    assert [double_dice(face, face, 1).distance_in for face in D6] == [0] * 6
    assert double_dice(6, 5, 1).distance_in == 11
    assert double_dice(6, 1, 1).distance_in == 7
    assert chances(double_dice, 2)[0] == "1/6"


@pytest.mark.part_of("ARAP-SCAT-03")
def test_with_the_switch_a_7_is_a_direct_hit_as_well() -> None:
    def with_seven(a: int, b: int, direction: int) -> Scatter:
        return double_dice(a, b, direction, seven_is_hit=True)

    assert with_seven(6, 1, 1).distance_in == 0
    assert chances(with_seven, 2)[0] == "1/3"


@pytest.mark.part_of("ARAP-SCAT-04")
def test_scatter_only_always_scatters() -> None:
    assert scatter_only(3, 3, 1).distance_in == 6
    assert set(chances(scatter_only, 2)) == set(range(2, 13))


@pytest.mark.part_of("ARAP-SCAT-05")
def test_skill_shortens_the_scatter_and_modifiers_may_lengthen_it() -> None:
    assert reduced(3, 6, 180, 4) == Scatter(5, 180)
    assert reduced(1, 3, 10, 4).distance_in == 0
    assert reduced(6, 5, 45, 3 - 4).distance_in == 12
    assert reduced(6, 6, 45, -1).distance_in == 0


@pytest.mark.part_of("ARAP-SCAT-06")
def test_short_scatter_is_the_difference() -> None:
    assert chances(short, 2) == rule("ARAP-SCAT-06").table


@pytest.mark.part_of("ARAP-SCAT-07")
def test_short_scatter_only_reads_one_die_of_a_double() -> None:
    assert short_only(4, 4, 1).distance_in == 4
    assert chances(short_only, 2) == rule("ARAP-SCAT-07").table


@pytest.mark.part_of("ARAP-SCAT-08")
def test_three_dice_take_the_two_highest() -> None:
    assert three_dice(5, 5, 3, 1).distance_in == 5
    assert three_dice(6, 3, 3, 1).distance_in == 9
    assert chances(three_dice, 3) == rule("ARAP-SCAT-08").table


@pytest.mark.part_of("ARAP-SCAT-09")
def test_a_vehicle_veers_to_the_side_of_the_higher_die() -> None:
    assert veer(5, 2) == Veer(3, "left")
    assert veer(1, 2) == Veer(1, "right")
    assert veer(4, 4) == Veer(0, "none")


def test_a_crazed_animal_turns_about_on_an_even_double() -> None:
    assert [face for face in D6 if turns_about(face, face)] == [2, 4, 6]
    assert not turns_about(2, 4)
