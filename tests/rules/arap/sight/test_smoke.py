"""Direct fire at what cannot be seen: into smoke and growth, at Ballistic Skill 1."""

import pytest
from msgspec.structs import replace

from rules.arap.shooting.shoot import Shoot
from rules.core.refusal import IllegalAction
from rules.engine import legal_actions, preview
from rules.events import Rolled
from rules.forces.unit import UnitTurn
from rules.table.terrain import Terrain
from tests.builders import A, a_battle, a_profile, a_row, a_unit, a_weapon, play

SMOKE = Terrain(
    id="s",
    name="Smoke",
    points=((20, 5), (26, 5), (26, 35), (20, 35)),
    height_in=3,
    blocks_sight=True,
    look="smoke",
)
BLIND = Shoot(side=A, unit="a1", target="b1", blind=True)


def battle(*more, weapon=None, terrain=(SMOKE,), firers=1, target=None):
    return a_battle(
        a_unit(
            "a1", a_row(firers, 10, 20), weapons=[weapon or a_weapon(range_in=40)], profile=a_profile("gunner", bs=4)
        ),
        a_unit("b1", a_row(3, 32, 20), profile=a_profile("levy"), **(target or {})),
        *more,
        active="a1",
        ap=3,
        terrain=terrain,
    )


def refused(state, action=BLIND):
    found = action.check(state)
    return (found.code, found.rule) if found else None


def the_roll(state, dice):
    events, _ = play(state, BLIND, dice)
    return next(e for e in events if isinstance(e, Rolled))


@pytest.mark.rule("ARAP-AREA-13")
@pytest.mark.parametrize(
    ("moved", "goal", "dice"),
    [(0, 1, {"to-hit": [1], "to-wound": [1]}), (12, 0, {"to-hit": [1], "extended-reroll": [4]})],
)
def test_what_is_not_seen_is_shot_at_with_skill_1_and_all_modifiers(moved, goal, dice):
    rolled = the_roll(battle(target={"now": UnitTurn(moved_in=moved)}), dice)
    assert (rolled.base, rolled.goal) == (1, goal)


@pytest.mark.rule("ARAP-AREA-13", "ARAP-HIT-06")
def test_the_cover_of_what_hides_it_counts_as_well():
    wood = replace(SMOKE, name="Jungle", cover="soft", going="difficult", look="wood")
    rolled = the_roll(battle(terrain=[wood]), {"to-hit": [2]})
    assert [(m.value, m.rule) for m in rolled.modifiers] == [(-1, "ARAP-HIT-06")]


@pytest.mark.part_of("ARAP-AREA-13", "ARAP-SHOOT-03")
def test_only_who_says_so_fires_blind_and_not_through_walls():
    assert refused(battle(), replace(BLIND, blind=False)) == ("no-line-of-sight", "ARAP-SHOOT-03")
    solid = replace(SMOKE, going="impassable", look="building")
    assert refused(battle(terrain=[solid])) == ("shots-stopped", "ARAP-AREA-13")
    hedge = replace(SMOKE, points=((22, 5), (22, 35)), line=True)
    assert refused(battle(terrain=[hedge])) == ("shots-stopped", "ARAP-AREA-13")
    beast = a_unit("b2", [(28, 21)], profile=a_profile("beast", size=3, base_mm=150))
    assert refused(battle(beast)) == ("shots-stopped", "ARAP-AREA-13")


@pytest.mark.rule("ARAP-AREA-13")
def test_whoever_sees_the_enemy_fires_as_usual():
    half = replace(SMOKE, points=((20, 19), (31, 19), (31, 35), (20, 35)))
    # The first firer looks past the smoke at the nearest levy, the second stands behind it.
    state = a_battle(
        a_unit("a1", [(10, 16), (10, 24)], weapons=[a_weapon(range_in=40)], profile=a_profile("gunner", bs=4)),
        a_unit("b1", [(32, 17), (32, 27), (32, 28.5)]),
        active="a1",
        ap=3,
        terrain=[half],
    )
    events, _ = play(state, BLIND, {"to-hit": [6, 6]})
    assert [(e.base, len(e.dice)) for e in events if isinstance(e, Rolled)] == [(4, 1), (1, 1)]
    offers = {o.kind: len(o.action.plan(state).firings) for o in legal_actions(state, A) if o.target == "b1"}
    assert (offers["shoot"], offers["blind"]) == (1, 2)


@pytest.mark.rule("ARAP-AREA-13")
def test_nobody_fires_blind_at_what_everybody_sees():
    with pytest.raises(IllegalAction) as found:
        play(battle(terrain=()), BLIND)
    assert (found.value.code, found.value.rule, found.value.allowed) == ("in-sight", "ARAP-AREA-13", "an ordinary shot")
    assert not [o for o in legal_actions(battle(terrain=()), A) if o.kind == "blind"]
    assert refused(replace(battle(terrain=()), version="10")) is None


@pytest.mark.part_of("ARAP-AREA-10")
def test_area_weapons_guess_at_what_is_hidden():
    shell = a_weapon("shell", type="heavy", range_in=48, strength=4, marker_in=5)
    assert refused(battle(weapon=shell)) == ("guess-range", "ARAP-AREA-10")
    assert refused(battle(weapon=shell, terrain=()), replace(BLIND, blind=False)) is None


@pytest.mark.part_of("ARAP-HIT-09")
def test_a_weak_laser_does_not_carry_through_smoke():
    assert refused(battle(weapon=a_weapon(range_in=40, strength=4, traits=("laser",)))) == ("smoke", "ARAP-HIT-09")


def test_it_is_offered_where_it_can_be_done():
    found = [o for o in legal_actions(battle(), A) if o.kind == "blind"]
    assert [(o.target, o.action.blind, o.label) for o in found] == [("b1", True, "Fire blind at B1")]


def test_the_preview_says_that_it_is_not_seen():
    (line,) = preview(battle(), BLIND).shots
    assert (line.goal, line.goal_text) == (1, "1")
    assert "not seen: at BS1" in line.notes
