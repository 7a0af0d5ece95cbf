"""Facings and arcs, clockwise from up."""

import pytest
from hypothesis import assume, given

from rules.geometry.facings import (
    after_free_turn,
    bearing,
    in_arc,
    mirrored,
    normalise,
    off_axis,
    quadrant,
    relative,
    turn,
)
from rules.geometry.lengths import along, distance, rotated
from tests.rules.geometry.strategies import degrees, points


@pytest.mark.parametrize(
    ("target", "deg"), [((0, -3), 0), ((3, 0), 90), ((0, 3), 180), ((-3, 0), 270), ((2, -2), 45), ((-2, 2), 225)]
)
def test_bearings_run_clockwise_from_up(target: tuple[float, float], deg: float) -> None:
    assert bearing((0, 0), target) == deg


def test_the_bearing_of_one_s_own_place_is_up() -> None:
    assert bearing((4, 4), (4, 4)) == 0
    assert off_axis(123, (4, 4), (4, 4)) == 0


@pytest.mark.parametrize(("deg", "same"), [(360, 0), (-90, 270), (725, 5), (-1e-18, 0), (359.5, 359.5)])
def test_angles_come_back_into_one_turn(deg: float, same: float) -> None:
    assert normalise(deg) == same


@pytest.mark.parametrize(
    ("facing", "seen", "off"), [(0, 90, 90), (0, 270, -90), (350, 10, 20), (10, 350, -20), (0, 180, 180), (180, 0, 180)]
)
def test_left_is_negative_and_right_behind_is_positive(facing: float, seen: float, off: float) -> None:
    assert relative(facing, seen) == off
    assert turn(facing, seen) == abs(off)


@pytest.mark.parametrize(("deg", "inside"), [(45, True), (45.005, True), (45.1, False), (315, True), (314.9, False)])
def test_the_fire_arc_is_45_degrees_to_each_side(deg: float, inside: bool) -> None:
    assert in_arc(0, (10, 10), along((10, 10), deg, 12), 45) is inside


@pytest.mark.parametrize(
    ("deg", "name"),
    [(0, "front"), (45, "front"), (46, "flank"), (90, "flank"), (135, "flank"), (136, "rear"), (180, "rear")],
)
def test_a_corner_counts_as_the_better_guarded_quarter(deg: float, name: str) -> None:
    assert quadrant(30, (5, 5), along((5, 5), 30 + deg, 3)) == name
    assert quadrant(30, (5, 5), along((5, 5), 30 - deg, 3)) == name


def test_a_free_turn_reaches_90_degrees_and_stops_there() -> None:
    assert after_free_turn(0, 80) == 80
    assert after_free_turn(0, 90) == 90
    assert after_free_turn(0, 120) == 90
    assert after_free_turn(0, 200) == 270
    assert after_free_turn(0, 180) == 90
    assert after_free_turn(350, 60, free=45) == 35


@pytest.mark.parametrize(("came", "wall", "leaves"), [(45, 90, 135), (0, 90, 180), (90, 90, 90), (30, 0, 330)])
def test_a_stream_leaves_a_wall_as_it_struck_it(came: float, wall: float, leaves: float) -> None:
    assert mirrored(came, wall) == leaves


@given(points, points, points, degrees)
def test_turning_the_table_turns_every_bearing(
    a: tuple[float, float], b: tuple[float, float], pivot: tuple[float, float], angle: float
) -> None:
    assume(distance(a, b) > 0.01)
    turned = bearing(rotated(a, pivot, angle), rotated(b, pivot, angle))
    assert turn(turned, bearing(a, b) + angle) < 1e-6


@given(points, points)
def test_the_way_back_is_the_reverse_bearing(a: tuple[float, float], b: tuple[float, float]) -> None:
    assume(distance(a, b) > 0.01)
    assert turn(bearing(a, b), bearing(b, a)) == pytest.approx(180)
