"""Limits on what one person or one address may do in a while: so that nothing is guessed or filled up in bulk.

Counted in Django's cache: in Redis where there is one, else in the database, so that all processes count together.
What pages count that only read is kept in memory where there is no Redis, and so but one process: no reader waits for
a writer.
"""

from __future__ import annotations

import ipaddress
import logging
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final

from django.core.cache import cache, caches
from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.db import DatabaseError
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac
from redis.exceptions import RedisError

from tabletop.accounts.models import Tally
from tabletop.ui.refused import Refused

log = logging.getLogger(__name__)


class Limit:
    """At most so many within so many seconds of the first: `each` by one address, `person` by one person.

    One that is counted `by_readers`, pages that only read, writes nothing into the database.
    """

    def __init__(
        self,
        name: str,
        *,
        each: int,
        person: int = 0,
        seconds: int = 60,
        said: str,
        wait: str = "wait a minute",
        by_readers: bool = False,
    ) -> None:
        self._name = name
        self._each = each
        self._person = person or each
        self._seconds = seconds
        self._said = said
        self._wait = wait
        self._cache = caches["readers"] if by_readers else cache

    def check(self, address: str, person: str = "") -> None:
        """Raise Refused, to be answered with 429, for whoever has had their share."""
        shares = self._shares(address, person)
        counted: dict[str, int] = {}
        with _unless_down():
            counted = self._cache.get_many(shares)
        if any(counted.get(key, 0) >= most for key, most in shares.items()):
            raise self._refused()

    def count(self, address: str, person: str = "") -> None:
        """Note one more."""
        with _unless_down():
            for key in self._shares(address, person):
                self._add_one(key)

    def take(self, address: str, person: str = "") -> None:
        """Note one more and raise Refused when that is too many: for what many requests at once might slip through."""
        over = False
        with _unless_down():
            counted = [(self._add_one(key), most) for key, most in self._shares(address, person).items()]
            over = any(number > most for number, most in counted)
        if over:
            raise self._refused()

    def give_back(self, address: str, person: str = "") -> None:
        """Not count the latest after all."""
        with _unless_down():
            for key in self._shares(address, person):
                self._add_to(key, -1)

    def forget(self) -> None:
        """Forget everybody who was counted."""
        self._cache.clear()

    def _refused(self) -> Refused:
        return Refused("too-often", self._said, f"{self._wait}, then try again", status=429)

    def _shares(self, address: str, person: str) -> dict[str, int]:
        """Keys, from which nobody's address or name is read, with how many each may have."""
        shares = {_key(self._name, "address", block_of(address)): self._each} if address else {}
        return shares | ({_key(self._name, "person", person): self._person} if person else {})

    def _add_one(self, key: str) -> int:
        if self._cache.add(key, 1, self._seconds):
            return 1
        found = self._add_to(key, 1)
        if found is None:  # its time ended just now
            self._cache.add(key, 1, self._seconds)
        return found or 1

    def _add_to(self, key: str, number: int) -> int | None:
        try:
            return int(self._cache.incr(key, number))
        except ValueError:
            return None


def _key(*parts: str) -> str:
    return salted_hmac("tabletop.limits", "\0".join(parts), algorithm="sha256").hexdigest()[:40]


def block_of(address: str) -> str:
    """The address, of IPv6 the network: whoever has one such address has very many."""
    try:
        found = ipaddress.ip_address(address.strip())
    except ValueError:
        return address.strip()[:64]
    if isinstance(found, ipaddress.IPv6Address):
        return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def address_of(request: HttpRequest) -> str:
    """The address that a request comes from, as the server sees it."""
    return str(request.META.get("REMOTE_ADDR", ""))


@contextmanager
def _unless_down() -> Iterator[None]:
    """Counts that cannot be kept shut nobody out."""
    try:
        yield
    except (RedisError, OSError, DatabaseError) as error:
        log.warning("attempts are not counted: %s", error)


# ------------------------------------------------------------------ what is noted for longer


def note(what: str, whose: str, seconds: int) -> None:
    """Remember something for so long, such as that an address is welcome at a table."""
    with _unless_down():
        cache.set(_key("note", what, whose), 1, seconds)


def is_noted(what: str, whose: str) -> bool:
    """Whether it is still remembered."""
    found = None
    with _unless_down():
        found = cache.get(_key("note", what, whose))
    return found is not None


# ------------------------------------------------------------------ in the database


class InTheDatabase(BaseCache):
    """Counts as rows, for a site without Redis. Adding one is a single statement, so none is lost."""

    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)

    def add(self, key: str, value: int, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Begin to count, unless that has begun."""
        now = timezone.now()
        ends = now + timedelta(seconds=float(timeout or 0))
        if secrets.randbelow(_TIDIED_EVERY) == 0:
            Tally.objects.filter(ends__lte=now).delete()
        if Tally.objects.filter(key=key, ends__lte=now).update(number=value, ends=ends):
            return True
        _, new = Tally.objects.get_or_create(key=key, defaults={"number": value, "ends": ends})
        return new

    def set(self, key: str, value: int, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        ends = timezone.now() + timedelta(seconds=float(timeout or 0))
        Tally.objects.update_or_create(key=key, defaults={"number": value, "ends": ends})

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return self.get_many([key]).get(key, default)

    def get_many(self, keys: Iterable[str], version: int | None = None) -> dict[str, int]:
        """What is still counted."""
        found = Tally.objects.filter(key__in=list(keys), ends__gt=timezone.now())
        return dict(found.values_list("key", "number"))

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """One more. Raises ValueError where nothing is counted, as caches do."""
        if not Tally.objects.filter(key=key, ends__gt=timezone.now()).update(number=F("number") + delta):
            raise ValueError(key)
        return Tally.objects.values_list("number", flat=True).get(key=key)

    def clear(self) -> None:
        Tally.objects.all().delete()


_TIDIED_EVERY: Final = 50
