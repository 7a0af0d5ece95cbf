"""Disputes about dice that were thrown by hand: a short exchange between who threw them and who doubts them.

While it lasts nothing else is done. Who threw lets the roll be thrown again, by hand or by the server, or stands by it;
who disputes may let it stand; a host who plays on neither side decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rules import Action, LetDiceStand, RuleDice, decide
from rules.core.ids import SideId
from rules.events import DiceEntered, Undone
from rules.state import Event, GameState
from tabletop.accounts.people import Person
from tabletop.games.access import rights
from tabletop.games.access.refusals import Refused, malformed, no_right
from tabletop.games.log import dice, journal
from tabletop.games.models import EventRecord, Proposal, Seat, Table
from tabletop.games.services.acts import Done, check_base, commit
from tabletop.games.services.locking import holding, push_later

Way = Literal["again", "server", "stands"]
WAYS: tuple[Way, ...] = ("again", "server", "stands")

_RULE = "ARAP-DICE-15"


@dataclass(frozen=True)
class _Entry:
    """The newest dice entered by hand that count: what was said, and the event that they would be taken back to."""

    event: DiceEntered
    back: int


def dispute(
    *, code: str, person: Person, reason: str = "", side: str = "", based_on: int | None = None
) -> Done | Proposal:
    """Doubt the last dice that another side entered by hand. A host without a seat has them thrown again at once."""
    with holding(code) as table:
        rights.be_concerned(table, person)
        check_base(table, based_on)
        state = journal.state_at(table, table.seq)
        _may_be_disputed(table, state)
        entry = _last_entry(table)
        if entry is None:
            raise Refused("no-hand-dice", "No dice have been entered by hand.", "wait for some", rule=_RULE)
        asking = _doubting(table, person, entry, side)
        doubt = Proposal(
            table=table,
            kind=Proposal.Kind.DISPUTE,
            seq=table.seq,
            to=entry.back,
            reason=reason.strip()[:200],
            person=person.key,
            name=_name(table, person, asking),
            side=asking,
        )
        if not asking:
            return _again(table, person, doubt, entry, by_server=False)
        waiting = Proposal.objects.filter(table=table, status=Proposal.Status.OPEN).exclude(kind=Proposal.Kind.SEAT)
        waiting.update(status=Proposal.Status.LAPSED)
        doubt.save()
        push_later(table, notes=True)
        return doubt


def settle_dispute(*, code: str, person: Person, proposal: int, way: str) -> Done | Proposal:
    """End it: thrown `again` by hand, by the `server`, or it `stands`. A thrower who says so only stands by it."""
    with holding(code) as table:
        rights.be_concerned(table, person)
        doubt = rights.open_dispute(table)
        entry = _last_entry(table)
        if doubt is None or doubt.pk != proposal or entry is None or entry.back != doubt.to:
            raise Refused("lapsed", "That dispute is over.", "dispute the dice again")
        if way not in WAYS:
            raise malformed("A dispute does not end so.", ", ".join(WAYS))
        thrower = str(entry.event.side)
        sides = rights.sides_of(rights.seats_of(table, person))
        neutral = rights.is_host(table, person) and not {thrower, doubt.side} & set(sides)
        if way != "stands":
            if thrower not in sides and not neutral:
                raise no_right("Who threw the dice says how they are thrown again.", "let them stand, or wait")
            return _again(table, person, doubt, entry, by_server=way == "server")
        if doubt.side in sides or neutral:
            return _stand(table, person, doubt)
        if thrower not in sides:
            raise no_right("Only who threw the dice, who disputes them and the host decide that.", "watch")
        doubt.agreed = [thrower]
        doubt.save(update_fields=["agreed"])
        push_later(table, notes=True)
        return doubt


def _may_be_disputed(table: Table, state: GameState) -> None:
    rights.must_be_open(table)
    rights.must_be_undisputed(table, state)
    if table.secret.published_at is not None:
        raise Refused("seed-published", "The seed of the dice is published: this battle stands.", "open another table")


def _last_entry(table: Table) -> _Entry | None:
    spans = journal.active_spans(journal.turns_back(table, table.seq), table.seq)
    for seq in (
        EventRecord.objects.filter(table=table, type="DiceEntered").order_by("-seq").values_list("seq", flat=True)
    ):
        if not _counts(spans, seq):
            continue
        line = journal.lines(table, seq - 1, seq)[0]
        back = line.head - 1
        while back > 1 and not _counts(spans, back):
            back -= 1
        assert isinstance(line.event, DiceEntered)
        return _Entry(line.event, back)
    return None


def _counts(spans: Sequence[tuple[int, int]], seq: int) -> bool:
    return any(first <= seq <= last for first, last in spans)


def _doubting(table: Table, person: Person, entry: _Entry, side: str) -> str:
    """The side for which somebody disputes; none for a host without a seat."""
    own = rights.sides_of(rights.seats_of(table, person))
    others = [each for each in own if each != entry.event.side]
    if not own and rights.is_host(table, person):
        return ""
    if not own:
        raise no_right("You have no seat at this table.", "take a seat, or watch", code="no-seat")
    if not others or (side and side not in others):
        raise Refused("own-dice", "Those dice are your own.", "take them back instead", rule=_RULE)
    return side or others[0]


def _name(table: Table, person: Person, side: str) -> str:
    seat = Seat.objects.filter(table=table, person__in=person.keys, side=side, left_at=None).first()
    return (seat.name if seat else table.host_name)[:40]


def _again(table: Table, person: Person, doubt: Proposal, entry: _Entry, *, by_server: bool) -> Done:
    """Back to before they were entered; the same dice are owed again, or fall from the server.

    It is written as an act of who disputed: restoring what was taken back is to let the dice stand, so it is his to do.
    """
    reason = "dice disputed" + (f": {doubt.reason}" if doubt.reason else "")
    undone = Undone(seq=table.seq + 1, to=entry.back, reason=reason, by=doubt.name)
    doubter = Person(keys=(doubt.person,), name=doubt.name)
    done = _write(table, doubter, doubt.side, [undone], doubt)
    if not by_server:
        return done
    state = journal.state_at(table, table.seq)
    ruled = RuleDice(side=SideId(str(entry.event.side)), reason=reason)
    own = next(iter(rights.sides_of(rights.seats_of(table, person))), "")
    return _write(table, person, own, decide(state, ruled, dice.source_for(table, state, ruled)), doubt, ruled)


def _stand(table: Table, person: Person, doubt: Proposal) -> Done:
    state = journal.state_at(table, table.seq)
    own = next(iter(rights.sides_of(rights.seats_of(table, person))), "")
    action = LetDiceStand(side=SideId(doubt.side), reason=doubt.reason, by=_name(table, person, own))
    return _write(table, person, own, decide(state, action, dice.source_for(table, state, action)), doubt, action)


def _write(
    table: Table, person: Person, side: str, events: list[Event], doubt: Proposal, asked: Action | None = None
) -> Done:
    if doubt.pk and doubt.status == Proposal.Status.OPEN:
        doubt.status = Proposal.Status.AGREED
        doubt.save(update_fields=["status"])
    state = journal.state_at(table, table.seq)
    seats = rights.seats_of(table, person)
    return commit(table, state, events, person=person, side=side, seats=seats, asked=asked)
