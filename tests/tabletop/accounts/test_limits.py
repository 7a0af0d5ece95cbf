"""Passwords, sign-ups, mails, chat and new armies are not tried or made in bulk; those who belong here are let in."""

import pytest
from django.core import mail
from django.test import Client

from tabletop.accounts import views
from tabletop.accounts.models import User
from tabletop.armies.models import Army
from tabletop.armies.views import made
from tests.cast import ALICE, BOB, a_table, browser

pytestmark = pytest.mark.django_db
PASSWORD = "harrow-ford-72"
FORM = {"username": "Alice", "password": PASSWORD}


@pytest.fixture(autouse=True)
def alice() -> User:
    return User.objects.create_user("Alice", "alice@club.example", PASSWORD, is_staff=True)


def tries(client: Client, number: int, name: str = "Alice", where: str = "/account/sign-in") -> list[int]:
    sent = [{"username": name, "password": f"wrong-{n}"} for n in range(number)]
    return [client.post(where, each).status_code for each in sent]


def signs_in(client: Client) -> bool:
    return client.post("/account/sign-in", FORM).status_code == 302


def at(address: str) -> Client:
    return Client(REMOTE_ADDR=address)


def test_ten_wrong_passwords_are_enough_for_one_address():
    guesser = at("10.0.0.1")
    assert tries(guesser, 12) == [200] * 10 + [429] * 2
    answer = guesser.post("/account/sign-in", FORM)
    assert (answer.status_code, "Wait five minutes" in answer.text) == (429, True)
    assert signs_in(at("10.0.0.2"))


def test_right_passwords_are_not_counted():
    for _ in range(15):
        assert signs_in(at("10.0.0.1"))


def test_the_administration_counts_with_the_site():
    guesser = at("10.0.0.1")
    assert tries(guesser, 10) == [200] * 10
    answer = guesser.post("/admin/login/", FORM)
    assert "Too many wrong passwords." in answer.text
    assert "_auth_user_id" not in guesser.session
    assert at("10.0.0.2").post("/admin/login/?next=/admin/", FORM).status_code == 302


def test_a_name_is_not_tried_from_everywhere_and_its_owners_browser_is_let_in():
    own = at("10.0.0.1")
    assert signs_in(own)
    own.post("/account/sign-out")
    for host in range(2, 13):
        tries(at(f"10.0.1.{host}"), 10)
    assert tries(at("10.0.2.1"), 1) == [429]
    tries(at("10.0.0.1"), 10)
    assert signs_in(own)


def test_a_neighbour_who_guesses_shuts_nobody_of_the_club_out():
    User.objects.create_user("Bob", password=PASSWORD)
    tries(at("10.0.0.1"), 11, name="Bob")
    assert signs_in(at("10.0.0.1"))


def test_a_browser_that_is_left_open_is_not_asked_for_the_password_in_bulk():
    client = at("10.0.0.1")
    signs_in(client)
    lines = [client.post("/account/delete", {"password": f"wrong-{n}"}).text for n in range(11)]
    assert "Too many wrong passwords." in lines[-1]
    assert "Too many wrong passwords." in client.post("/account/delete", {"password": PASSWORD}).text
    assert User.objects.filter(username="Alice").exists()


def test_accounts_are_not_made_in_bulk(monkeypatch):
    monkeypatch.setattr(views.sign_ups, "_each", 2)
    sent = [{"username": f"robot{n}", "password1": PASSWORD, "password2": PASSWORD} for n in range(3)]
    assert [at("10.0.0.1").post("/account/sign-up", each).status_code for each in sent] == [302, 302, 429]
    assert at("10.0.0.2").post("/account/sign-up", sent[2]).status_code == 302


def test_a_mailbox_is_not_filled_with_mails():
    sent = {"email": "Alice@club.example"}
    listed = [at(f"10.0.0.{n}").post("/account/forgotten", sent).status_code for n in range(1, 5)]
    assert (listed, len(mail.outbox)) == ([302, 302, 302, 429], 3)
    unknown = {"email": "nobody@club.example"}
    listed = [at("10.0.0.9").post("/account/forgotten", unknown).status_code for _ in range(4)]
    assert listed == [302, 302, 302, 429], "the answer is the same for an address that nobody has"


def test_a_chat_is_not_flooded_and_others_go_on_talking():
    table = a_table()
    alice, bob = browser(ALICE), browser(BOB)
    lines = [alice.post(f"/tables/{table.code}/chat", {"text": f"{n}"}).status_code for n in range(12)]
    assert lines[:10] == [lines[0]] * 10
    assert lines[10:] == [429] * 2
    assert bob.post(f"/tables/{table.code}/chat", {"text": "Hello."}).status_code == lines[0]


def test_armies_are_not_made_in_bulk(monkeypatch):
    monkeypatch.setattr(made, "_person", 3)
    listed = [browser(ALICE).post("/armies/new").status_code for _ in range(4)]
    assert (listed, Army.objects.count()) == ([302] * 3 + [429], 3)
    assert browser(BOB).post("/armies/new").status_code == 302
