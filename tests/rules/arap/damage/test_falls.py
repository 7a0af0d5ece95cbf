"""Falls: how many hits, how strong, who gets up, and who loses hold."""

import pytest

from rules.arap.damage import falls, wounds_and_saves
from rules.arap.damage.falls import ModelsFell
from rules.arap.events import WoundsTaken
from rules.arap.movement.prone import StandUp
from rules.arap.movement.walk import Move
from rules.arap.shooting.shoot import Shoot
from rules.core.refusal import IllegalAction
from rules.engine import evolve, preview
from rules.events import Rolled
from tests.builders import A, B, a_battle, a_profile, a_row, a_unit, a_weapon, play, the
from tests.rules.arap.heights import a_cliff, a_field, an_area, going, hanging, run


def dropped(fall_in, dice, *, profile=None, count=1, **values):
    """Members of A1 fall so far."""
    state = a_field(at=a_row(3, 10, 10), profile=profile or a_profile(sv=5, w=3))
    models = [m.id for m in state.units["a1"].models[:count]]
    return run(state, lambda p: wounds_and_saves.fall(p, "a1", models, fall_in, **values), dice)


@pytest.mark.rule("ARAP-FALL-01", "ARAP-DICE-09", "ARAP-DMG-01")
def test_a_fall_is_d3_hits_as_strong_as_it_is_deep():
    progress = dropped(4, {"fall-hits": [6], "to-wound": [3, 2, 5], "save": [4, 5]})
    rolls = {e.label: e for e in progress.events if isinstance(e, Rolled)}
    assert (rolls["to-wound"].goal, rolls["to-wound"].made) == (3, (True, False, True))
    assert rolls["save"].made == (False, True)
    taken = the(progress.events, WoundsTaken)
    assert (taken.cause, taken.wounds[0].taken, progress.state.units["a1"].models[0].wounds) == ("fall", 1, 2)


@pytest.mark.part_of("ARAP-FALL-01")
@pytest.mark.parametrize(("fall", "strength"), [(4.5, 5), (4, 4), (4.009, 4), (3.2, 4), (0.5, 1), (12, 12)])
def test_fractions_of_an_inch_count_up(fall, strength):
    assert falls.strength(fall) == strength


@pytest.mark.rule("ARAP-FALL-01", "BLD-FALL-03")
@pytest.mark.parametrize(
    ("values", "saves"),
    [
        ({"sv": 5}, False),
        ({"sv": 3}, True),
        ({"sv": 4, "traits": ("power-armour",)}, True),
        ({"sv": 5, "inv": 4}, True),
    ],
)
def test_off_a_structure_only_power_armour_and_invulnerable_saves_help(values, saves):
    dice = {"fall-hits": [1], "to-wound": [6], **({"save": [6]} if saves else {})}
    progress = dropped(4, dice, profile=a_profile(**values), off_structure=True)
    assert progress.state.units["a1"].models[0].alive is saves


@pytest.mark.rule("ARAP-FALL-03", "ARAP-PRONE-03")
@pytest.mark.parametrize(("fall", "prone"), [(3, False), (3.009, False), (3.5, True)])
def test_beyond_three_inches_a_survivor_is_prone_and_has_to_get_up(fall, prone):
    state = dropped(fall, {"fall-hits": [1], "to-wound": [1]}).state
    assert [m.prone for m in state.units["a1"].models] == [prone, False, False]
    assert state.units["a1"].prone is prone
    if prone:
        _, after = play(state, StandUp(side=A, unit="a1"))
        assert (after.turn.ap, after.units["a1"].prone) == (2, False)
    else:
        with pytest.raises(IllegalAction):
            play(state, StandUp(side=A, unit="a1"))


@pytest.mark.rule("ARAP-FALL-01")
def test_each_faller_has_its_own_number_of_hits():
    progress = dropped(3, {"fall-hits": [1, 5], "to-wound": [4, 1, 4], "save": [5, 4]}, count=2)
    assert [m.wounds for m in progress.state.units["a1"].models] == [3, 2, 3]
    fell = the(progress.events, ModelsFell)
    assert fell.sentence(progress.state) == "2 of A1 fall 3″"


# -- losing hold ---------------------------------------------------------------------------------------------------


def under_fire(level=4.0, *, models=1, profile=None, look="field"):
    """B1 hangs on a cliff and is shot at by A1."""
    state = a_battle(
        a_unit("a1", [(10, 10)], profile=a_profile("shot", bs=4), weapons=(a_weapon(shots=1),)),
        a_unit("b1", a_row(models, 22.5, 10), profile=profile or a_profile("climber", sv=2, w=2)),
        active="a1",
        ap=2,
        terrain=(a_cliff(left=23, name="cliff", look=look),),
    )
    return hanging(state, "b1", "cliff", level)


SHOOT = Shoot(side=A, unit="a1", target="b1")


@pytest.mark.rule("ARAP-CLIMB-07", "ARAP-FALL-01", "ARAP-FALL-03")
def test_a_climber_that_is_wounded_falls_even_if_it_is_saved():
    dice = {"to-hit": [1], "to-wound": [4, 3], "save": [6, 2], "fall-hits": [4]}
    events, after = play(under_fire(), SHOOT, dice)
    fell = the(events, ModelsFell)
    assert (fell.fall_in, fell.models) == (4, ("b1.1",))
    model = after.units["b1"].models[0]
    assert (model.wounds, model.on_face, model.level_in, model.prone) == (2, "", 0, True)


@pytest.mark.part_of("ARAP-CLIMB-07")
def test_a_hit_that_does_not_wound_does_not_shake_a_climber_off():
    events, after = play(under_fire(), SHOOT, {"to-hit": [1], "to-wound": [3]})
    assert after.units["b1"].models[0].on_face == "cliff"
    assert not any(isinstance(e, ModelsFell) for e in events)


@pytest.mark.rule("ARAP-CLIMB-07", "BLD-FALL-03")
def test_off_a_building_armour_does_not_soften_the_fall():
    profile = a_profile("climber", sv=4, w=2)
    dice = {"to-hit": [1], "to-wound": [4, 6], "save": [6], "fall-hits": [1]}
    _, after = play(under_fire(3.0, profile=profile, look="building"), SHOOT, dice)
    assert (after.units["b1"].models[0].wounds, after.units["b1"].models[0].prone) == (1, False)


@pytest.mark.part_of("ARAP-CLIMB-07")
def test_a_climber_that_is_killed_does_not_fall_as_well():
    state = under_fire(models=2, profile=a_profile("climber", sv=7))
    dice = {"to-hit": [1], "to-wound": [4], "pick": [1]}
    events, after = play(state, SHOOT, dice)
    assert [m.on_face for m in after.units["b1"].alive] == ["cliff"]
    assert not any(isinstance(e, ModelsFell) for e in events)


# -- hands full ----------------------------------------------------------------------------------------------------


@pytest.mark.part_of("ARAP-CLIMB-08")
@pytest.mark.parametrize(
    ("values", "usable"),
    [
        ({"type": "pistol", "range_in": 12}, True),
        ({"type": "rapid-fire"}, False),
        ({"type": "assault", "traits": ("one-handed",)}, True),
        ({"type": "pistol", "range_in": 12, "traits": ("two-handed",)}, False),
    ],
)
def test_a_climber_has_one_hand_to_shoot_with(values, usable):
    state = a_battle(
        a_unit("a1", [(11.5, 10)], facing=270, weapons=(a_weapon(**values),)),
        a_unit("b1", [(4, 10), (4, 12)]),
        active="a1",
        ap=1,
        terrain=(a_cliff(name="cliff"),),
    )
    state = hanging(state, "a1", "cliff", 3.0)
    refusal = preview(state, SHOOT).refusal
    if usable:
        assert refusal is None
    else:
        assert (refusal.code, refusal.rule, refusal.allowed) == ("hands-full", "ARAP-CLIMB-08", "one-handed weapons")


@pytest.mark.part_of("ARAP-CLIMB-08")
def test_a_climber_has_no_hand_for_its_shield():
    bearer = a_profile(sv=5, inv=4, traits=("shield",))
    assert wounds_and_saves.save_goal(bearer, None).goal == 4
    assert wounds_and_saves.save_goal(bearer, None, climbing=True).goal == 5
    assert wounds_and_saves.save_goal(a_profile(sv=5, inv=4), None, climbing=True).goal == 4


@pytest.mark.part_of("ARAP-CLIMB-04", "ARAP-LADR-01")
@pytest.mark.parametrize(("ladder", "code"), [(False, "climbing"), (True, "on-ladder")])
def test_nobody_walks_off_a_face(ladder, code):
    piece = an_area("open", 12, name="face", elevation_in=6, gradient_deg=90, ladder=ladder)
    state = hanging(a_field(at=((11.5, 10.0),), terrain=(piece,)), "a1", "face", 2.0)
    refusal = going(Move, (10, 10)).check(state)
    assert refusal.code == code


def test_the_fall_is_bookkeeping_alone():
    state = hanging(a_field(terrain=(a_cliff(name="cliff"),)), "a1", "cliff", 5.0)
    fell = ModelsFell(side=B, unit="a1", models=("a1.1",), fall_in=5.0, landings={"a1.1": (11.0, 10.0)}, seq=1)
    model = evolve(state, fell).units["a1"].models[0]
    assert (model.at, model.level_in, model.prone) == ((11.0, 10.0), 0, True)
