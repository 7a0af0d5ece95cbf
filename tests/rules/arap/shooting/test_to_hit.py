"""The goal of a shot, modifier by modifier."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.arap.events import ModelsMoved, ModelsTurned
from rules.arap.shooting import to_hit
from rules.arap.shooting.shoot import Aim, Shoot
from rules.arap.shooting.to_hit import Shot, modifiers
from rules.arap.sight.cover import CoverOf, UnitCover, unit_cover
from rules.core.ids import ModelId
from rules.core.refusal import IllegalAction
from rules.dice.odds import chance_low
from rules.engine import preview
from rules.events import Rolled
from rules.forces.unit import UnitTurn
from rules.state import Placement
from rules.table.terrain import Terrain
from tests.builders import A, B, a_battle, a_profile, a_row, a_unit, a_weapon, play, the

COPSE = Terrain(id="copse", name="Copse", points=((26, 0), (32, 0), (32, 48), (26, 48)), cover="soft")
WALL = Terrain(id="wall", name="Wall", points=((35, 0), (35, 48)), line=True, width_in=0.4, cover="hard", height_in=1)

NO_COVER = UnitCover()


def battle(firer=None, target=None, *, bs=4, models=10, weapon=None, firers=1, profile=None, mine=None, **values):
    """A1 with Ballistic Skill 4 about to fire at B1, ten inches off."""
    mine = mine or a_profile(bs=bs)
    return a_battle(
        a_unit(
            "a1",
            a_row(firers, 10, 10),
            weapons=[weapon or a_weapon()],
            profile=mine or a_profile(bs=bs),
            **(firer or {}),
        ),
        a_unit("b1", a_row(models, 20, 5, 1), profile=profile or a_profile("levy"), **(target or {})),
        active="a1",
        ap=2,
        **values,
    )


def named(state, *, weapon=None, range_in=10.0, cover=NO_COVER, **values):
    """The modifiers of the shot, as (value, rule)."""
    unit, target = state.units["a1"], state.units["b1"]
    gun = weapon or state.weapons["rifle"]
    shot = Shot(unit, unit.models[0], gun, target, range_in, cover, **values)
    return [(m.value, m.rule) for m in modifiers(state, shot)]


def goal(state, **values):
    unit, target = state.units["a1"], state.units["b1"]
    return to_hit.goal(state, Shot(unit, unit.models[0], state.weapons["rifle"], target, 10.0, **values))


@pytest.mark.part_of("ARAP-HIT-01")
@pytest.mark.parametrize(("bs", "odds"), [(1, "1/6"), (4, "2/3"), (5, "5/6"), (6, "5/6"), (9, "5/6")])
def test_the_goal_is_ballistic_skill(bs, odds):
    state = battle(bs=bs)
    assert goal(state) == bs
    assert chance_low(goal(state)) == Fraction(odds)


@pytest.mark.rule("ARAP-HIT-01")
def test_ballistic_skill_0_is_no_ranged_attack():
    with pytest.raises(IllegalAction) as refused:
        play(battle(bs=0), Shoot(side=A, unit="a1", target="b1"))
    assert (refused.value.code, refused.value.rule) == ("no-skill", "ARAP-HIT-01")


@pytest.mark.rule("ARAP-HIT-01")
@pytest.mark.part_of("ARAP-DICE-02")
def test_a_natural_6_misses_whatever_the_skill():
    events, _ = play(battle(bs=7, models=12), Shoot(side=A, unit="a1", target="b1"), {"to-hit": [6, 6]})
    assert [e.successes for e in events if getattr(e, "label", "") == "to-hit"] == [0]


@pytest.mark.rule("ARAP-HIT-01", "ARAP-DICE-07")
def test_a_goal_of_0_takes_a_1_and_then_3_or_less():
    wall = replace(WALL, points=((18, 0), (18, 48)))
    wounded = battle(bs=3, mine=a_profile(bs=3, w=2), terrain=[wall])
    unit = wounded.units["a1"]
    wounded = wounded.with_unit(replace(unit, models=(replace(unit.models[0], wounds=1),)))
    dice = {"to-hit": [1, 1], "extended-reroll": [3, 4], "to-wound": [1]}
    events, _ = play(wounded, Shoot(side=A, unit="a1", target="b1"), dice)
    rolled = next(e for e in events if getattr(e, "label", "") == "to-hit")
    assert (rolled.base, rolled.goal) == (3, 0)
    assert sorted((m.value, m.rule) for m in rolled.modifiers) == [(-2, "ARAP-HIT-06"), (-1, "ARAP-HIT-02")]
    assert [e.hits for e in events if type(e).__name__ == "ShotsFired"] == [1]


@pytest.mark.part_of("ARAP-HIT-03")
@pytest.mark.parametrize(
    ("sizes", "expected"),
    [([2, 2], [-1]), ([2, 3], []), ([1], [-1, -1]), ([2, 2, 2], []), ([1, 1, 1], [-1]), ([3], []), ([1, 2, 2], [])],
)
def test_small_groups_and_small_targets(sizes, expected):
    kinds = {f"s{s}": a_profile(f"s{s}", size=s) for s in (1, 2, 3)}
    state = battle(models=len(sizes))
    unit = state.units["b1"]
    models = tuple(replace(m, profile=f"s{s}") for m, s in zip(unit.models, sizes, strict=True))
    state = replace(state.with_unit(replace(unit, models=models)), profiles={**state.profiles, **kinds})
    assert [value for value, rule in named(state) if rule == "ARAP-HIT-03"] == expected


def test_the_small_target_row_is_not_for_markers_but_the_small_group_row_is():
    state = battle(models=1, profile=a_profile("rat", size=1))
    shell = a_weapon("shell", marker_in=3)
    assert named(state, weapon=shell) == [(-1, "ARAP-HIT-03")]


@pytest.mark.part_of("ARAP-HIT-08")
@pytest.mark.parametrize(
    ("moved", "laser", "expected"),
    [(11.9, False, []), (12, False, [-1]), (23.9, False, [-1]), (24, False, [-2]), (30, False, [-2]), (24, True, [])],
)
def test_fast_targets_lose_1_for_every_full_12_inches(moved, laser, expected):
    state = battle(target={"now": UnitTurn(moved_in=moved)})
    weapon = a_weapon(traits=("laser",) if laser else ())
    assert [v for v, rule in named(state, weapon=weapon) if rule == "ARAP-HIT-08"] == expected


def test_only_the_turn_that_is_over_makes_a_target_fast():
    charging = battle(target={"now": UnitTurn(moved_in=20), "before": UnitTurn(moved_in=12)})
    charging = charging.with_turn(place=1)
    assert [v for v, rule in named(charging) if rule == "ARAP-HIT-08"] == [-1]


@pytest.mark.part_of("ARAP-SUPP-03", "ARAP-SUPP-05")
def test_suppression_in_force_lowers_the_goal_but_not_of_immune_members():
    assert named(battle(firer={"s_active": 2, "s_pending": 3})) == [(-2, "ARAP-SUPP-03")]
    assert goal(battle(firer={"s_active": 2, "s_pending": 1})) == 2
    immune = battle(firer={"s_active": 2}, mine=a_profile(bs=4, inv=5))
    assert goal(immune) == 4
    assert named(battle(firer={"s_active": 2}, mine=a_profile(traits=("fearless",)))) == []


@pytest.mark.rule("ARAP-TACT-02")
def test_tactical_movement_of_either_side_costs_1_each():
    tactical = UnitTurn(tactical=True)
    assert named(battle(target={"now": tactical})) == [(-1, "ARAP-TACT-02")]
    both = battle(firer={"now": tactical}, target={"now": tactical})
    assert named(both) == [(-1, "ARAP-TACT-02")] * 2
    shown = preview(both, Shoot(side=A, unit="a1", target="b1")).shots[0]
    assert [m.rule for m in shown.modifiers] == ["ARAP-TACT-02"] * 2
    events, _ = play(both, Shoot(side=A, unit="a1", target="b1"), {"to-hit": [6] * shown.shots})
    assert [m.rule for m in the(events, Rolled).modifiers] == ["ARAP-TACT-02"] * 2


@pytest.mark.part_of("ARAP-HIT-02")
def test_shotguns_riders_and_wounds():
    shotgun = a_weapon("shotgun", range_in=12, traits=("shotgun",))
    assert named(battle(), weapon=shotgun, range_in=6.0) == [(1, "ARAP-HIT-02")]
    assert named(battle(), weapon=shotgun, range_in=6.1) == []
    rider = a_profile(bs=4, kind="rider")
    assert named(battle(mine=rider, firer={"now": UnitTurn(moved_in=3)})) == [(-1, "ARAP-HIT-02")]
    assert named(battle(mine=rider)) == []
    assert named(battle(), weapon=a_weapon("brick", traits=("improvised",))) == [(-2, "ARAP-HIT-02")]


@pytest.mark.part_of("ARAP-HIT-06")
@pytest.mark.parametrize(("kind", "expected"), [("none", 4), ("soft", 3), ("hard", 2)])
def test_cover(kind, expected):
    covered = unit_cover([CoverOf(kind, "", kind)] * 3)
    assert goal(battle(), cover=covered) == expected


def test_areas_take_no_cover_modifier():
    covered = unit_cover([CoverOf("hard", "wall", "wall")] * 3)
    assert named(battle(), weapon=a_weapon("shell", marker_in=5), cover=covered) == []
    assert named(battle(), weapon=a_weapon("flame", template=True), cover=covered) == []


@pytest.mark.part_of("ARAP-HIT-10")
def test_running_from_cover_to_cover_is_1_in_place_of_cover():
    covered = unit_cover([CoverOf("hard", "Copse", "copse")] * 10)
    ran = battle(target={"now": UnitTurn(moved_in=4, was_in_cover="wall")})
    assert named(ran, cover=covered) == [(-1, "ARAP-HIT-10")]
    within = battle(target={"now": UnitTurn(moved_in=4, was_in_cover="copse")})
    assert named(within, cover=covered) == [(-2, "ARAP-HIT-06")]
    stayed = battle(target={"now": UnitTurn(was_in_cover="wall")})
    assert named(stayed, cover=covered) == [(-2, "ARAP-HIT-06")]
    assert named(ran) == []


@pytest.mark.rule("ARAP-HIT-04")
def test_aiming_is_for_the_very_next_action():
    state = battle(options={"aiming_allowed": True})
    _, aimed = play(state, Aim(side=A, unit="a1"))
    assert aimed.turn.ap == 1
    assert named(aimed) == [(1, "ARAP-HIT-04")]
    _, fired = play(aimed.with_turn(ap=2), Shoot(side=A, unit="a1", target="b1"), {"to-hit": [6, 6]})
    assert named(fired) == []


@pytest.mark.rule("ARAP-HIT-04")
def test_aiming_needs_the_switch():
    with pytest.raises(IllegalAction) as refused:
        play(battle(), Aim(side=A, unit="a1"))
    assert (refused.value.code, refused.value.rule) == ("aiming-off", "ARAP-HIT-04")


def fired_before(state, *, firer_moves=0, target_moves=0, at="b1", now_at=None):
    """The state in which A1 shot in its last turn, and units have moved so often since."""
    unit, target = state.units["a1"], state.units["b1"]
    unit = replace(
        unit, before=UnitTurn(shot_at=at, shot_moves=(0, 0)), moves=firer_moves, now=UnitTurn(shot_at=now_at)
    )
    return state.with_units(unit, replace(target, moves=target_moves))


@pytest.mark.rule("ARAP-HIT-05")
def test_the_second_turn_of_fire_at_a_stationary_target_is_corrected():
    assert named(fired_before(battle())) == [(1, "ARAP-HIT-05")]
    shown = preview(fired_before(battle()), Shoot(side=A, unit="a1", target="b1")).shots[0]
    assert "ARAP-HIT-05" in [m.rule for m in shown.modifiers]
    assert named(fired_before(battle(), now_at="b1")) == [(1, "ARAP-HIT-05")]
    assert named(fired_before(battle(), firer_moves=1)) == []
    assert named(fired_before(battle(), target_moves=1)) == []
    assert named(fired_before(battle(), at="b2")) == []
    assert named(fired_before(battle(), now_at="b2")) == []


@pytest.mark.part_of("ARAP-HIT-05")
def test_turning_on_the_spot_does_not_break_correction():
    state = fired_before(battle())
    turned = ModelsTurned(unit="b1", facings={ModelId("b1.1"): 10}).evolve(state)
    assert named(turned) == [(1, "ARAP-HIT-05")]
    moved = ModelsMoved(unit="b1", placements=(Placement(model="b1.1", at=(21, 5), facing=0),)).evolve(state)
    assert named(moved) == []


@pytest.mark.rule("ARAP-HIT-09")
@pytest.mark.parametrize(("strength", "legal", "used"), [(5, False, 0), (6, True, 4), (9, True, 7)])
def test_lasers_lose_2_in_smoke_or_do_not_carry(strength, legal, used):
    smoke = Terrain(id="smoke", name="Smoke", points=((14, 0), (16, 0), (16, 48), (14, 48)), look="smoke")
    laser = a_weapon(strength=strength, traits=("laser",))
    action = Shoot(side=A, unit="a1", target="b1")
    state = battle(weapon=laser, terrain=[smoke])
    if not legal:
        assert preview(state, action).refusal.code == "smoke"
        return
    assert action.plan(state).firings[0].strength == used
    assert f"strength {used}: a laser loses 2 in smoke (ARAP-HIT-09)" in preview(state, action).shots[0].notes
    rolled = the(play(state, action, {"to-hit": [6, 6]})[0], Rolled)
    assert rolled.why == f"Rifle, 2 shots through smoke at strength {used}"
    assert "ARAP-HIT-09" in rolled.rules
    assert action.plan(battle(weapon=replace(laser, traits=()), terrain=[smoke])).firings[0].strength == strength


@pytest.mark.rule("ARAP-HIT-06", "ARAP-HIT-03", "ARAP-HIT-04")
def test_all_rows_that_apply_are_added():
    copse = replace(COPSE, points=((19, 0), (22, 0), (22, 48), (19, 48)))
    state = battle(
        models=1,
        options={"aiming_allowed": True},
        terrain=[copse],
    )
    _, state = play(state, Aim(side=A, unit="a1"))
    plan = Shoot(side=A, unit="a1", target="b1").plan(state)
    assert sorted(m.value for m in plan.firings[0].modifiers) == [-1, -1, 1]
    assert plan.firings[0].goal == 3
    assert preview(state, Shoot(side=A, unit="a1", target="b1")).shots[0].goal == 3


def test_the_other_side_has_its_own_turn():
    with pytest.raises(IllegalAction) as refused:
        play(battle(), Shoot(side=B, unit="b1", target="a1"))
    assert refused.value.code == "not-your-turn"
