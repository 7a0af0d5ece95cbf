"""Tests of the web may be marked with rules too: what a page that the test's client is served names is heard."""

import re

import pytest
from django.core.cache import caches
from django.http import HttpResponse
from django.test import Client

from rules.rulebook import LEDGERS
from tests.rulemarks import HEARD, marked_rules, pytest_pyfunc_call, pytest_runtest_protocol

__all__ = ["nobody_has_guessed", "pages_are_heard", "pytest_pyfunc_call", "pytest_runtest_protocol"]

RULE_ID = re.compile(rf"\b(?:{'|'.join(LEDGERS)})-[A-Z]+-\d\d\b")


@pytest.fixture(autouse=True)
def nobody_has_guessed() -> None:
    """What pages count in memory outlives a test."""
    caches["readers"].clear()


@pytest.fixture(autouse=True)
def pages_are_heard(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Note the rules that served pages name, for a test that is marked with some."""
    if not marked_rules(request.node):
        return
    served = Client.request

    def heard(client: Client, **asked: object) -> HttpResponse:
        response = served(client, **asked)
        if not response.streaming:
            request.node.stash[HEARD].note("page", RULE_ID.findall(response.content.decode(errors="replace")))
        return response

    monkeypatch.setattr(Client, "request", heard)
