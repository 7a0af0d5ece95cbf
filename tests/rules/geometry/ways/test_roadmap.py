"""Far ways round walls: through gates at their toll, by joins, never through what is solid."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.geometry import rings
from rules.geometry.lengths import distance
from rules.geometry.ways.roadmap import Doorway, Hall, Join, Layout, roadmap

TABLE = (40.0, 30.0)
WALL = rings.rectangle(19.9, 0, 0.2, 20)
"""From the upper edge of the table to ten inches before the lower one."""
LOWER = rings.rectangle(19.9, 20, 0.2, 10)
SHUT = rings.rectangle(19.9, 9, 0.2, 2)
ABOVE, BELOW = rings.rectangle(19.9, 0, 0.2, 9), rings.rectangle(19.9, 11, 0.2, 19)
DOOR = Doorway("door", (20.0, 9.0), (20.0, 11.0), 3.0)


def test_where_nothing_is_in_the_way_it_is_straight():
    roads = roadmap(Layout((), TABLE))
    assert roads.is_straight((1, 1), (39, 29))
    assert roads.inches((1, 1), (4, 5)) == 5
    assert roads.way((1, 1), (4, 5)) == ((((4, 5)),), "")


def test_the_open_end_of_a_wall_is_gone_round():
    roads = roadmap(Layout((WALL,), TABLE))
    points, stop = roads.way((15, 10), (25, 10))
    assert (stop, points[-1], len(points)) == ("", (25, 10), 3)
    assert all(y > 20 for _, y in points[:-1])
    assert 10 + 2 * 5 < roads.inches((15, 10), (25, 10)) < 25


def test_a_shut_door_is_where_the_way_stops_and_its_toll_counts():
    roads = roadmap(Layout((ABOVE, SHUT, BELOW), TABLE, (DOOR,)))
    points, stop = roads.way((15, 10), (25, 10))
    assert (stop, points[-1]) == ("door", (20, 10))
    assert roads.inches((15, 10), (25, 10)) == pytest.approx(13)
    assert roads.toll("door") == 3
    assert roads.toll("window") == 0


def test_an_open_door_stops_nobody():
    roads = roadmap(Layout((ABOVE, BELOW), TABLE, (DOOR._replace(toll_in=0.0),)))
    points, stop = roads.way((15, 14), (25, 14))
    assert (stop, points[-1]) == ("", (25, 14))
    assert roads.inches((15, 10), (25, 10)) == pytest.approx(10)


@pytest.mark.parametrize("wide", [1.0, 1.24, 1.3, 2.0])
def test_a_gap_as_wide_as_a_man_is_gone_through(wide):
    """From beside the wall, so that the way has to bend at the gap; a narrower one than two clearances is none."""
    top, low = 10 - wide / 2, 10 + wide / 2
    walls = (rings.rectangle(19.9, 0, 0.2, top), rings.rectangle(19.9, low, 0.2, 30 - low))
    points, stop = roadmap(Layout(walls, TABLE)).way((19, 15), (21, 15))
    assert (stop, points[-1]) == ("", (21, 15))
    assert all(top < y < low for _, y in points[:-1])
    shut = (walls[0], rings.rectangle(19.9, top + 0.8, 0.2, 30 - top - 0.8))
    assert roadmap(Layout(shut, TABLE)).way((19, 15), (21, 15)) is None


def test_where_no_way_leads_it_is_endless():
    roads = roadmap(Layout((WALL, LOWER), TABLE))
    assert math.isinf(roads.inches((15, 10), (25, 10)))
    assert roads.way((15, 10), (25, 10)) is None


def test_a_floor_that_lies_apart_is_reached_by_stairs_alone():
    floor = rings.rectangle(30, 20, 8, 8)
    roads = roadmap(Layout((), TABLE, joins=(Join("stairs", (10, 10), (32, 22), 3.0),), floors=(floor,)))
    assert not roads.is_straight((29, 24), (31, 24))
    assert roads.inches((6, 10), (36, 22)) == pytest.approx(4 + 3 + 4)
    assert roads.way((6, 10), (36, 22)) == (((10, 10),), "stairs")
    assert roads.way((36, 22), (6, 10)) == (((32, 22),), "stairs")


def test_everybody_in_a_hall_counts_as_standing_in_its_middle():
    ring = rings.rectangle(15, 5, 10, 10)
    joins = (Join("gate", (14, 10), (20, 10), 4.0),)
    roads = roadmap(Layout((ring,), TABLE, joins=joins, halls=(Hall(ring, (20, 10)),)))
    assert roads.inches((24, 14), (16, 6)) == 0
    assert roads.inches((4, 10), (24, 14)) == pytest.approx(10 + 4)


places = st.tuples(st.floats(1, 39), st.floats(1, 29)).map(lambda p: (round(p[0], 2), round(p[1], 2)))
walls = st.lists(
    st.tuples(st.integers(4, 32), st.integers(4, 22), st.integers(1, 6), st.integers(1, 6)), min_size=1, max_size=5
).map(lambda found: tuple(rings.rectangle(*map(float, each)) for each in found))


@given(walls, places, places)
def test_no_leg_of_a_way_crosses_a_wall_and_its_length_is_what_is_told(blocks, start, end):
    if any(rings.distance_to_ring(ring, at) < 0.1 for ring in blocks for at in (start, end)):
        return
    roads = roadmap(Layout(blocks, TABLE))
    way = roads.way(start, end)
    if way is None:
        assert math.isinf(roads.inches(start, end))
        return
    legs = list(pairwise((start, *way.points)))
    assert not any(rings.crossings(ring, a, b) for a, b in legs for ring in blocks)
    assert sum(distance(a, b) for a, b in legs) == pytest.approx(roads.inches(start, end), abs=0.001)
    assert roads.inches(start, end) >= distance(start, end) - 0.001
    assert roads.inches(end, start) == pytest.approx(roads.inches(start, end), abs=0.001)
