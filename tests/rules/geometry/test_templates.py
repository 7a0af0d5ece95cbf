"""Strips and markers."""

import pytest

from rules.geometry.areas import Area, Ground
from rules.geometry.hulls import Hull
from rules.geometry.lengths import Circle
from rules.geometry.rings import rectangle
from rules.geometry.templates import body, bounced, covered, first_strike, marker, strip, torrent, touches


def test_the_strip_is_8_by_2_along_the_aim_line() -> None:
    assert strip((10, 10), 0).corners() == ((9, 2), (11, 2), (11, 10), (9, 10))
    assert strip((10, 10), 90).end == (18, 10)


@pytest.mark.parametrize(
    ("place", "under"),
    [
        ((10, 5), True),
        ((11, 5), True),
        ((11.25, 5), True),
        ((11.26, 5), True),
        ((11.27, 5), False),
        ((10, 1.75), True),
        ((10, 1.7), False),
        ((10, 10.25), True),
        ((10, 11), False),
    ],
)
def test_a_body_that_touches_the_strip_is_under_it(place: tuple[float, float], under: bool) -> None:
    assert covered(strip((10, 10), 0), (body(place, 0.5),)) == ((0,) if under else ())


def test_the_covered_are_told_by_their_place_in_the_list() -> None:
    bodies = (Circle((10, 4), 0.25), Circle((20, 4), 0.25), Circle((9.5, 8), 0.25))
    assert covered(strip((10, 10), 0), bodies) == (0, 2)
    assert covered(strip((10, 10), 0, cut=3), bodies) == (2,)
    assert strip((10, 10), 0, cut=12).length == 8


def test_a_torrent_points_on_outwards() -> None:
    flame = torrent((0, 0), (12, 0))
    assert (flame.origin, flame.bearing, flame.end) == ((12, 0), 90, (20, 0))


@pytest.mark.parametrize(("x", "under"), [(1.0, True), (1.25, True), (1.26, True), (1.3, False)])
def test_a_marker_takes_in_bodies_not_bases(x: float, under: bool) -> None:
    assert touches(marker((0, 0), 2), (x, 0), 0.25) is under


def test_hulls_under_a_shape() -> None:
    assert strip((10, 10), 0).reaches_hull(Hull((12, 5), 0, 4, 2))
    assert not strip((10, 10), 0).reaches_hull(Hull((12.1, 5), 0, 4, 2))
    assert marker((0, 0), 3).reaches_hull(Hull((2.5, 0), 0, 4, 2))
    assert not marker((0, 0), 3).reaches_hull(Hull((2.6, 0), 0, 4, 2))


STREET = Ground((Area("kerb", rectangle(0, 7, 30, 1), 0.2), Area("house", rectangle(0, 0, 30, 4), 5)))


def test_the_first_tall_obstacle_cuts_the_strip() -> None:
    struck = first_strike(strip((10, 10), 0), STREET, min_height=2)
    assert struck == ("house", 6, (10, 4), 90)
    assert first_strike(strip((10, 13), 0), STREET, min_height=2) is None
    assert first_strike(strip((10, 2), 180), STREET, min_height=2) is None


def test_what_is_left_of_a_stream_bounces_off_the_wall() -> None:
    flame = strip((10, 10), 0)
    struck = first_strike(flame, STREET, min_height=2)
    assert struck is not None
    assert bounced(flame, struck) == ((10, 4), 180, 2, 2)


def test_a_slanting_stream_leaves_at_the_angle_at_which_it_struck() -> None:
    flame = strip((10, 7), 45)
    struck = first_strike(flame, STREET, min_height=2)
    assert struck is not None
    assert bounced(flame, struck).bearing == 135
    assert bounced(flame, struck).length == pytest.approx(8 - 3 * 2**0.5)
