"""Units as groups of points."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.geometry.formations import (
    centre,
    chains,
    coherent,
    hull_outline,
    moved,
    rank_and_file,
)
from rules.geometry.lengths import distance
from rules.geometry.rings import bounds, holds_circle
from tests.rules.geometry.strategies import degrees, points


@pytest.mark.parametrize(("gap", "whole"), [(3.0, True), (3.01, True), (3.02, False)])
def test_three_inches_link_two_members(gap: float, whole: bool) -> None:
    assert coherent(((0, 0), (gap, 0))) is whole


def test_a_chain_holds_a_unit_together_and_a_gap_makes_sub_units() -> None:
    line = ((0.0, 0.0), (9.0, 0.0), (3.0, 0.0), (6.0, 0.0))
    assert chains(line) == ((0, 1, 2, 3),)
    assert chains((*line[:3], (13.0, 0.0))) == ((0, 2), (1,), (3,))
    assert coherent(())
    assert coherent(((5, 5),))


def test_the_centre_is_the_mean() -> None:
    assert centre(((0, 0), (4, 0), (2, 6))) == (2, 2)


def test_a_unit_follows_its_anchor_and_keeps_its_facings() -> None:
    place = moved(((0, 0), (1, 0)), (0.0, 90.0), ((0, 0), (5, 0), (5, 5)))
    assert place == (((5, 5), (6, 5)), (0, 90))


def test_a_wheel_turns_places_and_facings_about_the_anchor() -> None:
    place = moved(((0, 0), (1, 0)), (0.0, 300.0), ((0, 0), (5, 5)), turned=90)
    assert place == (((5, 5), (5, 6)), (90, 30))


def test_ranks_stand_behind_the_front_and_the_last_is_centred() -> None:
    assert rank_and_file(5, 1, 3) == ((-1, 0), (0, 0), (1, 0), (-0.5, 1), (0.5, 1))
    assert rank_and_file(3, 2, 2, at=(10, 10), facing=90) == ((10, 9), (10, 11), (8, 10))
    assert rank_and_file(0, 1, 3) == ()


def test_the_outline_of_a_unit_holds_every_base() -> None:
    places = ((0.0, 0.0), (4.0, 0.0), (2.0, 3.0))
    outline = hull_outline(places, 0.5)
    assert all(holds_circle(outline, place, 0.5) for place in places)
    assert bounds(outline) == pytest.approx((-0.5, -0.5, 4.5, 3.5), abs=0.01)
    assert bounds(hull_outline(((1, 1),), 0.5)) == pytest.approx((0.5, 0.5, 1.5, 1.5), abs=0.01)
    assert bounds(hull_outline(((1, 1), (3, 1)), 0.5)) == pytest.approx((0.5, 0.5, 3.5, 1.5), abs=0.01)


@given(st.lists(points, max_size=8).map(tuple))
def test_chains_share_out_all_members_and_lie_apart(members: tuple[tuple[float, float], ...]) -> None:
    found = chains(members)
    assert sorted(i for chain in found for i in chain) == list(range(len(members)))
    for one in found:
        for other in found:
            if one != other:
                assert all(distance(members[i], members[j]) > 3.01 for i in one for j in other)


@given(st.lists(points, min_size=2, max_size=6).map(tuple), points, degrees)
def test_a_move_in_formation_keeps_every_distance(
    members: tuple[tuple[float, float], ...], goal: tuple[float, float], wheel: float
) -> None:
    after = moved(members, (0.0,) * len(members), (members[0], goal), wheel).points
    assert after[0] == pytest.approx(goal)
    for i in range(len(members)):
        for j in range(i):
            assert distance(after[i], after[j]) == pytest.approx(distance(members[i], members[j]), abs=1e-6)
