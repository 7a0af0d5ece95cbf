"""Where somebody looks on, the house plays; where nobody does, it rests. One thread of this process sees to it.

A table is attended while a page of it is open in this process, or the lobby shows it. News of the table wake the house
early; whatever is lost between processes is made up for by the next look, two seconds later.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from threading import Condition, Thread
from typing import Final

from django.conf import settings
from django.db import close_old_connections

from tabletop.games import services
from tabletop.games.house import turns
from tabletop.games.models import Seat, Table

log = logging.getLogger(__name__)

_LOOKED_AT_FOR: Final = 8.0
"""Seconds that a table counts as looked at, since somebody's page last said so."""
_LOOK_AGAIN: Final = 2.0
"""Seconds between two looks at a table where the house waits for news."""
_THINKERS: Final = 2

Take = Callable[[int], float | None]


class Attendance:
    """The tables of this process at which the house may have something to do."""

    def __init__(self, take: Take = turns.take) -> None:
        self._take = take
        self._changed = Condition()
        self._until: dict[int, float] = {}
        self._due: dict[int, float] = {}
        self._busy: dict[int, tuple[float, Future[float | None]]] = {}
        self._thinkers = _pool()
        self._thread: Thread | None = None

    def look(self, tables: Iterable[int]) -> None:
        """Somebody looks at those tables now."""
        now = time.monotonic()
        with self._changed:
            for pk in tables:
                if pk not in self._until:
                    self._due[pk] = now
                self._until[pk] = now + _LOOKED_AT_FOR
            self._begin()

    def hear(self, table: int) -> None:
        """Something happened at that table."""
        with self._changed:
            if table in self._until:
                self._due[table] = time.monotonic()
                self._changed.notify()

    def rest(self) -> None:
        """Look at nothing any more."""
        with self._changed:
            self._until.clear()
            self._changed.notify()

    # -- its thread ---------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Call with the condition held."""
        if self._until and (self._thread is None or not self._thread.is_alive()):
            self._thread = Thread(target=self._run, name="house", daemon=True)
            self._thread.start()
        self._changed.notify()

    def _run(self) -> None:
        while True:
            with self._changed:
                now = time.monotonic()
                self._forget(now)
                if not self._until:
                    self._thread = None
                    return
                self._hand_out(now)
                self._changed.wait(self._pause(now))

    def _forget(self, now: float) -> None:
        for pk in [pk for pk, until in self._until.items() if until < now]:
            del self._until[pk]
            self._due.pop(pk, None)

    def _hand_out(self, now: float) -> None:
        """Begin a turn wherever one is due; give up those that think for too long."""
        for pk, (begun, _) in list(self._busy.items()):
            if now - begun > settings.HOUSE_STALL_SECONDS:
                del self._busy[pk]
                self._thinkers.shutdown(wait=False)
                self._thinkers = _pool()
                self._thinkers.submit(_clean, partial(stalled, pk))
        for pk, due in list(self._due.items()):
            if due <= now and pk not in self._busy:
                self._due[pk] = now + _LOOK_AGAIN
                work = self._thinkers.submit(_clean, partial(self._take, pk))
                self._busy[pk] = (now, work)
                work.add_done_callback(partial(self._done, pk))

    def _done(self, pk: int, work: Future[float | None]) -> None:
        with self._changed:
            if self._busy.get(pk, (0, None))[1] is work:
                del self._busy[pk]
            if work.exception() is not None:
                log.error("the house could not look at a table: %s", work.exception())
            elif (again := work.result()) is not None:
                self._due[pk] = min(self._due.get(pk, float("inf")), time.monotonic() + again)
            self._changed.notify()

    def _pause(self, now: float) -> float:
        soonest = min((due for pk, due in self._due.items() if pk not in self._busy), default=now + _LOOK_AGAIN)
        return max(0.02, min(soonest - now, _LOOK_AGAIN))


def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=_THINKERS, thread_name_prefix="house-thinks")


def _clean(work: Callable[[], float | None]) -> float | None:
    """Something that reads the database, with connections of its own."""
    close_old_connections()
    try:
        return work()
    finally:
        close_old_connections()


def stalled(pk: int) -> float | None:
    """The house has thought for too long at that table: its seat goes to the host."""
    table = Table.objects.filter(pk=pk).first()
    seat = services.waits_for_house(table) if table else None
    if table is not None and seat is not None:
        log.error("table %s: the house thought for too long for side %s", table.code, seat.side)
        services.give_up(code=table.code, side=seat.side)
    return None


attendance = Attendance()


def looked_at(tables: Iterable[int]) -> None:
    """Attend to those of the tables that the house sits at: one query for all of them."""
    sat = Seat.objects.filter(table__in=list(tables), kind=Seat.Kind.HOUSE, left_at=None)
    attendance.look(sat.values_list("table", flat=True).distinct())
