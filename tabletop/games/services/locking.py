"""The one door to a table's row while it changes: two commands on a table are always one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial

from django.db import transaction

from tabletop.games.access.refusals import Refused
from tabletop.games.models import Table
from tabletop.games.push.rooms import tell
from tabletop.games.selectors import SELDOM


@contextmanager
def holding(code: str) -> Iterator[Table]:
    """A transaction that holds the table of that code. Raises Refused when there is none."""
    with transaction.atomic():
        table = next(iter(Table.objects.raw(_row_to_hold(), [code])), None)
        if table is None:
            raise Refused("no-table", "There is no such table.", "check the code", status=404)
        yield table


@cache
def _row_to_hold() -> str:
    """The SQL for a table of one code. Every command asks for it, and to write it again takes longer than to ask."""
    return Table.objects.select_for_update().defer(*SELDOM).filter(code="-").order_by().query.sql_with_params()[0]


def push_later(table: Table, **news: bool | int | str) -> None:
    """Tell everybody once this transaction is committed. Failing to tell never undoes what was done."""
    transaction.on_commit(partial(tell, table.pk, **news), robust=True)
