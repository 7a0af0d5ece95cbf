"""The way in: the offer on the first page, the form, the exhibition, and what is asked of the house at a table."""

import json
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from tabletop.games import services
from tabletop.games.access import entrance, rights
from tabletop.games.access.rights import BOT
from tabletop.games.house import exhibition, offers, openings, turns
from tabletop.games.house.attendance import attendance
from tabletop.games.log import journal
from tabletop.games.models import EventRecord, Table
from tabletop.games.samples import samples
from tabletop.games.samples.battle import GOOD_SHOT
from tests.cast import ALICE, BOB, a_table, browser, deployed, fresh
from tests.markup import flowing

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """Pages are drawn and nobody plays on behind them: the house's threads would be in the way of the next test."""
    entrance.opened.forget()
    monkeypatch.setattr(attendance, "look", lambda tables: None)


@pytest.fixture
def content():
    samples.load_armies()
    samples.load_scenarios()


def text_of(answer):
    return flowing(answer.content.decode())


# ------------------------------------------------------------------ from the first page


def test_a_battle_is_made_ready_command_by_command_so_that_nobody_waits_for_it(content, monkeypatch):
    """In one transaction it would keep every other table from being written to for seconds."""
    depths, submit = set(), services.submit_action

    def counted(**given):
        depths.add(len(connection.savepoint_ids))
        return submit(**given)

    monkeypatch.setattr(services, "submit_action", counted)
    assert openings._played() is not None
    assert depths == {0}


def test_a_battle_that_a_stopped_server_left_in_the_middle_is_forgotten(content, settings):
    half, ready = openings._played(), openings._played()
    Table.objects.filter(pk=half.pk).update(role="", updated_at=timezone.now() - timedelta(minutes=11))
    settings.OPENINGS = 1
    openings._fill()
    assert list(Table.objects.filter(game_id__startswith="opening-")) == [ready]


def test_a_newcomer_sits_at_a_battle_under_way_and_the_first_act_is_planned(content, settings):
    ready = openings._played()
    settings.OPENINGS = 1
    first_shot = openings.planned(ready)
    assert first_shot.worth >= GOOD_SHOT
    client = Client()
    page = text_of(client.get("/"))
    assert "Play against the house" in page
    assert "in its sights" in page
    assert "The Ford</text>" in page
    close = offers.opening().close
    assert 1 <= close.times <= 2
    assert f"--times: {close.times}; --about: {close.across}% {close.down}%" in page
    assert 'src="/static/js/board/names.js"' in page
    settings.OPENINGS = 0
    answer = client.post("/house")
    table = Table.objects.get(code=answer["Location"].split("/")[2])
    seats = {seat.side: seat.kind for seat in table.seats.filter(left_at=None)}
    first = openings.first_side(table)
    assert seats.pop(first) == "player"
    assert list(seats.values()) == ["house"]
    assert (table.host_name, table.role, table.advice) == ("Guest", "", True)
    draft = json.loads(parse_qs(urlsplit(answer["Location"]).query)["plan"][0])
    planned = client.post(
        f"/tables/{table.code}/plan", json.dumps({"as": first, "draft": draft}), content_type="application/json"
    )
    assert 'id="commit"' in planned.content.decode()
    assert not Table.objects.filter(role="opening").exists()
    assert 'id="house-terms"' in client.get(answer["Location"]).content.decode()


@pytest.mark.parametrize("battle", ["lockhouse-lane", "hollin-cross", "carrow-quarry"])
def test_every_game_begins_against_the_house_and_it_places_its_forces(content, battle):
    sent = {"character": "cautious", "battle": battle, "side": "b", "pace": "quick", "settled": "1", "name": "Dora"}
    answer = Client().post("/house", sent)
    table = Table.objects.get(code=answer["Location"].split("/")[2])
    assert (table.pace, table.advice, table.lenient) == ("quick", False, False)
    assert table.seats.get(kind="house").character == "cautious"
    before = table.seq
    for _ in range(4):
        turns.take(table.pk)
    assert fresh(table).seq > before or rights.sides_of(rights.seats_of(table, BOT)) == ["a"]


def test_a_character_or_battle_that_is_none_is_refused_on_the_form(content):
    for sent in ({"character": "brave"}, {"battle": "agincourt"}):
        answer = Client().post("/house", sent)
        assert answer.status_code in (400, 422)
        assert "Who sits opposite?" in text_of(answer)


def test_the_form_shows_the_characters_by_what_they_value(client):
    page = text_of(client.get("/house"))
    assert all(word in page for word in ("Steady", "Bold", "Careless", "spares its own", "Wait for me"))


# ------------------------------------------------------------------ the exhibition


def test_the_exhibition_is_on_the_first_page_and_nobody_may_sit_down_at_it(content, settings):
    assert exhibition.looked_at() is None
    table = exhibition.begin()
    assert journal.state_at(fresh(table), fresh(table).seq).turn.number == 1
    settings.EXHIBITION = True
    page = text_of(Client().get("/"))
    assert "Exhibition" in page
    assert "Steady, the house" in page
    assert "Bold, the house" in page
    answer = Client().post(f"/tables/{table.code}/join", {"name": "Dora", "side": "a"})
    assert "locked" in text_of(answer)
    assert "Just now" in text_of(Client().get("/house/exhibition"))


def test_an_exhibition_that_one_of_the_two_had_to_leave_makes_room_for_the_next(content, settings, monkeypatch):
    """Nobody may sit down there, so it would stand on the first page for ever."""
    settings.EXHIBITION = True
    monkeypatch.setattr(exhibition, "in_background", lambda work: work())
    table = exhibition.begin()
    services.give_up(code=table.code, side="b")
    assert exhibition.looked_at() == table
    Table.objects.filter(pk=table.pk).update(updated_at=timezone.now() - timedelta(minutes=2))
    exhibition.looked_at()
    assert exhibition.newest() != table
    assert not Table.objects.filter(pk=table.pk).exists()


def test_after_the_end_of_an_exhibition_the_next_one_begins_with_another_battle(content, settings):
    table = exhibition.begin()
    services.submit_action(code=table.code, person=BOT, action={"type": "Concede", "side": "a"})
    assert fresh(table).status == Table.Status.ENDED
    second = exhibition.begin()
    assert second.pk != table.pk
    assert second.name != table.name
    assert exhibition.newest() == second


# ------------------------------------------------------------------ at a table


def sent(person, table, path, **fields):
    return browser(person).post(
        f"/tables/{table.code}/house/{path}", json.dumps(fields), content_type="application/json"
    )


def test_the_house_is_seated_and_told_its_pace_by_the_pages_of_a_table():
    table = deployed()
    assert sent(ALICE, table, "seat", side="b", character="cautious").status_code == 204
    page = text_of(browser(ALICE).get(f"/tables/{table.code}/"))
    assert "The house, for" in page
    assert "Steady: Waits for good odds" in page
    assert sent(ALICE, table, "settle", pace="wait").status_code == 204
    assert sent(ALICE, table, "settle", pace="never").status_code == 422
    assert sent(ALICE, table, "nod", seq=fresh(table).seq).status_code == 204
    assert (fresh(table).pace, fresh(table).nodded) == ("wait", fresh(table).seq)
    assert sent(ALICE, table, "concede", side="b").status_code == 204
    assert fresh(table).status == Table.Status.ENDED


def test_advice_needs_the_tables_leave_and_ones_own_move():
    table = deployed(first="a")
    assert "gives no advice" in text_of(sent(ALICE, table, "advice", **{"as": "a"}))
    services.settle_house(code=table.code, person=ALICE, advice=True)
    assert "Another side decides now" in text_of(sent(BOB, table, "advice", **{"as": "b"}))
    found = text_of(sent(ALICE, table, "advice", **{"as": "a"}))
    assert "points on average" in found
    assert "<b>best</b>" in found
    assert "Points of the army lists" not in found
    assert "Plan it" in found


def test_where_people_play_each_other_the_log_says_once_that_advice_was_asked_for():
    table = deployed(first="a")
    services.settle_house(code=table.code, person=ALICE, advice=True)
    before = table.seq
    for _ in range(2):
        sent(ALICE, table, "advice", **{"as": "a"})
    asked = EventRecord.objects.filter(table=table, seq__gt=before)
    assert [record.type for record in asked] == ["AdviceAsked"]
    for person in (ALICE, BOB):
        assert "asks the house what it would do" in text_of(browser(person).get(f"/tables/{table.code}/"))


def test_taking_back_means_the_last_act_not_the_question_for_advice():
    table = deployed(first="a")
    services.settle_house(code=table.code, person=ALICE, advice=True)
    unit = next(u.id for u in journal.state_at(table, table.seq).units_of("a"))
    services.submit_action(code=table.code, person=ALICE, action={"type": "Activate", "unit": unit, "dice": 1})
    acted = fresh(table).seq
    sent(ALICE, table, "advice", **{"as": "a"})
    services.undo(code=table.code, person=ALICE)
    services.agree(code=table.code, person=BOB, proposal=table.proposals.latest("pk").pk)
    assert journal.state_at(fresh(table), fresh(table).seq).units[unit].now.tried is False
    assert fresh(table).seq > acted


def test_against_the_house_alone_asking_is_not_noted():
    table = deployed(first="a")
    services.seat_house(code=table.code, person=ALICE, side="b")
    services.settle_house(code=table.code, person=ALICE, advice=True)
    before = fresh(table).seq
    assert "Plan it" in text_of(sent(ALICE, table, "advice", **{"as": "a"}))
    assert fresh(table).seq == before


def test_the_waiting_room_makes_nobody_the_host_but_people():
    table = a_table()
    room = f"/tables/{table.code}/"
    assert "Make host: Bob" in browser(ALICE).get(room).content.decode()
    services.seat_house(code=table.code, person=ALICE, side="b", character="aggressive")
    shown = browser(ALICE).get(room).content.decode()
    assert "Make host" not in shown
    assert "Send away: Bold, the house" in shown
