"""The same battle once more, at a table of its own, after the end of the first."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.ids import SideId
from tabletop.accounts.people import Person
from tabletop.games.access import rights
from tabletop.games.access.refusals import Refused, no_right
from tabletop.games.models import ChatMessage, Force, Seat, Table
from tabletop.games.services.house import seat_house
from tabletop.games.services.locking import holding, push_later
from tabletop.games.services.seats import join
from tabletop.games.services.tables import open_table
from tabletop.ui.words import code_text


def rematch(*, code: str, person: Person, swapped: bool) -> Table:
    """A table with the same scenario, armies and switches; with `swapped` who asks plays the other side.

    The first who asks opens and hosts it, and the chat of the old table says where it is; who asks later sits down
    there.
    """
    with holding(code) as table:
        rights.be_welcome(table, person)
        seats = rights.seats_of(table, person)
        sides = rights.sides_of(seats)
        if not sides and not rights.is_host(table, person):
            raise no_right("Only who played here asks for a rematch.", "open a table of your own")
        if table.status != Table.Status.ENDED:
            raise Refused("not-over", "The battle is not over.", "finish it, or concede")
        known = Table.objects.filter(code=table.rematch).first() if table.rematch else None
        name = next((seat.name for seat in seats if seat.side), table.host_name)
        if known is not None:
            _sit_too(table, known, person, name, sides)
            return known
        new = _opened(table, person, name)
        if sides:
            join(code=new.code, person=person, name=name, sides=_places(table, sides, swapped=swapped))
            _seat_house_again(table, new, person)
        table.rematch = new.code
        table.save(update_fields=["rematch", "updated_at"])
        _tell(table, person, name, sides[0] if sides else "", new, swapped=swapped)
        return new


def _sit_too(table: Table, new: Table, person: Person, name: str, sides: Sequence[SideId]) -> None:
    """Who played here takes what is free there, under the same name: the own side if it is, else the next."""
    if not sides or new.status != Table.Status.SET_UP or _plays_at(new, person):
        return
    taken = set(new.seats.filter(left_at=None).values_list("side", flat=True))
    free = [side.id for side in table.scenario_value.sides if side.id not in taken]
    if own := [side for side in sides if side in free] or free[:1]:
        join(code=new.code, person=person, name=name, sides=own)


def sits_at_rematch(table: Table, person: Person) -> bool:
    """Whether somebody plays a side at the table's rematch already."""
    new = Table.objects.filter(code=table.rematch).first() if table.rematch else None
    return new is not None and _plays_at(new, person)


def _plays_at(table: Table, person: Person) -> bool:
    return bool(rights.sides_of(rights.seats_of(table, person)))


def _opened(table: Table, person: Person, name: str) -> Table:
    """A table in set-up that has all that the old one had."""
    new = open_table(person=person, host_name=name, name=table.name, scenario=table.scenario, options=table.options)
    new.scenario_content = table.scenario_content
    new.pace, new.advice, new.lenient = table.pace, table.advice, table.lenient
    new.save(update_fields=["scenario_content", "pace", "advice", "lenient"])
    for force in table.forces.all():
        Force.objects.create(table=new, side=force.side, army=force.army, content=force.content)
    return new


def _seat_house_again(table: Table, new: Table, person: Person) -> None:
    """Whoever of the house played there sits opposite again."""
    sat = table.seats.filter(kind=Seat.Kind.HOUSE, left_at=None).first()
    taken = set(new.seats.filter(left_at=None).values_list("side", flat=True))
    for side in table.scenario_value.sides if sat else ():
        if side.id not in taken and sat is not None:
            seat_house(code=new.code, person=person, side=side.id, character=sat.character)


def _places(table: Table, sides: Sequence[SideId], *, swapped: bool) -> list[SideId]:
    """The sides that somebody plays in the new battle: the next in order, or the same; who played all plays all."""
    every = [side.id for side in table.scenario_value.sides]
    if not swapped or len(sides) == len(every):
        return list(sides)
    return [every[(every.index(side) + 1) % len(every)] for side in sides]


def _tell(table: Table, person: Person, name: str, side: str, new: Table, *, swapped: bool) -> None:
    how = "with sides swapped" if swapped else "as it was"
    text = f"Rematch {how}: table {code_text(new.code)}"
    ChatMessage.objects.create(table=table, name=name, side=side, person=person.key, text=text)
    push_later(table, notes=True, chat=True)
