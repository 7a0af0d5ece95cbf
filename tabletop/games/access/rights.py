"""Who may do and see what at a table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal

from rules import Viewer
from rules.core.ids import SideId
from rules.state import GameState
from tabletop.accounts.people import Person
from tabletop.games.access.refusals import Refused, no_right
from tabletop.games.models import Proposal, Seat, Table

HOUSE = Person(keys=("sample",), name="The house")
"""Who hosts the sample until somebody sits down at it."""

BOT = Person(keys=("house",), name="The house")
"""Who sits where no person does: the house plays, by the same services as anybody."""

Audience = SideId | Literal["public", "screen", "host"]
"""Who gets the same bytes: a side, spectators, the club's screen (drawn larger), or the host without a seat."""

OPEN_VIEWS = ("public", "screen")
"""Audiences that anybody with the code may belong to."""


def viewer_of(audience: Audience) -> Viewer:
    """As whom an audience sees the game."""
    return "public" if audience == "screen" else audience


def seats_of(table: Table, person: Person) -> list[Seat]:
    """The seats that this person holds now."""
    return [seat for seat in _standing(table, person) if not seat.removed]


def _standing(table: Table, person: Person) -> list[Seat]:
    """The seats that this person holds or was removed from, asked for once for each reading of the table's row."""
    if not person.keys:
        return []
    known: dict[tuple[str, ...], list[Seat]] = table.__dict__.setdefault("_standing", {})
    if person.keys not in known:
        found = Seat.objects.raw(_seats_of(len(person.keys)), [table.pk, *person.keys])
        known[person.keys] = [seat for seat in found if seat.removed or seat.left_at is None]
    return known[person.keys]


@cache
def _seats_of(keys: int) -> str:
    """The SQL for the seats at a table of a person with so many keys: every request asks for them."""
    return Seat.objects.filter(table=0).filter(person__in=[str(n) for n in range(keys)]).query.sql_with_params()[0]


def sides_of(seats: Sequence[Seat]) -> list[SideId]:
    """The sides among those seats, in order."""
    return sorted({SideId(seat.side) for seat in seats if seat.side})


def is_host(table: Table, person: Person) -> bool:
    """Whether this person hosts the table."""
    return person.is_one_of(table.host)


def is_onlooker(table: Table, person: Person) -> bool:
    """Whether this person neither hosts nor plays: whom the host's delay concerns."""
    return not is_host(table, person) and not sides_of(seats_of(table, person))


def is_removed(table: Table, person: Person) -> bool:
    """Whether the host has sent this person away."""
    if not person.keys or is_host(table, person):
        return False
    return any(seat.removed for seat in _standing(table, person))


def has_played(table: Table, person: Person) -> bool:
    """Whether this person holds a seat on a side, or held one in the battle that has begun."""
    seats = Seat.objects.filter(table=table, person__in=person.keys).exclude(side="")
    return any(s.left_at is None or (table.started_at and s.left_at >= table.started_at) for s in seats)


def has_eye(table: Table, person: Person) -> bool:
    """Whether this person hosts without playing and sees everything; a host who has played does not."""
    if not is_host(table, person) or table.host_eye is False:
        return False
    return not has_played(table, person)


def has_seen_all(table: Table, person: Person) -> bool:
    """Whether this person has seen what sides hide from each other in the battle that has begun."""
    if table.status == Table.Status.SET_UP:
        return False
    return any(key in table.seen_all for key in person.keys) or has_eye(table, person)


def be_host(table: Table, person: Person) -> None:
    """Raise Refused for anybody but the host."""
    if not is_host(table, person):
        raise no_right("Only the host may do that.", f"ask {table.host_name}", code="host-only")


def be_welcome(table: Table, person: Person) -> None:
    """Raise Refused for somebody whom the host has sent away."""
    if is_removed(table, person):
        raise no_right("The host has removed you from this table.", "watch another table", code="removed")


def be_concerned(table: Table, person: Person) -> None:
    """Raise Refused for whoever neither plays nor hosts, before anything about the table as it is now is answered.

    Onlookers may be behind it, and a refusal would say how many events there are, or that the battle is over.
    """
    be_welcome(table, person)
    if is_onlooker(table, person):
        raise no_right("You have no seat at this table.", "take a seat, or watch", code="no-seat")


def audience_of(table: Table, person: Person, wanted: str = "") -> Audience:
    """What this person may see; `wanted` picks among several seats. Raises Refused for a view that is not theirs."""
    be_welcome(table, person)
    if wanted == "public" or wanted == "screen":
        return "public" if wanted == "public" else "screen"
    sides = sides_of(seats_of(table, person))
    if not wanted and sides:
        return sides[0]
    if wanted in sides:
        return SideId(wanted)
    if not sides and wanted in ("", "host") and is_host(table, person):
        if table.status == Table.Status.SET_UP or has_eye(table, person):
            return "host"
        if not wanted:
            return "public"
    if wanted:
        raise no_right("That view belongs to somebody else.", "your own side, or watch", code="not-your-seat")
    return "public"


def acting_side(
    table: Table, person: Person, state: GameState, seats: Sequence[Seat], asked: object, *, host_only: bool
) -> SideId:
    """The side for which this person acts. What the request says about it counts only as a choice among own seats.

    Raises Refused for spectators, removed persons and forged seats.
    """
    be_welcome(table, person)
    host = is_host(table, person)
    if host_only:
        be_host(table, person)
    sides = sides_of(seats)
    if not sides:
        if host and host_only and state.sides:
            return state.sides[0].id
        raise no_right("You have no seat at this table.", "take a seat, or watch", code="no-seat")
    if isinstance(asked, str) and asked:
        if asked not in sides:
            raise no_right("You have no seat on that side.", f"act for {_names(state, sides)}", code="not-your-seat")
        return SideId(asked)
    wanted = state.waits_for or state.active_side
    return wanted if wanted in sides else sides[0]


def _names(state: GameState, sides: Sequence[SideId]) -> str:
    names = {side.id: side.name for side in state.sides}
    return " or ".join(names.get(side, side.upper()) for side in sides)


def must_be_open(table: Table) -> None:
    """Raise Refused unless the battle is on."""
    if table.status == Table.Status.SET_UP:
        raise Refused("not-started", "The battle has not begun.", "wait for the host to start it")
    if table.status == Table.Status.PAUSED:
        raise Refused("paused", "The host has paused the battle.", "wait, or talk in the chat")


def open_dispute(table: Table) -> Proposal | None:
    """The dispute about dice thrown by hand that has to be settled first, if there is one."""
    found = Proposal.objects.filter(table=table, kind=Proposal.Kind.DISPUTE, status=Proposal.Status.OPEN)
    return found.filter(seq=table.seq).first()


def must_be_undisputed(table: Table, state: GameState) -> None:
    """Raise Refused while dice that were thrown by hand are disputed."""
    if state.options.get("dice_thrown", "server") == "server":
        return
    if doubt := open_dispute(table):
        message = f"{doubt.name} disputes dice that were thrown by hand."
        raise Refused("disputed", message, "settle that first", rule="ARAP-DICE-15")
