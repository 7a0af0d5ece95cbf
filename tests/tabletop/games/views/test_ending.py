"""The page of a battle's end: who won, why, and the same once more."""

import re

import pytest

from tabletop.games.models import ChatMessage, Seat, Table
from tests.cast import ALICE, BOB, CHARLIE, act, browser, deployed, fresh

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    table = deployed()
    act(table, BOB, type="Concede")
    return fresh(table)


def rematch(table, person, **fields):
    return browser(person).post(f"/tables/{table.code}/rematch", fields)


def test_the_page_says_who_won_why_and_what_decided_it(table):
    page = browser(CHARLIE).get(f"/tables/{table.code}/end").content.decode()
    assert re.search(r"<h1>.*Ash wins</h1>", page)
    assert "Birch concedes." in page
    assert "<strong>Birch concedes</strong>" in page
    assert "Who played here may ask for a rematch" in page


def test_before_the_end_visitors_are_sent_to_the_table():
    table = deployed()
    answer = browser(ALICE).get(f"/tables/{table.code}/end")
    assert (answer.status_code, answer["Location"]) == (302, f"/tables/{table.code}/")
    assert rematch(table, ALICE, swapped="on").status_code == 422


def test_dock_and_tracker_lead_there(table):
    parts = browser(ALICE).get(f"/tables/{table.code}/mine?as=a").content.decode()
    assert '<a class="btn primary" href="end">What decided it</a>' in parts
    assert '<a class="btn" href="dice#seed-h">Save the log</a>' in parts
    watched = browser(CHARLIE).get(f"/tables/{table.code}/watch").content.decode()
    assert '<a class="link" href="end">Ash wins</a>' in watched


def test_the_log_is_saved_where_the_seed_is_published_and_at_once_from_then_on(table):
    def way() -> str:
        page = browser(ALICE).get(f"/tables/{table.code}/end").content.decode()
        return re.findall(r'<a class="btn" href="([^"]+)">Save the log</a>', page)[0]

    assert way() == f"/tables/{table.code}/dice#seed-h"
    assert f'action="/tables/{table.code}/seed"' in browser(ALICE).get(way()).content.decode()
    browser(ALICE).post(f"/tables/{table.code}/seed")
    assert way() == f"/tables/{table.code}/log.jsonl"
    assert browser(ALICE).get(way()).status_code == 200


def test_a_rematch_has_all_that_the_battle_had_and_its_host_plays_the_other_side(table):
    answer = rematch(table, BOB, swapped="on")
    new = Table.objects.get(code=fresh(table).rematch)
    assert answer["Location"] == f"/tables/{new.code}/"
    assert (new.status, new.name, new.scenario_content) == ("set-up", table.name, table.scenario_content)
    assert [force.value.name for force in new.forces.all()] == ["Ash", "Birch"]
    assert [(seat.name, seat.side) for seat in Seat.objects.filter(table=new)] == [("Bob", "a")]
    assert new.seal not in ("", table.seal)
    assert re.fullmatch("Rematch with sides swapped: table .+", ChatMessage.objects.get(table=table).text)


def test_who_asks_later_is_seated_at_the_table_that_is_there(table):
    first = rematch(table, ALICE, swapped="on")["Location"]
    assert "Take your seat there" in browser(BOB).get(f"/tables/{table.code}/end").content.decode()
    for _ in range(2):
        assert rematch(table, BOB)["Location"] == first
    assert [(seat.name, seat.side) for seat in Seat.objects.filter(table__code=fresh(table).rematch)] == [
        ("Alice", "b"),
        ("Bob", "a"),
    ]
    assert f'href="{first}">To the rematch</a>' in browser(BOB).get(f"/tables/{table.code}/end").content.decode()


def test_who_only_watched_asks_for_none(table):
    assert rematch(table, CHARLIE, swapped="on").status_code == 403
