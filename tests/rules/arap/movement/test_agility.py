"""Movement saves and agility rolls, and what failing one does."""

import pytest

from rules.arap.damage.falls import ModelsFell
from rules.arap.movement import agility
from rules.arap.movement.agility import CallAgility, ModelsSprawled
from rules.arap.movement.walk import Move
from rules.arap.positions import engagement
from rules.arap.turn.turn import PlayerTurnEnded
from rules.core.refusal import IllegalAction
from rules.dice.odds.chances import chance_low
from rules.engine import preview
from rules.events import Rolled
from rules.state import Melee
from tests.builders import A, a_profile, a_row, play, the
from tests.rules.arap.heights import a_cliff, a_field, an_area, going
from tests.rules.arap.movement.test_walk import refusal_of


def call(**values):
    return CallAgility(**{"side": A, "unit": "a1", "reason": "the plank", **values})


@pytest.mark.rule("ARAP-AGIL-01")
@pytest.mark.part_of("ARAP-DICE-07")
@pytest.mark.parametrize(
    ("initiative", "move", "dice", "goal", "passed", "chance"),
    [
        (3, 2, {"agility": [3]}, 2, False, "1/3"),
        (4, 4, {"agility": [4]}, 4, True, "2/3"),
        (5, 12, {"agility": [6]}, 6, False, "5/6"),
        (1, 2, {"agility": [1], "extended-reroll": [4]}, 0, False, "1/12"),
        (1, 2, {"agility": [1], "extended-reroll": [3]}, 0, True, "1/12"),
    ],
)
def test_a_roll_goes_by_initiative_and_present_move(initiative, move, dice, goal, passed, chance):
    state = a_field(profile=a_profile(i=initiative, m=move))
    assert preview(state, call()).chances[0].exact == chance
    assert chance_low(agility.goal(initiative, move)).limit_denominator(100) == chance_low(goal)
    events, after = play(state, call(), dice)
    assert next(e for e in events if isinstance(e, Rolled)).goal == goal
    assert after.units["a1"].models[0].sprawled is not passed


@pytest.mark.rule("ARAP-AGIL-01")
@pytest.mark.parametrize(
    ("going_", "tags", "goal"),
    [("open", (), 3), ("difficult", (), 2), ("very-difficult", (), 2), ("open", ("encumbered:2",), 2), ("road", (), 3)],
)
def test_terrain_and_encumbrance_slow_the_present_move(going_, tags, goal):
    state = a_field(terrain=(an_area(going_, 5, name="bog"),), unit={"tags": tags})
    events, _ = play(state, call(), {"agility": [1]})
    assert the(events, Rolled).goal == goal


@pytest.mark.rule("ARAP-AGIL-02")
@pytest.mark.parametrize(("speed", "rolls"), [(2.0, False), (2.5, True), (4.0, True)])
def test_ice_calls_for_a_roll_beyond_half_the_rate(speed, rolls):
    state, action = a_field(), call(situation="ice", speed_in=speed)
    if rolls:
        _, after = play(state, action, {"agility": [3]})
        assert not after.units["a1"].models[0].sprawled
    else:
        refused = refusal_of(state, action)
        assert (refused.code, refused.rule) == ("no-roll-needed", "ARAP-AGIL-02")


@pytest.mark.rule("ARAP-AGIL-02")
def test_who_falls_over_neither_moves_nor_attacks_in_that_turn():
    state = a_field(at=a_row(3, 10, 10))
    events, state = play(state, call(models=("a1.2",)), {"agility": [4]})
    assert the(events, ModelsSprawled).sentence(state).startswith("1 of A1 falls over")
    _, moved = play(state, going(Move, (11, 10)))
    assert [m.at[0] for m in moved.units["a1"].models] == [11, 10, 11]
    model = moved.units["a1"].models[1]
    assert engagement.strikes_of(state, Melee(id="m", units=("a1", "b1")), state.units["a1"], model) == []
    over = PlayerTurnEnded(side=A).evolve(moved)
    assert not any(m.sprawled for m in over.units["a1"].models)


@pytest.mark.rule("ARAP-AGIL-02")
def test_a_unit_that_has_fallen_over_to_a_man_stays():
    _, state = play(a_field(), call(), {"agility": [6]})
    refused = refusal_of(state, going(Move, (11, 10)))
    assert (refused.code, refused.rule) == ("sprawled", "ARAP-AGIL-02")


@pytest.mark.rule("ARAP-AGIL-02", "ARAP-FALL-01")
def test_falling_out_of_a_tree_is_a_fall():
    action = call(situation="slippery", consequence="falls", fall_in=5)
    events, after = play(a_field(profile=a_profile(w=2)), action, {"agility": [5], "fall-hits": [4], "to-wound": [2]})
    assert the(events, ModelsFell).fall_in == 5
    assert (after.units["a1"].models[0].wounds, after.units["a1"].models[0].prone) == (1, True)


@pytest.mark.rule("ARAP-AGIL-02")
@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"unit": "zz"}, "unknown-unit"),
        ({"models": ("b1.1",)}, "unknown-model"),
        ({"consequence": "falls"}, "bad-fall"),
        ({"consequence": "falls", "fall_in": 99}, "bad-fall"),
        ({"reason": " "}, "no-reason"),
    ],
)
def test_what_no_roll_can_be_called_for(values, code):
    with pytest.raises(IllegalAction) as refused:
        play(a_field(), call(**values))
    assert (refused.value.code, refused.value.rule) == (code, "ARAP-AGIL-02")


@pytest.mark.rule("ARAP-AGIL-01", "ARAP-AGIL-02")
def test_the_odds_of_several_are_told_before_the_reason_is_written():
    state = a_field(profile=a_profile(i=4, m=6), at=a_row(3, 10, 10))
    shown = preview(state, call(reason=""))
    assert shown.refusal.code == "no-reason"
    assert [(c.label, c.exact) for c in shown.chances] == [
        ("keeps its footing", "5/6"),
        ("all keep their footing", "125/216"),
        ("fail, average", "1/2"),
    ]
    assert shown.notes == ("3 need 5 or less: Initiative 4, +1 moves more than 4″ (ARAP-AGIL-01)",)
    assert preview(state, call(unit="b9")).chances == ()


@pytest.mark.rule("BLD-FALL-03")
def test_off_a_structure_few_saves_count():
    for look, saved in (("hill", [5]), ("building", [])):
        roof = a_cliff(3.0, 0.0, 40.0, look=look)
        state = a_field(terrain=(roof,), profile=a_profile(sv=5))
        dice = {"agility": [6], "fall-hits": [1], "to-wound": [6], "save": saved}
        _, after = play(state, call(situation="save", consequence="falls", fall_in=3), dice)
        assert after.units["a1"].is_gone != bool(saved)
