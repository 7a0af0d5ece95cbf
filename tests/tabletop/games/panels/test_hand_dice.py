"""Dice that somebody throws by hand, as pages show them."""

import pytest
from msgspec.structs import replace

from rules.any_game import TableRoll
from rules.arap.shooting.shoot import Shoot
from rules.arap.turn.activation import Activate
from rules.core.owed import RollAsked
from rules.dice.faces import COMBAT_DIE
from rules.dice.sources import ScriptedDice
from rules.engine import decide, fold
from rules.hand_dice import EnterDice
from rules.state import Owed
from rules.visibility import view
from tabletop.games.panels.hand_dice import choice, throwing
from tabletop.ui.dice import COMBAT
from tests.builders import A, B, a_battle, a_row, a_unit, a_weapon

SHOOT = Shoot(side=A, unit="a1", target="b1")


def battle(how="by_hand", active="a1", **values):
    return a_battle(
        a_unit("a1", a_row(2, 10, 20), weapons=[a_weapon()], name="Ash First", **values),
        a_unit("b1", a_row(3, 20, 20), name="Birch First"),
        active=active,
        ap=2 if active else 0,
        options={"dice_thrown": how},
    )


def asks(state, action):
    return fold(decide(state, action, ScriptedDice({})), state)


def shown(**asked):
    roll = RollAsked(**{"label": "table-roll", "count": 1, **asked})
    return throwing(replace(battle(), owed=Owed(side=A, acting=A, asked=roll)))


def test_a_volley_is_asked_for_with_what_it_needs():
    found = throwing(asks(battle(), SHOOT))
    assert found.title == "Throw 4 dice, tap what they show"
    assert found.needs == "To hit: 3 or less"
    assert [(face.face, face.outcome, face.key) for face in found.faces] == [
        (1, "made", "1"),
        (2, "made", "2"),
        (3, "made", "3"),
        (4, "miss", "4"),
        (5, "miss", "5"),
        (6, "miss", "6"),
    ]
    assert (found.unit.number, found.target.number, found.roll.why) == ("A1", "B1", "Rifle, 4 shots")
    assert found.in_words == "Ash throws 4 dice by hand for A1 against B1: hit 3 or less"
    assert found.doubted_side == ""


def test_what_has_fallen_is_shown_and_may_be_doubted():
    state = asks(battle(), SHOOT)
    found = throwing(asks(state, EnterDice(side=A, faces=(1, 2, 6, 6), by="Ann")))
    assert [(roll.result, roll.entered_by) for roll in found.fallen] == [("2 hits", "Ann")]
    assert found.announced == "2 hits. Ash throws 2 dice by hand for A1 against B1: wound 4 or more"
    assert found.doubted_side == "a"


@pytest.mark.parametrize(
    ("asked", "title", "how"),
    [
        ({"sides": 6, "kind": 66, "count": 2}, "Throw 2 dice, tap what they show", "Two D6 of different colours"),
        ({"sides": 10, "kind": 100, "count": 2}, "Throw 2 D10, tap what they show", "Two D10 of different colours"),
        ({"sides": 5, "sense": "pick"}, "Throw 1 D5, tap what it shows", "A D10: take five off"),
        ({"sides": 7, "sense": "pick"}, "Throw 1 D7, tap what it shows", "One of 7 at random: a D8"),
        ({"sides": 8, "sense": "pick"}, "Throw 1 D8, tap what it shows", ""),
        ({"sides": 360, "label": "direction"}, "Throw for the direction", "Point the arrow"),
        ({"sides": 37, "sense": "pick"}, "Throw 1 D37, enter what it shows", "One of 37 at random: a D100"),
    ],
)
def test_every_kind_of_die_says_how_it_is_thrown(asked, title, how):
    found = shown(**asked)
    assert found.title == title
    assert found.how.startswith(how) if how else not found.how


@pytest.mark.parametrize(
    ("label", "title", "how", "tone"),
    [
        ("scatter-a", "Throw, and tap what the pointer shows", "The pointer is the darker", 0),
        ("scatter-b", "Tap what the base die shows", "The base die is the lighter", 2),
        ("scatter-c", "Tap what the third die shows", "The third die has a colour", 3),
        ("veer-left", "Throw, and tap what the left die shows", "One die for the left", 0),
        ("veer-right", "Tap what the right die shows", "The lighter of the two", 2),
    ],
)
def test_dice_that_are_thrown_together_say_which_of_them_is_meant(label, title, how, tone):
    found = shown(label=label)
    assert found.title == title
    assert found.how.startswith(how)
    assert found.roll.tone == tone


def test_others_learn_nothing_of_a_hidden_unit_that_throws():
    state = asks(battle(active=None, hidden=True), Activate(side=A, unit="a1", dice=2))
    assert throwing(view(state, A)).unit.name == "Ash First"
    found = throwing(view(state, B))
    assert (found.unit, found.in_words) == (None, "Ash throws 2 dice by hand")


@pytest.mark.parametrize(("how", "offered"), [("server", False), ("by_hand", False), ("each", True)])
def test_the_choice_is_offered_where_there_is_one(how, offered):
    assert (choice(battle(how), A) is not None) == offered
    assert choice(battle(how), None) is None


def test_free_rolls_are_thrown_by_hand_as_well():
    assert throwing(asks(battle(), TableRoll(side=B, sides=20))).title == "Throw 1 D20, tap what it shows"


def test_combat_dice_are_entered_by_what_they_show():
    found = shown(label="crusade-attack", kind=COMBAT_DIE, count=3, summed=True, sense="sum")
    assert [(face.face, face.shown, face.key) for face in found.faces] == [
        (1, 0, "0"),
        (4, 1, "1"),
        (5, 2, "2"),
        (6, 3, "3"),
    ]
    assert found.how == "Combat dice. With a D6: 1 to 3 are blank, 4 is 1, 5 is 2, 6 is 3."
    assert (found.drawn, found.sides) == (COMBAT, 6)
