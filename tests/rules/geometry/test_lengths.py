"""Lengths: one tolerance, one test of "is within"."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.geometry.lengths import (
    along,
    between,
    ceil_tolerant,
    distance,
    distance_to_segment,
    is_beyond,
    is_within,
    path_length,
    path_until,
    rotated,
    shifted,
    toward,
)
from tests.rules.geometry.strategies import degrees, points


def test_distance_is_from_centre_to_centre() -> None:
    assert distance((1, 2), (4, 6)) == 5.0


@pytest.mark.parametrize(("measured", "within"), [(3.0, True), (3.01, True), (3.011, False), (2.99, True)])
def test_a_hundredth_of_an_inch_is_forgiven(measured: float, within: bool) -> None:
    assert is_within(measured, 3) is within
    assert is_beyond(measured, 3) is not within


@pytest.mark.parametrize(
    ("measured", "whole"), [(8.0, 8), (8.01, 8), (8.02, 9), (7.4, 8), (0.0, 0), (0.005, 0), (-0.5, 0), (-1.0, -1)]
)
def test_rounding_up_forgives_the_same(measured: float, whole: int) -> None:
    assert ceil_tolerant(measured) == whole


@pytest.mark.parametrize(
    ("bearing", "end"), [(0, (10, 5)), (90, (15, 10)), (180, (10, 15)), (270, (5, 10)), (360, (10, 5))]
)
def test_right_angles_are_exact(bearing: float, end: tuple[float, float]) -> None:
    assert along((10, 10), bearing, 5) == end


def test_towards_may_overshoot_or_back_away() -> None:
    assert toward((0, 0), (0, 4), 1) == (0, 1)
    assert toward((0, 0), (0, 4), 6) == (0, 6)
    assert toward((0, 0), (0, 4), -1) == (0, -1)
    assert toward((3, 3), (3, 3), 2) == (3, 3)


def test_a_turn_is_clockwise_as_seen_on_the_table() -> None:
    assert rotated((0, -1), (0, 0), 90) == (1, 0)
    assert rotated((3, 2), (2, 2), 180) == (1, 2)


def test_a_path_is_cut_where_its_inches_run_out() -> None:
    path = ((0.0, 0.0), (3.0, 0.0), (3.0, 4.0))
    assert path_length(path) == 7.0
    assert path_until(path, 5) == ((0, 0), (3, 0), (3, 2))
    assert path_until(path, 3) == ((0, 0), (3, 0))
    assert path_until(path, 9) == path
    assert path_until(path, 0) == ((0, 0),)


def test_distance_to_a_segment_counts_its_ends() -> None:
    assert distance_to_segment((2, 3), (0, 0), (4, 0)) == 3
    assert distance_to_segment((7, 4), (0, 0), (4, 0)) == 5
    assert distance_to_segment((3, 4), (0, 0), (0, 0)) == 5


@given(points, points)
def test_distance_is_the_same_both_ways(a: tuple[float, float], b: tuple[float, float]) -> None:
    assert distance(a, b) == distance(b, a)


@given(points, points, points, degrees)
def test_turning_the_table_keeps_distances(
    a: tuple[float, float], b: tuple[float, float], pivot: tuple[float, float], angle: float
) -> None:
    assert math.isclose(
        distance(rotated(a, pivot, angle), rotated(b, pivot, angle)), distance(a, b), abs_tol=1e-9, rel_tol=1e-9
    )


@given(points, degrees, st.floats(0, 50))
def test_along_goes_as_far_as_it_says(a: tuple[float, float], bearing: float, dist: float) -> None:
    assert math.isclose(distance(a, along(a, bearing, dist)), dist, abs_tol=1e-9)


@given(points, points, st.floats(0, 1))
def test_between_splits_the_way(a: tuple[float, float], b: tuple[float, float], share: float) -> None:
    middle = between(a, b, share)
    assert math.isclose(distance(a, middle) + distance(middle, b), distance(a, b), abs_tol=1e-9)


def test_shifting_adds_a_vector() -> None:
    assert shifted((1, 2), (3, -5)) == (4, -3)
