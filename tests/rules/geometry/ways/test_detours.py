"""The shortest way round."""

import itertools

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules.geometry.borders import table
from rules.geometry.contacts import gap_to
from rules.geometry.hulls import Hull
from rules.geometry.lengths import Circle, distance, path_length
from rules.geometry.rings import Ring, rectangle, segment_distance
from rules.geometry.ways.detours import shortest_path
from tests.rules.geometry.strategies import points
from tests.rules.geometry.strategies import rings as any_ring

WALL = rectangle(5, -3, 1, 8)


def test_nothing_in_the_way_is_a_straight_line() -> None:
    assert shortest_path((0, 0), (10, 0)) == ((0, 0), (10, 0))
    assert shortest_path((0, 0), (10, 0), (rectangle(5, 2, 1, 8),), 0.5) == ((0, 0), (10, 0))


def test_the_short_way_round_a_wall_is_taken_by_its_corners() -> None:
    path = shortest_path((0, 0), (11, 0), (WALL,))
    assert path is not None
    assert [(round(x, 2), round(y, 2)) for x, y in path] == [(0, 0), (5, -3), (6, -3), (11, 0)]


def test_a_base_keeps_its_distance() -> None:
    path = shortest_path((0, 0), (11, 0), (WALL,), 0.5)
    assert path is not None
    assert [(round(x, 1), round(y, 1)) for x, y in path] == [(0, 0), (4.5, -3.5), (6.5, -3.5), (11, 0)]


def test_a_gap_is_passed_only_by_a_base_that_fits() -> None:
    gate = (rectangle(5, -20, 1, 19.5), rectangle(5, 0.5, 1, 19.5))
    narrow = shortest_path((0, 0), (11, 0), gate, 0.4)
    wide = shortest_path((0, 0), (11, 0), gate, 0.6)
    assert narrow == ((0, 0), (11, 0))
    assert wide is not None
    assert path_length(wide) > 40


def test_hulls_and_bases_are_gone_round_too() -> None:
    for obstacle in (Hull((5, 0), 0, 4, 2), Circle((5, 0), 1)):
        path = shortest_path((0, 0), (10, 0), (obstacle,), 0.5)
        assert path is not None
        assert 10 < path_length(path) < 12


def test_no_way_is_none() -> None:
    assert shortest_path((0, 0), (5.5, 0), (WALL,)) is None
    assert shortest_path((2, 5), (10, 5), (rectangle(5, 0.5, 1, 9.5),), surface=table(20, 10)) is not None
    assert shortest_path((2, 5), (10, 5), (rectangle(5, -1, 1, 12),), surface=table(20, 10)) is None


def test_a_way_past_too_many_obstacles_is_given_up() -> None:
    rows = tuple(rectangle(2 * i, -3 if i % 2 else -5, 1, 8) for i in range(1, 6))
    assert shortest_path((0, 0), (13, 0), rows, patience=5) is not None
    assert shortest_path((0, 0), (13, 0), rows, patience=4) is None


def test_one_who_stands_close_or_inside_may_leave() -> None:
    assert shortest_path((4.8, 0), (0, 0), (WALL,), 0.5) == ((4.8, 0), (0, 0))
    assert shortest_path((5.5, 0), (0, 0), (WALL,), 0.5) == ((5.5, 0), (0, 0))


@given(points, points, any_ring(), any_ring())
def test_a_way_round_is_clear_and_no_shorter_than_straight(
    a: tuple[float, float], b: tuple[float, float], one: Ring, other: Ring
) -> None:
    assume(all(gap_to(ring, p) > 0.6 for ring in (one, other) for p in (a, b)))
    path = shortest_path(a, b, (one, other), 0.5)
    assert path is not None
    assert path[0] == a
    assert path[-1] == b
    assert path_length(path) >= distance(a, b) - 1e-9
    for p, q in itertools.pairwise(path):
        assert all(segment_distance(ring, p, q) >= 0.49 for ring in (one, other))


def test_the_same_way_is_taken_every_time() -> None:
    square = rectangle(-2, -2, 4, 4)
    assert shortest_path((-5, 0), (5, 0), (square,)) == shortest_path((-5, 0), (5, 0), (square,))
    length = path_length(shortest_path((-5, 0), (5, 0), (square,)) or ())
    assert length == pytest.approx(2 * 13**0.5 + 4, abs=0.01)


def test_room_that_is_as_good_as_nothing_does_not_lose_the_wall() -> None:
    block = ((41.5, 5.0), (41.5, 6.5), (43.0, 6.5), (43.0, 5.0))
    found = shortest_path((40.0, 5.75), (45.0, 5.75), (block,), 0.001 + 3.4e-16)
    assert found is not None
    assert len(found) == 4


def test_a_way_that_is_too_long_is_given_up() -> None:
    assert shortest_path((0, 0), (11, 0), (WALL,), most=12.7) is not None
    assert shortest_path((0, 0), (11, 0), (WALL,), most=12.6) is None


def test_a_longer_way_is_kept_that_leads_beside_its_end_on_the_way() -> None:
    long = rectangle(5, -30, 0.1, 40)
    post = rectangle(4.3, -0.5, 0.2, 0.4)
    whole = shortest_path((4.4, -5), (5.5, 0), (long, post))
    assert whole is not None
    assert path_length(whole) > 20
    assert shortest_path((4.4, -5), (5.5, 0), (long, post), most=6, beside=1.3) == whole
    assert shortest_path((4.4, -5), (5.5, 0), (long, post), most=6, beside=0.7) is None
    assert shortest_path((4.4, -5), (5.5, 0), (long, post), most=4, beside=1.3) is None


@given(points, points, any_ring(), any_ring(), any_ring(), st.floats(1, 60), st.floats(0.5, 5))
def test_bounds_only_leave_out_what_is_of_no_use(
    a: tuple[float, float], b: tuple[float, float], one: Ring, other: Ring, third: Ring, most: float, beside: float
) -> None:
    whole = shortest_path(a, b, (one, other, third), 0.5)
    found = shortest_path(a, b, (one, other, third), 0.5, most=most, beside=beside)
    assert found in (whole, None)
    if whole is not None and found is None:
        gone = (path_length(whole[: n + 1]) for n in range(len(whole)))
        assert all(so_far > most - 0.1 or distance(p, b) > beside for so_far, p in zip(gone, whole, strict=True))
        assert path_length(whole) > most + beside - 0.1
