"""Limits on what one address may try: codes are not to be guessed in bulk.

Counted in Django's cache: with Redis by all processes together, without it by the one that serves.

Finding a table by its code, without letting anybody try codes in bulk.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache import cache
from django.http import HttpRequest
from redis.exceptions import RedisError

from tabletop.accounts.people import Person
from tabletop.games import selectors
from tabletop.games.access import rights
from tabletop.games.access.refusals import Refused
from tabletop.games.models import Table
from tabletop.ui.words import plain_code

WINDOW = 60  # seconds from the first one counted

log = logging.getLogger(__name__)


class Limit:
    """At most so many in a minute by one address, and so many by all together."""

    def __init__(self, name: str, *, each: int, together: int) -> None:
        self._name = name
        self._each = each
        self._together = together

    def check(self, address: str) -> None:
        """Raise Refused, to be answered with 429, for an address that has had its share."""
        own, everybody = self._keys(address)
        counted: dict[str, int] = {}
        with _unless_down():
            counted = cache.get_many([own, everybody])
        if counted.get(own, 0) >= self._each or counted.get(everybody, 0) >= self._together:
            raise Refused("too-often", "Too many wrong codes in a minute.", "wait a minute, then try", status=429)

    def count(self, address: str) -> None:
        """Note one more."""
        with _unless_down():
            for key in self._keys(address):
                _add_one(key)

    def forget(self) -> None:
        """Forget everybody who was counted."""
        cache.clear()

    def _keys(self, address: str) -> tuple[str, str]:
        return f"{self._name}:{address.replace(' ', '')[:64]}", f"{self._name}:all"


def _add_one(key: str) -> None:
    if cache.add(key, 1, WINDOW):
        return
    try:
        cache.incr(key)
    except ValueError:  # its minute ended just now
        cache.add(key, 1, WINDOW)


@contextmanager
def _unless_down() -> Iterator[None]:
    """A cache that does not answer keeps nobody from a table."""
    try:
        yield
    except (RedisError, OSError) as error:
        log.warning("attempts are not counted: %s", error)


wrong_codes = Limit("wrong-codes", each=10, together=600)

opened = Limit("opened", each=20, together=300)


def address_of(request: HttpRequest) -> str:
    """The address that a request comes from, as the server sees it."""
    return str(request.META.get("REMOTE_ADDR", ""))


def table_by(code: str, person: Person, address: str, *, whole: bool = True) -> Table:
    """The table of a code typed in any way. Raises Refused: 404 for none, 429 after too many wrong ones.

    Those who sit at a table or host it are always let in.
    """
    table = selectors.find(plain_code(code[:40]), whole=whole)
    if table is not None and (rights.is_host(table, person) or rights.seats_of(table, person)):
        return table
    wrong_codes.check(address)
    if table is None:
        wrong_codes.count(address)
        raise Refused("no-table", "There is no table of that code.", "check the code on the screen", status=404)
    return table
