"""How far a straight move goes before it touches something."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules.geometry.contacts import Contact, Obstacle, first_contact, gap_to, outline_of, stands_on
from rules.geometry.facings import bearing
from rules.geometry.hulls import Hull, distance_between
from rules.geometry.lengths import Circle, along
from rules.geometry.rings import encloses, rectangle
from tests.rules.geometry.strategies import degrees, hulls, points
from tests.rules.geometry.strategies import rings as any_ring

BASE = Circle((0, 0), 0.5)
TANK = Hull((0, 0), 90, 4, 2)


@pytest.mark.parametrize(
    ("obstacle", "at_in"),
    [
        (Circle((6, 0), 0.5), 5.0),
        (Circle((6, 0.6), 0.5), 5.2),
        (rectangle(5, -1, 1, 2), 4.5),
        (Hull((6, 0), 0, 4, 2), 4.5),
        (rectangle(5, 0.3, 1, 2), 4.6),
    ],
)
def test_a_base_stops_where_it_touches(obstacle: Obstacle, at_in: float) -> None:
    contact = first_contact(BASE, 90, 10, (obstacle,))
    assert contact is not None
    assert contact.at_in == pytest.approx(at_in)


def test_what_is_out_of_reach_behind_or_beside_is_not_met() -> None:
    assert first_contact(BASE, 90, 4.9, (Circle((6, 0), 0.5),)) is None
    assert first_contact(BASE, 270, 10, (Circle((6, 0), 0.5), rectangle(5, -1, 1, 2))) is None
    assert first_contact(BASE, 90, 10, (Circle((6, 1), 0.5), rectangle(5, 0.5, 1, 2))) is None


def test_the_nearest_is_met_first_and_of_equals_the_first() -> None:
    near, far = Circle((4, 0), 0.5), Circle((6, 0), 0.5)
    assert first_contact(BASE, 90, 10, (far, near, near)) == Contact(3, 1)


def test_in_contact_one_may_leave_or_slide_but_not_press_on() -> None:
    wall = rectangle(0.5, -10, 1, 20)
    assert first_contact(BASE, 90, 10, (wall,)) == Contact(0, 0)
    assert first_contact(BASE, 0, 5, (wall,)) is None
    assert first_contact(BASE, 270, 10, (wall,)) is None
    assert first_contact(BASE, 90, 10, (Circle((1, 0), 0.5),)) == Contact(0, 0)
    assert first_contact(BASE, 0, 10, (Circle((1, 0), 0.5),)) is None


@pytest.mark.parametrize(
    ("obstacle", "at_in"),
    [
        (Hull((10, 0), 0, 4, 2), 7.0),
        (Hull((10, 2), 90, 4, 2), None),
        (Hull((10, 1.9), 90, 4, 2), 6.0),
        (rectangle(5, -0.2, 1, 0.4), 3.0),
        (Circle((6, 0.9), 0.5), 3.5),
        (Circle((6, 1.3), 0.5), 3.6),
        (Circle((6, 1.5), 0.5), None),
    ],
)
def test_a_hull_stops_where_its_outline_touches(obstacle: Obstacle, at_in: float | None) -> None:
    contact = first_contact(TANK, 90, 20, (obstacle,))
    assert (contact.at_in if contact else None) == (None if at_in is None else pytest.approx(at_in))


def test_a_hull_against_a_wall_may_drive_along_or_off_it() -> None:
    wall = rectangle(-20, 1, 40, 1)
    assert first_contact(TANK, 90, 10, (wall,)) is None
    assert first_contact(TANK, 0, 10, (wall,)) is None
    assert first_contact(TANK, 180, 10, (wall,)) == Contact(0, 0)


def test_gaps_and_overlaps_of_every_kind() -> None:
    assert gap_to(Circle((6, 0), 0.5), (0, 0)) == 5.5
    assert gap_to(Hull((6, 0), 0, 4, 2), (0, 0)) == 5
    assert gap_to(rectangle(5, -1, 1, 2), (0, 0)) == 5
    assert stands_on(BASE, Circle((0.9, 0), 0.5))
    assert not stands_on(BASE, Circle((1, 0), 0.5))
    assert stands_on(BASE, rectangle(0.4, -1, 1, 2))
    assert not stands_on(BASE, Hull((1.5, 0), 0, 4, 2))


def test_the_outline_of_a_base_holds_the_base() -> None:
    ring = outline_of(Circle((3, 3), 1))
    assert all(encloses(ring, along((3, 3), deg, 0.999)) for deg in range(0, 360, 5))


@given(hulls, hulls, st.floats(-10, 10))
def test_where_two_hulls_meet_there_is_no_gap_and_before_there_is(one: Hull, other: Hull, swerve: float) -> None:
    assume(distance_between(one, other) > 0.05)
    course = bearing(one.centre, other.centre) + swerve
    contact = first_contact(one, course, 200, (other,))
    reach = contact.at_in if contact else 200.0
    stops = [one._replace(centre=along(one.centre, course, reach * i / 20)) for i in range(21)]
    assert not any(stop.overlaps(other) for stop in stops)
    assert contact is None or distance_between(stops[-1], other) < 0.25


@given(points, st.floats(0.25, 2), any_ring(), degrees)
def test_a_base_never_goes_into_a_ring(
    start: tuple[float, float], radius: float, ring: tuple[tuple[float, float], ...], course: float
) -> None:
    assume(gap_to(ring, start) > radius + 0.02)
    contact = first_contact(Circle(start, radius), course, 200, (ring,))
    reach = contact.at_in if contact else 200.0
    stops = [along(start, course, reach * i / 40) for i in range(41)]
    assert not any(stands_on(Circle(stop, radius - 0.001), ring) for stop in stops)


def test_a_way_without_an_end_meets_what_lies_on_it_however_far_off() -> None:
    assert first_contact(BASE, 90, float("inf"), (Circle((90, 0), 0.5), rectangle(20, 5, 1, 2))) == Contact(89, 0)
    assert first_contact(TANK, 180, float("inf"), (rectangle(-1, 90, 2, 1),)) == Contact(pytest.approx(89, abs=0.01), 0)
