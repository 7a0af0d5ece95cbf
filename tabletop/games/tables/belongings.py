"""Tables, seats and chat as belongings of people."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Q

from tabletop.accounts.belongings import NOBODY_IN_PARTICULAR, guest_keys
from tabletop.accounts.people import Person
from tabletop.games.log import journal
from tabletop.games.models import ChatMessage, EventRecord, Proposal, Seat, Table
from tabletop.games.selectors import my_tables
from tabletop.games.services.locking import push_later

GONE = "gone"
"""The key of somebody whose account is deleted. Nobody has it."""


def exported(person: Person) -> dict[str, Any]:
    """The tables that they host or sit at, and what they said there."""
    said = ChatMessage.objects.filter(person__in=person.keys).select_related("table").order_by("id")
    seats = Seat.objects.filter(person__in=person.keys).select_related("table").order_by("id")
    tables = Table.objects.filter(Q(host__in=person.keys) | Q(pk__in=seats.values("table"))).order_by("id")
    return {
        "tables": [
            {
                "code": table.code,
                "name": table.name,
                "status": table.status,
                "hosted": person.is_one_of(table.host),
                "created_at": table.created_at,
                "ended_at": table.ended_at,
            }
            for table in tables
        ],
        "seats": [{"table": s.table.code, "name": s.name, "side": s.side, "since": s.created_at} for s in seats],
        "chat": [{"table": m.table.code, "name": m.name, "text": m.text, "at": m.created_at} for m in said],
    }


def claim(person: Person) -> None:
    """Seats, tables and words of the guest become the account's."""
    guests, key = guest_keys(person), f"u{person.user_id}"
    held = Seat.objects.filter(person=key, left_at=None).values_list("table_id", "side")
    taken = set(held)
    for seat in Seat.objects.filter(person__in=guests):
        if seat.left_at is not None or (seat.table_id, seat.side) not in taken:
            seat.person = key
            seat.save(update_fields=["person"])
    Table.objects.filter(host__in=guests).update(host=key)
    for rows in (ChatMessage.objects, Proposal.objects):
        rows.filter(person__in=guests).update(person=key)
    EventRecord.objects.filter(actor__in=guests).update(actor=key)


def let_go(person: Person) -> None:
    """Take their name off every table. One that they were setting up alone goes; others pass to somebody there."""
    for table in my_tables(person):
        _leave(table, person)
    name = NOBODY_IN_PARTICULAR
    for seat in Seat.objects.filter(person__in=person.keys):
        seat.person, seat.name = f"{GONE}{seat.pk}", name
        seat.save(update_fields=["person", "name"])
    Table.objects.filter(host__in=person.keys).update(host=GONE, host_name=name)
    for rows in (ChatMessage.objects, Proposal.objects):
        rows.filter(person__in=person.keys).update(person=GONE, name=name)
    EventRecord.objects.filter(actor__in=person.keys).update(actor=GONE, actor_name=name)
    transaction.on_commit(journal.forget)  # the lines that it remembers have the name in them


def _leave(table: Table, person: Person) -> None:
    others = Seat.objects.filter(table=table, left_at=None, removed=False).exclude(person__in=person.keys)
    heir = others.order_by("side", "id").exclude(side="").first() or others.first()
    if not person.is_one_of(table.host):
        heir = None
    elif heir is None and table.status == Table.Status.SET_UP:
        table.delete()
        return
    if heir is not None:
        table.host, table.host_name = heir.person, heir.name
        table.save(update_fields=["host", "host_name"])
    push_later(table, notes=True, recheck=True)
