"""Shooting actions: what they cost, who fires, what they bring."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.events import PointsSpent, WoundsTaken
from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.shoot_at_spot import FireAtSpot
from rules.arap.shooting.volley import ShotsFired
from rules.arap.turn.activation import Finish
from rules.arap.units import weapons as units_weapons
from rules.codec import decode_action, decode_state, encode
from rules.core.refusal import IllegalAction
from rules.engine import legal_actions, preview
from rules.state import Melee
from rules.table.terrain import Terrain
from tests.builders import A, B, a_battle, a_profile, a_row, a_unit, a_weapon, play, the

SHOOT = Shoot(side=A, unit="a1", target="b1")


def battle(*weapons, distance=10.0, models=10, firers=1, ap=2, mine=None, profile=None, more=(), **values):
    """A1 with those weapons (a rifle, if none is given) so far from B1."""
    mine = mine or a_profile("ranger", bs=4)
    return a_battle(
        a_unit("a1", a_row(firers, 10, 20), weapons=weapons or (a_weapon(),), profile=mine),
        a_unit("b1", a_row(models, 10 + distance, 20), profile=profile or a_profile("levy", sv=5, ld=7)),
        a_unit("a9", [(2, 46)]),
        *more,
        active="a1",
        ap=ap,
        **values,
    )


def refusal(state, action=SHOOT):
    with pytest.raises(IllegalAction) as refused:
        play(state, action)
    return refused.value.code, refused.value.rule


def fired(state, shots, action=SHOOT):
    """Plays it with nothing but misses; the events and the state after."""
    return play(state, action, {"to-hit": [6] * shots})


# -- weapons -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ARAP-WPN-01")
@pytest.mark.parametrize(
    ("weapon", "distance", "shots", "points"),
    [
        (a_weapon(), 12, 2, 1),
        (a_weapon(), 12.5, 1, 1),
        (a_weapon(), 24, 1, 1),
        (a_weapon(type="assault", shots=3), 24, 3, 1),
        (a_weapon(type="pistol", shots=2, range_in=0), 12, 1, 1),
        (a_weapon(type="salvo", shots=4, shots_half=2, range_in=30), 20, 4, 2),
        (a_weapon(type="heavy", shots=3), 24, 3, 2),
        (a_weapon(type="slow"), 24, 1, 2),
        (a_weapon(type="ordnance"), 24, 1, 2),
        (a_weapon(type="primary", traits=("high-trajectory", "direct")), 24, 1, 2),
    ],
)
def test_what_a_weapon_costs_and_how_often_it_fires(weapon, distance, shots, points):
    events, _ = fired(battle(weapon, distance=distance, ap=3), shots)
    assert the(events, PointsSpent).points == points
    assert the(events, ShotsFired).shots == {"a1.1": shots}


@pytest.mark.rule("ARAP-WPN-01")
def test_a_salvo_for_one_point_has_half_its_shots_and_half_its_range():
    salvo = a_weapon(type="salvo", shots=4, shots_half=2, range_in=30)
    events, _ = fired(battle(salvo, distance=15, ap=1), 2)
    assert the(events, PointsSpent).points == 1
    assert refusal(battle(salvo, distance=20, ap=1)) == ("out-of-range", "ARAP-WPN-01")
    events, _ = fired(battle(salvo, distance=15, ap=2), 2, replace(SHOOT, mode="half"))
    assert the(events, PointsSpent).points == 1


@pytest.mark.rule("ARAP-WPN-01")
def test_a_weapon_that_costs_more_than_is_left_stays_silent():
    assert refusal(battle(a_weapon(type="heavy"), ap=1)) == ("too-few-points", "ARAP-WPN-01")


@pytest.mark.rule("ARAP-WPN-02")
def test_heavy_weapons_do_not_exceed_their_shots_in_a_turn():
    _, state = fired(battle(a_weapon(type="heavy", shots=3), ap=3), 3)
    assert state.units["a1"].now.shots == {"a1.1/rifle": 3}
    assert refusal(state.with_turn(ap=2)) == ("weapon-spent", "ARAP-WPN-02")


@pytest.mark.rule("ARAP-WPN-01")
def test_other_weapons_fire_again_for_each_point():
    _, state = fired(battle(a_weapon(type="assault", shots=2)), 2)
    _, state = fired(state, 2)
    assert state.units["a1"].now.shots == {"a1.1/rifle": 4}


@pytest.mark.part_of("ARAP-WPN-03")
def test_the_relentless_fire_heavy_weapons_for_a_point_and_rapid_ones_further():
    relentless = a_profile("ranger", bs=4, traits=("relentless",))
    heavy = a_weapon(type="heavy", shots=3)
    events, state = fired(battle(heavy, mine=relentless, ap=2), 3)
    assert the(events, PointsSpent).points == 1
    assert refusal(state) == ("weapon-spent", "ARAP-WPN-02")
    for distance, shots in ((16, 2), (16.1, 1)):
        fired(battle(mine=relentless, distance=distance), shots)


@pytest.mark.part_of("ARAP-WPN-04")
def test_pistols_reach_12_inches_or_what_their_profile_says():
    assert units_weapons.range_of(a_weapon(type="pistol", range_in=0)) == 12
    assert units_weapons.range_of(a_weapon(type="pistol", range_in=9)) == 9


@pytest.mark.rule("ARAP-WPN-04")
def test_two_pistols_named_are_fired_at_minus_1_each():
    left, right = a_weapon("left", type="pistol", range_in=12), a_weapon("right", type="pistol", range_in=12)
    state = battle(left, right)
    assert len(SHOOT.plan(state).firings) == 1
    events, _ = fired(state, 2, replace(SHOOT, weapons=("left", "right")))
    rolls = [e for e in events if getattr(e, "label", "") == "to-hit"]
    assert [(r.base, r.goal, len(r.dice)) for r in rolls] == [(4, 3, 1), (4, 3, 1)]
    assert [m.rule for m in rolls[0].modifiers] == ["ARAP-WPN-04"]


# -- who may be shot at --------------------------------------------------------------------------------------------


@pytest.mark.part_of("ARAP-SHOOT-02")
@pytest.mark.parametrize(("distance", "legal"), [(24, True), (24.01, True), (24.1, False)])
def test_beyond_its_range_a_weapon_has_no_shot(distance, legal):
    state = battle(distance=distance, models=1)
    assert (SHOOT.check(state) is None) is legal


@pytest.mark.part_of("ARAP-SHOOT-04", "ARAP-DMG-02")
@pytest.mark.parametrize(
    ("toughness", "reach", "distance", "legal"),
    [
        (6, 24, 24, True),
        (7, 24, 12, True),
        (7, 24, 12.1, False),
        (7, 12, 6, True),
        (7, 12, 8, False),
        (8, 48, 12, True),
        (9, 24, 5, False),
    ],
)
def test_wound_goals_of_8_and_9_need_short_range(toughness, reach, distance, legal):
    state = battle(a_weapon(range_in=reach), distance=distance, models=1, profile=a_profile("hulk", t=toughness))
    assert SHOOT.check(state) is None
    assert [f.harmless for f in SHOOT.plan(state).firings] == [not legal]
    chances = {c.label: c.value for c in preview(state, SHOOT).shots[0].chances}
    assert (chances["to wound"] > 0) is legal


@pytest.mark.rule("ARAP-DMG-02", "ARAP-SUPP-01")
def test_shots_that_cannot_wound_are_fired_and_suppress():
    state = battle(a_weapon(range_in=24), distance=11, models=1, profile=a_profile("hulk", t=9))
    shown = preview(state, SHOOT)
    assert "cannot wound from here: 10 is needed; hits count for suppression (ARAP-DMG-02)" in shown.shots[0].notes
    assert {c.label: c.exact for c in shown.chances}["suppressed"] == "5/16"
    events, after = play(state, SHOOT, {"to-hit": [1, 1]})
    assert the(events, ShotsFired).hits == 2
    assert not [e for e in events if isinstance(e, WoundsTaken)]
    events, after = play(after, Finish(side=A, unit="a1"), {"suppression-test": [4, 4]})
    assert after.units["b1"].s_pending == 1


@pytest.mark.rule("ARAP-DMG-02")
def test_only_those_near_enough_try_a_wound_goal_of_8():
    state = battle(a_weapon(range_in=24), firers=2, models=1, profile=a_profile("hulk", t=7))
    unit = state.units["a1"]
    state = state.with_unit(replace(unit, models=(unit.models[0], replace(unit.models[1], at=(7.5, 20.5)))))
    plan = SHOOT.plan(state)
    assert [(f.model.id, f.harmless) for f in plan.firings] == [("a1.1", False), ("a1.2", True)]
    assert "ARAP-DMG-02" in preview(state, SHOOT).rules
    events, _ = play(state, SHOOT, {"to-hit": [1, 1, 1], "to-wound": [1, 1]})
    assert [e.hits for e in events if isinstance(e, ShotsFired)] == [2, 1]


def test_who_has_something_better_does_not_fire_what_cannot_wound():
    pop, gun = a_weapon("pop", type="assault", strength=1), a_weapon("gun", type="assault", strength=6)
    state = battle(pop, gun, profile=a_profile("hulk", t=8))
    assert [f.weapon.id for f in SHOOT.plan(state).firings] == ["gun"]
    assert [f.weapon.id for f in replace(SHOOT, weapons=("pop",)).plan(state).firings] == ["pop"]


@pytest.mark.rule("ARAP-DICE-08")
def test_a_goal_under_minus_2_is_no_shot():
    state = battle()
    state = state.with_unit(replace(state.units["a1"], s_active=7))
    assert refusal(state) == ("cannot-hit", "ARAP-DICE-08")
    state = state.with_unit(replace(state.units["a1"], s_active=6))
    assert SHOOT.check(state) is None


def test_who_is_no_target():
    state = battle(more=[a_unit("b2", [(15, 30)], hidden=True), a_unit("b3", [(15, 33)], deployed=False)])
    assert refusal(state, replace(SHOOT, target="a9"))[0] == "own-target"
    assert refusal(state, replace(SHOOT, target="b2"))[0] == "unknown-target"
    assert refusal(state, replace(SHOOT, target="b8"))[0] == "unknown-target"
    assert refusal(state, replace(SHOOT, target="b3"))[0] == "target-gone"
    fight = replace(state, melees=(Melee(id="m", units=("a9", "b1")),))
    assert refusal(fight) == ("target-locked", "ARAP-GEN-01")
    assert refusal(state, replace(SHOOT, unit="a9"))[0] == "not-active"
    assert refusal(state, replace(SHOOT, weapons=("cannon",)))[0] == "no-ranged-weapon"


# -- the course of it ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ARAP-SHOOT-01", "ARAP-DMG-01", "ARAP-CAS-01", "ARAP-DMG-04", "ARAP-GTG-01")
def test_to_hit_to_wound_who_is_hit_ground_save_losses():
    dice = {"to-hit": [4, 5], "to-wound": [4], "pick": [3]}
    events, state = play(battle(), SHOOT, dice)
    order = [getattr(e, "label", type(e).__name__) for e in events]
    assert order == ["PointsSpent", "to-hit", "ShotsFired", "to-wound", "pick", "Prompted", "AgendaChanged"]
    assert (state.prompt.side, state.prompt.kind, state.prompt.decline) == (B, "go-to-ground", "stand")
    assert [o.id for o in state.prompt.options] == ["ground", "stand"]
    events, state = play(state, Answer(side=B, choice="stand"), {"save": [4]})
    assert [w.model for w in the(events, WoundsTaken).wounds] == ["b1.3"]
    assert state.agenda == ()
    assert state.turn.ap == 1


@pytest.mark.rule("ARAP-GTG-01", "ARAP-GTG-02", "ARAP-GTG-03")
def test_going_to_ground_in_time_betters_the_save_and_costs_the_next_turn():
    _, state = play(battle(), SHOOT, {"to-hit": [4, 5], "to-wound": [4], "pick": [3]})
    events, state = play(state, Answer(side=B, choice="ground"), {"save": [4]})
    assert not [e for e in events if isinstance(e, WoundsTaken)]
    unit = state.units["b1"]
    assert (unit.gone_to_ground, unit.ground_fresh) == (True, False)
    # It is down already: the next volley asks nothing.
    events, _ = play(state, SHOOT, {"to-hit": [4, 5], "to-wound": [4], "pick": [3], "save": [3]})
    assert the(events, WoundsTaken).cause == "shooting"


@pytest.mark.part_of("ARAP-GTG-04")
@pytest.mark.parametrize("state_of", ["routing", "airborne", "best-save"])
def test_nobody_is_asked_who_cannot_gain_by_going_to_ground(state_of):
    profile = {
        "routing": a_profile("levy", sv=5),
        "airborne": a_profile("flyer", sv=5, traits=("airborne",)),
        "best-save": a_profile("knight", sv=2),
    }[state_of]
    state = battle(profile=profile)
    state = state.with_unit(replace(state.units["b1"], routing=state_of == "routing"))
    events, _ = play(state, SHOOT, {"to-hit": [4, 5], "to-wound": [4], "pick": [3], "save": [1]})
    the(events, WoundsTaken)


def test_without_wounds_nobody_is_asked():
    _, state = play(battle(), SHOOT, {"to-hit": [4, 5], "to-wound": [3]})
    assert state.prompt is None


@pytest.mark.part_of("ARAP-SHOOT-09")
def test_shots_of_one_skill_and_weapon_are_thrown_together():
    state = battle(a_weapon(), firers=3)
    unit = state.units["a1"]
    leader = replace(unit.models[0], profile="leader")
    gunner = replace(unit.models[1], weapons=("gun",))
    state = replace(
        state.with_unit(replace(unit, models=(leader, gunner, unit.models[2]))),
        profiles={**state.profiles, "leader": a_profile("leader", bs=5)},
        weapons={**state.weapons, "gun": a_weapon("gun", type="assault", shots=3)},
    )
    events, _ = fired(state, 7)
    shots = [(e.weapon, e.shots) for e in events if isinstance(e, ShotsFired)]
    assert shots == [("rifle", {"a1.1": 2}), ("rifle", {"a1.3": 2}), ("gun", {"a1.2": 3})]
    events, _ = fired(state, 3, replace(SHOOT, weapons=("gun",)))
    assert the(events, ShotsFired).weapon == "gun"


@pytest.mark.rule("ARAP-SUPP-01", "ARAP-SUPP-02")
def test_hits_are_counted_and_tested_when_the_activation_ends():
    dice = {"to-hit": [1] * 6, "to-wound": [1] * 6, "suppression-test": [6, 2]}
    _, state = play(battle(firers=3, ap=1), SHOOT, dice)
    assert state.turn.active is None
    assert state.units["b1"].s_pending == 1


@pytest.mark.rule("ARAP-SUPP-01")
def test_with_points_left_the_test_waits():
    _, state = play(battle(firers=3, ap=2), SHOOT, {"to-hit": [1] * 6, "to-wound": [1] * 6})
    assert state.units["b1"].s_pending == 0
    _, state = play(state, SHOOT, {"to-hit": [1] * 6, "to-wound": [1] * 6, "suppression-test": [6, 2]})
    assert state.units["b1"].s_pending == 1


@pytest.mark.rule("ARAP-PIN-03")
def test_a_pinning_weapon_that_kills_calls_for_a_test():
    nest = a_weapon(traits=("pinning",), ap=5)
    dice = {"to-hit": [1, 6], "to-wound": [6], "pick": [1], "pinning-test": [4, 4]}
    _, state = play(battle(nest, profile=a_profile("levy", sv=2, ld=7)), SHOOT, {**dice, "save": [1]})
    assert state.units["b1"].pinned
    _, state = play(
        battle(nest, profile=a_profile("levy", sv=2, ld=7)),
        SHOOT,
        {"to-hit": [1, 6], "to-wound": [6], "pick": [1], "save": [2]},
    )
    assert not state.units["b1"].pinned


@pytest.mark.rule("ARAP-PIN-03")
@pytest.mark.parametrize(("trait", "pinned"), [("pinning", "5/81"), ("auto-pin", "2/3")])
def test_fire_says_how_likely_it_pins(trait, pinned):
    nest = a_weapon(type="assault", traits=(trait,), ap=None)
    state = battle(nest, profile=a_profile("levy", sv=7, ld=8, t=4))
    assert {c.label: c.exact for c in preview(state, SHOOT).chances}["pinned"] == pinned
    play(state, SHOOT, {"to-hit": [1], "to-wound": [1]})


@pytest.mark.rule("ARAP-PIN-03")
def test_a_weapon_that_pins_outright_needs_no_loss_and_no_test():
    state = battle(a_weapon(type="assault", traits=("auto-pin",)))
    _, missed = play(state, SHOOT, {"to-hit": [6]})
    _, hit = play(state, SHOOT, {"to-hit": [1], "to-wound": [1]})
    lying = state.with_unit(replace(state.units["b1"], gone_to_ground=True))
    _, low = play(lying, SHOOT, {"to-hit": [1], "to-wound": [1]})
    assert [s.units["b1"].pinned for s in (missed, hit, low)] == [False, True, False]


def test_the_last_model_may_fall_with_wounds_to_spare():
    state = battle(models=1, firers=3)
    _, state = play(state, SHOOT, {"to-hit": [1] * 6, "to-wound": [6] * 6})
    events, state = play(state, Answer(side=B, choice="stand"), {"save": [1] * 6})
    assert [(w.taken, w.left) for w in the(events, WoundsTaken).wounds] == [(1, 0)]
    assert state.units["b1"].is_gone


def test_the_order_survives_its_json_form():
    action = decode_action(b'{"type":"Shoot","side":"a","unit":"a1","target":"b1","weapons":["rifle"],"turn":-20}')
    assert action == Shoot(side=A, unit="a1", target="b1", weapons=("rifle",), turn=-20)
    _, state = play(battle(), SHOOT, {"to-hit": [4, 5], "to-wound": [4], "pick": [3]})

    assert decode_state(encode(state)) == state


# -- offers and previews -------------------------------------------------------------------------------------------


def test_each_target_in_reach_is_offered_once():
    state = battle(more=[a_unit("b2", [(70, 20)]), a_unit("b3", [(20, 5)])])
    offers = [o for o in legal_actions(state, A) if o.kind == "shoot"]
    assert [(o.target, o.ap, o.action) for o in offers] == [
        ("b1", 1, SHOOT),
        ("b3", 1, replace(SHOOT, target="b3")),
    ]


def test_without_a_target_the_button_says_why():
    state = battle(distance=50)
    offers = [o for o in legal_actions(state, A) if o.kind == "shoot"]
    assert [(o.action, o.refusal.code) for o in offers] == [(None, "out-of-range")]


def chances(found):
    return {c.label: c.exact for c in found}


@pytest.mark.rule("ARAP-SHOOT-01")
@pytest.mark.part_of("ARAP-HIT-01")
def test_the_preview_says_what_the_dice_will_need():
    state = battle(firers=2, models=8)
    found = preview(state, SHOOT)
    (line,) = found.shots
    assert (found.ap, line.shooters, line.shots, line.goal, line.goal_text) == (1, 2, 4, 4, "4 or less")
    assert chances(line.chances) == {"to hit": "2/3", "to wound": "1/2", "not saved": "2/3"}
    whole = chances(found.chances)
    assert whole["hits, average"] == "8/3"
    assert whole["at least one casualty"] == str(1 - (1 - Fraction(2, 9)) ** 4)
    # Three hits of four suppress eight models: 2/3^4 + 4 * 2/3^3 * 1/3, and a test on 7 fails with 5/12.
    assert whole["suppression test"] == "16/27"
    assert whole["suppressed"] == str(Fraction(16, 27) * Fraction(5, 12))


def test_the_preview_counts_hits_scored_before():
    _, state = play(battle(models=8), SHOOT, {"to-hit": [1, 1], "to-wound": [1, 1]})
    assert chances(preview(state, SHOOT).chances)["suppression test"] == "8/9"


def test_the_preview_names_those_who_do_not_fire():
    state = battle(firers=2, models=1, distance=24)
    state = state.with_unit(
        replace(
            state.units["a1"],
            models=(state.units["a1"].models[0], replace(state.units["a1"].models[1], at=(8, 20.5))),
        )
    )
    notes = preview(state, SHOOT).notes
    assert len([n for n in notes if n.startswith("1 does not fire: Rifle reaches 24″")]) == 1


def test_a_refused_shot_previews_its_refusal():
    assert preview(battle(distance=50), SHOOT).refusal.code == "out-of-range"


def test_finishing_without_a_shot_is_fine():
    _, state = play(battle(), Finish(side=A, unit="a1"))
    assert state.turn.active is None


def test_losses_of_a_mixed_unit_partly_in_cover_are_previewed_exactly():
    wall = Terrain(id="w", name="Wall", points=((19, 15), (19, 21)), line=True, width_in=0.2, cover="hard", height_in=1)
    state = battle(a_weapon(type="assault"), models=3, terrain=[wall])
    unit = state.units["b1"]
    models = (replace(unit.models[0], profile="captain"), *unit.models[1:])
    state = replace(
        state.with_unit(replace(unit, models=models)),
        profiles={**state.profiles, "captain": a_profile("captain", sv=4, w=2)},
    )
    plan = SHOOT.plan(state)
    assert plan.covered == ("b1.1",)
    # One shot: no cover for the unit, 4 or less; it strikes one of the two levies: 1/2 to wound, 2/3 not saved.
    found = chances(preview(state, SHOOT).chances)
    assert found["casualties, average"] == found["at least one casualty"] == str(Fraction(2, 3) * Fraction(1, 3))


@pytest.mark.rule("ARAP-HIT-01")
@pytest.mark.parametrize(("bs", "code"), [(0, "no-skill"), (1, None)])
def test_the_least_skill_that_fires_is_one(bs, code):
    state = battle(mine=a_profile("ranger", bs=bs))
    if code is not None:
        assert refusal(state) == (code, "ARAP-HIT-01")
        return
    events, _ = play(state, SHOOT, {"to-hit": [1, 2], "to-wound": [1]})
    assert the(events, ShotsFired).hits == 1


# -- fewer models, fewer shots -------------------------------------------------------------------------------------


@pytest.mark.rule("ARAP-WPN-01")
def test_those_who_are_chosen_fire_and_the_odds_follow():
    state = battle(firers=3, distance=20)
    two = replace(SHOOT, models=("a1.1", "a1.3"))
    assert [(s.shooters, s.shots) for s in preview(state, two).shots] == [(2, 2)]
    every, some = (preview(state, action).chances[0] for action in (SHOOT, two))
    assert (every.label, every.exact, some.exact) == ("hits, average", "2", "4/3")
    events, _ = fired(state, 2, two)
    assert the(events, ShotsFired).shots == {"a1.1": 1, "a1.3": 1}
    assert the(events, PointsSpent).points == 1


@pytest.mark.rule("ARAP-WPN-01", "ARAP-WPN-02")
def test_a_heavy_weapon_fires_some_of_its_shots_now_and_the_rest_later():
    brute = a_profile("brute", bs=4, traits=("relentless",))
    state = battle(a_weapon("gun", type="heavy", shots=3), ap=3, mine=brute)
    one = replace(SHOOT, shots={"gun": 1})
    assert preview(state, one).shots[0].shots == 1
    events, state = fired(state, 1, one)
    assert the(events, ShotsFired).shots == {"a1.1": 1}
    events, state = fired(state, 2)
    assert the(events, ShotsFired).shots == {"a1.1": 2}
    assert refusal(state) == ("weapon-spent", "ARAP-WPN-02")


@pytest.mark.rule("ARAP-WPN-01")
@pytest.mark.parametrize(
    ("changes", "code", "allowed"),
    [
        ({"models": ("b1.1",)}, "unknown-model", "of A1.1 as many as you like"),
        ({"models": ("a1.1", "a1.1")}, "unknown-model", "of A1.1 as many as you like"),
        ({"shots": {"rifle": 3}}, "bad-shots", "1 to 2 of each model, or leave the weapon out"),
        ({"shots": {"rifle": 0}}, "bad-shots", "1 to 2 of each model, or leave the weapon out"),
    ],
)
def test_who_cannot_be_chosen_is_refused_with_what_can(changes, code, allowed):
    refused = preview(battle(), replace(SHOOT, **changes)).refusal
    assert (refused.code, refused.rule, refused.allowed) == (code, "ARAP-WPN-01", allowed)


def test_shots_of_a_weapon_that_nobody_carries_are_refused():
    assert preview(battle(), replace(SHOOT, shots={"bow": 1})).refusal.code == "no-ranged-weapon"


@pytest.mark.rule("ARAP-WPN-01", "ARAP-AREA-01")
def test_one_mortar_of_two_shells_a_spot():
    shell = a_weapon("shell", type="heavy", range_in=48, shots=2, marker_in=3)
    state = battle(shell, firers=2, ap=3)
    action = FireAtSpot(side=A, unit="a1", at=(30, 20), models=("a1.2",), shots={"shell": 1})
    assert [line.shots for line in preview(state, action).shots] == [1]
    assert preview(state, replace(action, models=("a2.1",))).refusal.code == "unknown-model"
