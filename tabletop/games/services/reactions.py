"""What those who look on think of an act: beside the log, announced to nobody."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from tabletop.accounts.people import Person
from tabletop.games.access import rights
from tabletop.games.access.refusals import malformed
from tabletop.games.log import delay
from tabletop.games.models import EventRecord, Reaction, Table
from tabletop.games.services.locking import holding, push_later


def react(*, code: str, person: Person, head: int, kind: str, on: bool = True) -> None:
    """React to the act that begins with event `head`, or no longer. It must have been shown to this person."""
    if kind not in Reaction.Kind.values:
        raise malformed("There is no such reaction.", ", ".join(Reaction.Kind.values), code="unknown-reaction")
    with holding(code) as table:
        rights.be_welcome(table, person)
        looks_on = rights.is_onlooker(table, person)
        known = delay.delayed(table) if looks_on else table
        if head > known.seq or not EventRecord.objects.filter(table=table, seq=head, head=head).exists():
            raise malformed("There is no such act.", "an act of the log", code="unknown-act")
        if on:
            _made(table, head, kind, person, ahead_at=None if looks_on else timezone.now())
        else:
            _withdrawn(table, head, kind, person, at_once=looks_on)
        push_later(table, notes=True)


def _made(table: Table, head: int, kind: str, person: Person, *, ahead_at: datetime | None) -> None:
    """One that was withdrawn while onlookers still see it goes on."""
    since = {"ahead_at": ahead_at}
    found, is_new = Reaction.objects.get_or_create(since, table=table, head=head, kind=kind, person=person.key)
    if is_new or found.gone_at is None:
        return
    if found.gone_at <= timezone.now() - timedelta(seconds=table.delay_s):
        found.ahead_at = ahead_at
    found.gone_at = None
    found.save()


def _withdrawn(table: Table, head: int, kind: str, person: Person, *, at_once: bool) -> None:
    """By who plays or hosts it stays to those who are behind the table and have seen it, as long as they are behind."""
    mine = Reaction.objects.filter(table=table, head=head, kind=kind, person__in=person.keys, gone_at=None)
    if not at_once and table.delay_s:
        now = timezone.now()
        seen = Q(ahead_at=None) | Q(ahead_at__lte=now - timedelta(seconds=table.delay_s))
        mine.filter(seen).update(gone_at=now)
    mine.filter(gone_at=None).delete()
