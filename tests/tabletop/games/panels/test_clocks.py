"""The clock of a question in another's turn: it shows to the table, and chooses nothing."""

import sys
from datetime import timedelta

import pytest
from django.utils import timezone

from rules import encode
from rules.bots import next_action, to_act
from rules.dice.sources import SeededDice
from tabletop.games import services
from tabletop.games.access.refusals import Refused
from tabletop.games.log import journal
from tabletop.games.models import EventRecord, Table
from tests.cast import ALICE, BOB, CHARLIE, browser, deployed, fresh, state_of

pytestmark = pytest.mark.django_db

PEOPLE = {"a": ALICE, "b": BOB}


@pytest.fixture(autouse=True)
def the_same_dice(settings, monkeypatch):
    """One row of throws, the same in each run: somebody is asked, and no battle ends before."""
    settings.TABLETOP_DICE_SOURCE = f"{__name__}.from_the_row"
    monkeypatch.setattr(sys.modules[__name__], "ROW", SeededDice(5))


ROW = SeededDice(5)


def from_the_row(_sealed):
    """What the table throws with, whatever its seed."""
    return ROW


def an_open_question():
    """A table whose dice and choices have led to a question put to who is not to act; the events are new."""
    table, choices = deployed(), SeededDice(5)
    for number in range(400):
        state = state_of(table)
        if state.prompt is not None and state.active_side not in (None, state.prompt.side):
            return fresh(table), state.prompt.side
        action = next_action(state, choices, number * 10)
        services.submit_action(code=table.code, person=PEOPLE[to_act(state)], action=encode(action))
        table = fresh(table)
    raise AssertionError("nobody was asked anything in another's turn")


def asked_of(person, table):
    return browser(person).get(f"/tables/{table.code}/answering").json()


def test_players_and_the_host_see_how_much_time_is_left_and_nothing_is_chosen_at_its_end():
    table, side = an_open_question()
    assert asked_of(ALICE, table) is None  # the table keeps no clock
    services.settle(code=table.code, person=ALICE, answer_s=90)
    later(table, 38)
    for person in (ALICE, BOB):
        shown = asked_of(person, table)
        assert (shown["side"], shown["name"], shown["of_s"]) == (side, state_of(table).side(side).name, 90)
        assert 50 <= shown["left_s"] <= 52
    assert 50 <= asked_of(CHARLIE, table)["left_s"] <= 52
    later(table, 300)
    assert asked_of(BOB, table)["left_s"] == 0
    assert state_of(table).prompt is not None
    choices = SeededDice(6)
    answer = next_action(state_of(table), choices, 0)
    services.submit_action(code=table.code, person=PEOPLE[side], action=encode(answer))
    assert fresh(table).seq > table.seq


def test_onlookers_behind_the_table_see_the_clock_as_far_behind():
    table, side = an_open_question()
    services.settle(code=table.code, person=ALICE, answer_s=90, delay_s=60)
    happened(table, 100)
    assert 48 <= asked_of(CHARLIE, table)["left_s"] <= 50
    assert asked_of(ALICE, table)["left_s"] >= 88  # set a moment ago
    screen = browser(ALICE).get(f"/tables/{table.code}/answering", {"as": "screen"}).json()
    assert screen["side"] == side
    assert screen["left_s"] <= 50
    happened(table, 40)
    assert asked_of(CHARLIE, table) is None


def happened(table, seconds):
    """All that is in the log, so long ago."""
    EventRecord.objects.filter(table=table).update(at=timezone.now() - timedelta(seconds=seconds))
    journal.forget()


def later(table, seconds):
    """Nobody has done anything for so long."""
    row = Table.objects.filter(pk=table.pk)
    row.update(updated_at=row.get().updated_at - timedelta(seconds=seconds))


def test_a_paused_battle_has_no_clock_and_a_whole_one_when_it_goes_on():
    table, _ = an_open_question()
    services.settle(code=table.code, person=ALICE, answer_s=60)
    services.pause(code=table.code, person=ALICE)
    assert asked_of(ALICE, table) is None
    later(table, 500)
    services.resume(code=table.code, person=ALICE)
    assert asked_of(ALICE, table)["left_s"] >= 55


@pytest.mark.parametrize("seconds", [9, 601, -5])
def test_a_time_that_nobody_can_answer_in_is_refused(seconds):
    table = deployed()
    with pytest.raises(Refused, match=f"{seconds} s to answer in cannot be set") as refused:
        services.settle(code=table.code, person=ALICE, answer_s=seconds)
    assert refused.value.refusal.allowed == "0, or 10 s to 10 min (600)"


def test_the_host_alone_sets_it():
    table = deployed()
    with pytest.raises(Refused):
        services.settle(code=table.code, person=BOB, answer_s=60)
    assert fresh(table).answer_s == 0
