"""The battle in plain sentences: what is said of an act, and what matters."""

import pytest

from tabletop.games import services
from tabletop.games.log import commentary, entries
from tests.cast import ALICE, act, deployed, fresh

pytestmark = pytest.mark.django_db


def told(table, limit=3):
    table = fresh(table)
    return commentary.told(entries.latest(table, "public", table.seq, limit=limit))


def test_an_act_is_told_with_its_dice_and_what_came_of_them():
    table = deployed()
    act(table, ALICE, type="Activate", unit="a1", dice=2)
    said = told(table)[0].text
    assert said.startswith("Ash First activates on 2 dice. ")
    assert " and " in said
    assert ", to 5 or less: " in said
    assert said.endswith(".")
    assert "<" not in said


def test_a_turn_that_begins_matters_and_a_move_does_not():
    table = deployed()
    turn = next(one for one in told(table, 20) if one.begins)
    assert turn.loud
    assert "Turn 1: Ash." in turn.text
    assert not told(table, 20)[-1].loud


def test_what_was_taken_back_is_said_to_be():
    table = deployed()
    act(table, ALICE, type="RuleUnit", unit="a1", what="pinned", value=1, reason="tripped")
    services.undo(code=table.code, person=ALICE)
    newest, before = told(table, 2)
    assert newest.text.startswith("Taken back")
    assert before.text.startswith("Taken back: ")


def test_in_brief_nothing_is_said_of_dice_and_what_came_of_them_is():
    table = deployed()
    act(table, ALICE, type="Activate", unit="a1", dice=2)
    one = told(table)[0]
    assert one.brief.startswith("Ash First activates on 2 dice. ")
    assert ", to 5 or less: " not in one.brief
    assert len(one.brief) < len(one.text)
