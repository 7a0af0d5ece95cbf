"""What ground costs, and how far an allowance carries."""

import math

from rules.geometry.areas import Area, Ground
from rules.geometry.rings import rectangle
from rules.geometry.ways.routes import (
    until_within,
    walk,
)

FIELD = Ground(
    (Area("mud", rectangle(2, -5, 2, 10)), Area("bog", rectangle(8, -5, 2, 10)), Area("rock", rectangle(14, -5, 2, 10)))
)
FACTORS = {"mud": 2.0, "bog": 4.0, "rock": math.inf}


def factor(area_ids: tuple[str, ...]) -> float:
    return max((FACTORS[area_id] for area_id in area_ids), default=1.0)


def test_an_unhindered_walk_reaches_its_end() -> None:
    way = ((20.0, 0.0), (20.0, 3.0), (24.0, 3.0))
    assert walk(way, 7, FIELD, factor) == (way, 7, 7, None)
    assert walk(way, 6.99, FIELD, factor).stopped is None
    assert walk(way, 5, FIELD, factor) == (((20, 0), (20, 3), (22, 3)), 5, 5, "allowance")


def test_the_tolerance_is_forgiven_once_not_at_every_waypoint() -> None:
    way = tuple((20 + i / 100, 0.0) for i in range(200))
    assert walk(way, 1, FIELD, factor).moved_in <= 1.02


def test_a_charge_ends_where_the_target_comes_within_reach() -> None:
    assert until_within(((0, 20), (10, 20)), (10, 20), 1) == ((0, 20), (9, 20))
    assert until_within(((0, 20), (4, 20), (4, 30)), (4, 28), 2) == ((0, 20), (4, 20), (4, 26))
    assert until_within(((9.5, 20), (10, 20)), (10, 20), 1) == ((9.5, 20),)
    assert until_within(((0, 20), (5, 20)), (10, 20), 1) is None
