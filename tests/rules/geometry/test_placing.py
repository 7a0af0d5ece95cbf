"""Room for bases."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules.geometry.borders import table
from rules.geometry.contacts import Obstacle, stands_on
from rules.geometry.formations import coherent, rank_and_file
from rules.geometry.hulls import Hull
from rules.geometry.lengths import Circle, distance
from rules.geometry.placing import place_block, place_in, push_out, spread_around
from rules.geometry.rings import holds_circle, rectangle

ZONE = rectangle(0, 0, 24, 8)
RHINO = Hull((12, 12), 0, 4.5, 3)


def apart(places: tuple[tuple[float, float], ...], radii: tuple[float, ...]) -> bool:
    """Whether no two bases overlap."""
    bases = [Circle(place, radius) for place, radius in zip(places, radii, strict=True)]
    return not any(stands_on(a, b) for i, a in enumerate(bases) for b in bases[:i])


def test_a_squad_is_packed_in_its_zone_in_coherency() -> None:
    radii = (0.5,) * 10
    places = place_in(ZONE, radii, near=(12, 7))
    assert len(places) == 10
    assert places[:2] == ((12, 7), (12, 6))
    assert apart(places, radii)
    assert coherent(places)
    assert all(holds_circle(ZONE, place, 0.5) for place in places)


def test_what_is_occupied_stays_free() -> None:
    taken: tuple[Obstacle, ...] = (Circle((12, 7), 0.5), Hull((12, 4), 90, 4, 3), rectangle(0, 0, 9, 8))
    places = place_in(ZONE, (0.5, 0.6, 0.5), taken, near=(12, 7))
    assert len(places) == 3
    assert not any(stands_on(Circle(place, 0.5), obstacle) for place in places for obstacle in taken)


def test_models_without_room_get_no_place() -> None:
    assert len(place_in(rectangle(0, 0, 2, 1), (0.5,) * 5)) == 1
    assert len(place_in(rectangle(0, 0, 3, 1), (0.5,) * 5)) == 3
    assert place_in(rectangle(0, 0, 1, 1), (0.6,)) == ()


def test_a_gap_is_kept_between_the_bases_placed() -> None:
    places = place_in(ZONE, (0.5,) * 6, gap=1)
    assert min(distance(a, b) for i, a in enumerate(places) for b in places[:i]) >= 1.99


def test_a_block_goes_down_whole_where_it_fits() -> None:
    block = rank_and_file(6, 1, 3)
    assert place_block(ZONE, block, (0.5,) * 6, near=(12, 1)) == tuple((x + 12, y + 1) for x, y in block)
    shifted = place_block(ZONE, block, (0.5,) * 6, (Circle((12, 1), 0.5),), near=(12, 1))
    assert shifted is not None
    assert not any(stands_on(Circle(place, 0.5), Circle((12, 1), 0.5)) for place in shifted)
    assert place_block(rectangle(0, 0, 2, 2), block, (0.5,) * 6) is None


def test_passengers_are_set_down_within_2_inches_of_the_hull() -> None:
    radii = (0.5,) * 10
    places = spread_around(RHINO, radii)
    assert len(places) == 10
    assert apart(places, radii)
    assert all(0.49 <= RHINO.distance_to_point(place) <= 2.01 for place in places)


def test_passengers_leave_by_their_door_and_keep_off_what_is_there() -> None:
    door = RHINO.on_table(-2.25, 0)
    enemy = Circle((12, 17.5), 1.5)
    swamp = rectangle(9, 14, 2, 4)
    places = spread_around(door, (0.5, 0.5), 2, (RHINO, enemy), (swamp,))
    assert len(places) == 2
    for place in places:
        assert distance(place, door) <= 2.01
        assert not any(stands_on(Circle(place, 0.5), obstacle) for obstacle in (RHINO, enemy, swamp))


def test_nobody_is_set_down_off_the_table() -> None:
    corner = Hull((2, 2), 0, 4, 4)
    places = spread_around(corner, (0.5,) * 30, surface=table(72, 48))
    assert 0 < len(places) < 30
    assert all(x >= 0.49 and y >= 0.49 for x, y in places)


def test_bases_that_overlap_nothing_stay() -> None:
    assert push_out((Circle((0, 0), 0.5), Circle((1, 0), 0.5)), (Circle((5, 5), 1),)) == ((0, 0), (1, 0))


def test_a_base_steps_aside_the_shortest_way() -> None:
    assert push_out((Circle((0.4, 3), 0.5),), (rectangle(-1, 0, 2, 10),))[0] == pytest.approx((1.5, 3), abs=0.001)
    assert push_out((Circle((-1.2, 3), 0.5),), (rectangle(-1, 0, 2, 10),))[0] == pytest.approx((-1.5, 3), abs=0.001)
    assert push_out((Circle((0, 0.5), 0.5),), (Circle((0, 0), 0.5),))[0] == pytest.approx((0, 1), abs=0.001)
    assert push_out((Circle((0, 0), 0.5),), (Circle((0, 0), 0.5),))[0] == pytest.approx((0, -1), abs=0.001)
    assert push_out((Circle((1, 5), 0.5),), (rectangle(-1, 0, 2, 10),))[0] == pytest.approx((1.5, 5), abs=0.001)


def test_two_bases_on_one_spot_part() -> None:
    places = push_out((Circle((3, 3), 0.5), Circle((3, 3), 0.5)), ())
    assert apart(places, (0.5, 0.5))


@example(((0.0, 0.0), (0.0, 2.225073858507203e-309)))
@given(st.lists(st.tuples(st.floats(0, 6), st.floats(0, 6)), min_size=1, max_size=8).map(tuple))
def test_a_crowd_under_a_tank_parts_and_clears_it(places: tuple[tuple[float, float], ...]) -> None:
    tank = Hull((3, 3), 30, 4, 2)
    after = push_out(tuple(Circle(place, 0.5) for place in places), (tank,))
    assert not any(stands_on(Circle(place, 0.5), tank) for place in after)
    assert push_out(tuple(Circle(place, 0.5) for place in places), (tank,)) == after
