"""Terrain areas: what a point stands in and what a line passes through."""

import itertools

import pytest
from hypothesis import given

from rules.geometry.areas import Area, Ground, Span, ground, hull_area, line_area
from rules.geometry.hulls import Hull, swept
from rules.geometry.lengths import distance, is_within
from rules.geometry.rings import edge_distance, rectangle
from tests.rules.geometry.strategies import points
from tests.rules.geometry.strategies import rings as any_ring

WOOD = Area("wood", rectangle(10, 10, 6, 6), 3, 2)
MUD = Area("mud", rectangle(14, 10, 6, 6))
WALL = line_area("wall", ((0, 20), (30, 20)), height=1, thickness=0.5)
FIELD = Ground((WOOD, MUD, WALL))


def test_a_point_is_in_every_area_that_covers_it() -> None:
    assert FIELD.areas_at((12, 12)) == ("wood",)
    assert FIELD.areas_at((15, 12)) == ("wood", "mud")
    assert FIELD.areas_at((5, 5)) == ()


@pytest.mark.parametrize("reach", [0.0, 1.0, 5.0, 9.0])
def test_areas_near_a_point_are_all_whose_edge_is_within_reach(reach: float) -> None:
    for point in itertools.product((n * 1.3 - 8 for n in range(40)), repeat=2):
        near = tuple(a.id for a in FIELD.areas if is_within(edge_distance(a.points, point), reach))
        assert FIELD.near_edge(point, reach) == near


def test_the_edge_of_an_area_belongs_to_it() -> None:
    assert FIELD.areas_at((10, 12)) == ("wood",)
    assert FIELD.areas_at((9.99, 12)) == ("wood",)
    assert FIELD.areas_at((9.98, 12)) == ()


def test_standing_at_the_edge_is_told_from_inside_and_outside() -> None:
    assert FIELD.near_edge((10.5, 12)) == ()
    assert FIELD.near_edge((10.5, 12), reach=0.5) == ("wood",)
    assert FIELD.near_edge((9.5, 12), reach=0.5) == ("wood",)


def test_spans_cut_a_line_at_every_edge() -> None:
    assert FIELD.spans((8, 12), (24, 12)) == (
        Span(0, 2, ()),
        Span(2, 6, ("wood",)),
        Span(6, 8, ("wood", "mud")),
        Span(8, 12, ("mud",)),
        Span(12, 16, ()),
    )


def test_a_line_in_the_open_is_one_span() -> None:
    assert FIELD.spans((0, 0), (3, 4)) == (Span(0, 5, ()),)
    assert FIELD.spans((12, 12), (12, 12)) == (Span(0, 0, ("wood",)),)
    assert FIELD.spans((8, 10), (24, 10)) == (Span(0, 16, ()),)


def test_areas_that_share_an_edge_leave_no_gap() -> None:
    tiled = Ground((Area("a", rectangle(0, 0, 3.3, 4)), Area("b", rectangle(3.3, 0, 3.3, 4))))
    assert [span.area_ids for span in tiled.spans((0.1, 1), (6.5, 3))] == [("a",), ("b",)]


def test_crossed_areas_come_in_the_order_entered() -> None:
    assert FIELD.crossed((24, 12), (8, 12)) == ("mud", "wood")
    assert FIELD.crossed((15, 12), (15, 25)) == ("wood", "mud", "wall")
    assert FIELD.crossed((0, 0), (5, 5)) == ()


def test_a_base_stands_on_what_it_overlaps_by_more_than_the_tolerance() -> None:
    assert FIELD.circle_hits((9.5, 12), 0.5) == ()
    assert FIELD.circle_hits((9.52, 12), 0.5) == ("wood",)
    assert FIELD.circle_hits((15, 12), 0.5) == ("wood", "mud")


def test_a_hull_and_its_sweep_hit_areas() -> None:
    hull = Hull((8, 12), 90, 4, 2)
    assert FIELD.hull_hits(hull) == ()
    assert FIELD.hull_hits(hull.driven(0.1)) == ("wood",)
    assert FIELD.swept_hits(swept((hull, hull.driven(20)))) == ("wood", "mud")


def test_equal_areas_share_one_ground() -> None:
    assert ground((WOOD, MUD)) is ground((WOOD, Area("mud", rectangle(14, 10, 6, 6))))
    assert ground(()).spans((0, 0), (0, 2)) == (Span(0, 2, ()),)


def test_two_areas_may_not_share_an_id() -> None:
    with pytest.raises(ValueError, match="share an id"):
        Ground((WOOD, WOOD))


def test_a_hull_can_stand_for_an_obstacle() -> None:
    hull = Hull((8, 12), 90, 4, 2)
    assert hull_area("rhino", hull, height=2.5) == Area("rhino", hull.corners(), 2.5, 0)


@given(any_ring(), any_ring(), points, points)
def test_spans_add_up_to_the_length(
    one: tuple[tuple[float, float], ...],
    other: tuple[tuple[float, float], ...],
    a: tuple[float, float],
    b: tuple[float, float],
) -> None:
    spans = Ground((Area("one", one), Area("other", other))).spans(a, b)
    assert spans[0].start_in == 0
    assert spans[-1].end_in == pytest.approx(distance(a, b))
    assert all(this.end_in == that.start_in for this, that in itertools.pairwise(spans))
    assert sum(span.length_in for span in spans) == pytest.approx(distance(a, b))
