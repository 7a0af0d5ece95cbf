"""Area weapons fired directly at the ground."""

import pytest
from msgspec.structs import replace

from rules.arap.events import ModelsTurned, PointsSpent
from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.shoot_at_spot import FireAtSpot, SpotShelled
from rules.arap.shooting.volley import ShotsFired
from rules.arap.templates.scatter import ShellBurst
from rules.engine import legal_actions, preview
from rules.table.terrain import Terrain
from tests.builders import A, B, a_battle, a_unit, a_weapon, play, the
from tests.rules.arap.movement.test_walk import refusal_of
from tests.rules.arap.templates.test_marker import ON_TARGET, battle

TOWER = Terrain(
    id="t",
    name="Tower",
    points=((20, 18), (21, 18), (21, 22), (20, 22)),
    going="impassable",
    height_in=4,
    blocks_sight=True,
)


def at(x, y, **values):
    return FireAtSpot(side=A, unit="a1", at=(x, y), **values)


@pytest.mark.rule("ARAP-AREA-01", "ARAP-AREA-02", "ARAP-WPN-02", "ARAP-ACT-14")
def test_a_shell_at_the_ground_strikes_whoever_is_under_its_marker_and_counts_as_a_shot():
    state = battle([(30, 21), (30, 28)])
    seen = preview(state, at(30, 20))
    assert (seen.ap, seen.shots[0].goal, seen.shots[0].chances[0].exact) == (2, 4, "5/18")
    events, after = play(state, at(30, 20), {**ON_TARGET, "to-wound": [1]})
    assert the(events, PointsSpent).points == 2
    found = the(events, SpotShelled)
    assert (found.at, found.sentence(after)) == ((30, 20), "A1 fires Shell at a spot on the ground")
    assert the(events, ShellBurst).touched == ("b1.1",)
    assert (the(events, ShotsFired).hits, the(events, ShotsFired).shots) == (1, {})
    assert after.units["a1"].now.shot_at is None
    assert refusal_of(after, at(30, 20)).code == "weapon-spent"
    turned, _ = play(state, at(10, 30), ON_TARGET)
    assert the(turned, ModelsTurned).facings == {"a1.1": 180.0}


@pytest.mark.rule("ARAP-AREA-03")
def test_it_scatters_as_at_any_target_and_where_nobody_is_nobody_is_hit():
    dice = {"scatter-a": [6], "scatter-b": [5], "direction": [90]}
    events, _ = play(battle([(40, 40)], bs=1), at(18, 20), dice)
    assert the(events, ShellBurst).at == (22.0, 20.0)
    assert not [e for e in events if isinstance(e, ShotsFired)]


@pytest.mark.parametrize(
    ("spot", "code"),
    [((25, 20), "no-line-of-sight"), ((8, 20), "out-of-arc"), ((66, 20), "out-of-range"), ((10, 60), "off-table")],
)
def test_the_spot_must_be_seen_and_reached(spot, code):
    state = battle([(40, 40)], terrain=[TOWER])
    refused = refusal_of(state, at(*spot))
    assert refused.code == code
    assert refused.allowed


def test_nobody_fires_rifles_at_the_ground():
    state = battle([(30, 20)], weapon=a_weapon("rifle"))
    refused = refusal_of(state, at(30, 20))
    assert (refused.code, refused.rule) == ("no-area-weapon", "ARAP-AREA-01")


@pytest.mark.rule("ARAP-SHOOT-07")
def test_friends_in_the_line_are_not_shot_over():
    state = battle([(40, 40)], a_unit("a2", [(15, 20)]))
    assert refusal_of(state, at(30, 20)).code == "friends-in-the-way"


def test_nobody_who_stands_on_the_spot_makes_it_harder_to_hit():
    lone = battle([(30, 20)])
    assert [m.reason for m in preview(lone, Shoot(side=A, unit="a1", target="b1")).shots[0].modifiers] == [
        "small group, one model"
    ]
    assert preview(lone, at(30, 20)).shots[0].modifiers == ()


def test_it_is_offered_where_no_enemy_can_be_shot_at():
    state = battle([(40, 20)], terrain=[replace(TOWER, points=((36, 0), (37, 0), (37, 48), (36, 48)))])
    found = [o for o in legal_actions(state, A) if o.kind == "shoot" and o.action is not None]
    assert [(o.target, o.ap, o.action.at) for o in found] == [(None, 2, (22.0, 20.0))]
    assert refusal_of(a_battle(a_unit("a1", [(1, 1)]), a_unit("b1", [(5, 5)]), active="a1", ap=1), at(5, 5)).code
    assert B not in [o.action.side for o in found]
