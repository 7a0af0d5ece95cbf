"""Making an account."""

import pytest
from django.test import Client

from tabletop.accounts.models import User

pytestmark = pytest.mark.django_db
URL = "/account/sign-up"
GOOD = {"username": "Alice", "email": "", "password1": "harrow-ford-72", "password2": "harrow-ford-72"}


def test_a_new_person_is_signed_in_at_once(client: Client) -> None:
    answer = client.post(URL, GOOD)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")
    assert client.get("/account/").context["user"].username == "Alice"


def test_they_go_on_to_where_they_were_going(client: Client) -> None:
    assert client.post(URL, GOOD | {"next": "/armies/"}).headers["Location"] == "/armies/"


def test_they_are_not_sent_to_another_site(client: Client) -> None:
    assert client.post(URL, GOOD | {"next": "https://evil.example/"}).headers["Location"] == "/"


def test_a_name_is_taken_whatever_its_case(client: Client) -> None:
    User.objects.create_user("ALICE")
    answer = client.post(URL, GOOD)
    assert answer.status_code == 200
    assert "already exists" in answer.text
    assert User.objects.count() == 1


@pytest.mark.parametrize("password", ["short-1", "password123", "alice-12"])
def test_a_weak_password_is_refused(client: Client, password: str) -> None:
    assert client.post(URL, GOOD | {"password1": password, "password2": password}).status_code == 200
    assert not User.objects.exists()


def test_a_guests_session_keeps_what_it_holds(client: Client) -> None:
    session = client.session
    session["guest"] = "seat 7"
    session.save()
    client.post(URL, GOOD)
    assert client.session["guest"] == "seat 7"
