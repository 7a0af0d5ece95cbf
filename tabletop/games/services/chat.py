"""Talk beside the log."""

from __future__ import annotations

from tabletop.accounts.people import Person
from tabletop.games.access import rights
from tabletop.games.access.refusals import malformed, no_right
from tabletop.games.models import ChatMessage
from tabletop.games.services.locking import holding, push_later

_LONGEST = 500


def chat(*, code: str, person: Person, text: str, side: str = "") -> ChatMessage:
    """Say something to everybody at the table."""
    said = " ".join(text.split())
    if not said or len(said) > _LONGEST:
        raise malformed("There is nothing to say, or too much at once.", f"1 to {_LONGEST} signs", code="bad-chat")
    with holding(code) as table:
        rights.be_welcome(table, person)
        seats = rights.seats_of(table, person)
        host = rights.is_host(table, person)
        sides = rights.sides_of(seats)
        if not sides and not host and not (table.spectator_chat and seats):
            allowed = "take a seat, or give your name" if table.spectator_chat else "take a seat"
            raise no_right("Spectators do not chat at this table.", allowed, code="no-chat")
        speaking = side if side in sides else sides[0] if sides else ""
        name = next((seat.name for seat in seats if seat.side == speaking), table.host_name)
        message = ChatMessage.objects.create(table=table, name=name, side=speaking, person=person.key, text=said)
        push_later(table, chat=True)
        return message
