"""Dice thrown by hand over HTTP: what pages ask, what is refused, disputes."""

import json

import pytest

from tabletop.games import services
from tests.cast import ALICE, BOB, a_battle_at, a_table, act, browser, deployed, fresh, state_of

pytestmark = pytest.mark.django_db
JSON = {"content_type": "application/json", "headers": {"Accept": "application/json"}}


def post(person, table, what, **fields):
    return browser(person).post(f"/tables/{table.code}/{what}", json.dumps(fields), **JSON)


def page(person, table, what="", **query):
    return " ".join(browser(person).get(f"/tables/{table.code}/{what}", query).content.decode().split())


def by_hand(how="by_hand"):
    table = a_table()
    services.set_up(code=table.code, person=ALICE, options={"dice_thrown": how})
    return a_battle_at(fresh(table))


@pytest.mark.rule("ARAP-DICE-15")
def test_who_throws_is_chosen_at_set_up_among_three():
    table = a_table()
    found = page(ALICE, table, "change")
    for value, word in (("server", "server"), ("by_hand", "by hand"), ("each", "each")):
        assert f'value="{value}"' in found
        assert word in found


def test_the_thrower_is_asked_for_faces_and_others_wait():
    table = by_hand()
    act(table, ALICE, type="RollOff")
    assert "Throw 2 dice, tap what they show" in page(ALICE, table)
    found = page(BOB, table)
    assert "Ash throws 2 dice by hand: Roll-off for the first turn: Ash, Birch." in found
    assert 'class="face"' not in found
    assert "Dispute the dice</button>" not in found


def test_bad_faces_are_refused_with_those_that_are_allowed():
    table = by_hand()
    act(table, ALICE, type="RollOff")
    answer = post(ALICE, table, "act", action={"type": "EnterDice", "faces": [6, 7]})
    assert answer.status_code == 422
    assert answer.json()["error"] == {
        "code": "bad-die",
        "message": "A D6 has no 7.",
        "rule": "ARAP-DICE-15",
        "allowed": "2 faces, each from 1 to 6",
    }


def test_disputed_dice_are_offered_to_be_thrown_again():
    table = by_hand()
    act(table, ALICE, type="RollOff")
    act(table, ALICE, type="EnterDice", faces=[5, 5])
    assert 'data-dialog="dispute-dialog"' in page(BOB, table)
    doubt = post(BOB, table, "dispute", reason="Behind the box")["Livetable-Proposal"]
    found = page(ALICE, table)
    assert "Bob disputes the dice: Behind the box." in found
    assert f'data-post="disputes/{doubt}/again"' in found
    assert f'data-post="disputes/{doubt}/again"' not in page(BOB, table)
    assert post(BOB, table, f"disputes/{doubt}/again").json()["error"]["code"] == "no-right"
    assert post(ALICE, table, f"disputes/{doubt}/again").status_code == 204
    assert state_of(table).owed.fallen == ()


def test_each_player_chooses_in_the_menu_and_may_leave_a_roll():
    table = by_hand("each")
    assert "Throw my dice by hand" in page(ALICE, table)
    act(table, ALICE, type="ChooseDice", by_hand=True)
    assert "Leave my dice to the server" in page(ALICE, table, "mine", **{"as": "a"})
    act(table, ALICE, type="RollOff")
    assert "Let the server throw</button>" in page(ALICE, table)
    assert post(ALICE, table, "act", action={"type": "LeaveDice"}).status_code == 204


def test_where_all_throw_by_hand_the_server_is_a_ruling():
    table = by_hand()
    act(table, BOB, type="TableRoll", sides=6)
    found = page(BOB, table)
    assert "Have the server throw" in found
    asked = post(BOB, table, "ruling", action={"type": "RuleDice", "reason": "Lost one"})["Livetable-Proposal"]
    assert "<b>Bob asks for a ruling, the server throws the dice</b>: Lost one" in page(ALICE, table)
    assert post(ALICE, table, f"proposals/{asked}/agree").status_code == 204
    assert state_of(table).owed is None


@pytest.mark.rule("ARAP-ACT-02")
def test_four_dice_for_an_activation_are_refused_like_anything_else():
    answer = post(ALICE, deployed(), "act", action={"type": "Activate", "unit": "a1", "dice": 4})
    error = answer.json()["error"]
    assert (error["code"], error["rule"], error["allowed"]) == ("bad-dice", "ARAP-ACT-02", "1 to 3 dice")
