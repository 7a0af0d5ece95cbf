"""Finding a table by its code, without letting anybody try codes in bulk.

Wrong codes are counted by address: after some, further wrong ones are answered with a wait; after many the door is shut
for a minute to strangers from there. Never to those who sit at the table or host it, to a browser that was let in
before, or where people of that table play: a club behind one address.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from tabletop.accounts import limits
from tabletop.accounts.limits import Limit, address_of
from tabletop.accounts.people import Person
from tabletop.games import selectors
from tabletop.games.access import rights
from tabletop.games.access.refusals import Refused
from tabletop.games.models import Table
from tabletop.ui.words import plain_code

wrong_codes = Limit("wrong-codes", each=10, said="Too many wrong codes in a minute.", by_readers=True)

flood = Limit("flood-of-codes", each=30, said="Too many wrong codes in a minute.", by_readers=True)
"""From so many on a right code opens nothing either: there are half a million, and nobody mistypes so often."""

opened = Limit("opened", each=20, said="Too many tables opened in a minute.")

verifications = Limit("verifications", each=6, said="Too many battles played again in a minute.")
"""Each takes the server some seconds."""

brought = Limit("brought-in", each=6, person=6, said="Too many logs brought in a minute.")
"""Each is played again, which takes the server some seconds."""

said = Limit("said", each=60, person=10, seconds=10, said="Too much was said at once.", wait="wait a few seconds")

reacted = Limit(
    "reacted", each=120, person=20, seconds=10, said="Too many reactions at once.", wait="wait a few seconds"
)

pointed = Limit(
    "pointed",
    each=240,
    person=40,
    seconds=10,
    said="Too much is pointed at.",
    wait="wait a few seconds",
    by_readers=True,
)

_COOKIE: Final = "livetable_tables"
_KEPT: Final = 12  # tables
_DAY: Final = 24 * 3600  # seconds


class Caller(NamedTuple):
    """Where a request comes from, and the tables that this browser was let in to."""

    address: str
    let_in: tuple[str, ...] = ()


def caller_of(request: HttpRequest) -> Caller:
    """Who comes by a request."""
    return Caller(address_of(request), _let_in(request.COOKIES))


def caller_of_socket(scope: Mapping[str, Any]) -> Caller:
    """Who comes by a socket."""
    return Caller(str((scope.get("client") or ("",))[0]), _let_in(scope.get("cookies", {})))


def _let_in(cookies: Mapping[str, str]) -> tuple[str, ...]:
    try:
        codes = signing.loads(cookies.get(_COOKIE, ""), salt=_COOKIE, max_age=_DAY)
    except signing.BadSignature:
        return ()
    return tuple(codes)


def stamp(request: HttpRequest, answer: HttpResponse, code: str) -> None:
    """Note in the browser that it was let in, so that its pages come back whatever others at its address try."""
    had = _let_in(request.COOKIES)
    if code in had:
        return
    signed = signing.dumps([code, *had][:_KEPT], salt=_COOKIE)
    secure = bool(settings.SESSION_COOKIE_SECURE)
    answer.set_cookie(_COOKIE, signed, max_age=_DAY, httponly=True, samesite="Lax", secure=secure)


def welcome_from(address: str, code: str) -> None:
    """People of that table play at this address: wrong codes from there do not shut it."""
    limits.note(f"table {code}", limits.block_of(address), _DAY)


def table_by(code: str, person: Person, caller: Caller, *, whole: bool = True) -> Table:
    """The table of a code typed in any way. Raises Refused: 404 for none, 429 after too many wrong ones.

    Those who sit at a table or host it are always let in.
    """
    table = selectors.find(plain_code(code[:40]), whole=whole)
    if table is not None and _is_expected(table, person, caller):
        return table
    if table is None:
        flood.count(caller.address)
        wrong_codes.check(caller.address)
        wrong_codes.count(caller.address)
        raise Refused("no-table", "There is no table of that code.", "check the code on the screen", status=404)
    try:
        flood.check(caller.address)
    except Refused:
        if not limits.is_noted(f"table {table.code}", limits.block_of(caller.address)):
            raise
    return table


def _is_expected(table: Table, person: Person, caller: Caller) -> bool:
    if table.code in caller.let_in:
        return True
    return rights.is_host(table, person) or bool(rights.seats_of(table, person))
