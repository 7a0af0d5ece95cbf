"""Nearest pairs and base contact."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.geometry.lengths import Circle, distance
from rules.geometry.measure import bases_overlap, gap_between, in_base_contact, nearest_pair, nearest_to, within_reach
from tests.rules.geometry.strategies import points


def test_the_nearest_pair_of_equals_is_the_first() -> None:
    assert nearest_pair(((0, 0), (4, 0)), ((0, 3), (4, 3))) == (0, 0, 3)
    assert nearest_pair(((0, 0), (4, 0)), ((9, 3), (4, 2))) == (1, 1, 2)
    assert nearest_pair((), ((0, 3),)) is None


def test_the_nearest_point_of_a_group() -> None:
    assert nearest_to((0, 0), ((5, 0), (0, 2), (2, 0))) == 1
    assert nearest_to((0, 0), ()) is None


def test_reach_counts_the_tolerance() -> None:
    assert within_reach((0, 0), ((1, 0), (1.01, 0), (1.02, 0)), 1) == (0, 1)


@pytest.mark.parametrize(
    ("x", "touching", "overlapping"), [(0.9, True, True), (1.0, True, False), (1.02, False, False)]
)
def test_bases_touch_before_they_overlap(x: float, touching: bool, overlapping: bool) -> None:
    assert in_base_contact((0, 0), 0.5, (x, 0), 0.5) is touching
    assert bases_overlap(Circle((0, 0), 0.5), Circle((x, 0), 0.5)) is overlapping


@given(st.lists(points, min_size=1, max_size=5).map(tuple), st.lists(points, min_size=1, max_size=5).map(tuple))
def test_no_pair_is_nearer_than_the_nearest(
    firsts: tuple[tuple[float, float], ...], seconds: tuple[tuple[float, float], ...]
) -> None:
    pair = nearest_pair(firsts, seconds)
    assert pair is not None
    assert pair.distance_in == distance(firsts[pair.first], seconds[pair.second]) == gap_between(firsts, seconds)
    assert all(pair.distance_in <= distance(a, b) for a in firsts for b in seconds)
