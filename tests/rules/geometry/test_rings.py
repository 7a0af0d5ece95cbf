"""Rings against exact values and against Shapely."""

import pytest
import shapely
from hypothesis import assume, given

from rules.geometry import rings
from rules.geometry.lengths import distance
from tests.rules.geometry.strategies import points
from tests.rules.geometry.strategies import rings as any_ring

SQUARE = rings.rectangle(2, 2, 4, 4)
NOTCHED = ((0.0, 0.0), (6.0, 0.0), (6.0, 6.0), (4.0, 6.0), (4.0, 2.0), (2.0, 2.0), (2.0, 6.0), (0.0, 6.0))


def test_a_line_is_inside_from_edge_to_edge() -> None:
    assert rings.crossings(SQUARE, (0, 4), (8, 4)) == ((0.25, 0.75),)
    assert rings.crossings(SQUARE, (4, 4), (8, 4)) == ((0.0, 0.5),)
    assert rings.crossings(SQUARE, (3, 3), (5, 5)) == ((0.0, 1.0),)
    assert rings.crossings(SQUARE, (0, 0), (8, 0)) == ()


def test_a_line_into_a_notch_leaves_and_comes_back() -> None:
    assert rings.crossings(NOTCHED, (-1, 4), (7, 4)) == ((0.125, 0.375), (0.625, 0.875))


@pytest.mark.parametrize("y", [2, 6])
def test_running_along_an_edge_is_not_inside(y: float) -> None:
    assert rings.crossings(SQUARE, (0, y), (8, y)) == ()
    assert rings.crossings(SQUARE, (8, y), (0, y)) == ()


def test_a_line_along_the_floor_of_a_notch_is_inside_only_beyond_it() -> None:
    assert rings.crossings(NOTCHED, (0, 2), (8, 2)) == ((0.0, 0.25), (0.5, 0.75))


def test_touching_a_corner_is_not_inside() -> None:
    assert rings.crossings(SQUARE, (0, 4), (4, 0)) == ()
    assert rings.crossings(SQUARE, (5, 5), (5, 5)) == ()


def test_the_edge_belongs_to_the_ring_with_the_tolerance() -> None:
    assert rings.holds(SQUARE, (6.01, 4))
    assert not rings.holds(SQUARE, (6.02, 4))
    assert rings.holds_circle(SQUARE, (4, 4), 2)
    assert not rings.holds_circle(SQUARE, (4.02, 4), 2)


def test_distances_between_rings_and_segments() -> None:
    assert rings.distance_to_ring(SQUARE, (9, 10)) == 5
    assert rings.distance_to_ring(SQUARE, (3, 3)) == 0
    assert rings.segment_distance(SQUARE, (0, 0), (8, 0)) == 2
    assert rings.segment_distance(SQUARE, (0, 3), (8, 4)) == 0
    assert rings.segments_distance((0, 0), (2, 2), (0, 2), (2, 0)) == 0
    assert rings.rings_distance(SQUARE, rings.rectangle(9, 2, 1, 1)) == 3
    assert rings.rings_distance(SQUARE, rings.rectangle(3, 3, 1, 1)) == 0
    assert rings.nearest_on_edge(SQUARE, (3, 0)) == (3, 2)


def test_a_wall_has_the_thickness_given() -> None:
    wall = rings.thick_line(((0.0, 0.0), (6.0, 0.0)), 0.5)
    assert rings.bounds(wall) == (0, -0.25, 6, 0.25)


def test_a_closed_wall_is_refused() -> None:
    with pytest.raises(ValueError, match="two lines"):
        rings.thick_line(((0.0, 0.0), (6.0, 0.0), (6.0, 6.0), (0.0, 6.0), (0.0, 0.0)), 0.5)


def test_a_disc_starts_at_the_top() -> None:
    assert rings.disc((5, 5), 2, corners=4) == ((5, 3), (7, 5), (5, 7), (3, 5))


@given(any_ring(), points, points)
def test_the_length_inside_agrees_with_shapely(
    ring: rings.Ring, a: tuple[float, float], b: tuple[float, float]
) -> None:
    assume(distance(a, b) > 0.1)
    inside = sum(end - start for start, end in rings.crossings(ring, a, b)) * distance(a, b)
    assert inside == pytest.approx(shapely.LineString([a, b]).intersection(shapely.Polygon(ring)).length, abs=1e-6)


@given(any_ring(), points)
def test_the_distance_to_a_ring_agrees_with_shapely(ring: rings.Ring, point: tuple[float, float]) -> None:
    expected = shapely.Polygon(ring).distance(shapely.Point(point))
    assert rings.distance_to_ring(ring, point) == pytest.approx(expected, abs=1e-9)


@given(any_ring(), points, points)
def test_the_distance_of_a_segment_agrees_with_shapely(
    ring: rings.Ring, a: tuple[float, float], b: tuple[float, float]
) -> None:
    assume(a != b)
    expected = shapely.Polygon(ring).distance(shapely.LineString([a, b]))
    assert rings.segment_distance(ring, a, b) == pytest.approx(expected, abs=1e-6)
