"""Climbing up, down and over, ropes, and jumping down."""

import pytest
from msgspec.structs import replace

from rules.arap.damage.falls import ModelsFell
from rules.arap.events import ModelsMoved, PointsSpent
from rules.arap.movement.climb import Climb, JumpDown, Rappel
from rules.engine import preview
from rules.events import Note, Rolled
from tests.builders import a_profile, a_row, play, the
from tests.rules.arap.heights import a_cliff, a_field, a_wall, going, hanging
from tests.rules.arap.movement.test_walk import refusal_of

FOOT, TOP = (11.95, 10.0), (12.5, 10.0)


def one(state):
    return state.units["a1"].models[0]


def at_the_foot(height=6.0, *, at=(FOOT,), ap=3, initiative=4, m=4, terrain=None, **values):
    """A1 stands at the foot of a cliff whose edge is at x = 12."""
    cliff = a_cliff(height, name="cliff")
    profile = a_profile(i=initiative, m=m, w=2, **values.pop("profile", {}))
    return a_field(at=at, profile=profile, terrain=terrain or (cliff,), ap=ap, **values)


def on_top(height=6.0, *, at=((12.5, 10.0),), **values):
    """A1 stands near the edge, ready to come down to the west."""
    return at_the_foot(height, at=at, facing=270, **values)


# -- up ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ARAP-CLIMB-04", "ARAP-DICE-14", "ARAP-ACT-12")
@pytest.mark.parametrize(("die", "level"), [(4, 4.0), (5, 0.0)])
def test_a_climb_rises_by_the_move_if_the_test_is_passed(die, level):
    state = at_the_foot()
    act = going(Climb, TOP)
    assert (preview(state, act).ap, preview(state, act).chances[0].exact) == (2, "2/3")
    events, after = play(state, act, {"initiative-test": [die]})
    assert (the(events, PointsSpent).points, after.turn.ap) == (2, 1)
    assert (one(after).level_in, one(after).on_face) == (level, "cliff" if level else "")
    assert one(after).at == FOOT


@pytest.mark.rule("ARAP-CLIMB-04")
def test_the_next_action_goes_on_to_the_top_and_over_the_edge():
    state = hanging(at_the_foot(), "a1", "cliff", 4.0)
    _, after = play(state, going(Climb, (13.5, 10.0)), {"initiative-test": [1]})
    assert (one(after).on_face, one(after).level_in) == ("", 0)
    assert one(after).at == (13.5, 10.0)


@pytest.mark.rule("ARAP-CLIMB-04")
def test_who_fails_half_way_up_stays_there():
    state = hanging(at_the_foot(), "a1", "cliff", 4.0)
    _, after = play(state, going(Climb, TOP), {"initiative-test": [6]})
    assert (one(after).on_face, one(after).level_in) == ("cliff", 4.0)


@pytest.mark.rule("ARAP-CLIMB-04", "ARAP-CLIMB-10")
def test_failing_is_told_before_and_after():
    state = at_the_foot(at=((10.0, 10.0),))
    notes = preview(state, going(Climb, TOP)).notes
    assert "If the test fails they rise no further in this action. (ARAP-CLIMB-04)" in notes
    events, after = play(state, going(Climb, TOP), {"initiative-test": [6]})
    lines = [e.sentence(after) for e in events if isinstance(e, Note | ModelsMoved)]
    assert lines == ["A1.1 finds no hold and rises no further", "A1 moves 1.95″"]
    down = preview(on_top(3.0, at=((12.05, 10.0),)), going(Climb, (8, 10))).notes
    assert "If the test fails D6 of them fall from where they began. (ARAP-CLIMB-10)" in down


@pytest.mark.rule("ARAP-CLIMB-10", "ARAP-FALL-03")
@pytest.mark.parametrize(("height", "prone"), [(3.0, ""), (6.0, " and is prone")])
def test_a_climb_down_goes_by_its_own_rule_and_says_what_a_fall_costs(height, prone):
    state, act = on_top(height, at=((12.05, 10.0),)), going(Climb, (8, 10))
    shown = preview(state, act)
    assert shown.rules[0] == "ARAP-CLIMB-10"
    stake = f"Who falls {height:g}″ takes D3 hits at Strength {height:g}{prone}: "
    assert [n for n in shown.notes if n.startswith(stake)]
    events, after = play(state, act, {"initiative-test": [1]})
    assert the(events, ModelsMoved).sentence(after) == "A1 climbs down"
    events, after = play(state, act, {"initiative-test": [6], "fall-hits": [1], "to-wound": [1]})
    moves = [e.sentence(after) for e in events if isinstance(e, ModelsMoved)]
    assert moves == ([] if prone else ["A1 goes on after the fall"])


@pytest.mark.rule("ARAP-CLIMB-04")
def test_the_way_to_the_foot_and_the_climb_share_one_move():
    state = at_the_foot(at=((10.0, 10.0),))
    _, after = play(state, going(Climb, TOP), {"initiative-test": [1]})
    assert one(after).level_in == pytest.approx(2.0, abs=0.051)
    assert one(after).at == FOOT


@pytest.mark.rule("ARAP-CLIMB-04")
def test_a_unit_takes_one_test_and_a_character_its_own():
    hero = a_profile("hero", i=5, traits=("independent",), w=2)
    state = at_the_foot(at=a_row(3, 11.95, 10))
    models = state.units["a1"].models
    state = replace(state, profiles={**state.profiles, hero.id: hero})
    state = state.with_unit(replace(state.units["a1"], models=(*models[:2], replace(models[2], profile=hero.id))))
    labels = [(c.label, c.exact) for c in preview(state, going(Climb, TOP)).chances]
    assert labels == [("holds on, Trooper", "2/3"), ("holds on, Hero", "5/6")]
    events, after = play(state, going(Climb, TOP), {"initiative-test": [5, 5]})
    assert [e.goal for e in events if isinstance(e, Rolled)] == [4, 5]
    assert [m.level_in for m in after.units["a1"].models] == [0, 0, 4]


@pytest.mark.rule("ARAP-CLIMB-05")
def test_a_wall_higher_than_the_model_is_crossed_in_one_move_with_one_test():
    state = at_the_foot(terrain=(a_wall(3.0),), at=((11.8, 10.0),))
    events, after = play(state, going(Climb, (12.4, 10)), {"initiative-test": [4]})
    assert one(after).at == (12.4, 10)
    assert the(events, ModelsMoved).spent_in == pytest.approx(3.6, abs=0.051)


@pytest.mark.rule("ARAP-CLIMB-05", "ARAP-CLIMB-10")
def test_a_wall_that_takes_two_moves_is_climbed_down_as_well():
    state = at_the_foot(terrain=(a_wall(4.0),), at=((11.825, 10.0),))
    _, astride = play(state, going(Climb, (12.4, 10)), {"initiative-test": [4]})
    assert (one(astride).on_face, one(astride).level_in) == ("wall", 4.0)
    astride = replace(astride, turn=replace(astride.turn, ap=2))
    _, after = play(astride, going(Climb, (12.4, 10)), {"initiative-test": [4]})
    assert (one(after).on_face, one(after).at[0]) == ("wall", pytest.approx(12.175))
    assert one(after).level_in == pytest.approx(0.3, abs=0.02)


@pytest.mark.part_of("ARAP-CLIMB-06")
def test_a_difficult_face_is_climbed_at_half_the_rate():
    state = at_the_foot(terrain=(a_cliff(6.0, name="cliff", vertical="difficult"),))
    _, after = play(state, going(Climb, TOP), {"initiative-test": [1]})
    assert one(after).level_in == 2.0


@pytest.mark.rule("ARAP-TERR-04")
def test_on_a_variable_face_the_better_of_two_dice_is_the_allowance():
    state = at_the_foot(terrain=(a_cliff(6.0, name="cliff", vertical="variable"),))
    _, after = play(state, going(Climb, TOP), {"variable-move": [3, 1], "initiative-test": [1]})
    assert one(after).level_in == 3.0


@pytest.mark.rule("ARAP-CLIMB-06")
def test_an_impassable_face_is_not_climbed():
    state = at_the_foot(terrain=(a_cliff(6.0, name="cliff", vertical="impassable"),))
    refused = refusal_of(state, going(Climb, TOP))
    assert (refused.code, refused.rule) == ("unclimbable", "ARAP-CLIMB-06")


@pytest.mark.rule("ARAP-CLIMB-04")
def test_what_is_no_climb_is_a_move():
    refused = refusal_of(at_the_foot(1.5), going(Climb, TOP))
    assert (refused.code, refused.rule, refused.allowed) == ("nothing-to-climb", "ARAP-CLIMB-04", "move: 1 AP")
    assert refusal_of(at_the_foot(ap=1), going(Climb, TOP)).code == "too-few-points"


def test_prone_models_do_not_climb():
    state = at_the_foot()
    unit = state.units["a1"]
    state = state.with_unit(replace(unit, prone=True, models=tuple(replace(m, prone=True) for m in unit.models)))
    assert refusal_of(state, going(Climb, TOP)).code == "prone"


def test_two_ranks_do_not_stand_on_each_other():
    state = at_the_foot(at=((11.95, 10.0), (10.9, 10.0)))
    _, after = play(state, going(Climb, TOP), {"initiative-test": [1]})
    front, rear = after.units["a1"].models
    assert (front.level_in, rear.level_in) == (4.0, 0)
    assert rear.at[0] <= 11.0


# -- down ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ARAP-CLIMB-10", "ARAP-FALL-01", "ARAP-FALL-03")
def test_a_failed_descent_drops_d6_of_the_unit_from_where_they_began():
    state = on_top(at=a_row(5, 12.05, 10), initiative=3)
    dice = {
        "initiative-test": [4],
        "fall-count": [3],
        "pick": [1, 1, 1],
        "fall-hits": [1, 1, 1],
        "to-wound": [1, 1, 1],
    }
    events, after = play(state, going(Climb, (8, 10)), dice)
    fell = the(events, ModelsFell)
    assert (fell.fall_in, fell.models) == (6, ("a1.1", "a1.2", "a1.3"))
    models = after.units["a1"].models
    assert [m.prone for m in models] == [True, True, True, False, False]
    assert [round(m.level_in, 2) for m in models] == [0, 0, 0, 2, 2]


@pytest.mark.rule("ARAP-CLIMB-10")
def test_no_more_fall_than_are_on_the_face():
    state = on_top(at=((12.05, 10.0), (12.05, 11.5), (30.0, 10.0)), initiative=3)
    dice = {"initiative-test": [4], "fall-count": [6], "fall-hits": [1, 1], "to-wound": [1, 1]}
    events, _ = play(state, going(Climb, (11.5, 10)), dice)
    assert the(events, ModelsFell).models == ("a1.1", "a1.2")


@pytest.mark.rule("ARAP-CLIMB-10")
def test_a_single_model_that_fails_falls_itself_and_from_its_present_height():
    state = hanging(at_the_foot(), "a1", "cliff", 2.5)
    dice = {"initiative-test": [6], "fall-hits": [1], "to-wound": [1]}
    events, after = play(state, going(Climb, (9, 10)), dice)
    assert the(events, ModelsFell).fall_in == 2.5
    # After 3 inches or less it may move on with the whole of its allowance.
    assert (one(after).at, one(after).prone) == ((9, 10), False)


@pytest.mark.rule("ARAP-CLIMB-10")
def test_a_descent_that_holds_goes_down_by_the_move():
    _, after = play(on_top(3.0, at=((12.05, 10.0),)), going(Climb, (8, 10)), {"initiative-test": [1]})
    assert one(after).at[0] == pytest.approx(10.95, abs=0.06)
    assert one(after).on_face == ""


@pytest.mark.rule("ARAP-CLIMB-11", "ARAP-ACT-12")
def test_ropes_bring_a_unit_down_at_its_rate_for_one_point():
    cliff = a_cliff(3.0, name="cliff", ropes=True)
    state = on_top(terrain=(cliff,), at=((12.05, 10.0),))
    act = going(Rappel, (8, 10))
    assert (preview(state, act).ap, preview(state, act).chances[0].exact) == (1, "2/3")
    events, after = play(state, act, {"initiative-test": [2]})
    assert the(events, PointsSpent).points == 1
    assert 12.0 - one(after).at[0] == pytest.approx(1.0, abs=0.06)


@pytest.mark.rule("ARAP-CLIMB-11", "ARAP-CLIMB-10", "ARAP-FALL-01")
def test_a_failed_rappel_is_a_fall():
    state = on_top(at=((12.05, 10.0),), unit={"tags": ("ropes",)})
    dice = {"initiative-test": [5], "fall-hits": [2], "to-wound": [1, 1]}
    events, after = play(state, going(Rappel, (8, 10)), dice)
    assert the(events, ModelsFell).fall_in == 6
    assert one(after).prone


@pytest.mark.part_of("ARAP-CLIMB-11")
@pytest.mark.parametrize(
    ("at", "end", "tags", "code"),
    [
        ((12.05, 10.0), (8, 10), (), "no-ropes"),
        ((11.95, 10.0), (13, 10), ("ropes",), "too-high"),
        ((20.0, 10.0), (21, 10), ("ropes",), "no-drop"),
    ],
)
def test_what_cannot_be_rappelled(at, end, tags, code):
    assert refusal_of(on_top(at=(at,), unit={"tags": tags}), going(Rappel, end)).code == code


# -- jumping down --------------------------------------------------------------------------------------------------


@pytest.mark.rule("ARAP-FALL-02", "ARAP-DICE-14")
def test_a_jump_of_six_inches_takes_three_tests_and_no_allowance():
    state = on_top(initiative=3)
    act = going(JumpDown, (8.5, 10))
    assert [(c.label, c.exact) for c in preview(state, act).chances] == [("lands safely, 3 tests", "1/8")]
    events, after = play(state, act, {"initiative-test": [1, 3, 2]})
    assert one(after).at == (8.5, 10)
    assert the(events, ModelsMoved).spent_in == pytest.approx(4, abs=0.11)


@pytest.mark.rule("ARAP-FALL-02", "ARAP-FALL-01", "ARAP-FALL-03")
def test_one_failed_test_is_a_fall_from_the_edge():
    state = on_top(5.0)
    act = going(JumpDown, (8.5, 10))
    assert preview(state, act).chances[0].exact == "4/9"
    events, after = play(state, act, {"initiative-test": [4, 5], "fall-hits": [1], "to-wound": [1]})
    assert the(events, ModelsFell).fall_in == 5
    assert (one(after).prone, one(after).at) == (True, (11.95, 10))


@pytest.mark.rule("ARAP-FALL-02")
def test_less_than_two_inches_take_no_test():
    events, after = play(on_top(1.5, initiative=1), going(JumpDown, (8.5, 10)), {})
    assert one(after).at == (8.5, 10)
    assert not any(isinstance(e, Rolled) for e in events)


@pytest.mark.rule("ARAP-FALL-03", "ARAP-FALL-02")
def test_after_a_fall_of_three_inches_a_jumper_moves_on():
    dice = {"initiative-test": [6], "fall-hits": [1], "to-wound": [1]}
    events, after = play(on_top(3.0), going(JumpDown, (8.5, 10)), dice)
    assert (one(after).at, one(after).prone) == ((8.5, 10), False)
    assert the(events, ModelsFell).landings == {"a1.1": (11.95, 10.0)}


@pytest.mark.part_of("ARAP-FALL-04")
@pytest.mark.parametrize(
    ("height", "traits", "legal"), [(6, (), True), (6.5, (), False), (9, ("gravity-chute",), True)]
)
def test_beyond_six_inches_only_a_device_lets_one_jump(height, traits, legal):
    state = on_top(height, profile={"traits": traits})
    act = going(JumpDown, (8.5, 10))
    if legal and traits:
        _, after = play(state, act, {})
        assert one(after).at == (8.5, 10)
    elif legal:
        assert act.check(state) is None
    else:
        refused = refusal_of(state, act)
        assert (refused.code, refused.rule) == ("too-deep", "ARAP-FALL-04")


@pytest.mark.rule("ARAP-FALL-04")
def test_low_gravity_spares_tests():
    state = on_top(6)
    state = replace(state, scenario=replace(state.scenario, jump_step_in=4))
    act = going(JumpDown, (8.5, 10))
    assert preview(state, act).chances[0].label == "lands safely, 1 test"
    _, after = play(state, act, {"initiative-test": [4]})
    assert one(after).at == (8.5, 10)


@pytest.mark.rule("ARAP-FALL-02")
def test_where_there_is_no_drop_there_is_no_jump():
    refused = refusal_of(on_top(at=((20.0, 10.0),)), going(JumpDown, (22, 10)))
    assert (refused.code, refused.rule) == ("no-drop", "ARAP-FALL-02")


@pytest.mark.rule("ARAP-FALL-02")
def test_a_hanging_model_may_let_go():
    state = hanging(at_the_foot(), "a1", "cliff", 4.0)
    _, after = play(state, going(JumpDown, (9, 10)), {"initiative-test": [4, 4]})
    assert (one(after).at, one(after).on_face) == ((9, 10), "")


@pytest.mark.rule("ARAP-FALL-01", "BLD-FALL-03")
def test_off_a_roof_armour_does_not_help():
    roof = a_cliff(4.0, name="roof", look="building")
    state = on_top(terrain=(roof,), profile={"sv": 4})
    dice = {"initiative-test": [6, 6], "fall-hits": [1], "to-wound": [6]}
    _, after = play(state, going(JumpDown, (8.5, 10)), dice)
    assert one(after).wounds == 1


@pytest.mark.rule("ARAP-TERR-03", "ARAP-CAS-07")
def test_a_quarter_lost_to_a_fall_is_tested_for_at_once():
    state = on_top(at=a_row(4, 12.5, 10), profile={"sv": 7}, initiative=3)
    state = state.with_unit(
        replace(state.units["a1"], models=tuple(replace(m, wounds=1) for m in state.units["a1"].models))
    )
    dice = {
        "initiative-test": [1, 1, 1, 1, 1, 1, 6, 6, 1, 1, 1, 1],
        "fall-hits": [1],
        "to-wound": [6],
        "casualties-test": [1, 1],
    }
    _, after = play(state, going(JumpDown, (9, 10)), dice)
    assert len(after.units["a1"].alive) == 3
