"""Standing and firing at chargers."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.charge.declare import Charge
from rules.arap.charge.events import ChargeEnded
from rules.arap.events import WoundsTaken
from rules.arap.melee.results import MeleeRoundEnded
from rules.arap.reactions import options, stand_and_fire
from rules.arap.shooting.volley import ShotsFired
from rules.arap.turn.activation import EndActivation
from rules.core.refusal import IllegalAction
from rules.questions import prompts
from rules.state import Melee
from rules.table.terrain import Terrain
from tests.builders import A, B, a_battle, a_profile, a_unit, a_weapon, play, the
from tests.rules.arap.fights import BLADE, a_squad, fighter, moved, roll, rolls

CHARGE = Charge(side=A, unit="a1", target="b1")
RIFLE = a_weapon("rifle", range_in=24, strength=3)
IDLE = a_squad("a9", 1, 5, 44, profile=fighter("idle"))


def scene(apart=8, *, charger=None, target=None, weapons=(RIFLE, BLADE), count=4, enemies=4, facing=270, **values):
    """A1 looks east at B1 with its rifles, so many inches away."""
    return a_battle(
        a_squad("a1", count, 20, profile=charger or fighter("charger", i=4, sv=5)),
        a_squad("b1", enemies, 20 + apart, profile=target or fighter("target"), facing=facing, weapons=weapons),
        IDLE,
        active="a1",
        ap=1,
        **values,
    )


def option(state):
    """The offer to stand and fire."""
    return {o.id: o for o in options.options(state, state.units["a1"], state.units["b1"])}["stand"]


def stood(state, dice):
    _, state = play(state, CHARGE)
    return play(state, Answer(side=B, choice="stand"), dice)


@pytest.mark.part_of("ARAP-STAND-01")
@pytest.mark.parametrize(
    ("apart", "facing", "allowed"),
    [
        (6, 270 + 120, True),
        (6, 270 + 135, True),
        (4, 270, False),
        (4.02, 270, True),
        (8, 270 + 136, False),
        (8, 90, False),
    ],
)
def test_when_a_unit_may_stand_and_fire(apart, facing, allowed):
    state = scene(apart, facing=facing % 360, count=1, enemies=1)
    assert (option(state).refused == "") is allowed
    if not allowed:
        assert option(state).rule == "ARAP-STAND-01"


@pytest.mark.part_of("ARAP-STAND-02", "ARAP-REACT-01")
@pytest.mark.parametrize("flag", ["pinned", "pinned_now", "gone_to_ground", "routing"])
def test_who_is_barred_from_standing_and_firing(flag):
    state = moved(scene(), "b1", **{flag: True})
    assert option(state).rule == "ARAP-STAND-02"
    assert option(state).refused


@pytest.mark.part_of("ARAP-STAND-01", "ARAP-HIT-01")
def test_without_a_weapon_or_skill_there_is_no_fire():
    assert option(scene(weapons=(BLADE,))).refused
    assert option(scene(target=fighter("blind", bs=0))).refused


@pytest.mark.rule("ARAP-STAND-03")
@pytest.mark.parametrize(("initiative", "dice", "successes"), [(4, [2, 5], 1), (3, [4, 6], 0), (5, [5, 5], 2)])
def test_two_dice_against_the_activation_value(initiative, dice, successes):
    shots = {"to-hit": [6, 6, 6, 6]} if successes else {}
    events, state = stood(scene(target=fighter("target", i=initiative)), {"stand-and-fire": dice, **shots})
    assert roll(events, "stand-and-fire").successes == successes
    assert state.is_locked("b1")


@pytest.mark.part_of("ARAP-STAND-03")
@pytest.mark.parametrize(
    ("kind", "successes", "shots"),
    [
        ("rapid-fire", 1, 1),
        ("assault", 1, 1),
        ("pistol", 1, 1),
        ("heavy", 1, 0),
        ("heavy", 2, 3),
        ("slow", 1, 0),
        ("slow", 2, 1),
        ("salvo", 2, 1),
    ],
)
def test_what_fires_with_how_many_successes(kind, successes, shots):
    gun = a_weapon("gun", type=kind, range_in=24, shots=3, shots_half=1, strength=3)
    state = scene(weapons=(gun,), enemies=1)
    plan = stand_and_fire.plan(state, state.units["a1"], state.units["b1"], successes)
    assert sum(f.shots for f in plan.firings) == shots


@pytest.mark.part_of("ARAP-STAND-03")
def test_relentless_units_fire_heavy_weapons_with_one_success():
    gun = a_weapon("gun", type="heavy", range_in=24, shots=3, strength=3)
    state = scene(weapons=(gun,), enemies=1, target=fighter("walker", traits=("relentless",)))
    plan = stand_and_fire.plan(state, state.units["a1"], state.units["b1"], 1)
    assert sum(f.shots for f in plan.firings) == 3


@pytest.mark.part_of("ARAP-STAND-03")
def test_shots_of_ones_own_turn_do_not_count():
    gun = a_weapon("gun", type="heavy", range_in=24, shots=3, strength=3)
    state = scene(weapons=(gun,), enemies=1)
    unit = state.units["b1"]
    state = moved(state, "b1", now=replace(unit.now, shots={"b1.1/gun": 3}))
    plan = stand_and_fire.plan(state, state.units["a1"], state.units["b1"], 2)
    assert sum(f.shots for f in plan.firings) == 3


def goals(state):
    return {f.goal for f in stand_and_fire.plan(state, state.units["a1"], state.units["b1"]).firings}


@pytest.mark.part_of("ARAP-STAND-04")
def test_every_shot_is_at_bs_1():
    assert goals(scene()) == {1}
    assert goals(scene(target=fighter("marksman", bs=5))) == {1}
    shotgun = a_weapon("shotgun", type="assault", range_in=24, traits=("shotgun",))
    assert goals(scene(weapons=(shotgun,))) == {2}


@pytest.mark.part_of("ARAP-STAND-04")
@pytest.mark.parametrize(("move", "goal"), [(6, 1), (7, 0)])
def test_fast_chargers_are_harder_to_hit(move, goal):
    assert goals(scene(charger=fighter("runner", m=move))) == {goal}


@pytest.mark.rule("ARAP-STAND-03", "ARAP-STAND-04", "ARAP-WDIF-01", "ARAP-CAS-06")
def test_losses_on_the_way_count_for_the_first_round():
    dice = {"stand-and-fire": [3, 5], "to-hit": [1, 4, 2, 6], "to-wound": [5], "pick": [2], "save": [3]}
    events, state = stood(scene(), dice)
    shots = roll(events, "to-hit")
    assert (shots.goal, shots.base, shots.successes) == (1, 1, 1)
    lost = the(events, WoundsTaken)
    assert (lost.cause, lost.by, lost.counts) == ("stand-and-fire", "b1", False)
    assert [m.id for m in state.units["a1"].alive] == ["a1.1", "a1.3", "a1.4"]
    melee = state.melees[0]
    assert (melee.inflicted, melee.suffered) == ({"b1": 1}, {"a1": 1})
    fight = {"to-hit": [6] * 10, "morale": [2, 2]}
    events, _ = play(state, EndActivation(side=A), fight)
    assert the(events, MeleeRoundEnded).differences == (("a1", -1), ("b1", 1))


@pytest.mark.rule("ARAP-CHG-03", "ARAP-STAND-04")
def test_a_charge_fails_when_the_nearest_falls_and_the_next_is_too_far():
    """The nearest of two is shot at 9 inches; the other stands 11 inches away, and 10 is the most."""
    state = scene(9, count=1, enemies=1, charger=fighter("charger"))
    far = replace(state.units["a1"].models[0], id="a1.2", at=(18, 10))
    state = moved(state, "a1", models=(*state.units["a1"].models, far))
    dice = {"stand-and-fire": [1, 6], "to-hit": [1], "extended-reroll": [1], "to-wound": [6], "pick": [1]}
    events, state = stood(state, dice)
    assert not the(events, ChargeEnded).home
    assert [m.id for m in state.units["a1"].alive] == ["a1.2"]
    assert not state.is_locked("b1")


@pytest.mark.rule("ARAP-STAND-01")
def test_the_free_turn_brings_weapons_round():
    dice = {"stand-and-fire": [1, 1], "to-hit": [6]}
    _, state = stood(scene(8, facing=0, count=1, enemies=1), dice)
    assert state.units["b1"].models[0].facing == 270


def already_fighting(engaged):
    """B1 has four figures to the front and four behind; so many of the front are in a fight when A1 comes."""
    places = [(x, 10 + 3 * n) for x in (30, 40) for n in range(4)]
    return a_battle(
        a_squad("a1", 2, 20, 14, profile=fighter("charger")),
        a_unit("a2", [(28.1, 10 + 3 * n) for n in range(engaged)], profile=fighter("friend"), weapons=[BLADE]),
        a_unit("b1", places, profile=fighter("target"), facing=270, weapons=[RIFLE, BLADE]),
        IDLE,
        active="a1",
        ap=1,
        melees=(Melee(id="a2-b1", units=("a2", "b1"), round=1),),
    )


@pytest.mark.part_of("ARAP-STAND-06")
def test_of_a_unit_in_melee_only_free_figures_fire_and_only_on_a_side_mostly_free():
    one = already_fighting(1)
    free = stand_and_fire.free_figures(one, one.units["a1"], one.units["b1"])
    assert [m.id for m in free] == ["b1.2", "b1.3", "b1.4"]
    many = already_fighting(2)
    assert stand_and_fire.free_figures(many, many.units["a1"], many.units["b1"]) == []
    barred = options.options(many, many.units["a1"], many.units["b1"])[1]
    assert barred.rule == "ARAP-STAND-06"


@pytest.mark.rule("ARAP-CCG-02")
def test_defensive_grenades_cost_the_chargers_their_bonus():
    grenades = a_weapon("stun grenades", type="grenade", traits=("defensive-grenade",))
    _, state = play(moved(scene(weapons=(BLADE, grenades)), "b1", pinned=True), CHARGE)
    assert state.melees[0].charges[0].bonus is False
    _, state = play(moved(scene(weapons=(BLADE, grenades), facing=90), "b1", pinned=True), CHARGE)
    assert state.melees[0].charges[0].bonus is True


@pytest.mark.rule("ARAP-CHG-01", "ARAP-STAND-04", "ARAP-CHG-07", "ARAP-MORAL-01")
def test_a_charge_through_fire_and_the_first_round():
    """Six stormers go for eight guards; one falls to the rifles, five reach them; the guard lose by one and stand."""
    stormer = a_profile("stormer", ws=4, s=4, i=4, ld=8, sv=5)
    guard = a_profile("guard", sv=5)
    rifle = a_weapon("rifle", range_in=24, strength=3)
    state = a_battle(
        a_unit(
            "a1",
            [(10, 20), (12, 20), (14, 20), (10, 21.5), (12, 21.5), (14, 21.5)],
            profile=stormer,
            facing=0,
            weapons=[BLADE],
        ),
        a_unit(
            "b1",
            [(9, 12), (11, 12), (13, 12), (15, 12), (9, 10.5), (11, 10.5), (13, 10.5), (15, 10.5)],
            profile=guard,
            facing=180,
            weapons=[rifle, BLADE],
        ),
        IDLE,
        active="a1",
        ap=1,
    )
    _, state = play(state, CHARGE)
    asked = state.prompt
    assert [o.refused for o in asked.options] == ["", "", ""]
    dice = {
        "stand-and-fire": [3, 5],
        "to-hit": [1, 4, 2, 6, 4, 3, 5, 2],
        "to-wound": [5],
        "pick": [2],
        "save": [3],
    }
    events, state = play(state, Answer(side=B, choice="stand"), dice)
    assert [m.id for m in state.units["a1"].alive] == ["a1.1", "a1.3", "a1.4", "a1.5", "a1.6"]
    assert state.melees[0].charges[0].direction == "front"
    assert state.is_locked("a1")
    dice = {
        "to-hit": [1, 5, 4, 6, 2, 3, 6, 4, 5, 2, 6, 6, 6, 6, 6],
        "to-wound": [3, 6, 1, 2, 4, 5],
        "save": [2, 5, 3, 1],
        "morale": [3, 2],
    }
    events, state = play(state, EndActivation(side=A), dice)
    first = rolls(events, "to-hit")[0]
    assert (first.goal, len(first.dice), first.successes) == (4, 10, 6)
    assert rolls(events, "to-wound")[0].goal == 3
    assert len(state.units["b1"].alive) == 5
    test = roll(events, "morale")
    assert [m.value for m in test.modifiers] == [2]
    assert (test.total, test.passed) == (7, True)


@pytest.mark.part_of("ARAP-REACT-01", "ARAP-STAND-02", "ARAP-RUN-02")
def test_reactions_that_are_barred_say_why_in_words():
    state = a_battle(
        a_squad("a1", 1, 20, profile=fighter("charger")),
        a_unit("b1", [(28, 10)], weapons=[a_weapon()], facing=270, pinned=True),
    )
    _, stand, run = options.options(state, state.units["a1"], state.units["b1"])
    assert (stand.refused, stand.rule) == ("B1 is pinned and cannot stand and fire.", "ARAP-STAND-02")
    assert (run.refused, run.rule) == ("B1 is pinned and cannot run.", "ARAP-RUN-02")


@pytest.mark.rule("ARAP-SHOOT-03")
@pytest.mark.parametrize(("choice", "shots"), [("measured", 1), ("hand", 0)])
def test_chargers_judge_the_doubtful_lines_of_those_who_stand_and_fire(choice, shots):
    wall = Terrain(
        id="w", name="Wall", points=((24, 5), (24, 24)), line=True, width_in=0.2, going="impassable", height_in=4,
        blocks_sight=True,
    )  # fmt: skip
    state = a_battle(
        a_unit("a1", [(20, 24)], profile=fighter("charger", i=4, sv=5), weapons=[BLADE], facing=90),
        a_unit("b1", [(28, 23.8)], profile=fighter("target"), weapons=[RIFLE, BLADE], facing=270),
        active="a1",
        ap=1,
        terrain=(wall,),
        options={"doubtful_shots_asked": True},
    )
    _, waits = stood(state, {})
    assert (waits.prompt.side, waits.prompt.kind) == (A, "doubtful")
    assert [(d.matter, d.model, d.counts) for d in waits.prompt.doubts] == [("seen", "b1.1", True)]
    dice = {"stand-and-fire": [1, 1], "to-hit": [6] * (shots + 3)}
    events, _ = play(waits, Answer(side=A, choice=choice), dice)
    assert sum(len(e.dice) for e in events if getattr(e, "label", "") == "to-hit") == shots + 3, (
        "the melee throws three"
    )


@pytest.mark.rule("ARAP-WPN-01", "ARAP-STAND-03")
def test_the_owner_chooses_who_stands_and_fires():
    _, waits = play(scene(), CHARGE)
    assert prompts.firers(waits, waits) == {"stand": ("b1.1", "b1.2", "b1.3", "b1.4")}
    two = Answer(side=B, choice="stand", models=("b1.2", "b1.4"))
    events, _ = play(waits, two, {"stand-and-fire": [1, 1], "to-hit": [6, 6]})
    assert sorted(the(events, ShotsFired).shots) == ["b1.2", "b1.4"]


@pytest.mark.rule("ARAP-WPN-01")
@pytest.mark.parametrize(
    ("choice", "models", "code", "allowed"),
    [
        ("stand", ("b1.9",), "cannot-fire", "some of b1.1, b1.2, b1.3, b1.4"),
        ("hold", ("b1.1",), "nobody-to-choose", "the option alone"),
    ],
)
def test_nobody_is_chosen_who_cannot_fire(choice, models, code, allowed):
    _, waits = play(scene(), CHARGE)
    with pytest.raises(IllegalAction) as refused:
        play(waits, Answer(side=B, choice=choice, models=models))
    assert (refused.value.refusal.code, refused.value.refusal.allowed) == (code, allowed)


@pytest.mark.rule("ARAP-TMPL-06", "ARAP-STAND-05")
@pytest.mark.parametrize(("choice", "hits"), [("measured", 1), ("body", 2)])
def test_who_is_at_the_edge_of_a_template_7_inches_off_is_judged_before_it_fires(choice, hits):
    flame = a_weapon("flame", type="assault", template=True, strength=4, ap=5)
    state = a_battle(
        a_unit("a1", [(10, 20), (10, 21.4)], profile=fighter("charger", i=4), weapons=[BLADE]),
        a_unit("b1", [(18, 20)], profile=fighter("target"), weapons=[flame, BLADE], facing=270),
        IDLE,
        active="a1",
        ap=1,
        options={"doubtful_shots_asked": True},
    )
    _, waits = stood(state, {"stand-and-fire": [1, 1]})
    assert [(d.matter, d.model, d.counts) for d in waits.prompt.doubts] == [("under", "a1.2", False)]
    dice = {"to-hit": [1], "extended-reroll": [1], "to-wound": [1] * hits}
    events, _ = play(waits, Answer(side=A, choice=choice), dice)
    assert the(events, ShotsFired).hits == hits
