"""What ground costs, and how far an allowance carries."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.geometry.areas import Area, Ground
from rules.geometry.borders import table
from rules.geometry.lengths import Circle, path_length
from rules.geometry.rings import rectangle
from rules.geometry.routes import (
    areas_on,
    barred_areas,
    increases_distance,
    path_cost,
    path_spans,
    straight_until,
    until_within,
    walk,
    while_increasing,
)
from tests.rules.geometry.strategies import degrees, points

FIELD = Ground(
    (Area("mud", rectangle(2, -5, 2, 10)), Area("bog", rectangle(8, -5, 2, 10)), Area("rock", rectangle(14, -5, 2, 10)))
)
FACTORS = {"mud": 2.0, "bog": 4.0, "rock": math.inf}


def factor(area_ids: tuple[str, ...]) -> float:
    return max((FACTORS[area_id] for area_id in area_ids), default=1.0)


def test_difficult_ground_costs_double_and_very_difficult_four_times() -> None:
    assert path_cost(((0, 0), (6, 0)), FIELD, factor) == pytest.approx(2 + 2 * 2 + 2)
    assert path_cost(((0, 0), (12, 0)), FIELD, factor) == pytest.approx(6 + 2 * 2 + 2 * 4 + 2)
    assert path_cost(((0, 0), (0, 4), (1, 4)), FIELD, factor) == 5
    assert math.isinf(path_cost(((12, 0), (15, 0)), FIELD, factor))
    assert path_cost(((0, 0),), FIELD, factor) == 0


def test_the_spans_of_a_path_run_on() -> None:
    spans = path_spans(((0, 0), (3, 0), (3, 1)), FIELD)
    assert [(s.start_in, s.end_in, s.area_ids) for s in spans] == [(0, 2, ()), (2, 3, ("mud",)), (3, 4, ("mud",))]


def test_the_areas_on_a_path_are_named_once_in_order() -> None:
    assert areas_on(((3, 0), (9, 0), (3, 1)), FIELD) == ("mud", "bog")


@pytest.mark.parametrize(("allowance", "x"), [(1, 1), (2, 2), (4, 3), (6, 4), (8, 6), (14, 9)])
def test_an_allowance_carries_as_far_as_the_ground_lets_it(allowance: float, x: float) -> None:
    got = straight_until((0, 0), 90, allowance, FIELD, factor)
    assert got.end == pytest.approx((x, 0))
    assert got.moved_in == pytest.approx(x)
    assert got.spent == pytest.approx(allowance)


def test_barred_ground_stops_a_base_at_its_edge() -> None:
    assert straight_until((11, 0), 90, 10, FIELD, factor, radius=0.5) == (((11, 0), (13.5, 0)), 2.5, 2.5, "ground")
    assert straight_until((11, 0), 90, 10, FIELD, factor) == (((11, 0), (14, 0)), 3, 3, "ground")
    assert straight_until((13.5, 0), 90, 10, FIELD, factor, radius=0.5) == (((13.5, 0),), 0, 0, "ground")


def test_an_obstacle_stops_a_base_in_contact() -> None:
    got = straight_until((0, 20), 90, 10, FIELD, radius=0.5, obstacles=(Circle((5, 20), 0.5),))
    assert got == (((0, 20), (4, 20)), 4, 4, "obstacle")


def test_the_edge_of_the_table_stops_a_centre() -> None:
    got = straight_until((3, 20), 270, 10, FIELD, radius=0.5, surface=table(72, 48))
    assert got == (((3, 20), (0, 20)), 3, 3, "edge")


def test_an_unhindered_walk_reaches_its_end() -> None:
    way = ((20.0, 0.0), (20.0, 3.0), (24.0, 3.0))
    assert walk(way, 7, FIELD, factor) == (way, 7, 7, None)
    assert walk(way, 6.99, FIELD, factor).stopped is None
    assert walk(way, 5, FIELD, factor) == (((20, 0), (20, 3), (22, 3)), 5, 5, "allowance")


def test_the_tolerance_is_forgiven_once_not_at_every_waypoint() -> None:
    way = tuple((20 + i / 100, 0.0) for i in range(200))
    assert walk(way, 1, FIELD, factor).moved_in <= 1.02


def test_a_charge_ends_where_the_target_comes_within_reach() -> None:
    assert until_within(((0, 20), (10, 20)), (10, 20), 1) == ((0, 20), (9, 20))
    assert until_within(((0, 20), (4, 20), (4, 30)), (4, 28), 2) == ((0, 20), (4, 20), (4, 26))
    assert until_within(((9.5, 20), (10, 20)), (10, 20), 1) == ((9.5, 20),)
    assert until_within(((0, 20), (5, 20)), (10, 20), 1) is None


def test_a_flight_may_not_near_its_cause() -> None:
    cause = ((0.0, 0.0),)
    assert increases_distance(((0, 2), (0, 8)), cause)
    assert increases_distance(((0, 2), (5, 2)), cause)
    assert not increases_distance(((0, 2), (0, 1)), cause)
    assert not increases_distance(((-3, 2), (3, 2)), cause)
    assert not increases_distance(((0, 2), (0, 8), (0, 6)), cause)
    assert while_increasing(((0, 2), (0, 8), (0, 6)), cause) == ((0, 2), (0, 8))


def test_passing_a_far_member_is_fine_while_the_nearest_falls_behind() -> None:
    assert increases_distance(((0, 2), (0, 4)), ((0, 0), (0, 40)))
    assert not increases_distance(((0, 2), (0, 30)), ((0, 0), (0, 40)))


def test_ground_that_bars_is_listed() -> None:
    assert [area.id for area in barred_areas(FIELD, factor)] == ["rock"]


@given(points, degrees, st.floats(0.5, 20))
def test_no_walk_costs_more_than_its_allowance(start: tuple[float, float], course: float, allowance: float) -> None:
    got = straight_until(start, course, allowance, FIELD, factor)
    assert got.spent <= allowance + 0.011
    assert got.moved_in == pytest.approx(path_length(got.path), abs=1e-6)
    if got.moved_in > 0 and not any("rock" in span.area_ids for span in path_spans(got.path, FIELD)):
        assert path_cost(got.path, FIELD, factor) == pytest.approx(got.spent, abs=0.01)
