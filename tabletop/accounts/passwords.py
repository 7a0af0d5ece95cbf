"""Wrong passwords are counted, here and in the administration: by name and address, by address, and by name.

A browser that has signed in to an account before has a share of its own, so that others who try that name, or the
neighbours at a club's address, shut nobody out of their own account.
"""

from __future__ import annotations

import secrets
from typing import Final

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from tabletop.accounts.limits import Limit, address_of, block_of

_SAID: Final = "Too many wrong passwords."
_WAIT: Final = "wait five minutes"
_COOKIE: Final = "livetable_known"
_YEAR: Final = 365 * 24 * 3600  # seconds
_KEPT: Final = 5  # names that one browser is known by

by_address = Limit("passwords", each=40, person=10, seconds=300, said=_SAID, wait=_WAIT)
"""By an address, and by a name from that address."""

by_name = Limit("passwords-of", each=0, person=100, seconds=3600, said=_SAID, wait="wait an hour")
"""Of a name, from anywhere."""

by_known = Limit("passwords-known", each=0, person=10, seconds=300, said=_SAID, wait=_WAIT)
"""Of a name in a browser where its owner has signed in."""

again = Limit("passwords-again", each=0, person=10, seconds=300, said=_SAID, wait=_WAIT)
"""Of somebody who is signed in, where a page asks once more."""


def take(request: HttpRequest | None, name: str) -> None:
    """Note one try, right or wrong. Raises Refused for one too many."""
    if request is None:
        return
    if known := _known(request).get(_plain(name)):
        by_known.take("", known)
        return
    address = address_of(request)
    by_address.take(address, f"{_plain(name)} at {block_of(address)}")
    by_name.take("", _plain(name))


def give_back(request: HttpRequest | None, name: str) -> None:
    """It was the right one."""
    if request is None:
        return
    if known := _known(request).get(_plain(name)):
        by_known.give_back("", known)
        return
    address = address_of(request)
    by_address.give_back(address, f"{_plain(name)} at {block_of(address)}")
    by_name.give_back("", _plain(name))


def remember(request: HttpRequest, answer: HttpResponse, name: str) -> None:
    """Note in the browser that somebody of that name has signed in here."""
    known = _known(request)
    if _plain(name) in known:
        return
    kept = {_plain(name): secrets.token_urlsafe(9), **dict(list(known.items())[: _KEPT - 1])}
    secure = bool(settings.SESSION_COOKIE_SECURE)
    answer.set_cookie(
        _COOKIE, signing.dumps(kept, salt=_COOKIE), max_age=_YEAR, httponly=True, samesite="Lax", secure=secure
    )


def _known(request: HttpRequest) -> dict[str, str]:
    """What this browser is known by, for each name."""
    try:
        return dict(signing.loads(request.COOKIES.get(_COOKIE, ""), salt=_COOKIE, max_age=_YEAR))
    except signing.BadSignature:
        return {}


def _plain(name: str) -> str:
    return name.strip().casefold()[:150]
