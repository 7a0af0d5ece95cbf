"""Guessed ranges, high trajectory, indirect fire, hidden targets."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.arap.events import ModelsTurned, PointsSpent
from rules.arap.indirect.guesses import Guess, RangeGuessed
from rules.arap.indirect.lob import Lob
from rules.arap.shooting.rulings import RuleShot
from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.volley import ShotsFired
from rules.arap.templates import scatter as templates_scatter
from rules.arap.templates.scatter import ShellBurst
from rules.engine import legal_actions, preview
from rules.forces.unit import UnitTurn
from rules.table.building import Building
from rules.table.scenario import Objective
from rules.table.terrain import Terrain
from tests.builders import A, B, a_battle, a_profile, a_row, a_unit, a_weapon, play, the

MORTAR = a_weapon("mortar", type="heavy", range_in=48, strength=4, marker_in=5, traits=("high-trajectory",))
WALL = Terrain(
    id="w",
    name="Warehouse",
    points=((20, 5), (22, 5), (22, 35), (20, 35)),
    going="impassable",
    height_in=4,
    blocks_sight=True,
    cover="hard",
)
DOUBLE = {"scatter-a": [2], "scatter-b": [2], "direction": [90]}


def battle(places, *more, weapon=MORTAR, bs=4, terrain=(), target=None, ap=3, gunner=None, **values):
    return a_battle(
        a_unit("a1", [(10, 20)], weapons=[weapon], profile=a_profile("gunner", bs=bs), **(gunner or {})),
        a_unit("b1", places, profile=a_profile("levy"), **(target or {})),
        *more,
        active="a1",
        ap=ap,
        terrain=terrain,
        **values,
    )


def lob(range_in=30.0, bearing=90.0, target="b1", **values):
    guesses = (Guess(model="a1.1", bearing=bearing, range_in=range_in),)
    return Lob(side=A, unit="a1", weapon=values.pop("weapon", "mortar"), guesses=guesses, target=target, **values)


def burst(state, action, dice):
    events, after = play(state, action, dice)
    return the(events, ShellBurst), events, after


def refused(state, action):
    found = preview(state, action).refusal
    return (found.code, found.rule) if found else None


def observer(at=(30, 2), facing=180):
    return a_unit("a2", [at], facing=facing)


# ------------------------------------------------------------------ the guess


@pytest.mark.rule("ARAP-AREA-10")
@pytest.mark.parametrize(("bearing", "range_in", "aim"), [(90, 14, (24, 20)), (90, 13.5, (23.5, 20)), (0, 14, (10, 6))])
def test_the_marker_lies_where_it_was_guessed(bearing, range_in, aim):
    found, events, _ = burst(battle([(60, 40)]), lob(range_in, bearing, target=None), DOUBLE)
    assert found.aim == found.at == pytest.approx(aim)
    assert the(events, RangeGuessed).range_in == range_in


@pytest.mark.part_of("ARAP-AREA-10")
@pytest.mark.parametrize(
    ("action", "code", "rule"),
    [
        (lob(None), "no-range", "ARAP-AREA-10"),
        (lob(14, measured=True), "measured-first", "ARAP-AREA-10"),
        (lob(0), "bad-range", "ARAP-AREA-10"),
        (lob(48.5), "too-far", "ARAP-SHOOT-02"),
        (lob(bearing=110), "not-that-way", "ARAP-AREA-10"),
        (lob(bearing=230, target=None), "out-of-arc", "ARAP-SHOOT-06"),
        (Lob(side=A, unit="a1", weapon="mortar"), "nobody-named", "ARAP-AREA-10"),
        (replace(lob(), guesses=lob().guesses * 2), "twice", "ARAP-WPN-01"),
        (lob(weapon="rifle"), "not-carried", "ARAP-SHOOT-01"),
        (replace(lob(), guesses=(Guess(model="b1.1", bearing=90, range_in=9),)), "not-carried", "ARAP-SHOOT-01"),
        (lob(target="b9"), "unknown-target", "ARAP-SHOOT-03"),
        (lob(target="a1"), "own-target", "ARAP-SHOOT-01"),
    ],
)
def test_what_is_no_guess(action, code, rule):
    assert refused(battle([(40, 20)]), action) == (code, rule)


def test_a_guess_as_far_as_the_weapon_reaches_is_one():
    assert refused(battle([(40, 20)]), lob(48)) is None


@pytest.mark.rule("ARAP-AREA-10")
def test_a_weapon_of_guessed_range_is_not_aimed_and_an_aimed_one_not_guessed():
    shoot = Shoot(side=A, unit="a1", target="b1")
    assert refused(battle([(40, 20)]), shoot) == ("guess-range", "ARAP-AREA-10")
    rifle = a_weapon("mortar", range_in=48)
    assert refused(battle([(40, 20)], weapon=rifle), lob()) == ("not-guessed", "ARAP-AREA-10")
    both = replace(MORTAR, traits=("high-trajectory", "direct"))
    assert refused(battle([(40, 20)], weapon=both), shoot) is None
    assert refused(battle([(40, 20)], weapon=both), lob()) is None


@pytest.mark.rule("ARAP-WPN-01")
def test_lobbing_costs_an_ordnance_weapon_3_points_and_firing_it_directly_2():
    howitzer = replace(MORTAR, type="ordnance", traits=("indirect", "direct"))
    state = battle([(40, 20)], weapon=howitzer)
    events, _ = play(state, lob(20, target=None, bearing=135), DOUBLE)
    assert the(events, PointsSpent).points == 3
    assert refused(battle([(40, 20)], weapon=howitzer, ap=2), lob()) == ("too-few-points", "ARAP-ACT-12")
    assert Shoot(side=A, unit="a1", target="b1").plan(state).ap == 2


@pytest.mark.rule("ARAP-WPN-02", "ARAP-ACT-14")
def test_a_heavy_weapon_lobs_once_a_turn_and_turns_to_do_it():
    events, after = play(battle([(60, 40)]), lob(9, bearing=200, target=None), DOUBLE)
    assert the(events, ModelsTurned).facings == {"a1.1": 180}
    after = after.with_turn(active="a1", ap=3)
    assert refused(after, lob(9, target=None)) == ("weapon-spent", "ARAP-WPN-02")


def test_the_preview_tells_chances_but_no_distance():
    shown = preview(battle([(41, 20)] * 3), lob(14))
    (line,) = shown.shots
    assert (line.goal, line.goal_text) == (4, "scatters 2D6 less 4, not on a double")
    assert [(c.label, c.exact) for c in line.chances[:2]] == [("no scatter", "5/18"), ("to wound", "2/3")]
    assert not any("31" in note for note in (*shown.notes, *line.notes))


@pytest.mark.part_of("ARAP-AREA-10", "ARAP-SUPP-01")
def test_the_preview_tells_the_test_that_hits_would_call_for_wherever_they_fall():
    """Where houses have a say: more than a quarter of four; Leadership 7 fails 5 times in 12."""
    house = Terrain(id="h", name="House", points=((60, 2), (64, 2), (64, 6), (60, 6)), building=Building())
    state = battle([(40, 20 + n) for n in range(4)], terrain=[house])
    near, far = (preview(state, lob(range_in=inches)).chances for inches in (12, 30))
    assert near == far
    assert [(c.label, c.exact) for c in far] == [("suppressed, if 2 are hit", "5/12")]


def test_offers_name_every_enemy_however_far_with_the_same_guess():
    state = battle([(15, 20)], a_unit("b2", [(70, 20)]), a_unit("b3", [(2, 20)]))
    found = [o for o in legal_actions(state, A) if o.kind == "lob"]
    assert [o.target for o in found] == ["b1", "b2"]
    assert {o.action.guesses[0].range_in for o in found} == {24.0}


# ------------------------------------------------------------------ high trajectory


@pytest.mark.rule("ARAP-AREA-11")
def test_with_sight_it_is_an_area_shot_over_everything_in_between():
    dice = {"scatter-a": [2], "scatter-b": [5], "direction": [90]}
    state = battle([(60, 20)] * 3, a_unit("a2", [(25, 20)]))
    found, _, _ = burst(state, lob(30), dice)
    assert (found.scatter_in, found.at) == (3, pytest.approx((43, 20)))
    # A tower beside the line of sight, on the way to where the shell lands, does not stop it.
    tower = replace(WALL, points=((36, 10), (37, 10), (37, 19.4), (36, 19.4)))
    found, _, _ = burst(
        battle([(60, 20)] * 3, terrain=[tower]), lob(30), {"scatter-a": [6], "scatter-b": [1], "direction": [360]}
    )
    assert not found.stopped
    assert found.at == pytest.approx((40, 17))


@pytest.mark.rule("ARAP-AREA-03", "ARAP-AREA-10")
def test_scatter_is_limited_to_half_the_range_that_was_declared():
    found, _, _ = burst(battle([(60, 20)] * 3), lob(8), {"scatter-a": [6], "scatter-b": [5], "direction": [180]})
    assert found.scatter_in == 4


@pytest.mark.rule("ARAP-AREA-04")
def test_whoever_is_under_the_marker_is_hit_whoever_was_meant():
    state = battle([(40, 20)] * 3, a_unit("a2", [(60, 21)]), a_unit("b2", [(60, 20)]))
    events, after = play(state, lob(50 - 2), {"scatter-a": [6], "scatter-b": [6], "direction": [1], "to-wound": [1, 1]})
    hit = {e.target: (e.hits, e.shots) for e in events if isinstance(e, ShotsFired)}
    assert hit == {"a2": (1, {}), "b2": (1, {})}
    assert after.turn.tallies[0].shooter == "a1"


@pytest.mark.rule("ARAP-AREA-07")
def test_a_flat_shot_of_guessed_range_bursts_on_what_stands_in_its_way():
    gun = replace(MORTAR, traits=("guess",))
    tower = replace(WALL, points=((36, 10), (37, 10), (37, 19.4), (36, 19.4)))
    state = battle([(60, 20)] * 3, weapon=gun, terrain=[tower])
    found, _, _ = burst(state, lob(30), {"scatter-a": [6], "scatter-b": [1], "direction": [360]})
    assert found.stopped
    assert found.at[0] == pytest.approx(36, abs=0.05)
    assert refused(state, lob(30, target=None)) == ("name-target", "ARAP-AREA-13")
    between = battle([(60, 20)] * 3, a_unit("a2", [(25, 20)]), weapon=gun)
    assert refused(between, lob(30)) == ("friends-in-the-way", "ARAP-SHOOT-07")


@pytest.mark.rule("ARAP-SHOOT-08")
def test_the_host_lets_a_flat_shot_of_guessed_range_go_over_friends():
    between = battle([(60, 20)] * 3, a_unit("a2", [(25, 20)]), weapon=replace(MORTAR, traits=("guess",)))
    _, state = play(between, RuleShot(side=A, unit="a1", target="b1", ruling="over", reason="from the bank"))
    assert refused(state, lob(30)) is None


# ------------------------------------------------------------------ indirect fire


@pytest.mark.rule("ARAP-AREA-12")
@pytest.mark.parametrize(
    ("moved", "guess", "dice", "scatter"),
    [(12, 30, (4, 3), 8), (0, 30, (4, 3), 7), (12, 10, (6, 5), 5), (0, 30, (4, 4), 0)],
)
def test_what_others_see_is_fired_at_without_skill(moved, guess, dice, scatter):
    state = battle([(30, 20)] * 3, observer(), terrain=[WALL], target={"now": UnitTurn(moved_in=moved)})
    thrown = {"scatter-a": [dice[0]], "scatter-b": [dice[1]], "direction": [360]}
    found, _, _ = burst(state, lob(guess), thrown)
    assert found.scatter_in == scatter


@pytest.mark.rule("ARAP-AREA-12")
@pytest.mark.part_of("ARAP-HIT-05")
@pytest.mark.parametrize(("corrected", "scatter"), [(False, 6), (True, 7)])
def test_an_observer_corrects_in_the_second_turn_only(corrected, scatter):
    shot_before = {"before": UnitTurn(shot_at="b1", shot_moves=(0, 0), corrected=corrected)}
    state = battle([(30, 20)] * 3, observer(), terrain=[WALL], gunner=shot_before)
    thrown = {"scatter-a": [4], "scatter-b": [3], "direction": [360]}
    found, events, after = burst(state, lob(40), thrown)
    assert found.scatter_in == scatter
    assert after.units["a1"].now.corrected is not corrected
    assert the(events, RangeGuessed).corrected is not corrected


@pytest.mark.rule("ARAP-AREA-12", "ARAP-AREA-13")
def test_an_observer_must_look_that_way():
    dice = {"scatter-a": [4], "scatter-b": [3], "direction": [360]}
    seen = battle([(30, 20)] * 3, observer(facing=180), terrain=[WALL])
    assert burst(seen, lob(40), dice)[0].scatter_in == 7
    away = battle([(30, 20)] * 3, observer(facing=0), terrain=[WALL])
    assert burst(away, lob(40), {**dice, "scatter-c": [1]})[0].scatter_in == 7


@pytest.mark.part_of("ARAP-AREA-12", "ARAP-AREA-13")
@pytest.mark.parametrize("marked", ["piece", "objective", ""])
def test_a_fixed_feature_is_known_though_nobody_sees_it(marked):
    copse = Terrain(id="c", name="Copse", points=((38, 18), (42, 18), (42, 22), (38, 22)))
    state = battle([(60, 40)], terrain=[WALL, copse] if marked == "piece" else [WALL])
    if marked == "objective":
        state = replace(
            state, scenario=replace(state.scenario, objectives=(Objective(id="o", name="Well", at=(41, 20)),))
        )
    dice = {"scatter-a": [1], "scatter-b": [3], "direction": [360]}
    third = {} if marked else {"scatter-c": [5]}
    found, _, _ = burst(state, lob(30, target=None), {**dice, **third})
    assert found.scatter_in == (4 if marked else 8)


# ------------------------------------------------------------------ hidden targets


@pytest.mark.rule("ARAP-AREA-13", "ARAP-SCAT-08")
@pytest.mark.parametrize(
    ("dice", "moved", "scatter"), [((6, 2, 4), 0, 10), ((5, 5, 3), 0, 5), ((6, 2, 4), 12, 11), ((6, 3, 3), 0, 9)]
)
def test_what_nobody_sees_takes_three_dice_and_no_skill(dice, moved, scatter):
    state = battle([(30, 20)] * 3, terrain=[WALL], target={"now": UnitTurn(moved_in=moved)})
    thrown = {"scatter-a": [dice[0]], "scatter-b": [dice[1]], "scatter-c": [dice[2]], "direction": [270]}
    found, _, _ = burst(state, lob(40), thrown)
    assert found.scatter_in == scatter


@pytest.mark.part_of("ARAP-AREA-13")
def test_the_chance_of_no_scatter_with_three_dice():
    assert templates_scatter.on_target("hidden", 0) == 0
    assert templates_scatter.on_target("hidden", 2) == Fraction(1 + 4, 216)
    assert templates_scatter.on_target("indirect", 0) == Fraction(1, 6)


@pytest.mark.rule("ARAP-AREA-13")
def test_an_aimed_area_weapon_is_guessed_only_at_what_it_cannot_see():
    gun = replace(MORTAR, traits=())
    assert refused(battle([(30, 20)] * 3, weapon=gun), lob()) == ("in-sight", "ARAP-AREA-13")
    wood = Terrain(id="w", name="Wood", points=((20, 5), (30, 5), (30, 35), (20, 35)), height_in=4, blocks_sight=True)
    state = battle([(32, 20)] * 3, observer(at=(33, 2)), weapon=gun, terrain=[wood])
    # What others see does not help a flat shot: three dice, as for what nobody sees.
    found, _, _ = burst(state, lob(40), {"scatter-a": [6], "scatter-b": [2], "scatter-c": [4], "direction": [90]})
    assert (found.scatter_in, found.stopped) == (10, False)


# ------------------------------------------------------------------ a plain place


@pytest.mark.rule("ARAP-AREA-14")
def test_a_banner_over_the_wall_makes_a_place_plain():
    low = replace(WALL, height_in=2)
    banner = a_profile("bearer", traits=("banner",))
    dice = {"scatter-a": [2], "scatter-b": [5], "direction": [360]}

    def state(wall):
        mine = a_unit("a1", [(10, 20)], weapons=[MORTAR], profile=a_profile("gunner", bs=4))
        return a_battle(mine, a_unit("b1", [(30, 20)] * 3, profile=banner), active="a1", ap=3, terrain=[wall])

    found, events, _ = burst(state(low), lob(40), dice)
    assert found.scatter_in == 3
    assert "ARAP-AREA-14" in the(events, RangeGuessed).rules
    found, _, _ = burst(state(WALL), lob(40), {**dice, "scatter-c": [1]})
    assert found.scatter_in == 7


@pytest.mark.rule("ARAP-AREA-14")
def test_the_host_may_rule_a_place_plain_or_not():
    state = battle([(30, 20)] * 3, terrain=[WALL])
    _, plain = play(state, RuleShot(side=A, unit="a1", target="b1", ruling="plain", reason="their banner shows"))
    dice = {"scatter-a": [2], "scatter-b": [5], "direction": [360]}
    found, _, _ = burst(plain, lob(40), dice)
    assert found.scatter_in == 3
    _, taken_back = play(plain, RuleShot(side=A, unit="a1", target="b1", ruling="not-plain", reason="it fell"))
    assert burst(taken_back, lob(40), {**dice, "scatter-c": [1]})[0].scatter_in == 7


@pytest.mark.rule("ARAP-AREA-14", "ARAP-SHOOT-03")
def test_a_plain_place_does_not_help_a_rifle():
    state = battle([(30, 20)] * 3, weapon=a_weapon("mortar"), terrain=[WALL])
    _, plain = play(state, RuleShot(side=A, unit="a1", target="b1", ruling="plain", reason="their banner shows"))
    assert refused(plain, Shoot(side=A, unit="a1", target="b1")) == ("no-line-of-sight", "ARAP-SHOOT-03")


# ------------------------------------------------------------------ who may


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"hidden": True}, "unknown-target"),
        ({"deployed": False}, "target-gone"),
    ],
)
def test_who_is_no_target(change, code):
    assert refused(battle([(40, 20)], target=change), lob())[0] == code


@pytest.mark.part_of("ARAP-AGIL-02", "ARAP-CLIMB-08", "ARAP-HIT-01")
@pytest.mark.parametrize(
    ("change", "code"), [({"sprawled": True}, "sprawled"), ({"on_face": "w"}, "hands-full"), ({}, "no-skill")]
)
def test_who_cannot_fire(change, code):
    state = battle([(40, 20)], bs=4 if change else 0)
    unit = state.units["a1"]
    state = state.with_unit(unit.with_model(replace(unit.models[0], **change)))
    assert refused(state, lob())[0] == code


def test_out_of_turn_locked_or_without_an_enemy_ahead():
    state = battle([(40, 20)])
    assert refused(state.with_turn(place=1), lob())[0] == "not-your-turn"
    assert refused(battle([(40, 20)]), replace(lob(), side=B))[0] == "not-your-turn"
    behind = [o for o in legal_actions(battle([(2, 20)]), A) if o.kind == "lob"]
    assert [o.refusal.code for o in behind] == ["out-of-arc"]


def test_a_guess_is_told_in_the_log():
    events, after = play(battle([(40, 20)] * 3), lob(14), DOUBLE)
    assert the(events, RangeGuessed).sentence(after) == "A1 fires Mortar at B1, guessing 14″"


def test_several_mortars_guess_each_for_itself():
    crew = a_unit("a1", a_row(2, 10, 20), weapons=[MORTAR], profile=a_profile("gunner", bs=4))
    state = a_battle(crew, a_unit("b1", [(60, 40)]), active="a1", ap=3)
    guesses = tuple(Guess(model=f"a1.{n}", bearing=90, range_in=10.0 * n) for n in (1, 2))
    action = Lob(side=A, unit="a1", weapon="mortar", guesses=guesses)
    dice = {"scatter-a": [1, 2], "scatter-b": [1, 2], "direction": [1, 1]}
    events, _ = play(state, action, dice)
    assert [e.at for e in events if isinstance(e, ShellBurst)] == [(20, 20), (30, 21.5)]


@pytest.mark.rule("ARAP-AREA-10")
@pytest.mark.part_of("ARAP-AREA-12", "ARAP-SUPP-01")
def test_a_lob_tells_what_it_comes_to_if_it_is_guessed_right():
    """Seen it scatters 2D6 less 4, at most half the guess; without skill a double alone strikes."""
    seen = {c.label: c.value for c in preview(battle([(40, 20)] * 3), lob(30)).chances}
    hidden = preview(battle([(40, 20)] * 3, observer(), terrain=[WALL]), lob(30))
    observed = {c.label: c.value for c in hidden.chances}
    assert "casualties if the guess is right" in seen
    assert seen["suppression test"] > observed["suppression test"] == pytest.approx(1 / 6)
    unsaid = preview(battle([(40, 20)] * 3), lob(None))
    assert {c.label: c.value for c in unsaid.chances} == seen
    other = preview(battle([(30, 20)] * 3), lob(30))
    assert {c.label: c.value for c in other.chances} == seen
    short = {c.label: c.value for c in preview(battle([(40, 20)] * 3), lob(2)).chances}
    assert short["casualties if the guess is right"] > seen["casualties if the guess is right"]
