"""Whom fighters strike at where enemies of several kinds are in reach: their owner names them. (ARAP-MELEE-03)"""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.attacks.struck_at import FoeNamed
from rules.arap.turn.activation import EndActivation
from rules.arap.units.standing_answers import StandingAnswer, StandingAnswerGiven
from rules.engine import legal_actions, preview
from rules.progress import waiting
from tests.builders import A, B, play, the
from tests.rules.arap.fights import a_fight, a_squad, fighter, rolls

END = EndActivation(side=A)
NEVER = StandingAnswer(side=A, unit="a1", about="strike-at", answer="never")


def melee():
    """A1, one fighter of WS4, between B1 of WS5, who is nearer, and B2 of WS3."""
    return a_fight(
        a_squad("a1", 1, 20, profile=fighter("ace", ws=4, i=5)),
        a_squad("b1", 1, 21.5, profile=fighter("chief", ws=5, i=2), facing=270),
        a_squad("b2", 1, 21.5, 11.2, profile=fighter("levy", ws=3, i=2), facing=270),
    )


@pytest.mark.rule("ARAP-MELEE-03")
def test_whoever_has_a_choice_names_whom_his_fighters_strike_at():
    _, asked = play(melee(), END, by_itself=())
    assert (asked.prompt.kind, asked.prompt.side, asked.prompt.decline) == ("strike-at", A, "nearest")
    assert [(o.id, o.detail) for o in asked.prompt.options] == [
        ("nearest", "each for himself"),
        ("b1/chief", "WS 5, T 3"),
        ("b2/levy", "WS 3, T 3"),
        ("never", "not asked again"),
    ]
    found = waiting(asked).odds(asked, asked)
    assert found["b2/levy"][0].value > found["b1/chief"][0].value == found["nearest"][0].value
    dice = {"to-hit": [6, 6, 6]}
    events, after = play(asked, Answer(side=A, choice="b2/levy"), dice, by_itself=("close-up",))
    assert the(events, FoeNamed).sentence(asked) == "A1 strikes at Levy of B2 where it can"
    mine = next(r for r in rolls(events, "to-hit") if r.unit == "a1")
    assert (mine.target, mine.goal) == ("b2", 4)
    assert after.melees[0].aims == {}, "it holds for one round"
    events, _ = play(asked, Answer(side=A, choice="nearest"), dice, by_itself=("close-up",))
    mine = next(r for r in rolls(events, "to-hit") if r.unit == "a1")
    assert (mine.target, mine.goal) == ("b1", 2)


@pytest.mark.rule("ARAP-MELEE-03")
def test_who_has_said_that_each_strikes_at_the_nearest_is_not_asked_again():
    _, asked = play(melee(), END, by_itself=())
    events, after = play(asked, Answer(side=A, choice="never"), {"to-hit": [6, 6, 6]}, by_itself=("close-up",))
    assert the(events, StandingAnswerGiven).answer == after.units["a1"].standing["strike-at"] == "never"
    assert next(r for r in rolls(events, "to-hit") if r.unit == "a1").target == "b1"
    _, shown = play(melee(), NEVER)
    events, _ = play(shown, END, {"to-hit": [6, 6, 6]}, by_itself=("close-up",))
    assert next(r for r in rolls(events, "to-hit") if r.unit == "a1").target == "b1"


def test_nobody_is_asked_who_has_no_choice_or_fights_in_a_game_of_before():
    events, _ = play(replace(melee(), version="3"), END, {"to-hit": [6, 6, 6]}, by_itself=("close-up",))
    assert next(r for r in rolls(events, "to-hit") if r.unit == "a1").target == "b1"
    alone = a_fight(a_squad("a1", 1, 20), a_squad("b1", 1, 21.5, facing=270))
    _, after = play(alone, END, {"to-hit": [6, 6]}, by_itself=())
    assert after.prompt is None or after.prompt.kind == "close-up"


def test_it_is_offered_to_those_in_a_melee_in_either_turn():
    for side, unit in ((A, "a1"), (B, "b1")):
        found = [o for o in legal_actions(melee(), side) if o.kind == "standing" and o.unit == unit]
        assert [o.label for o in found] == ["Never name whom they strike at in melee"]
    assert preview(melee(), NEVER).notes == ("never: name whom they strike at in melee",)
    refusal = preview(melee(), StandingAnswer(side=A, unit="a1", about="strike-at", answer="ask")).refusal
    assert (refusal.rule, refusal.allowed.rpartition("; ")[2]) == ("ARAP-MELEE-04", "always, never")
