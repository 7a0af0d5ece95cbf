"""A log from another server taken in: a table that is over, to be shown again at once.

Whether it verifies is found out afterwards by playing it again in the background (`tabletop.games.log.played_again`).
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any, Final, TypeVar

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from rules import BadLineError, LinedLog, encode, log_lines
from rules.events import GameCreated, Redone, Undone
from tabletop.accounts.people import Person
from tabletop.games import seeds
from tabletop.games.access import rights
from tabletop.games.access.refusals import Refused, no_right
from tabletop.games.log import journal, played_again
from tabletop.games.models import EventRecord, Seed, Snapshot, Table
from tabletop.games.pages import fragments
from tabletop.games.pages.scene import Scene
from tabletop.games.services.tables import free_code

MOST: Final = 100
"""Logs that one person may bring."""
_LOOKED_AT: Final = 24
"""Moments of a log that are drawn before it is taken in, so that its pages can be."""


def bring_in(*, person: Person, name: str, data: bytes) -> Table:
    """A table from such a log. Raises Refused naming the first line that is wrong; nothing is kept of it then."""
    if not person.key:
        raise no_right("This browser keeps no cookies, so it cannot keep a replay.", "allow cookies")
    if Table.objects.filter(host=person.key).exclude(brought_in=None).count() >= MOST:
        raise Refused("too-many", f"You have brought {MOST} replays.", "no more for now")
    try:
        log = log_lines.read(data)
        _look_at(log)
    except BadLineError as bad:
        raise BadLog(bad) from None
    return _kept(log, person, name)


class BadLog(Refused):
    """A log that is not taken in; `before` is the state that the lines before the wrong one lead to, if any."""

    def __init__(self, bad: BadLineError) -> None:
        text = f"Line {bad.line} of the log is wrong: {bad.why}."
        super().__init__("bad-log", text, "a log as a table here or elsewhere saves it")
        self.before = bad.before


def _look_at(log: LinedLog) -> None:
    """Draw some moments of it, the last among them, as a replay will."""
    ends = [one.event.seq for one, then in pairwise(log.lines) if then.head != one.head]
    step = max(1, len(ends) // _LOOKED_AT)
    for seq in (*ends[::step], len(log.lines)):
        line = log.lines[seq - 1]
        try:
            fragments.parts(Scene.of("host", line.state))
            fragments.parts(Scene.of("public", line.state))
        except Exception as fault:  # whatever a forged state makes the drawing stumble over
            raise BadLineError(seq + 1, f"the table cannot be shown after it ({type(fault).__name__})") from None


def _kept(log: LinedLog, person: Person, name: str) -> Table:
    """Everything is made ready first: nobody who writes waits for more than the writing."""
    rows, states, seed = _rows(log), _states(log), seeds.kept(bytes.fromhex(log.head.seed))
    table = _table(log, person, name)
    with transaction.atomic():
        table.save()
        Seed.objects.create(table=table, value=seed, published_at=timezone.now())
        EventRecord.objects.bulk_create(_of(table, rows), batch_size=500)
        Snapshot.objects.bulk_create(_of(table, states), batch_size=50)
    return table


Row = TypeVar("Row", EventRecord, Snapshot)


def _of(table: Table, rows: list[Row]) -> list[Row]:
    for row in rows:
        row.table = table
    return rows


def _states(log: LinedLog) -> list[Snapshot]:
    every = {1, len(log.lines), *range(journal.SNAPSHOT_EVERY, len(log.lines), journal.SNAPSHOT_EVERY)}
    turned = {one.event.seq for one in log.lines if isinstance(one.event, Undone | Redone)}
    return [Snapshot(seq=seq, state=encode(log.lines[seq - 1].state).decode()) for seq in sorted(every | turned)]


def _table(log: LinedLog, person: Person, name: str) -> Table:
    last = log.lines[-1].state
    times = _times(log)
    return Table(
        code=free_code(),
        name=(" ".join(log.head.name.split()) or last.scenario.name or "Battle")[:80],
        host=person.key,
        host_name=name.strip()[:40] or "Host",
        scenario_content=msgspec.to_builtins(last.scenario),
        options=_options(log),
        status=Table.Status.ENDED,
        locked=True,
        game_id=secrets.token_hex(12),
        seal=log.head.seal[:64],
        words={},
        seq=last.seq,
        rules_version=last.version[:16],
        started_at=times[0],
        ended_at=times[-1],
        brought_in=played_again.still_to(log.head.seal, log.end),
    )


def _options(log: LinedLog) -> dict[str, Any]:
    first = log.lines[0].event
    return dict(first.options) if isinstance(first, GameCreated) else dict(log.lines[0].state.options)


def _times(log: LinedLog) -> Sequence[datetime]:
    """When each event happened, as far as the log tells; never before the one before, nor in the future."""
    now = timezone.now()
    found: list[datetime] = []
    for line in log.lines:
        at = _time(line.line.at) if line.line.at else None
        least = found[-1] if found else None
        if at is None or at > now or (least is not None and at < least):
            at = least or now
        found.append(at)
    return found


def _time(text: str) -> datetime | None:
    try:
        at = parse_datetime(text[:40])
        return at if at is not None and timezone.is_aware(at) and at.year > 1900 else None
    except ValueError:
        return None


def _rows(log: LinedLog) -> list[EventRecord]:
    by, side = "", ""
    rows = []
    for line, at in zip(log.lines, _times(log), strict=True):
        if line.event.seq == line.head:
            by = line.line.by if isinstance(line.line.by, str) else ""
            side = line.line.side
        asked = line.line.asked
        rows.append(
            EventRecord(
                seq=line.event.seq,
                head=line.head,
                type=type(line.event).__name__,
                payload=bytes(line.line.event).decode(),
                asked="" if isinstance(asked, msgspec.UnsetType) else bytes(asked).decode(),
                actor_name=by[:40],
                actor_side=side[:1],
                at=at,
            )
        )
    return rows


def forget(*, table: Table, person: Person) -> None:
    """Drop a battle that this person has brought in. Raises Refused for any other."""
    if table.brought_in is None or not rights.is_host(table, person):
        raise no_right("Only who has brought a battle in may delete it.", "it stays")
    table.delete()
