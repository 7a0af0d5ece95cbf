"""Limits on what one address may try: codes are not to be guessed in bulk."""

from __future__ import annotations

import time
from collections import deque
from threading import Lock

from django.http import HttpRequest

from tabletop.games.refused import Refused

WINDOW = 60.0  # seconds
_MOST_ADDRESSES = 10_000


class Limit:
    """At most so many in a minute by one address, and so many by all together; counted in this process."""

    def __init__(self, *, each: int, together: int) -> None:
        self._each = each
        self._together = together
        self._times: dict[str, deque[float]] = {}
        self._all: deque[float] = deque()
        self._lock = Lock()

    def check(self, address: str) -> None:
        """Raise Refused, to be answered with 429, for an address that has had its share."""
        with self._lock:
            now = time.monotonic()
            own = self._times.get(address, deque())
            _drop_old(own, now)
            _drop_old(self._all, now)
            if len(own) >= self._each or len(self._all) >= self._together:
                raise Refused("too-often", "Too many wrong codes in a minute.", "wait a minute, then try", status=429)

    def count(self, address: str) -> None:
        """Note one more."""
        with self._lock:
            now = time.monotonic()
            if len(self._times) >= _MOST_ADDRESSES:
                self._times.clear()
            self._times.setdefault(address, deque()).append(now)
            self._all.append(now)

    def forget(self) -> None:
        """Begin anew."""
        with self._lock:
            self._times.clear()
            self._all.clear()


def _drop_old(times: deque[float], now: float) -> None:
    while times and now - times[0] > WINDOW:
        times.popleft()


wrong_codes = Limit(each=10, together=600)
opened = Limit(each=20, together=300)


def address_of(request: HttpRequest) -> str:
    """The address that a request comes from, as the server sees it."""
    return str(request.META.get("REMOTE_ADDR", ""))
