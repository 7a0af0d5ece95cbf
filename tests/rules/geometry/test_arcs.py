"""Courses of straights and arcs: their lengths, headings and ends."""

import itertools
import math
import random

import pytest

from rules.geometry import arcs
from rules.geometry.arcs import Stretch
from rules.geometry.facings import bearing, relative, turn
from rules.geometry.lengths import distance

SEEDS = range(60)


def a_course(rng):
    """A pose and up to six stretches, forward or back."""
    sign = rng.choice((1, -1))
    pose = (rng.uniform(0, 70), rng.uniform(0, 50), rng.uniform(0, 360))
    parts = [
        Stretch(rng.choice(("left", "straight", "right")), sign * rng.uniform(0.1, 12), rng.uniform(2, 30))
        for _ in range(rng.randint(1, 6))
    ]
    return pose, tuple(parts)


@pytest.mark.parametrize("seed", SEEDS)
def test_small_steps_along_a_course_add_up_to_its_length_and_turn(seed):
    pose, course = a_course(random.Random(seed))
    steps = [pose, *(p for p, _ in arcs.samples(pose, course, 0.01))]
    length = sum(distance(a[:2], b[:2]) for a, b in itertools.pairwise(steps))
    turned = sum(relative(a[2], b[2]) for a, b in itertools.pairwise(steps))
    assert length == pytest.approx(arcs.length_of(course), abs=1e-3)
    assert turned == pytest.approx(sum(arcs.turn_of(s) for s in course), abs=1e-6)
    assert steps[-1] == pytest.approx(arcs.finish(pose, course))


@pytest.mark.parametrize("seed", SEEDS)
def test_each_arc_leaves_along_the_heading_and_keeps_its_distance_from_its_centre(seed):
    rng = random.Random(seed)
    pose, _ = a_course(rng)
    arc = Stretch(rng.choice(("left", "right")), rng.uniform(1, 12), rng.uniform(2, 30))
    side = 90 if arc.bend == "right" else -90
    centre = arcs.end_of((*pose[:2], pose[2] + side), Stretch("straight", arc.radius))
    for place, _ in arcs.samples(pose, (arc,), 0.5):
        assert distance(place[:2], centre[:2]) == pytest.approx(arc.radius)
    near = arcs.end_of(pose, arc._replace(length=1e-4))
    assert turn(bearing(pose[:2], near[:2]), pose[2]) < 0.01


@pytest.mark.parametrize("seed", SEEDS)
def test_a_course_cut_in_two_is_the_whole(seed):
    rng = random.Random(seed)
    pose, course = a_course(rng)
    inches = rng.uniform(0, arcs.length_of(course))
    one, other = arcs.first(course, inches), arcs.rest(course, inches)
    assert arcs.length_of(one) == pytest.approx(inches, abs=1e-5)
    assert arcs.finish(arcs.finish(pose, one), other) == pytest.approx(arcs.finish(pose, course), abs=1e-4)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_place_outside_the_circles_is_reached_on_the_tightest_turn_and_a_straight(seed):
    rng = random.Random(seed)
    pose = (rng.uniform(0, 70), rng.uniform(0, 50), rng.uniform(0, 360))
    radius = rng.uniform(2, 20)
    target = arcs.end_of((*pose[:2], rng.uniform(0, 360)), Stretch("straight", 2.1 * radius))[:2]
    course = arcs.towards(pose, target, radius)
    assert arcs.finish(pose, course)[:2] == pytest.approx(target, abs=1e-6)
    assert all(s.radius == radius for s in course if s.bend != "straight")
    assert [s.bend for s in course][1:] in ([], ["straight"])


@pytest.mark.parametrize("seed", SEEDS)
def test_one_sweep_ends_at_the_place_on_a_radius_that_is_wide_enough(seed):
    rng = random.Random(seed)
    pose = (rng.uniform(0, 70), rng.uniform(0, 50), rng.uniform(0, 360))
    target = arcs.end_of((*pose[:2], pose[2] + rng.uniform(-60, 60)), Stretch("straight", 15))[:2]
    course = arcs.sweep(pose, target, 3)
    assert arcs.finish(pose, course)[:2] == pytest.approx(target, abs=0.02)
    assert len(course) == 1
    assert course[0].bend == "straight" or course[0].radius >= 3


@pytest.mark.parametrize("aside", [0.004, 0.006, 0.012, -0.007, 0.03])
def test_a_place_that_lies_ahead_but_for_a_hair_is_swept_to_on_a_radius_of_some_use(aside):
    (only,) = arcs.sweep((10, 10, 0), (10 + aside, -4), 3)
    assert only.radius <= 5000
    assert arcs.finish((10, 10, 0), (only,))[:2] == pytest.approx((10 + aside, -4), abs=0.03)


def test_a_radian_of_arc_is_as_long_as_its_radius():
    assert arcs.turn_of(Stretch("right", 12, 12)) == pytest.approx(math.degrees(1))
    assert arcs.turn_of(Stretch("left", 12, 12)) == pytest.approx(-57.2958, abs=1e-4)
    assert arcs.turn_of(Stretch("right", -6, 12)) == pytest.approx(-28.6479, abs=1e-4)
