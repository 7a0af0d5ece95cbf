"""Taking a seat, leaving it, and what the host may do about seats."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from tabletop.accounts.people import Person
from tabletop.games.access import rights
from tabletop.games.access.refusals import Refused, malformed, no_right
from tabletop.games.models import SAMPLE, Seat, Table
from tabletop.games.services.locking import holding, push_later

_MOST_A_SIDE = 8
_MOST_SPECTATORS = 200


def join(*, code: str, person: Person, name: str, sides: Sequence[str] = ()) -> list[Seat]:
    """Take a seat on each of those sides, or none of them: a spectator with a name. No account is needed.

    Who has a seat there already keeps it and may change the name.
    """
    name = clean_name(name)
    with holding(code) as table:
        rights.be_welcome(table, person)
        if not person.key:
            raise no_right("This browser keeps no cookies, so it cannot keep a seat.", "allow cookies")
        _check_sides(table, sides)
        seats = [_seat(table, person, name, side) for side in (sides or ("",))]
        if sides:
            Seat.objects.filter(table=table, person__in=person.keys, side="", left_at=None).update(
                left_at=timezone.now()
            )
            _take_over(table, person, name)
        push_later(table, notes=True, recheck=True)
        return seats


def _take_over(table: Table, person: Person, name: str) -> None:
    """Who sits down at a sample whose host has no seat there becomes its host: the house does not play."""
    if not table.game_id.startswith(SAMPLE) or table.status == Table.Status.SET_UP:
        return
    if rights.is_host(table, person) or _sits(table, table.host):
        return
    table.host, table.host_name = person.key, name
    table.save(update_fields=["host", "host_name", "updated_at"])


def _sits(table: Table, key: str) -> bool:
    return Seat.objects.filter(table=table, person=key, left_at=None, removed=False).exists()


def clean_name(name: str) -> str:
    """A name fit to be shown. Raises Refused for an empty one."""
    shown = " ".join("".join(sign for sign in name if sign.isprintable()).split())[:40]
    if not shown:
        raise malformed("A name is missing.", "1 to 40 signs", code="no-name")
    return shown


def _check_sides(table: Table, sides: Sequence[str]) -> None:
    known = {side.id: side.name for side in table.scenario_value.sides} if table.scenario_content else {}
    for side in sides:
        if side not in known:
            raise malformed(f"This table has no side {side!r}.", ", ".join(known) or "choose a scenario first")


def _seat(table: Table, person: Person, name: str, side: str) -> Seat:
    held = Seat.objects.filter(table=table, person__in=person.keys, side=side, left_at=None).first()
    if held is not None:
        held.name = name
        held.save(update_fields=["name"])
        return held
    if table.locked and not rights.is_host(table, person):
        raise Refused("locked", "The host has locked this table.", "watch, or ask the host", status=403)
    taken = Seat.objects.filter(table=table, side=side, left_at=None, removed=False).count()
    if taken >= (_MOST_A_SIDE if side else _MOST_SPECTATORS):
        raise Refused("side-full", "That side has all the people it can have.", "another side, or watch")
    kind = Seat.Kind.PLAYER if side else Seat.Kind.SPECTATOR
    return Seat.objects.create(table=table, person=person.key, name=name, side=side, kind=kind)


def leave(*, code: str, person: Person, seat: int | None = None) -> None:
    """Give up one seat, or all of them."""
    with holding(code) as table:
        held = Seat.objects.filter(table=table, person__in=person.keys, left_at=None)
        if seat is not None:
            held = held.filter(pk=seat)
        if not held.update(left_at=timezone.now()):
            raise Refused("no-seat", "You have no such seat.", "watch")
        push_later(table, notes=True, recheck=True)


def hand_over(*, code: str, person: Person, seat: int, to: int) -> Seat:
    """Give a seat to somebody else at the table: by who holds it, or by the host for a player who dropped out."""
    with holding(code) as table:
        given = _seat_at(table, seat)
        if not person.is_one_of(given.person):
            rights.be_host(table, person)
        taker = _seat_at(table, to)
        if not given.side:
            raise Refused("no-side", "That seat is a spectator's.", "hand over a player's seat")
        now = timezone.now()
        given.left_at = now
        given.save(update_fields=["left_at"])
        Seat.objects.filter(table=table, person=taker.person, side__in=("", given.side), left_at=None).update(
            left_at=now
        )
        new = Seat.objects.create(table=table, person=taker.person, name=taker.name, side=given.side)
        push_later(table, notes=True, recheck=True)
        return new


def _seat_at(table: Table, pk: int) -> Seat:
    seat = Seat.objects.filter(table=table, pk=pk, left_at=None, removed=False).first()
    if seat is None:
        raise malformed("There is no such seat at this table.", "one of those shown", code="unknown-seat")
    return seat


def remove_person(*, code: str, person: Person, seat: int) -> None:
    """Send somebody away: all their seats, and whatever they have open."""
    with holding(code) as table:
        rights.be_host(table, person)
        target = _seat_at(table, seat)
        if person.is_one_of(target.person):
            raise Refused("yourself", "The host stays at the table.", "pass the role on first")
        Seat.objects.filter(table=table, person=target.person).update(removed=True, left_at=timezone.now())
        push_later(table, notes=True, recheck=True)


def welcome_back(*, code: str, person: Person, seat: int) -> None:
    """Let somebody who was sent away return."""
    with holding(code) as table:
        rights.be_host(table, person)
        target = Seat.objects.filter(table=table, pk=seat, removed=True).first()
        if target is None:
            raise malformed("Nobody of that seat was removed.", "one of those shown", code="unknown-seat")
        Seat.objects.filter(table=table, person=target.person).update(removed=False)
        push_later(table, notes=True)


def pass_host(*, code: str, person: Person, seat: int) -> None:
    """Make somebody else at the table the host."""
    with holding(code) as table:
        rights.be_host(table, person)
        target = _seat_at(table, seat)
        table.host, table.host_name = target.person, target.name
        table.save(update_fields=["host", "host_name", "updated_at"])
        push_later(table, notes=True, recheck=True)


def decline_always(*, code: str, person: Person, seat: int, kind: str, on: bool) -> None:
    """Answer every prompt of one kind with its refusal from now on, or be asked again."""
    with holding(code) as table:
        held = _seat_at(table, seat)
        if not person.is_one_of(held.person):
            raise no_right("That seat is somebody else's.", "your own seat", code="not-your-seat")
        kinds = [k for k in held.declines if k != kind[:40]]
        held.declines = [*kinds, kind[:40]][-20:] if on else kinds
        held.save(update_fields=["declines"])
        push_later(table, notes=True)
