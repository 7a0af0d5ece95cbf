"""To wound, to save, wounds off."""

import pytest

from rules.arap.damage import wounds_and_saves
from rules.dice.sources import ScriptedDice
from tests.builders import a_battle, a_profile, a_unit, happens


def struck(profile, dice, strength=4, ap=None, count=1, **values):
    """Hits on model b1.1 of two; the wounds left to it and the dice that were asked for."""
    state = a_battle(a_unit("b1", [(10, 10), (12, 10)], profile=profile, **values))
    script = ScriptedDice(dice)
    found = happens(
        state,
        script,
        lambda p: wounds_and_saves.strike(
            p, ["b1.1"] * count, strength, ap=ap, by=None, why="rockfall", rules=("ARAP-TERR-02",), cause="hazard"
        ),
    )
    script.finish()
    return found


@pytest.mark.rule("ARAP-DMG-01")
@pytest.mark.parametrize(
    ("strength", "toughness", "goal", "least"), [(6, 3, 1, 2), (5, 3, 2, 2), (4, 3, 3, 3), (3, 3, 4, 4), (3, 5, 6, 6)]
)
def test_to_wound_is_toughness_plus_4_less_strength(strength, toughness, goal, least):
    assert wounds_and_saves.wound_goal(toughness, strength) == goal
    hurt = struck(a_profile(t=toughness), {"to-wound": [least]}, strength)
    safe = struck(a_profile(t=toughness), {"to-wound": [least - 1]}, strength)
    assert hurt.state.units["b1"].models[0].wounds == 0
    assert safe.state.units["b1"].models[0].wounds == 1


@pytest.mark.rule("ARAP-DICE-06", "ARAP-DMG-01")
@pytest.mark.parametrize(("toughness", "second"), [(6, 4), (7, 5), (8, 6)])
def test_goals_of_7_to_9_take_a_6_and_a_second_die(toughness, second):
    profile = a_profile(t=toughness)
    hurt = struck(profile, {"to-wound": [6], "extended-reroll": [second]}, 3)
    safe = struck(profile, {"to-wound": [6], "extended-reroll": [second - 1]}, 3)
    assert [p.state.units["b1"].models[0].wounds for p in (hurt, safe)] == [0, 1]


def test_a_goal_of_10_is_not_rolled():
    assert struck(a_profile(t=9), {}, 3).events == []


@pytest.mark.parametrize(
    ("goal", "melee", "short", "allowed"),
    [
        (7, False, False, True),
        (8, False, False, False),
        (8, False, True, True),
        (9, True, False, True),
        (9, False, True, True),
        (10, True, True, False),
    ],
)
def test_goals_of_8_and_9_need_melee_or_short_range(goal, melee, short, allowed):
    assert wounds_and_saves.can_wound(goal, melee=melee, short_range=short) is allowed


@pytest.mark.part_of("ARAP-DMG-04")
@pytest.mark.parametrize(
    ("save", "ap", "goal"), [(4, None, 4), (4, 5, 4), (4, 4, 7), (4, 3, 7), (2, 3, 2), (7, None, 7)]
)
def test_armour_piercing_cancels_saves_of_its_number_or_worse(save, ap, goal):
    assert wounds_and_saves.save_goal(a_profile(sv=save), ap).goal == goal


@pytest.mark.rule("ARAP-DMG-05")
def test_an_invulnerable_save_is_taken_where_it_is_the_better_one_allowed():
    terminator = a_profile(sv=2, inv=5)
    assert wounds_and_saves.save_goal(terminator, 3) == (2, "armour")
    assert wounds_and_saves.save_goal(terminator, 2) == (5, "invulnerable")
    progress = struck(terminator, {"to-wound": [6], "save": [5]}, ap=2)
    assert progress.state.units["b1"].models[0].wounds == 1


@pytest.mark.rule("ARAP-GTG-02")
@pytest.mark.parametrize(
    ("sv", "inv", "ap", "goal"), [(4, 7, None, 3), (4, 7, 4, 6), (7, 7, None, 6), (2, 7, None, 2), (2, 5, 2, 4)]
)
def test_gone_to_ground_betters_the_save_left_after_ap(sv, inv, ap, goal):
    profile = a_profile(sv=sv, inv=inv)
    assert wounds_and_saves.save_goal(profile, ap, grounded=True).goal == goal
    saved = struck(profile, {"to-wound": [6], "save": [goal]}, ap=ap, gone_to_ground=True)
    lost = struck(profile, {"to-wound": [6], "save": [goal - 1]}, ap=ap, gone_to_ground=True)
    assert [p.state.units["b1"].models[0].wounds for p in (saved, lost)] == [1, 0]


@pytest.mark.rule("ARAP-DMG-04")
def test_a_natural_1_never_saves():
    progress = struck(a_profile(sv=2), {"to-wound": [6, 6], "save": [1, 2]}, count=2)
    assert progress.state.units["b1"].models[0].wounds == 0


def test_wounds_come_off_one_by_one_and_those_on_a_lost_model_are_lost():
    progress = struck(a_profile(w=2), {"to-wound": [5]})
    assert [m.wounds for m in progress.state.units["b1"].models] == [1, 2]
    progress = struck(a_profile(w=2), {"to-wound": [5, 5, 5]}, count=3)
    assert [m.wounds for m in progress.state.units["b1"].models] == [0, 2]
    assert progress.state.turn.tallies[0].losses == 1


@pytest.mark.part_of("ARAP-DMG-04", "ARAP-CLIMB-08")
@pytest.mark.parametrize(
    ("climbing", "traits", "goal"), [(False, ("shield",), 4), (True, ("shield",), 6), (True, (), 4)]
)
def test_a_shield_is_lost_only_to_those_who_climb(climbing, traits, goal):
    profile = a_profile(sv=6, inv=4, traits=traits)
    assert wounds_and_saves.save_goal(profile, None, climbing=climbing).goal == goal
