"""How far behind its table everybody else looks on: the host's delay, counted from when an event happened.

Whoever plays or hosts is told at once. All others get, by every way, the table as it was so many seconds ago: pages,
cards, odds, logs and sockets read `table.seq` and `table.status`, so `delayed` hands them a table that ends earlier.
"""

from __future__ import annotations

from copy import copy
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.utils import timezone

from tabletop.games.log import journal
from tabletop.games.models import EventRecord, Table

SHORTEST_S: Final = 30
LONGEST_S: Final = 600


class Horizon(NamedTuple):
    """How much of the log onlookers may see: the last event, and the seconds until they may see more."""

    seq: int
    more_in_s: float | None
    delay_s: int


def horizon(table: int) -> Horizon:
    """How much of the log onlookers of the table of that row may see now, read from the database."""
    seq, delay_s = Table.objects.filter(pk=table).values_list("seq", "delay_s").get()
    if not delay_s or not seq:
        return Horizon(seq, None, delay_s)
    last = _last_before(table, timezone.now() - timedelta(seconds=delay_s))
    if last >= seq:
        return Horizon(seq, None, delay_s)
    at = EventRecord.objects.filter(table=table, seq=last + 1).values_list("at", flat=True).get()
    wait = (at + timedelta(seconds=delay_s) - timezone.now()).total_seconds()
    return Horizon(last, max(0.0, wait) + 0.01, delay_s)


def _last_before(table: int, moment: datetime) -> int:
    """The last event that had happened by then; the first command, which only lays the table, is shown to all."""
    records = EventRecord.objects.filter(table=table)
    found = records.filter(at__lte=moment).order_by("-seq").values_list("seq", flat=True).first()
    return found or records.filter(head=1).order_by("-seq").values_list("seq", flat=True)[0]


def delayed(table: Table) -> Table:
    """The table as onlookers see it: itself where there is no delay, else one that ends earlier.

    It is for reading alone and must never be saved.
    """
    if not table.delay_s or not table.seq:
        return table
    earlier = copy(table)
    earlier.seq = min(table.seq, horizon(table.pk).seq)
    if table.status == Table.Status.ENDED and journal.state_at(table, earlier.seq).outcome is None:
        earlier.status, earlier.ended_at, earlier.rematch = Table.Status.PLAYING, None, ""
    elif ended_at := _end_taken_back(table, earlier.seq):
        earlier.status, earlier.ended_at = Table.Status.ENDED, ended_at
    return earlier


def _end_taken_back(table: Table, seq: int) -> datetime | None:
    """When the battle ended, if onlookers had been shown that before it was taken back, and are not past that yet.

    An end that was taken back sooner opens nothing to them: what is hidden stays so while the battle goes on.
    """
    if table.status == Table.Status.ENDED or seq == table.seq:
        return None
    shown, following = EventRecord.objects.filter(table=table, seq__in=(seq, seq + 1)).order_by("seq")
    if following.type != "Undone" or shown.at + timedelta(seconds=table.delay_s) > following.at:
        return None
    return shown.at if journal.state_at(table, seq).outcome is not None else None
