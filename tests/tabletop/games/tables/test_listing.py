"""The lobby: my tables and public ones, whose move it is, the way from a code to a table."""

import pytest
from django.test import Client

from tabletop.games import services
from tabletop.games.access import entrance
from tabletop.games.log import journal
from tests.cast import ALICE, BOB, CHARLIE, a_battle_at, a_table, act, browser, deployed, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_has_tried_codes():
    entrance.wrong_codes.forget()
    journal.forget()


def lobby(client):
    response = client.get("/")
    assert response.status_code == 200
    return response


def published(table):
    services.publish(code=table.code, person=ALICE)
    return table


def test_a_newcomer_on_an_empty_site_is_told_what_it_is_and_where_to_start(client):
    shown = lobby(client).content.decode()
    assert "A live table for miniature battles" in shown
    assert "Nobody plays in public just now." in shown
    assert 'href="/tables/open"' in shown


def test_a_public_battle_can_be_watched_from_the_lobby_by_anybody():
    table = published(deployed())
    response = lobby(Client())
    (card,) = response.context["public"]
    assert (card.code, card.standing) == (table.code, "Turn 1 of 6, Alice to act")
    assert [(side.letter, side.name, side.people) for side in card.sides] == [
        ("a", "Ash", "Alice"),
        ("b", "Birch", "Bob"),
    ]
    assert response.context["hero"] == card
    assert f'href="/tables/{table.code}/watch"' in response.content.decode()


def test_a_newcomer_plays_both_sides_of_a_free_battle_at_once():
    table = published(deployed())
    assert "Play both sides" not in lobby(Client()).content.decode()
    for person in (ALICE, BOB):
        services.leave(code=table.code, person=person)
    newcomer = Client()
    shown = lobby(newcomer).content.decode()
    assert "Gemini-ARAP skirmish rules" in shown
    assert "Play both sides" in shown
    newcomer.post(f"/tables/{table.code}/join", {"side": "all", "name": "Guest"})
    assert lobby(newcomer).context["hero"].standing == "Turn 1 of 6, your move"
    assert "Gemini-ARAP skirmish rules" not in lobby(newcomer).content.decode()


def test_a_private_table_shows_only_to_those_who_sit_at_it():
    table = deployed()
    assert lobby(browser(CHARLIE)).context["mine"] == []
    assert table.code not in lobby(browser(CHARLIE)).content.decode()
    for person in (ALICE, BOB):
        (card,) = lobby(browser(person)).context["mine"]
        assert card.code == table.code


def test_whoever_has_to_act_is_told_so():
    deployed(first="b")
    assert lobby(browser(BOB)).context["hero"].my_move
    assert not lobby(browser(ALICE)).context["hero"].my_move
    assert "Your move" in lobby(browser(BOB)).content.decode()
    assert "Turn 1 of 6, your move" in lobby(browser(BOB)).content.decode()


def test_a_table_in_set_up_says_whom_it_waits_for_and_its_code():
    table = a_table()
    services.leave(code=table.code, person=BOB)
    (card,) = lobby(browser(ALICE)).context["mine"]
    assert (card.standing, card.hosted) == ("Waiting for Side B", True)
    assert f"Code {table.code[:4]} {table.code[4:]}" in lobby(browser(ALICE)).content.decode()


def test_before_the_first_turn_it_names_the_step_as_the_table_does():
    table = a_battle_at()
    assert lobby(browser(ALICE)).context["hero"].standing == "Roll-off"
    services.pause(code=table.code, person=ALICE)
    assert lobby(browser(ALICE)).context["hero"].standing == "Roll-off, paused"


def test_a_finished_battle_is_put_away_and_tells_its_outcome():
    table = deployed()
    act(table, BOB, type="Concede")
    response = lobby(browser(ALICE))
    (card,) = response.context["over"]
    assert response.context["mine"] == []
    assert card.standing == "Ash wins: Birch concedes"
    assert "1 finished" in response.content.decode()


def test_somebody_sent_away_no_longer_finds_the_table():
    table = deployed()
    services.remove_person(code=table.code, person=ALICE, seat=table.seats.get(side="b").pk)
    assert lobby(browser(BOB)).context["mine"] == []


def test_a_hidden_unit_is_in_no_picture_of_the_lobby():
    table = published(deployed(hidden="Ash Second"))
    hidden = next(unit for unit in state_of(table).units.values() if unit.name == "Ash Second")
    shown = lobby(browser(ALICE)).content.decode()
    assert "Ash Second" not in shown
    assert f'id="unit-{hidden.id}"' not in shown
    assert 'id="unit-a1"' in shown


def test_more_tables_ask_no_more_questions(django_assert_max_num_queries):
    for _ in range(3):
        published(deployed())
    visitor = browser(CHARLIE)
    journal.forget()
    with django_assert_max_num_queries(7) as few:
        lobby(visitor)
    asked = len(few.captured_queries)
    assert asked
    for _ in range(3):
        published(deployed())
    journal.forget()
    with django_assert_max_num_queries(asked):
        assert len(lobby(visitor).context["public"]) == 6


# ------------------------------------------------------------------ codes


@pytest.mark.parametrize("dressed", ["{0} {1}", "{0}-{1}", " {0}{1} ", "{0}.{1}"])
def test_a_code_may_be_typed_in_any_way(client, dressed):
    code = a_table().code
    typed = dressed.format(code[:4].lower(), code[4:])
    response = client.get("/join", {"code": typed})
    assert (response.status_code, response["Location"]) == (302, f"/tables/{code}/join")


def test_with_watch_a_code_leads_to_watching(client):
    code = a_table().code
    assert client.get("/join", {"code": code, "watch": "1"})["Location"] == f"/tables/{code}/watch"


def test_a_wrong_code_says_so_and_keeps_what_was_typed(client):
    response = client.get("/join", {"code": "NOPE 99"})
    assert response.status_code == 404
    assert "There is no table of that code." in response.content.decode()
    assert 'value="NOPE 99"' in response.content.decode()


@pytest.mark.parametrize("code", ["<script>", "é" * 300, "'; --", "WREN" * 50])
def test_odd_codes_are_no_codes(client, code):
    response = client.get("/join", {"code": code})
    assert response.status_code == (422 if code == "\x00" else 404)
    assert "<script>" not in response.content.decode().partition("<main")[2]


def test_codes_cannot_be_guessed_in_bulk(client):
    answers = [client.get("/join", {"code": f"NOPE{n}"}).status_code for n in range(10, 40)]
    assert answers[:10] == [404] * 10
    assert answers[10:] == [429] * 20
    table = a_table()
    assert client.get("/join", {"code": table.code}).status_code == 429
    assert browser(ALICE).get("/join", {"code": table.code}).status_code == 302, "who sits there is let in"


def test_without_a_code_one_is_asked_for(client):
    response = client.get("/join")
    assert response.status_code == 200
    assert 'name="code"' in response.content.decode()
