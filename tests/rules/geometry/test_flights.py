"""Ways to flee."""

import math

import pytest

from rules.geometry.areas import Area, Ground
from rules.geometry.borders import table
from rules.geometry.contacts import stands_on
from rules.geometry.flights import Runners, ended_nearer, flee, flee_paths, straight_away
from rules.geometry.hulls import Hull
from rules.geometry.lengths import Circle
from rules.geometry.rings import rectangle
from rules.geometry.routes import increases_distance

SQUAD = ((36.0, 24.0), (37.0, 24.0), (36.5, 25.0))
RUNNERS = Runners(SQUAD, (0.5,) * 3, ((36.0, 30.0),), Ground(()), table(72, 48))


def barred(area_ids: tuple[str, ...]) -> float:
    return math.inf if area_ids else 1.0


def test_straight_away_is_from_the_nearest_pursuer() -> None:
    assert straight_away(((36, 24), (36, 20)), ((36, 30),)) == 0
    assert straight_away(((36, 24),), ((30, 24), (36, 60))) == 90


def test_in_the_open_a_unit_flees_straight_away_in_formation() -> None:
    best = flee_paths(RUNNERS, 7)[0]
    away = straight_away(SQUAD, RUNNERS.causes)
    assert best.bearing == away
    assert best.moved_in == pytest.approx(7)
    assert [end[0] - best.ends[0][0] for end in best.ends] == pytest.approx([0, 1, 0.5])


def test_a_friendly_edge_weighs_before_a_neutral_one_and_both_before_straight_away() -> None:
    flights = flee_paths(RUNNERS, 7, friendly=("left",), neutral=("top",))
    assert (flights[0].edge, flights[0].edge_rank) == ("left", 0)
    assert flee_paths(RUNNERS, 7, friendly=("bottom",), neutral=("top",))[0].edge == "top"
    assert [flight.edge_rank for flight in flights] == sorted(flight.edge_rank for flight in flights)


def test_a_unit_swerves_rather_than_near_another_enemy() -> None:
    ahead = ((36.0, 12.0), (35.0, 12.0))
    best = flee_paths(RUNNERS, 7, enemies=(ahead,))[0]
    assert best.nearing_in == min(flight.nearing_in for flight in flee_paths(RUNNERS, 7, enemies=(ahead,)))
    assert best.bearing not in (0, straight_away(SQUAD, RUNNERS.causes))
    assert ended_nearer(SQUAD, flee(RUNNERS, 0, 7)[0].path[-1:], ahead)


def test_every_step_of_every_flight_leads_away() -> None:
    for flight in flee_paths(RUNNERS, 12, friendly=("bottom",), neutral=("left", "right")):
        assert all(increases_distance(walk.path, RUNNERS.causes) for walk in flight.walks)


def test_a_unit_bends_round_a_rock_and_stands_on_nothing() -> None:
    rock = Ground((Area("rock", rectangle(35, 18, 4, 2)),))
    tank = Hull((33, 21), 0, 4, 3)
    runners = RUNNERS._replace(ground=rock, factor=barred, obstacles=(tank,))
    walks = flee(runners, 0, 9)
    assert max(walk.end[1] for walk in walks) < 20
    bases = [Circle(walk.end, 0.49) for walk in walks]
    assert not any(stands_on(base, obstacle) for base in bases for obstacle in (tank, rock.areas[0].points))
    assert not any(stands_on(a, b) for i, a in enumerate(bases) for b in bases[:i])


def test_a_rout_off_the_table_ends_at_its_edge() -> None:
    walks = flee(RUNNERS._replace(points=((36, 3),), radii=(0.5,)), 0, 7)
    assert walks[0].end == (36, 0)
    assert walks[0].stopped == "edge"


def test_a_unit_hemmed_in_stays_where_it_is() -> None:
    cell = tuple(
        Circle((36 + x, 24 + y), 0.5) for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))
    )
    hemmed = RUNNERS._replace(points=((36.0, 24.0),), radii=(0.5,), obstacles=cell)
    flights = flee_paths(hemmed, 7)
    assert len(flights) == 1
    assert flights[0].moved_in == 0


def test_the_order_of_flights_is_stable() -> None:
    one = flee_paths(RUNNERS, 7, friendly=("left",), neutral=("top",))
    assert one == flee_paths(RUNNERS, 7, friendly=("left",), neutral=("top",))
    assert len({flight.bearing for flight in one}) == len(one)
