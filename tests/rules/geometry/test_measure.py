"""Nearest pairs and base contact."""

from hypothesis import given
from hypothesis import strategies as st

from rules.geometry.lengths import distance
from rules.geometry.measure import gap_between, nearest_pair
from tests.rules.geometry.strategies import points


def test_the_nearest_pair_of_equals_is_the_first() -> None:
    assert nearest_pair(((0, 0), (4, 0)), ((0, 3), (4, 3))) == (0, 0, 3)
    assert nearest_pair(((0, 0), (4, 0)), ((9, 3), (4, 2))) == (1, 1, 2)
    assert nearest_pair((), ((0, 3),)) is None


@given(st.lists(points, min_size=1, max_size=5).map(tuple), st.lists(points, min_size=1, max_size=5).map(tuple))
def test_no_pair_is_nearer_than_the_nearest(
    firsts: tuple[tuple[float, float], ...], seconds: tuple[tuple[float, float], ...]
) -> None:
    pair = nearest_pair(firsts, seconds)
    assert pair is not None
    assert pair.distance_in == distance(firsts[pair.first], seconds[pair.second]) == gap_between(firsts, seconds)
    assert all(pair.distance_in <= distance(a, b) for a in firsts for b in seconds)
