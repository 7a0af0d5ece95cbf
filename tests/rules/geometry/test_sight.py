"""Lines of sight past walls, woods, hulls and comrades."""

import pytest
from hypothesis import assume, given

from rules.geometry.areas import Area, Ground, hull_area
from rules.geometry.hulls import Hull
from rules.geometry.lengths import Circle, between, distance, rotated
from rules.geometry.rings import crossings, rectangle
from rules.geometry.sight import AreaCrossed, blockers_between, hidden_fraction, visible, visible_hull
from tests.rules.geometry.strategies import degrees, hulls, points
from tests.rules.geometry.strategies import rings as any_ring

HOUSE = Area("house", rectangle(10, 0, 4, 10), 5)
LOW_WALL = Area("low wall", rectangle(18, 0, 0.5, 10), 0.75)
WOOD = Area("wood", rectangle(10, 20, 6, 10), 4, 2)
TOWN = Ground((HOUSE, LOW_WALL, WOOD))


def test_a_line_in_the_open_is_clear_and_crosses_nothing() -> None:
    assert visible((0, 15), (30, 15), 0.25, TOWN) == (True, False, (), ())


def test_a_house_stops_the_line() -> None:
    sight = visible((0, 5), (17, 5), 0.25, TOWN)
    assert not sight.clear
    assert sight.blocked_by == ("house",)


def test_a_low_wall_is_seen_over_and_its_place_is_told() -> None:
    sight = visible((16, 5), (20, 5), 0.25, TOWN)
    assert sight == (True, False, (AreaCrossed("low wall", 2, 2.5, 1.5),), ())


def test_only_an_edge_of_the_body_seen_is_clear_but_doubtful() -> None:
    half_hidden = visible((0, 9.9), (16, 9.9), 0.25, TOWN)
    assert half_hidden.clear
    assert half_hidden.doubtful
    assert half_hidden.blocked_by == ("house",)
    assert not visible((0, 9.7), (16, 9.7), 0.25, TOWN).clear


def test_grazing_a_corner_by_less_than_the_tolerance_does_not_block() -> None:
    assert visible((8, 11.996), (12, 7.999), 0, Ground((Area("post", rectangle(0, 0, 10, 10), 5),))).clear


def test_a_wood_is_seen_into_as_far_as_its_depth() -> None:
    assert visible((5, 25), (12, 25), 0, TOWN).clear
    assert visible((5, 25), (12.01, 25), 0, TOWN).clear
    assert not visible((5, 25), (12.02, 25), 0, TOWN).clear
    assert visible((4, 25), (12, 25), 0, TOWN).crossings == (AreaCrossed("wood", 6, 8, 0),)


def test_from_high_enough_one_sees_over() -> None:
    assert not visible((5, 5), (20, 5), 0.25, TOWN, eye=10).clear
    assert visible((5, 5), (20, 5), 0.25, TOWN, eye=12.5).clear
    assert visible((20, 5), (5, 5), 0.25, TOWN, top=12.5).clear


def test_the_building_one_leans_out_of_is_ignored() -> None:
    assert not visible((12, 5), (17, 5), 0.25, TOWN).clear
    assert visible((12, 5), (17, 5), 0.25, TOWN, ignoring=("house",)).clear


def test_a_large_hull_blocks_like_terrain() -> None:
    tank = hull_area("tank", Hull((15, 15), 0, 4, 2), height=2)
    assert not visible((0, 15), (30, 15), 0.25, TOWN, others=(tank,)).clear
    assert visible((0, 12), (30, 12), 0.25, TOWN, others=(tank,)).clear


def test_a_hull_is_seen_by_any_end_of_a_face() -> None:
    tank = Hull((20, 13), 90, 6, 3)
    assert visible_hull((0, 5), tank, TOWN).doubtful
    assert not visible_hull((0, 2), Hull((18, 2), 90, 4, 3), TOWN).clear
    assert visible_hull((0, 15), tank, TOWN) == (True, False, (), ())


def test_comrades_between_are_found_in_order() -> None:
    circles = (Circle((8, 0.4), 0.5), Circle((4, 0), 0.5), Circle((6, 0.5), 0.5), Circle((-1, 0), 0.5))
    assert blockers_between((0, 0), (10, 0), circles) == (1, 0)


def test_the_firer_s_and_the_target_s_own_bases_are_not_between() -> None:
    circles = (Circle((0, 0), 0.5), Circle((0.3, 0), 0.5), Circle((10, 0), 0.5))
    assert blockers_between((0, 0), (10, 0), circles) == ()
    assert blockers_between((0, 0), (0, 0), circles) == ()


TARGET = Hull((0, -20), 180, 6, 4)
"""A hull whose front, 4 inches wide, faces an eye at the origin from 17 inches away."""


@pytest.mark.parametrize(
    ("left", "width", "hidden"),
    [(-5, 10, 1.0), (-5, 5, 0.5), (-0.5, 1, 0.5), (3, 2, 0.0), (-0.25, 0.75, 0.375)],
)
def test_the_hidden_share_of_a_face_is_exact(left: float, width: float, hidden: float) -> None:
    wall = Area("wall", ((left, -8.5), (left + width, -8.5), (left + width, -8.6), (left, -8.6)), 2)
    near_edge = hidden_fraction((0, 0), TARGET, (wall,))
    assert near_edge == pytest.approx(hidden)


def test_two_walls_hide_their_shadows_together_once() -> None:
    one = Area("one", rectangle(-1, -8.5, 1, 0.01), 2)
    other = Area("other", rectangle(-0.5, -8.5, 1, 0.01), 2)
    assert hidden_fraction((0, 0), TARGET, (one, other)) == pytest.approx(0.75, abs=0.001)


def test_terrain_under_half_the_height_of_the_hull_hides_nothing() -> None:
    bank = Area("bank", rectangle(-5, -9, 10, 1), 1)
    assert hidden_fraction((0, 0), TARGET, (bank,), hull_height=2) == 1
    assert hidden_fraction((0, 0), TARGET, (bank,), hull_height=2.1) == 0


def test_what_is_behind_or_beside_the_hull_or_round_the_eye_hides_nothing() -> None:
    behind = Area("behind", rectangle(-5, -17.5, 10, 0.5), 2)
    backdrop = Area("backdrop", rectangle(-5, -30, 10, 2), 2)
    thicket = Area("thicket", rectangle(-1, -1, 2, 2), 2)
    assert hidden_fraction((0, 0), TARGET, (backdrop, thicket)) == 0
    assert hidden_fraction((0, 0), TARGET, (behind,)) == 0
    assert hidden_fraction((0, -20), TARGET, (thicket,)) == 0


def test_a_hull_in_a_wood_is_hidden_by_it() -> None:
    wood = Area("wood", rectangle(-10, -30, 20, 14), 4, 2)
    assert hidden_fraction((0, 0), TARGET, (wood,)) == 1


@given(points, any_ring(), hulls)
def test_a_point_of_a_face_is_hidden_just_where_a_line_crosses(
    eye: tuple[float, float], ring: tuple[tuple[float, float], ...], hull: Hull
) -> None:
    """The exact shadow of one face against many lines drawn one by one."""
    assume(hull.distance_to_point(eye) > 0.5)
    assume(not crossings(ring, eye, (eye[0] + 0.001, eye[1])))
    faces = [(a, b) for _, a, b in hull.visible_faces(eye)]
    lines = [(a, b, between(a, b, (i + 0.5) / 400)) for a, b in faces for i in range(400)]
    weight = sum(distance(a, b) for a, b, _ in lines)
    hidden = sum(distance(a, b) for a, b, p in lines if crossings(ring, eye, p))
    exact = hidden_fraction(eye, hull, (Area("ring", ring, 5),))
    assert exact == pytest.approx(hidden / weight, abs=0.02)


@given(points, points, any_ring(), degrees)
def test_turning_the_table_changes_no_sight(
    a: tuple[float, float], b: tuple[float, float], ring: tuple[tuple[float, float], ...], angle: float
) -> None:
    def through(turned: float) -> float:
        start, end, *corners = (rotated(p, (3, 4), turned) for p in (a, b, *ring))
        sight = visible(start, end, 0, Ground((Area("ring", tuple(corners), 5),)))
        return sum(crossing.leaves_in - crossing.enters_in for crossing in sight.crossings)

    assert through(angle) == pytest.approx(through(0), abs=1e-5)


@given(points, points, any_ring())
def test_between_equal_heights_sight_is_the_same_both_ways(
    a: tuple[float, float], b: tuple[float, float], ring: tuple[tuple[float, float], ...]
) -> None:
    field = Ground((Area("ring", ring, 5),))
    assert visible(a, b, 0, field).clear is visible(b, a, 0, field).clear
