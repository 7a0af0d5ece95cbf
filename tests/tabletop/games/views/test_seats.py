"""Joining, and the room where people wait for the battle."""

import pytest
from django.test import Client, override_settings

from tabletop.armies.models import Army
from tabletop.games import services
from tabletop.games.access import entrance
from tabletop.games.models import Seat
from tabletop.games.tables import invitation
from tests.cast import ALICE, BOB, CHARLIE, a_battle_at, a_table, act, an_army, browser, deployed, fresh
from tests.markup import flowing, tight, words

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_has_tried_codes():
    entrance.wrong_codes.forget()


def address(table, page=""):
    return f"/tables/{table.code}/{page}"


def people(table):
    return [(seat.name, seat.side) for seat in Seat.objects.filter(table=table, left_at=None)]


def test_the_page_shows_the_sides_their_points_and_who_is_there():
    table = a_table()
    services.leave(code=table.code, person=BOB)
    response = Client().get(address(table, "join"))
    shown = flowing(response.content.decode())
    assert "100 points, Alice is here" in shown
    assert "100 points, open" in shown
    assert response.context["chosen"] == "b", "the open seat is proposed"


def test_whoever_comes_into_a_battle_without_people_may_act_at_once():
    table = deployed()
    act(table, ALICE, type="EndActivation")
    for person in (ALICE, BOB):
        services.leave(code=table.code, person=person)
    response = Client().get(address(table, "join"))
    assert (response.context["chosen"], response.context["name"]) == ("b", "Guest")
    services.join(code=table.code, person=CHARLIE, name="Charlie", sides=["a"])
    assert Client().get(address(table, "join")).context["name"] == "", "Charlie would want to know it"


def test_who_waits_for_a_side_that_nobody_has_may_play_it_too():
    table = deployed()
    act(table, ALICE, type="EndActivation")
    client = browser(ALICE)
    assert "Play Birch too" not in client.get(address(table)).content.decode()
    services.leave(code=table.code, person=BOB)
    assert "Play Birch too" not in client.get(address(table)).content.decode(), "Bob would have to be asked"
    Seat.objects.filter(table=table, side="b").delete()
    for page in ("", "mine?as=a"):
        assert "Play Birch too" in client.get(address(table, page)).content.decode()
    client.post(address(table, "join"), {"side": "b", "name": "Alice"})
    assert ("Alice", "b") in people(table)
    assert "Play Birch too" not in client.get(address(table)).content.decode()


def test_a_guest_needs_only_a_name():
    table = a_table()
    services.leave(code=table.code, person=BOB)
    client = Client()
    response = client.post(address(table, "join"), {"side": "b", "name": "  Tomas  "})
    assert response["Location"] == address(table)
    assert ("Tomas", "b") in people(table)
    assert "Tomas (you)" in client.get(address(table)).content.decode()


def test_one_device_may_take_all_sides():
    table = a_table()
    Client().post(address(table, "join"), {"side": "all", "name": "Ines"})
    assert [side for name, side in people(table) if name == "Ines"] == ["a", "b"]


def test_several_people_may_share_a_side():
    table = a_table()
    Client().post(address(table, "join"), {"side": "b", "name": "Dov"})
    assert [name for name, side in people(table) if side == "b"] == ["Bob", "Dov"]


def test_watching_needs_no_name():
    table = a_table()
    response = Client().post(address(table, "join"), {"side": "", "name": ""})
    assert response["Location"] == address(table, "watch")
    assert len(people(table)) == 2


def test_a_seat_without_a_name_is_refused_and_the_choice_stays():
    response = Client().post(address(a_table(), "join"), {"side": "b", "name": " \u200b "})
    assert response.status_code == 422
    assert "A name is missing." in response.content.decode()
    assert response.context["chosen"] == "b"


def test_a_side_that_does_not_exist_is_refused():
    table = a_table()
    assert Client().post(address(table, "join"), {"side": "d", "name": "Ines"}).status_code == 422
    assert len(people(table)) == 2


def test_a_locked_table_lets_others_watch_only():
    table = a_table()
    services.settle(code=table.code, person=ALICE, locked=True)
    assert "The host has locked the seats." in Client().get(address(table, "join")).content.decode()
    assert Client().post(address(table, "join"), {"side": "b", "name": "Dov"}).status_code == 403
    assert browser(BOB).get(address(table, "join")).context["shut"] is False, "who has a seat keeps it"


def test_somebody_sent_away_is_not_let_back_in():
    table = a_table()
    services.remove_person(code=table.code, person=ALICE, seat=table.seats.get(side="b").pk)
    assert browser(BOB).get(address(table, "join")).status_code == 403
    assert browser(BOB).post(address(table, "join"), {"side": "b", "name": "Bob"}).status_code == 403


def test_a_name_is_shown_as_text():
    table = a_table()
    Client().post(address(table, "join"), {"side": "b", "name": "<b>Dov</b>"})
    shown = browser(ALICE).get(address(table)).content.decode()
    assert "&lt;b&gt;Dov&lt;/b&gt;" in shown


# ------------------------------------------------------------------ the waiting room


def test_the_room_shows_code_qr_seats_and_for_the_host_the_start():
    table = a_table()
    shown = browser(ALICE).get(address(table)).content.decode()
    assert f"{table.code[:4]} {table.code[4:]}" in shown
    assert 'class="qr"' in shown
    assert f"http://testserver/tables/{table.code}/join" in shown
    assert "Start the battle" in shown
    assert "Send away: Bob" in shown


def test_a_player_has_no_powers_of_the_host():
    shown = browser(BOB).get(address(a_table())).content.decode()
    assert "Start the battle" not in shown
    assert "Send " not in shown
    assert "then Alice begins the battle." in " ".join(shown.split())


def test_strangers_are_sent_to_join_first():
    table = a_table()
    assert browser(CHARLIE).get(address(table))["Location"] == address(table, "join")


def test_the_room_says_what_is_missing():
    table = a_table()
    table.forces.get(side="b").delete()
    shown = tight(browser(ALICE).get(address(table)).content.decode())
    assert "Choose an army for Side B, or wait until whoever plays Side B has brought one." in flowing(words(shown))
    assert "disabled>Start the battle" in shown
    services.leave(code=table.code, person=BOB)
    shown = flowing(browser(ALICE).get(address(table)).content.decode())
    assert "Choose an army for Side B." in flowing(words(shown))
    assert f'<a href="/tables/{table.code}/change#armies">Choose an army' in shown


def test_a_guest_brings_an_own_army_in_the_room():
    table = a_table()
    table.forces.get(side="b").delete()
    own, hers = Army.of(an_army("Raiders"), guest=BOB.key), Army.of(an_army("Guards"), guest=ALICE.key)
    own.save()
    hers.save()
    client = browser(BOB)
    shown = flowing(client.get(address(table)).content.decode())
    assert "Choose an army for Side B below, or leave it to Alice." in shown
    assert '<optgroup label="My armies">' in shown
    assert "Raiders" in shown
    assert "Guards" not in shown
    assert 'id="bring-a"' not in shown
    client.post(address(table, "army"), {"side": "b", "army": own.pk})
    assert table.forces.get(side="b").army == own
    shown = client.get(address(table)).content.decode()
    assert f'<option value="{own.pk}" selected>' in shown
    changing = flowing(browser(ALICE).get(address(table, "change")).content.decode())
    assert "As it was brought" in changing
    assert client.post(address(table, "army"), {"side": "a", "army": own.pk}).status_code == 403
    assert client.post(address(table, "army"), {"side": "b", "army": hers.pk}).status_code == 403


def test_the_room_is_sent_again_only_when_it_has_changed():
    table = a_table()
    client = browser(ALICE)
    stamp = client.get(address(table)).context["stamp"]
    assert client.get(address(table, "room"), {"seen": stamp}).status_code == 204
    services.join(code=table.code, person=CHARLIE, name="Charlie", sides=["b"])
    response = client.get(address(table, "room"), {"seen": stamp})
    assert response.status_code == 200
    assert "Charlie" in response.content.decode()


def test_the_room_leads_to_the_table_once_the_battle_has_begun():
    table = a_battle_at()
    response = browser(BOB).get(address(table, "room"))
    assert (response.status_code, response["HX-Redirect"]) == (204, address(table))


def test_a_player_leaves_one_side_and_keeps_the_other():
    table = a_table()
    services.join(code=table.code, person=BOB, name="Bob", sides=["a"])
    response = browser(BOB).post(address(table, "stand-up/b"), headers={"HX-Request": "true"})
    assert (response.status_code, response["HX-Trigger"]) == (204, "changed")
    assert [side for name, side in people(table) if name == "Bob"] == ["a"]
    assert browser(CHARLIE).post(address(table, "stand-up/b"), headers={"HX-Request": "true"}).status_code == 422


def test_the_host_sends_away_locks_and_passes_the_role_on():
    table = a_table()
    client, seat = browser(ALICE), table.seats.get(side="b").pk
    for page, sent in (("settle", {"locked": "on"}), ("seat/host", {"seat": seat})):
        assert client.post(address(table, page), sent, headers={"HX-Request": "true"}).status_code == 204
    assert (fresh(table).locked, fresh(table).host_name) == (True, "Bob")
    assert client.post(address(table, "start"), headers={"HX-Request": "true"}).status_code == 403


def test_the_room_asks_few_questions_however_many_sit_there(django_assert_max_num_queries):
    table = a_table()
    client = browser(ALICE)
    with django_assert_max_num_queries(16) as few:
        client.get(address(table, "room"))
    asked = len(few.captured_queries)
    assert asked
    for name in ("Dov", "Priya", "Sol"):
        Client().post(address(table, "join"), {"side": "b", "name": name})
    with django_assert_max_num_queries(asked):
        client.get(address(table, "room"))


# ------------------------------------------------------------------ the invitation


@pytest.fixture
def on_a_network(monkeypatch):
    monkeypatch.setattr(invitation, "lan_addresses", lambda: ["192.168.1.20"])


@pytest.mark.parametrize(
    ("host", "seen_at", "expected"),
    [
        ("0.0.0.0", "localhost:8000", "http://192.168.1.20:8000"),
        ("0.0.0.0", "127.0.0.1:8000", "http://192.168.1.20:8000"),
        ("0.0.0.0", "club.local:8000", "http://club.local:8000"),
        ("127.0.0.1", "localhost:8000", "http://localhost:8000"),
    ],
)
def test_a_phone_is_given_an_address_that_it_can_open(on_a_network, host, seen_at, expected, rf):
    with override_settings(HOST=host):
        request = rf.get("/", headers={"host": seen_at}, SERVER_PORT="8000")
        assert invitation.join_address(request, "WREN27") == f"{expected}/tables/WREN27/join"
