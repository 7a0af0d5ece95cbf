"""Finding a table by its code, without letting anybody try codes in bulk."""

from __future__ import annotations

from tabletop.accounts.people import Person
from tabletop.games import limits, rights, selectors
from tabletop.games.models import Table
from tabletop.games.refused import Refused
from tabletop.ui.words import plain_code


def table_by(code: str, person: Person, address: str, *, whole: bool = True) -> Table:
    """The table of a code typed in any way. Raises Refused: 404 for none, 429 after too many wrong ones.

    Those who sit at a table or host it are always let in.
    """
    table = selectors.find(plain_code(code[:40]), whole=whole)
    if table is not None and (rights.is_host(table, person) or rights.seats_of(table, person)):
        return table
    limits.wrong_codes.check(address)
    if table is None:
        limits.wrong_codes.count(address)
        raise Refused("no-table", "There is no table of that code.", "check the code on the screen", status=404)
    return table
