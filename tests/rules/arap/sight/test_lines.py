"""Who sees whom: lines, arcs, comrades, large objects, hills."""

import pytest
from msgspec.structs import replace

from rules.arap.shooting.rulings import RuleShot
from rules.arap.shooting.shoot import Shoot
from rules.arap.sight import lines
from rules.arap.turn.turn import PlayerTurnBegan
from rules.core.refusal import IllegalAction
from rules.table.terrain import Terrain
from tests.builders import A, B, a_battle, a_profile, a_unit, a_weapon, play


def wood(**values):
    points = ((20, 0), (24, 0), (24, 48), (20, 48))
    given = {"id": "wood", "name": "Wood", "points": points, "height_in": 3, "blocks_sight": True, "cover": "soft"}
    return Terrain(**{**given, **values})


def battle(at, target, *more, facing=90, terrain=(), weapon=None, **values):
    """A1 at those places with a weapon of long range, B1 at those."""
    weapon = weapon or a_weapon(range_in=48)
    return a_battle(
        a_unit("a1", at, weapons=[weapon], facing=facing),
        a_unit("b1", target, **values),
        *more,
        active="a1",
        ap=1,
        terrain=terrain,
    )


def refused(state, **orders):
    with pytest.raises(IllegalAction) as caught:
        play(state, Shoot(side=A, unit="a1", target="b1", **orders))
    return caught.value.code, caught.value.rule


def shoots(state, **orders):
    assert Shoot(side=A, unit="a1", target="b1", **orders).check(state) is None
    return True


@pytest.mark.rule("ARAP-SHOOT-03")
def test_what_blocks_sight_hides_whoever_is_beyond():
    assert refused(battle([(10, 10)], [(30, 10)], terrain=[wood()])) == ("no-line-of-sight", "ARAP-SHOOT-03")
    assert shoots(battle([(10, 10)], [(30, 10)], terrain=[wood(height_in=0.9)]))
    assert shoots(battle([(10, 10)], [(30, 10)], terrain=[wood(blocks_sight=False)]))


def test_a_model_just_inside_a_wood_is_seen_and_one_deep_inside_is_not():
    assert shoots(battle([(10, 10)], [(22.9, 10)], terrain=[wood()]))
    assert refused(battle([(10, 10)], [(23.9, 10)], terrain=[wood()]))[0] == "no-line-of-sight"


def test_an_edge_of_the_body_is_enough_to_be_seen():
    wall = wood(points=((20, 0), (20, 10)), line=True, width_in=0.2, going="impassable")
    assert shoots(battle([(10, 10)], [(30, 9.9)], terrain=[wall]))
    assert refused(battle([(10, 10)], [(30, 9.5)], terrain=[wall]))[0] == "no-line-of-sight"


@pytest.mark.part_of("ARAP-SHOOT-05", "ARAP-SHOOT-06")
@pytest.mark.parametrize(("turned", "code"), [(0, "out-of-view"), (45, "out-of-arc"), (90, None)])
def test_view_and_arc_are_checked_after_the_turn(turned, code):
    # Facing north, the target bears 130: 40 off after turning 90.
    state = battle([(10, 20)], [(10 + 10 * 0.766, 20 + 10 * 0.643)], facing=0)
    if code is None:
        assert shoots(state, turn=turned)
    else:
        assert refused(state, turn=turned)[0] == code


@pytest.mark.part_of("ARAP-SHOOT-06")
@pytest.mark.parametrize(("facing", "legal"), [(90, True), (-45, True), (225, True), (-46, False), (270, False)])
def test_the_free_turn_brings_targets_within_135_degrees_to_bear(facing, legal):
    state = battle([(10, 20)], [(20, 20)], facing=facing % 360)
    assert (Shoot(side=A, unit="a1", target="b1").check(state) is None) is legal


@pytest.mark.rule("ARAP-ACT-14")
def test_models_that_must_turn_face_their_target_and_the_others_stay():
    state = battle([(10, 20), (10, 22)], [(20, 20)], facing=60)
    _, state = play(state, Shoot(side=A, unit="a1", target="b1"), {"to-hit": [6] * 4})
    assert [m.facing for m in state.units["a1"].models] == [60, 60]
    state = battle([(10, 20)], [(20, 20)], facing=0)
    _, state = play(state, Shoot(side=A, unit="a1", target="b1"), {"to-hit": [6] * 2})
    assert state.units["a1"].models[0].facing == 90


@pytest.mark.rule("ARAP-ACT-14")
def test_a_common_turn_is_at_most_90_degrees():
    state = battle([(10, 20), (10, 22)], [(20, 20)], facing=45)
    assert refused(state, turn=91) == ("turn-too-far", "ARAP-ACT-14")
    _, state = play(state, Shoot(side=A, unit="a1", target="b1", turn=20), {"to-hit": [6] * 4})
    assert [m.facing for m in state.units["a1"].models] == [65, 65]


@pytest.mark.rule("ARAP-SHOOT-07")
def test_a_line_may_pass_one_comrade_of_the_same_unit_and_nobody_else():
    firing = [(10, 20), (12, 20), (14, 20)]
    state = battle(firing, [(30, 20)])
    plan = Shoot(side=A, unit="a1", target="b1").plan(state)
    assert [f.model.id for f in plan.firings] == ["a1.2", "a1.3"]
    assert [i.refusal.code for i in plan.idle] == ["friends-in-the-way"]
    other = battle([(10, 20)], [(30, 20)], a_unit("a2", [(15, 20)]))
    assert refused(other) == ("friends-in-the-way", "ARAP-SHOOT-07")
    enemy = battle([(10, 20)], [(30, 20)], a_unit("b2", [(15, 20)]))
    assert shoots(enemy)


def test_a_comrade_out_of_coherency_counts_as_another_unit():
    assert shoots(battle([(10, 20), (12.9, 20)], [(40, 20)]))
    plan = Shoot(side=A, unit="a1", target="b1").plan(battle([(10, 20), (13.2, 20)], [(40, 20)]))
    assert [f.model.id for f in plan.firings] == ["a1.2"]


@pytest.mark.part_of("ARAP-SHOOT-07")
def test_large_objects_block_like_terrain_whoever_they_belong_to():
    beast = a_profile("beast", size=3, base_mm=60)
    for side in ("a2", "b2"):
        state = battle([(10, 20)], [(30, 20)], a_unit(side, [(20, 20)], profile=beast))
        assert refused(state) == ("no-line-of-sight", "ARAP-SHOOT-03")
    Shoot(side=A, unit="a1", target="b1").check(battle([(10, 20)], [(30, 20)], a_unit("a2", [(20, 20)])))


def test_a_hill_lifts_the_firer_over_what_is_low():
    hill = Terrain(id="hill", name="Hill", points=((8, 18), (12, 18), (12, 22), (8, 22)), elevation_in=2)
    hedge = wood(points=((20, 0), (20, 48)), line=True, height_in=1.2)
    assert refused(battle([(10, 20)], [(30, 20)], terrain=[hedge]))[0] == "no-line-of-sight"
    assert shoots(battle([(10, 20)], [(30, 20)], terrain=[hill, hedge]))


def test_seeing_takes_the_model_facing_that_way():
    state = battle([(10, 20)], [(20, 20)], facing=90)
    firer, target = state.units["a1"].models[0], state.units["b1"].models[0]
    assert lines.visible(state, firer, target)
    state = battle([(10, 20)], [(20, 20)], facing=270)
    assert not lines.visible(state, state.units["a1"].models[0], target)


@pytest.mark.rule("ARAP-SHOOT-08")
def test_the_host_may_let_a_unit_fire_over_friends_until_its_next_turn():
    state = battle([(10, 20)], [(30, 20)], a_unit("a2", [(15, 20)]))
    ruling = RuleShot(side=B, unit="a1", target="b1", ruling="over", reason="up on the bank")
    events, allowed = play(state, ruling)
    assert events[0].sentence(allowed) == "Host: B1 may be shot at over units in between by A1 (up on the bank)"
    assert shoots(allowed)
    _, refused_again = play(allowed, replace(ruling, ruling="not-over", reason="no"))
    assert refused(refused_again)[0] == "friends-in-the-way"
    next_turn = PlayerTurnBegan(side=A, number=2, place=0).evolve(allowed)
    assert next_turn.units["a1"].now.rulings == {}


@pytest.mark.part_of("ARAP-SHOOT-08")
def test_a_ruling_on_a_shot_needs_two_enemies_and_a_reason():
    state = battle([(10, 20)], [(30, 20)])
    for wrong in ({"target": "a1"}, {"target": "b9"}, {"reason": " "}):
        ruling = RuleShot(**{"side": A, "unit": "a1", "target": "b1", "ruling": "over", "reason": "so", **wrong})
        assert ruling.check(state).rule == "ARAP-SHOOT-08"
