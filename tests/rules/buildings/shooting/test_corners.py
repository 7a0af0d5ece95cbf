"""Corners of buildings: within 1½ inches one is behind them."""

import pytest
from msgspec.structs import replace

from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.volley import ShotsFired
from rules.engine import preview
from rules.events import Rolled
from rules.table.building import Building
from rules.table.terrain import Terrain
from tests.builders import a_battle, a_unit, a_weapon, play, the

SHOT = Shoot(side="a", unit="a1", target="b1")
RING = ((20.0, 20.0), (30.0, 20.0), (30.0, 30.0), (20.0, 30.0))
SHED = Terrain(id="shed", name="Shed", points=RING, look="building", going="impassable", blocks_sight=True, height_in=3)


def past_the_corner(eye, target, **walls):
    """A rifleman south-west of a shed, and somebody behind its north-west corner or further off."""
    shed = replace(SHED, building=Building(handling="solid", **walls))
    squad = a_unit("a1", [eye], weapons=[a_weapon("rifle")], facing=0)
    return a_battle(squad, a_unit("b1", [target]), active="a1", ap=2, terrain=(shed,))


def cover(state):
    return [(m.value, m.rule) for m in preview(state, SHOT).shots[0].modifiers if m.rule != "ARAP-HIT-03"]


@pytest.mark.rule("BLD-CRNR-01", "BLD-CRNR-02")
def test_who_shows_past_a_corner_is_in_its_cover_only_close_behind_it():
    near, far = past_the_corner((20.0, 40), (20.1, 19)), past_the_corner((20.0, 40), (20.1, 18.4))
    assert (cover(near), cover(far)) == ([(-2, "BLD-CRNR-02")], [])
    for field, goal, dice in ((near, 0, {"to-hit": [1], "extended-reroll": [4]}), (far, 2, {"to-hit": [3]})):
        events, _ = play(field, SHOT, dice)
        assert (the(events, ShotsFired).hits, next(e.goal for e in events if isinstance(e, Rolled))) == (0, goal)


@pytest.mark.rule("BLD-CRNR-02")
def test_a_corner_of_thatch_is_soft_cover():
    assert cover(past_the_corner((20.0, 40), (20.1, 19), walls="thatch")) == [(-1, "BLD-CRNR-02")]


def test_a_corner_alone_hides_nobody_who_is_further_behind_it_but_a_wall_does():
    near, far = (21, 19.3), (23, 17)
    assert preview(past_the_corner((17, 24), near), SHOT).refusal.code == "no-line-of-sight"
    assert preview(past_the_corner((17, 23.9), far), SHOT).refusal is None
    assert preview(past_the_corner((17, 30), far), SHOT).refusal.code == "no-line-of-sight"


def test_a_table_without_that_switch_plays_as_it_did():
    field = past_the_corner((20.0, 40), (20.1, 18.4))
    assert cover(replace(field, options={**field.options, "corners_near": False})) == [(-2, "ARAP-HIT-06")]
    hidden = past_the_corner((17, 23.9), (23, 17))
    old = replace(hidden, options={k: v for k, v in hidden.options.items() if k != "corners_near"})
    assert preview(old, SHOT).refusal.code == "no-line-of-sight"
