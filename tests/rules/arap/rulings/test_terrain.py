"""The host rules on faces and gravity, before play and in it."""

import pytest
from msgspec.structs import replace

from rules import fold, new_game, preview
from rules.arap.movement.climb import Climb, JumpDown
from rules.arap.rulings.terrain import FacesRuled, GravityRuled, RuleFaces, RuleGravity
from rules.table.scenario import Scenario
from tests.builders import A, B, play, the
from tests.rules.arap.heights import a_cliff, a_wall, going
from tests.rules.arap.movement.test_climb import TOP, at_the_foot, on_top, one, refusal_of
from tests.rules.arap.turn.test_setup import an_army, squad


@pytest.mark.rule("ARAP-CLIMB-06")
def test_a_face_that_is_ruled_difficult_is_climbed_at_half_the_rate():
    state = at_the_foot(terrain=(a_cliff(6.0, name="cliff"),))
    cliff = state.terrain[0]
    events, state = play(state, RuleFaces(side=A, terrain=cliff.id, vertical="difficult", reason="wet stone"), {})
    text = the(events, FacesRuled).sentence(state)
    assert text == "Host: the faces of cliff are difficult to climb, twice their height (wet stone)"
    _, after = play(state, going(Climb, TOP), {"initiative-test": [1]})
    assert one(after).level_in == 2.0


@pytest.mark.rule("ARAP-CLIMB-06")
@pytest.mark.parametrize(
    ("terrain", "reason", "code", "allowed"),
    [
        ("cliff", " ", "no-reason", "a few words"),
        ("wall", "smooth", "no-faces", "Cliff"),
        ("moon", "smooth", "unknown-terrain", "Cliff"),
    ],
)
def test_faces_are_ruled_on_where_there_are_any(terrain, reason, code, allowed):
    cliff = replace(a_cliff(6.0), id="cliff")
    state = at_the_foot(terrain=(cliff, a_wall(2.0, x=30.0)))
    refused = refusal_of(state, RuleFaces(side=A, terrain=terrain, vertical="impassable", reason=reason))
    assert (refused.code, refused.rule, refused.allowed) == (code, "ARAP-CLIMB-06", allowed)


@pytest.mark.rule("ARAP-FALL-04")
def test_in_gravity_that_is_ruled_low_a_test_covers_more():
    state = on_top(6)
    assert preview(state, going(JumpDown, (8.5, 10))).chances[0].label == "lands safely, 3 tests"
    events, state = play(state, RuleGravity(side=A, step_in=6, reason="on the moon"), {})
    assert the(events, GravityRuled).sentence(state) == (
        "Host: one test covers 6″ of a jump down, was 2″ (on the moon)"
    )
    assert preview(state, going(JumpDown, (8.5, 10))).chances[0].label == "lands safely, 1 test"


@pytest.mark.rule("ARAP-FALL-04")
@pytest.mark.parametrize(
    ("step", "reason", "code"), [(1.5, "heavy", "bad-ruling"), (13, "x", "bad-ruling"), (4, "", "no-reason")]
)
def test_gravity_is_normal_or_low(step, reason, code):
    refused = refusal_of(on_top(6), RuleGravity(side=A, step_in=step, reason=reason))
    assert (refused.code, refused.rule) == (code, "ARAP-FALL-04")


def test_what_was_agreed_before_play_holds_where_the_scenario_says_nothing():
    slick = replace(a_cliff(4.0), id="slick", vertical="impassable")
    field = Scenario(name="Moon", terrain=(replace(a_cliff(6.0), id="cliff"), slick, a_wall(2.0, x=30.0)))
    agreed = {"vertical_trait": "very_difficult", "gravity_step": 4}
    state = fold(new_game(field, {A: an_army(squad()), B: an_army(squad())}, agreed))
    assert [t.vertical for t in state.terrain] == ["very-difficult", "impassable", "none"]
    assert state.scenario.jump_step_in == 4
    plain = fold(new_game(field, {A: an_army(squad()), B: an_army(squad())}))
    assert (plain.terrain, plain.scenario.jump_step_in) == (field.terrain, 2)
