"""Changing one's name, address and password, and a forgotten password."""

import re

import pytest
from django.core import mail
from django.test import Client

from tabletop.accounts.models import User

pytestmark = pytest.mark.django_db
PASSWORD, OTHER = "harrow-ford-72", "saltmere-levy-9"


@pytest.fixture
def alice() -> User:
    return User.objects.create_user("Alice", "alice@club.example", PASSWORD)


def test_a_person_changes_name_and_address(client: Client, alice: User) -> None:
    client.force_login(alice)
    answer = client.post("/account/", {"username": "Ines", "email": "ines@club.example"}, follow=True)
    alice.refresh_from_db()
    assert (alice.username, alice.email) == ("Ines", "ines@club.example")
    assert "Saved." in answer.text


def test_a_person_changes_only_themselves(client: Client, alice: User) -> None:
    bob = User.objects.create_user("Bob", password=PASSWORD)
    client.force_login(bob)
    client.post("/account/", {"username": "Bobby", "email": "", "id": alice.pk, "is_staff": "1"})
    alice.refresh_from_db()
    bob.refresh_from_db()
    assert (alice.username, bob.username, bob.is_staff) == ("Alice", "Bobby", False)


def test_a_new_password_needs_the_old_one(client: Client, alice: User) -> None:
    client.force_login(alice)
    new = {"new_password1": OTHER, "new_password2": OTHER}
    assert client.post("/account/password", new | {"old_password": "no"}).status_code == 200
    assert client.post("/account/password", new | {"old_password": PASSWORD}).status_code == 302
    alice.refresh_from_db()
    assert alice.check_password(OTHER)


def test_a_forgotten_password_is_chosen_again_by_the_link(client: Client, alice: User) -> None:
    client.post("/account/forgotten", {"email": alice.email})
    (message,) = mail.outbox
    link = re.search(r"http://testserver(/account/reset/\S+)", str(message.body))
    assert link
    page = client.get(link[1], follow=True)
    form = page.redirect_chain[-1][0]
    answer = client.post(form, {"new_password1": OTHER, "new_password2": OTHER}, follow=True)
    assert "Your password is changed." in answer.text
    alice.refresh_from_db()
    assert alice.check_password(OTHER)
    assert "too old" in client.get(link[1]).text


def test_the_answer_does_not_tell_which_addresses_are_known(client: Client, alice: User) -> None:
    known = client.post("/account/forgotten", {"email": alice.email})
    unknown = client.post("/account/forgotten", {"email": "nobody@club.example"})
    assert known.headers["Location"] == unknown.headers["Location"] == "/account/forgotten/sent"
    assert client.get("/account/forgotten/sent").status_code == 200
    assert len(mail.outbox) == 1


def test_people_stand_in_the_administration(admin_client: Client, alice: User) -> None:
    assert "Alice" in admin_client.get("/admin/accounts/user/").text
