"""Headers and cookies."""

from django.conf import settings
from django.test import Client


def test_the_policy_lets_nothing_in_from_elsewhere(client: Client) -> None:
    policy = client.get("/account/sign-in", headers={"Host": "club-pi:8000"}).headers["Content-Security-Policy"]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["script-src"] == rules["style-src"] == rules["default-src"] == rules["form-action"] == "'self'"
    assert rules["object-src"] == rules["base-uri"] == rules["frame-ancestors"] == "'none'"
    assert rules["connect-src"] == "'self' ws://club-pi:8000 wss://club-pi:8000"


def test_every_answer_says_how_it_may_be_used(client: Client) -> None:
    headers = client.get("/account/sign-in").headers
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "Cross-Origin-Opener-Policy" not in headers


def test_cookies_are_out_of_reach_of_scripts_and_of_other_sites(client: Client) -> None:
    cookie = client.get("/account/sign-in").cookies[settings.CSRF_COOKIE_NAME]
    assert (cookie["httponly"], cookie["samesite"], cookie["secure"]) == (True, "Lax", "")
    assert settings.SESSION_COOKIE_HTTPONLY is True
    assert settings.SESSION_COOKIE_SAMESITE == "Lax"
    assert settings.SESSION_COOKIE_AGE == 31_536_000
