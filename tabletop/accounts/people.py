"""Who somebody is at a table: an account, or a guest's browser that keeps a token in its session."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from tabletop.accounts.models import User

_GUEST = "guest"
_NAME = "guest_name"


@dataclass(frozen=True, kw_only=True)
class Person:
    """Somebody, known by keys that never leave the server: that of the account first, then that of the browser."""

    keys: tuple[str, ...] = ()
    name: str = ""
    user_id: int | None = None

    @property
    def key(self) -> str:
        """The key under which new seats are taken; empty for a browser that has never joined anything."""
        return self.keys[0] if self.keys else ""

    def is_one_of(self, *keys: str) -> bool:
        """Whether any of these keys is this person's."""
        return any(key in self.keys for key in keys if key)


NOBODY = Person()


def person_of(request: HttpRequest) -> Person:
    """Who sends this request."""
    return known_by(request.user, request.session)


def known_by(user: User | AnonymousUser, session: MutableMapping[str, Any]) -> Person:
    """Who a signed-in user and a session's token make together."""
    keys = []
    if user.is_authenticated:
        keys.append(f"u{user.pk}")
    if token := session.get(_GUEST):
        keys.append(_guest_key(token))
    name = user.get_username() if user.is_authenticated else session.get(_NAME, "")
    return Person(keys=tuple(keys), name=name, user_id=user.pk)


def become_known(request: HttpRequest, name: str = "") -> Person:
    """Give this browser a token if it has none, so that it can be recognised; `name` is kept for next time."""
    if not request.session.get(_GUEST):
        request.session[_GUEST] = secrets.token_urlsafe(24)
    if name:
        request.session[_NAME] = name
    return person_of(request)


def _guest_key(token: str) -> str:
    return "g" + hashlib.sha256(token.encode()).hexdigest()[:32]
