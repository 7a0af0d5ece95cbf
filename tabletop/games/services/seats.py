"""Taking a seat, leaving it, and what the host may do about seats."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from rules.core.refusal import quoted
from tabletop.accounts.people import Person
from tabletop.games import selectors
from tabletop.games.access import rights
from tabletop.games.access.refusals import Refused, malformed, no_right
from tabletop.games.models import SAMPLE, Proposal, Seat, Table
from tabletop.games.services.locking import holding, push_later
from tabletop.games.words import STANDING

_MOST_A_SIDE = 8
_MOST_SPECTATORS = 200
_FREE_IN_SET_UP = 2
"""People on a side from which a further one is asked for even before the battle, so that strangers fill no table."""
_MOST_ASKING = 6
_LONGEST_KIND = 60


def join(*, code: str, person: Person, name: str, sides: Sequence[str] = ()) -> list[Seat]:
    """Take a seat on each of those sides, or none of them: a spectator with a name. No account is needed.

    Who has a seat there already keeps it and may change the name. Where somebody has to be asked first, nothing is
    taken yet: the answer is empty, and the question stands at the table.
    """
    name = clean_name(name)
    with holding(code) as table:
        rights.be_welcome(table, person)
        if not person.key:
            raise no_right("This browser keeps no cookies, so it cannot keep a seat.", "allow cookies")
        _check_sides(table, sides)
        _may_sit(table, person, sides)
        given = [found for side in sides if (found := selectors.given_away(table, person, side))]
        free = {found.side for found in given}
        if asked := [side for side in sides if side not in free and _must_ask(table, person, side)]:
            return _ask(table, person, name, asked[0])
        seats = [_seat(table, person, name, side) for side in (sides or ("",))]
        if sides:
            waiting = Proposal.objects.filter(table=table, kind=Proposal.Kind.SEAT, status=Proposal.Status.OPEN)
            waiting.filter(person__in=person.keys).update(status=Proposal.Status.LAPSED)
            _stand_up_again(given)
            Seat.objects.filter(table=table, person__in=person.keys, side="", left_at=None).update(
                left_at=timezone.now()
            )
            _make_room(table, sides)
            _take_over(table, person, name)
        push_later(table, notes=True, recheck=True)
        return seats


# ------------------------------------------------------------------ who has to be asked


def _may_sit(table: Table, person: Person, sides: Sequence[str]) -> None:
    if sides and rights.has_seen_all(table, person):
        raise no_right("You have seen everything in this battle, so you take no seat in it.", "host, or watch")


def _make_room(table: Table, sides: Sequence[str]) -> None:
    """The house stands up where a person sits down."""
    sitting = Seat.objects.filter(table=table, side__in=sides, left_at=None, kind=Seat.Kind.HOUSE)
    sitting.update(left_at=timezone.now())
    if table.stood_up in sides:
        table.stood_up = ""
        table.save(update_fields=["stood_up", "updated_at"])


def _stand_up_again(given: Sequence[selectors.GivenAway]) -> None:
    """Who was let play in somebody's place watches again when that one takes the seat back."""
    for seat in Seat.objects.filter(pk__in=[found.taken_by for found in given]):
        seat.left_at = timezone.now()
        seat.save(update_fields=["left_at"])
        Seat.objects.create(table=seat.table, person=seat.person, name=seat.name, kind=Seat.Kind.SPECTATOR)


def is_free(table: Table, person: Person, side: str) -> bool:
    """Whether a seat there is theirs without anybody's yes, with nobody sitting there."""
    sat_on = Seat.objects.filter(table=table, side=side, left_at=None, removed=False).exists()
    return not (sat_on or table.locked or rights.has_seen_all(table, person) or _must_ask(table, person, side))


def _must_ask(table: Table, person: Person, side: str) -> bool:
    """Whether a seat needs somebody's yes: one on a taken side, or on the other side by who plays already.

    Before the battle only where the side has two people. Where somebody was sent away, all who have not played here
    ask, even for an empty side: it might be them in another browser. One's own seat comes back by the same browser or
    account; a host who does not play asks nobody.
    """
    own = Seat.objects.filter(table=table, person__in=person.keys, removed=False).exclude(side="")
    if own.filter(side=side, left_at=None).exists() or _is_free_to_all(table, person):
        return False
    people = Seat.objects.filter(table=table, side=side, left_at=None, removed=False).exclude(person__in=person.keys)
    people = people.exclude(kind=Seat.Kind.HOUSE)
    taken = people.count()
    if not rights.is_host(table, person) and not own.exists() and _is_wary(table):
        return True
    if table.status == Table.Status.SET_UP:
        return taken >= _FREE_IN_SET_UP
    if taken:
        return not (rights.is_host(table, person) and not rights.has_played(table, person))
    others = Seat.objects.filter(table=table, side=side).exclude(person__in=person.keys)
    others = others.exclude(kind=Seat.Kind.HOUSE)
    elsewhere = own.exclude(side=side).exists() and rights.has_played(table, person)
    return elsewhere and (others.exists() or not rights.is_host(table, person))


def _is_wary(table: Table) -> bool:
    """Whether somebody was sent away from the table."""
    return Seat.objects.filter(table=table, removed=True).exists()


def _is_free_to_all(table: Table, person: Person) -> bool:
    """Seats that the host has opened; and those of the sample for who is alone there, both of them."""
    others = table.seats.filter(left_at=None).exclude(person__in=person.keys)
    return table.seats_open or (table.game_id.startswith(SAMPLE) and not others.exists())


def _ask(table: Table, person: Person, name: str, side: str) -> list[Seat]:
    """Ask who sits there, or the host: once, and not more than some at a time."""
    if table.status == Table.Status.SET_UP and not _is_wary(table):
        allowed = "another side, or watch; the host may open the seats"
        raise Refused("side-taken", "That side has the people that it needs.", allowed, status=403)
    if table.locked and not rights.is_host(table, person):
        raise Refused("locked", "The host has locked this table.", "watch, or ask the host", status=403)
    waiting = Proposal.objects.filter(table=table, kind=Proposal.Kind.SEAT, status=Proposal.Status.OPEN)
    waiting.filter(person__in=person.keys).update(status=Proposal.Status.LAPSED)
    if waiting.count() >= _MOST_ASKING:
        raise Refused("too-many-ask", "Many others ask for a seat already.", "wait, or watch")
    Proposal.objects.create(
        table=table, kind=Proposal.Kind.SEAT, seq=table.seq, action=side, person=person.key, name=name, side=""
    )
    push_later(table, notes=True)
    return []


def answer_seat(*, code: str, person: Person, proposal: int, way: str) -> None:
    """Let somebody who asked play `beside` who sits there, or `instead` of them; or `not` now.

    Whose seat was given away so takes it back within ten minutes without asking.

    By who sits on that side; by the host, but for a seat that the host asks for; where nobody sits, by the host.
    """
    with holding(code) as table:
        rights.be_welcome(table, person)
        found = Proposal.objects.filter(
            table=table, pk=proposal, kind=Proposal.Kind.SEAT, status=Proposal.Status.OPEN
        ).first()
        if found is None:
            raise Refused("lapsed", "That has been answered.", "look who sits where")
        if way not in ("beside", "instead", "not"):
            raise malformed("A seat is not given so.", "beside, instead, not")
        own = person.is_one_of(found.person)
        sits = found.action in rights.sides_of(rights.seats_of(table, person))
        if not (sits or rights.is_host(table, person)) or (own and way != "not"):
            if not own:
                raise no_right("Only who sits there, or the host, gives that seat.", "wait for them")
            raise no_right("You asked for that seat yourself.", "wait for who sits there")
        found.status = Proposal.Status.REFUSED if way == "not" else Proposal.Status.AGREED
        found.save(update_fields=["status"])
        if way != "not":
            _give(table, found, instead=way == "instead")
        push_later(table, notes=True, recheck=True)


def _give(table: Table, found: Proposal, *, instead: bool) -> None:
    now = timezone.now()
    taker = Person(keys=(found.person,), name=found.name)
    if rights.is_removed(table, taker):
        raise no_right("The host has removed them from this table.", "let them back in first", code="removed")
    held = Seat.objects.filter(table=table, left_at=None)
    if instead:
        gone = held.filter(side=found.action, removed=False).exclude(person=found.person)
        found.agreed = [f"seat {pk}" for pk in gone.values_list("pk", flat=True)]
        found.save(update_fields=["agreed"])
        gone.update(left_at=now)
    held.filter(person=found.person, side="").update(left_at=now)
    if not held.filter(person=found.person, side=found.action).exists():
        Seat.objects.create(table=table, person=found.person, name=found.name, side=found.action)


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
            raise malformed(f"This table has no side {quoted(side)}.", ", ".join(known) or "choose a scenario first")


def _seat(table: Table, person: Person, name: str, side: str) -> Seat:
    held = Seat.objects.filter(table=table, person__in=person.keys, side=side, left_at=None).first()
    if held is not None:
        held.name = name
        held.save(update_fields=["name"])
        return held
    if table.locked and not rights.is_host(table, person):
        raise Refused("locked", "The host has locked this table.", "watch, or ask the host", status=403)
    taken = Seat.objects.filter(table=table, side=side, left_at=None, removed=False).exclude(kind=Seat.Kind.HOUSE)
    if taken.count() >= (_MOST_A_SIDE if side else _MOST_SPECTATORS):
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
        taker = _person_at(table, to)
        _may_be_given(table, person, given, taker)
        if not given.side:
            raise Refused("no-side", "That seat is a spectator’s.", "hand over a player’s seat")
        now = timezone.now()
        given.left_at = now
        given.save(update_fields=["left_at"])
        Seat.objects.filter(table=table, person=taker.person, side__in=("", given.side), left_at=None).update(
            left_at=now
        )
        new = Seat.objects.create(table=table, person=taker.person, name=taker.name, side=given.side)
        push_later(table, notes=True, recheck=True)
        return new


def _may_be_given(table: Table, person: Person, given: Seat, taker: Seat) -> None:
    """A host who plays hands nobody else's seat to who plays another side; who has seen all takes none."""
    other = Person(keys=(taker.person,))
    _may_sit(table, other, [given.side])
    begun = table.status != Table.Status.SET_UP
    if begun and not person.is_one_of(given.person) and taker.side and taker.side != given.side:
        raise no_right("That seat is not given to who plays another side.", "somebody who watches", code="other-side")


def _seat_at(table: Table, pk: int) -> Seat:
    seat = Seat.objects.filter(table=table, pk=pk, left_at=None, removed=False).first()
    if seat is None:
        raise malformed("There is no such seat at this table.", "one of those shown", code="unknown-seat")
    return seat


def _person_at(table: Table, pk: int) -> Seat:
    seat = _seat_at(table, pk)
    if seat.kind == Seat.Kind.HOUSE:
        raise Refused("not-a-person", "That is the house, not a person.", "somebody who is there")
    return seat


def remove_person(*, code: str, person: Person, seat: int) -> None:
    """Send somebody away: all their seats, and whatever they have open; the house from that one side alone."""
    with holding(code) as table:
        rights.be_host(table, person)
        target = _seat_at(table, seat)
        if person.is_one_of(target.person):
            raise Refused("yourself", "The host stays at the table.", "pass the role on first")
        if target.kind == Seat.Kind.HOUSE:
            Seat.objects.filter(pk=target.pk).update(left_at=timezone.now())  # it may be asked again at any time
        else:
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
        target = _person_at(table, seat)
        if rights.has_seen_all(table, person):
            table.seen_all = sorted({*table.seen_all, *person.keys})
        table.host, table.host_name = target.person, target.name
        if table.status != Table.Status.SET_UP and not table.seen_all:
            table.host_eye = False  # nobody becomes all-seeing in the middle of a battle whose host played
        table.save(update_fields=["host", "host_name", "host_eye", "seen_all", "updated_at"])
        push_later(table, notes=True, recheck=True)


def decline_always(*, code: str, person: Person, seat: int, kind: str, on: bool) -> None:
    """Answer every prompt of one kind with its refusal from now on, or be asked again.

    "pursuit=hold" answers with that option, wherever it is open.
    """
    about, always, _ = kind[:_LONGEST_KIND].partition("=")
    if always and about not in STANDING:
        raise malformed(f"{quoted(about)} is asked each time.", ", ".join(STANDING), code="asked-each-time")
    with holding(code) as table:
        held = _seat_at(table, seat)
        if not person.is_one_of(held.person):
            raise no_right("That seat is somebody else’s.", "your own seat", code="not-your-seat")
        others = [each for each in held.declines if each.partition("=")[0] != about]
        held.declines = [*others, kind[:_LONGEST_KIND]][-20:] if on else others
        held.save(update_fields=["declines"])
        push_later(table, notes=True)
