"""What those who look on think of an act: beside the log, announced to nobody."""

from __future__ import annotations

from django.utils import timezone

from tabletop.accounts.people import Person
from tabletop.games.access import rights
from tabletop.games.access.refusals import malformed
from tabletop.games.log import delay
from tabletop.games.models import EventRecord, Reaction
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
            since = {"ahead_at": None if looks_on else timezone.now()}
            Reaction.objects.get_or_create(since, table=table, head=head, kind=kind, person=person.key)
        else:
            Reaction.objects.filter(table=table, head=head, kind=kind, person__in=person.keys).delete()
        push_later(table, notes=True)
