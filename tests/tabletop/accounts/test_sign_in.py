"""Signing in and out."""

import pytest
from django.test import Client

from tabletop.accounts.models import User

pytestmark = pytest.mark.django_db
URL = "/account/sign-in"
PASSWORD = "harrow-ford-72"


@pytest.fixture(autouse=True)
def alice() -> User:
    return User.objects.create_user("Alice", "alice@club.example", PASSWORD)


def test_the_right_password_signs_in(client: Client) -> None:
    answer = client.post(URL, {"username": "Alice", "password": PASSWORD, "next": "/account/"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/account/")
    assert client.get("/account/").status_code == 200


def test_a_wrong_password_is_refused_and_says_so(client: Client) -> None:
    answer = client.post(URL, {"username": "Alice", "password": "harrow-ford-73"})
    assert answer.status_code == 200
    assert 'role="alert"' in answer.text
    assert "_auth_user_id" not in client.session


def test_a_page_that_needs_an_account_leads_to_signing_in_and_back(client: Client) -> None:
    assert client.get("/account/").headers["Location"] == f"{URL}?next=/account/"


def test_the_way_on_survives_the_detour_over_signing_up(client: Client) -> None:
    page = client.get(f"{URL}?next=/account/password").text
    assert '<input type="hidden" name="next" value="/account/password">' in page
    assert "/account/sign-up?next=/account/password" in page


def test_signing_out_needs_a_post(client: Client) -> None:
    client.force_login(User.objects.get())
    assert client.get("/account/sign-out").status_code == 405
    assert client.post("/account/sign-out").headers["Location"] == "/"
    assert "_auth_user_id" not in client.session


def test_a_form_of_another_page_is_refused() -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post(URL, {"username": "Alice", "password": PASSWORD}).status_code == 403
