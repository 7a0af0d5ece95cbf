"""Pages of the lobby and the tables: who gets which, and what is in them."""

import re

import pytest
from django.conf import settings
from django.test import Client, override_settings

from rules.dice.sources import seal
from tabletop.games import seeds, services
from tabletop.games.access import entrance
from tabletop.games.models import Seed, Table
from tests.cast import ALICE, BOB, CHARLIE, a_battle_at, a_table, act, browser, deploy, deployed, fresh

pytestmark = pytest.mark.django_db
TRACE = re.compile(r"unit-a1\b|&quot;a1|\"a1[.\"]|>A1\b|words-a1\b")


@pytest.fixture(autouse=True)
def patience():
    for limit in (entrance.wrong_codes, entrance.opened):
        limit.forget()


def text_of(answer):
    return answer.content.decode()


def test_a_newcomer_opens_a_table_and_hosts_it():
    scenario = a_table().scenario
    answer = Client().post("/tables/open", {"host_name": "Dora", "scenario": scenario.pk})
    table = Table.objects.get(host_name="Dora")
    assert answer["Location"].startswith(f"/tables/{table.code}/")
    assert table.scenario == scenario


def test_somebody_joins_by_the_code_typed_in_any_way():
    table = a_battle_at()
    services.settle(code=table.code, person=ALICE, seats_open=True)
    client = Client()
    typed = f" {table.code[:4].lower()}-{table.code[4:]} "
    answer = client.post("/join", {"code": typed})
    assert answer["Location"] == f"/tables/{table.code}/join"
    answer = client.post(answer["Location"], {"name": "Dora", "side": ["a", "b"]}, follow=True)
    assert 'id="board-svg"' in text_of(answer)
    assert table.seats.filter(name="Dora").count() == 2


def test_an_unknown_code_says_so_and_many_of_them_are_refused_for_a_while():
    table = a_battle_at()
    client = Client()
    assert [client.post("/join", {"code": f"NOPE{n}"}).status_code for n in range(10, 20)] == [404] * 10
    assert client.post("/join", {"code": "NOPE20"}).status_code == 429
    assert Client().get(f"/tables/{table.code}/watch").status_code == 200, "a right code opens its table all the same"
    assert [client.post("/join", {"code": f"NOPE{n}"}).status_code for n in range(21, 40)] == [429] * 19
    answer = client.post("/join", {"code": table.code})
    assert answer.status_code == 429, "not in a flood of wrong ones"
    assert "wait a minute" in text_of(answer)
    assert client.get(f"/tables/{table.code}/watch").status_code == 429
    assert browser(BOB).get(f"/tables/{table.code}/").status_code == 200
    assert Client(REMOTE_ADDR="10.0.0.9").get(f"/tables/{table.code}/watch").status_code == 200


def test_players_play_and_others_watch():
    table = a_battle_at()
    assert browser(BOB).get(f"/tables/{table.code}/").status_code == 200
    assert browser(CHARLIE).get(f"/tables/{table.code}/")["Location"] == f"/tables/{table.code}/watch"
    assert browser(CHARLIE).get(f"/tables/{table.code}/?as=a").status_code == 403


@pytest.mark.parametrize("page", ["", "?as=b", "watch", "screen", "join"])
def test_every_page_of_a_battle_shows_without_the_seed(page):
    table = deployed()
    answer = browser(BOB).get(f"/tables/{table.code}/{page}")
    assert answer.status_code == 200
    seed = seeds.opened(bytes(Seed.objects.get(table=table).value))
    assert seed.hex() not in text_of(answer)
    assert "token of" not in text_of(answer)


def test_the_page_of_a_player_holds_nothing_of_the_other_sides_hidden_unit():
    table = deployed(hidden="Ash First")
    own = text_of(browser(ALICE).get(f"/tables/{table.code}/?as=a"))
    assert "Ash First" in own
    assert TRACE.search(own)
    for person, page in ((BOB, "?as=b"), (BOB, "watch"), (BOB, "screen"), (BOB, "dock?as=b"), (BOB, "log?before=999")):
        answer = browser(person).get(f"/tables/{table.code}/{page}")
        assert answer.status_code == 200
        assert "Ash First" not in text_of(answer)
        assert not TRACE.search(text_of(answer))
    assert browser(BOB).get(f"/tables/{table.code}/units/a1?as=b").status_code == 404
    assert browser(ALICE).get(f"/tables/{table.code}/units/a1?as=a").status_code == 200


def test_a_device_with_both_seats_sees_the_side_that_must_act():
    table = a_table()
    services.join(code=table.code, person=ALICE, name="Alice", sides=["a", "b"])
    table = a_battle_at(table)
    act(table, ALICE, type="RollOff", side="a")
    prompt = services.acts.journal.state_at(fresh(table), fresh(table).seq).prompt
    page = text_of(browser(ALICE).get(f"/tables/{table.code}/"))
    assert f'data-as="{prompt.side}"' in page


def test_a_removed_person_is_shown_out():
    table = a_battle_at()
    services.remove_person(code=table.code, person=ALICE, seat=table.seats.get(side="b").pk)
    for page in ("", "watch", "screen", "join"):
        answer = browser(BOB).get(f"/tables/{table.code}/{page}")
        assert answer.status_code == 403
        assert "removed you" in text_of(answer)


def test_who_is_sent_away_from_the_waiting_room_is_led_to_the_page_that_says_so():
    """The room is asked for again by itself: one that only refused would stay as it was, without a word."""
    table = a_table()
    services.join(code=table.code, person=BOB, name="Bob", sides=["b"])
    assert browser(BOB).get(f"/tables/{table.code}/room").status_code == 200
    services.remove_person(code=table.code, person=ALICE, seat=table.seats.get(side="b").pk)
    answer = browser(BOB).get(f"/tables/{table.code}/room")
    assert (answer.status_code, answer["HX-Redirect"]) == (204, f"/tables/{table.code}/")
    assert "removed you" in text_of(browser(BOB).get(answer["HX-Redirect"]))


def test_the_log_is_published_with_its_seed_when_the_battle_is_over():
    table = deployed()
    client = browser(CHARLIE)
    assert client.get(f"/tables/{table.code}/log.json").status_code == 404
    act(table, BOB, type="Concede")
    assert client.get(f"/tables/{table.code}/log.json").status_code == 404, "reading publishes nothing"
    assert client.post(f"/tables/{table.code}/seed").status_code == 302
    answer = client.get(f"/tables/{table.code}/log.json")
    assert answer["Cache-Control"] == "no-store"
    log = answer.json()
    assert log["seal"] == table.seal == seal(bytes.fromhex(log["seed"]))
    assert log["commands"][0] == {"head": 2, "action": {"type": "RollOff", "side": "a"}}
    assert [event["seq"] for event in log["events"]] == list(range(1, fresh(table).seq + 1))


def test_a_visitor_notes_the_seal_and_checks_it_at_the_end():
    table = a_table()
    client = browser(CHARLIE)
    noted = text_of(client.get(f"/tables/{table.code}/dice"))
    assert table.seal in noted
    services.add_entropy(code=table.code, person=BOB, text="seven swans")
    table = a_battle_at(fresh(table))
    before = text_of(client.get(f"/tables/{table.code}/dice"))
    assert "“seven swans”" in before
    assert "It is published when the battle is over." in before
    for page in ("watch", "screen"):
        assert table.seal[:8] in text_of(client.get(f"/tables/{table.code}/{page}"))
    with override_settings():
        del settings.TABLETOP_DICE_SOURCE
        deploy(table)
        act(table, BOB, type="Concede")
    assert client.post(f"/tables/{table.code}/dice").status_code == 422
    client.post(f"/tables/{table.code}/seed")
    over = client.post(f"/tables/{table.code}/dice?noted={table.seal[:16].upper()}")
    assert "It is the same seal." in text_of(over)
    assert "Everything is as it was logged." in text_of(over)
    assert "That is not the seal" in text_of(client.get(f"/tables/{table.code}/dice?noted={'0' * 64}"))


def test_commands_make_codes_no_easier_to_guess():
    table = a_battle_at()
    client, body = Client(), {"action": {"type": "RollOff"}}

    def act(code):
        return client.post(f"/tables/{code}/act", body, content_type="application/json").status_code

    assert act(table.code) == 403, "a spectator who has tried no wrong codes is told that there is no seat"
    assert [act(f"NOPE{n}") for n in range(10, 40)] == [404] * 10 + [429] * 20
    assert act(table.code) == 429
    answer = browser(BOB).post(f"/tables/{table.code.lower()}/act", body, content_type="application/json")
    assert answer.status_code == 204, "who sits there is let in, however the code is written"
