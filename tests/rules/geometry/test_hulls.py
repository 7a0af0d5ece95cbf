"""Hulls: faces, quadrants of impact, overlap and wake."""

import pytest
import shapely
from hypothesis import given

from rules.geometry.hulls import Hull, distance_between, swept
from rules.geometry.lengths import Circle, along, rotated
from rules.geometry.rings import rectangle
from tests.rules.geometry.strategies import degrees, hulls, points

TANK = Hull((20, 20), 0, 4, 2)


def test_corners_start_front_left_and_run_clockwise() -> None:
    assert TANK.corners() == ((19, 18), (21, 18), (21, 22), (19, 22))
    assert TANK.turned(90).corners() == ((22, 19), (22, 21), (18, 21), (18, 19))


def test_a_mount_keeps_its_place_on_the_hull() -> None:
    assert TANK.on_table(1.5, -0.5) == (19.5, 18.5)
    assert TANK.on_hull((19.5, 18.5)) == (1.5, -0.5)
    assert TANK.turned(90).on_table(1.5, -0.5) == (21.5, 19.5)


def test_distance_is_from_the_outline() -> None:
    assert TANK.distance_to_point((20, 15)) == 3
    assert TANK.distance_to_point((24, 26)) == 5
    assert TANK.distance_to_point((20.5, 21)) == 0
    assert TANK.contains((21.01, 20))
    assert not TANK.contains((21.02, 20))


@pytest.mark.parametrize(
    ("shooter", "faces"),
    [
        ((20, 10), ("front",)),
        ((30, 20), ("right",)),
        ((20, 30), ("rear",)),
        ((10, 20), ("left",)),
        ((25, 10), ("front", "right")),
        ((15, 30), ("rear", "left")),
        ((25.5, 10), ("right",)),
        ((24.5, 10), ("front",)),
        ((25.01, 10), ("front", "right")),
    ],
)
def test_the_lines_through_opposite_corners_divide_the_faces(
    shooter: tuple[float, float], faces: tuple[str, ...]
) -> None:
    assert TANK.face_towards(shooter) == faces


@pytest.mark.parametrize(
    ("deg", "quarter"),
    [
        (0, "front"),
        (44, "front"),
        (45, "side"),
        (90, "side"),
        (135, "side"),
        (136, "rear"),
        (225, "side"),
        (316, "front"),
    ],
)
def test_impacts_are_cut_by_fixed_45_degree_lines(deg: float, quarter: str) -> None:
    assert TANK.impact_quadrant(along(TANK.centre, deg, 5)) == quarter


def test_a_vehicle_that_backed_has_its_rear_in_front() -> None:
    assert TANK.impact_quadrant((20, 10), backward=True) == "rear"
    assert TANK.impact_quadrant((20, 30), backward=True) == "front"
    assert TANK.impact_quadrant((30, 20), backward=True) == "side"


def test_an_eye_sees_at_most_two_faces() -> None:
    assert [face for face, _, _ in TANK.visible_faces((30, 10))] == ["front", "right"]
    assert TANK.visible_faces((20, 10)) == (("front", (19, 18), (21, 18)),)
    assert TANK.visible_faces((20, 20)) == ()


def test_touching_is_not_overlapping() -> None:
    assert not TANK.overlaps(Hull((22, 20), 0, 4, 2))
    assert not TANK.overlaps(Hull((21.99, 20), 0, 4, 2))
    assert TANK.overlaps(Hull((21.9, 20), 0, 4, 2))
    assert not TANK.overlaps(Circle((21.5, 20), 0.5))
    assert TANK.overlaps(Circle((21.4, 20), 0.5))
    assert not TANK.overlaps(rectangle(21, 18, 3, 3))
    assert TANK.overlaps(rectangle(20.9, 18, 3, 3))


def test_crossed_hulls_overlap_though_no_corner_is_inside() -> None:
    assert TANK.overlaps(TANK.turned(90))
    assert distance_between(TANK, TANK.turned(90)) == 0


def test_the_gap_between_hulls_is_from_outline_to_outline() -> None:
    assert distance_between(TANK, Hull((25, 20), 0, 4, 2)) == 3
    assert distance_between(TANK, Hull((25, 27), 0, 4, 2)) == pytest.approx(18**0.5)


def test_points_along_the_outline_run_clockwise() -> None:
    assert Hull((0, 0), 0, 2, 1).edge_points(1) == ((-0.5, -1), (0.5, -1), (0.5, 0), (0.5, 1), (-0.5, 1), (-0.5, 0))


def test_the_wake_of_a_straight_drive_is_its_lane() -> None:
    wake = swept((TANK, TANK.driven(6)))
    assert set(wake.outline()) == {(19, 12), (21, 12), (21, 22), (19, 22)}
    assert wake.distance_to((23, 15)) == 2
    assert wake.covers(Circle((21.3, 15), 0.5))
    assert not wake.covers(Circle((21.5, 15), 0.5))
    assert wake.parts((18, 15), (22, 15))
    assert not wake.parts((18, 10), (22, 10))


def test_the_wake_of_a_turn_on_the_spot_is_round() -> None:
    wake = swept((TANK, TANK.turned(90)))
    reach = 5**0.5
    assert wake.distance_to(along((20, 20), 45, reach - 0.01)) == pytest.approx(0, abs=0.01)
    assert wake.distance_to(along((20, 20), 45, reach + 1)) == pytest.approx(1, abs=0.01)


def test_the_wake_of_a_vehicle_that_stood_is_its_hull() -> None:
    assert swept((TANK,)).outline() is not None
    assert swept((TANK,)).distance_to((20, 15)) == 3


@given(hulls, hulls)
def test_the_gap_is_the_same_both_ways_and_agrees_with_shapely(one: Hull, other: Hull) -> None:
    gap = distance_between(one, other)
    assert gap == pytest.approx(distance_between(other, one), abs=1e-9)
    assert gap == pytest.approx(one.polygon.distance(other.polygon), abs=1e-6)


@given(hulls, points)
def test_the_distance_to_a_point_agrees_with_shapely(hull: Hull, point: tuple[float, float]) -> None:
    assert hull.distance_to_point(point) == pytest.approx(hull.polygon.distance(shapely.Point(point)), abs=1e-9)


@given(hulls, points, degrees)
def test_turning_the_table_keeps_the_distance(hull: Hull, point: tuple[float, float], angle: float) -> None:
    turned = hull._replace(centre=rotated(hull.centre, (0, 0), angle)).turned(angle)
    assert turned.distance_to_point(rotated(point, (0, 0), angle)) == pytest.approx(
        hull.distance_to_point(point), abs=1e-6
    )


@given(hulls, points)
def test_places_on_the_hull_come_back(hull: Hull, point: tuple[float, float]) -> None:
    forward, right = hull.on_hull(point)
    assert hull.on_table(forward, right) == pytest.approx(point, abs=1e-9)
