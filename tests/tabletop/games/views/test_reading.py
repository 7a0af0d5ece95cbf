"""Pages that only read write nothing, and so wait for nobody who writes: not even those asked for by a wrong code."""

import sqlite3
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import URLPattern, reverse

from tabletop.armies.models import LibraryEdition
from tabletop.games import services
from tabletop.games.urls import urlpatterns
from tests.cast import ALICE, BOB, CHARLIE, act, browser, deployed
from tests.live import LiveServer

SITE = ("/armies/", "/scenarios/", "/charts/", "/rulebook/", "/account/sign-in", "/account/sign-up")
CHANGES = ("INSERT", "UPDATE", "DELETE", "REPLACE")


def refuse_changes(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
    assert not sql.lstrip().upper().startswith(CHANGES), f"a page that reads writes: {sql[:200]}"
    return execute(sql, *rest)


def addresses(code: str) -> list[str]:
    """Every address of lobby, tables and replays that needs nothing but a code."""
    patterns = [p for p in urlpatterns if isinstance(p, URLPattern) and p.name]
    fields = {str(p.name): p.pattern.regex.groupindex.keys() for p in patterns}
    given = {name: ({"code": code} if keys else {}) for name, keys in fields.items() if set(keys) <= {"code"}}
    return [reverse(f"games:{name}", kwargs=kwargs) for name, kwargs in given.items()]


@pytest.mark.django_db
@pytest.mark.parametrize("ended", [False, True])
def test_reading_pages_write_nothing_whoever_asks(ended: bool) -> None:
    LibraryEdition.shelve()  # as `prepare` does, which every start calls
    table = deployed()
    if ended:
        act(table, BOB, type="Concede", side="b")
        services.publish_seed(code=table.code, person=ALICE)
    people = [browser(person) for person in (ALICE, BOB, CHARLIE)] + [Client()]
    with connection.execute_wrapper(refuse_changes):
        asked = [(client, path) for client in people for path in addresses(table.code)]
        asked += [(people[-1], path) for path in (*addresses("NOPE22"), *SITE)]
        assert [path for client, path in asked if client.get(path).status_code >= 500] == []


@pytest.mark.slow
def test_a_wrong_code_waits_for_no_writer(live: Callable[..., LiveServer]) -> None:
    running = live()
    running.get("/tables/NONE22/")
    writer = sqlite3.connect(running.data_dir / "livetable.sqlite3", isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    try:
        began = time.monotonic()
        listed = [
            running.get(path)[0] for path in ("/tables/NONE23/", "/tables/NONE23/watch", "/", "/wall/?only=NONE23")
        ]
        took = time.monotonic() - began
    finally:
        writer.execute("ROLLBACK")
        writer.close()
    assert listed == [404, 404, 200, 200]
    assert took < 5
