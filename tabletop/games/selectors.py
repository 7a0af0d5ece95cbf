"""Questions that pages ask about tables: who sits where, what is open, which tables there are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from tabletop.accounts.people import Person
from tabletop.games import seeds
from tabletop.games.models import ChatMessage, EventRecord, Proposal, Reaction, Seat, Seed, Table
from tabletop.games.words import ANSWER_TIMES, DELAYS, delay_text

CHAT_SHOWN = 60  # messages
TAKEN_BACK_FOR: Final = timedelta(minutes=10)
"""How long a seat that was given to somebody else is taken back without asking."""
SELDOM = ("scenario_content",)
"""Large fields of a table that only setting up looks at."""


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What everybody may know of a table besides its game. Nothing secret is in it, so any template may have it."""

    code: str
    name: str
    status: str
    host_name: str
    public: bool
    locked: bool
    seats_open: bool
    host_eye: bool
    spectator_chat: bool
    pinned: bool
    """Large on the club's wall."""
    delay_s: int
    """How many seconds onlookers are behind the table."""
    answer_s: int
    """What the clock gives to whoever is asked in another's turn; 0 for no clock."""
    advice: bool
    pace: str
    role: str
    stood_up: str
    """The side whose seat the house had to give up."""
    handed: str
    """The same, if the host sits there now."""
    seal: str
    spoken: tuple[tuple[str, str], ...]
    """Letter of each side that has added words to the dice, and the words; none for one that passed."""
    seq: int
    scenario: str
    sides: tuple[tuple[str, str], ...]
    """Letter and name of each side, as the scenario has them."""

    @property
    def behind(self) -> str:
        """How far onlookers are behind the table: "2 min"; empty where they are not."""
        return delay_text(self.delay_s) if self.delay_s else ""

    @property
    def delays(self) -> tuple[tuple[int, str], ...]:
        """What the host may choose instead."""
        return tuple((seconds, delay_text(seconds)) for seconds in DELAYS)

    @property
    def answer_times(self) -> tuple[tuple[int, str], ...]:
        """What the host may give to answer in."""
        return tuple((seconds, delay_text(seconds)) for seconds in ANSWER_TIMES)


@dataclass(frozen=True, kw_only=True)
class Sitter:
    """One seat as everybody sees it."""

    id: int
    name: str
    side: str
    host: bool
    here: bool
    house: bool = False
    """Whether nobody sits there but the house."""
    character: str = ""


@dataclass(frozen=True, kw_only=True)
class Said:
    """One message of the chat."""

    id: int
    name: str
    side: str
    text: str
    at: datetime


def find(code: str, *, whole: bool = True) -> Table | None:
    """The table of that code, if there is one; a command does not need the whole row."""
    tables = Table.objects.all() if whole else Table.objects.defer(*SELDOM)
    return tables.filter(code=code).first()


def facts(table: Table) -> Facts:
    """The table's public facts."""
    content = table.scenario_content or {}
    default = [{"id": "a", "name": "Side A"}, {"id": "b", "name": "Side B"}]
    return Facts(
        code=table.code,
        name=table.name,
        status=table.status,
        host_name=table.host_name,
        public=table.public,
        locked=table.locked,
        seats_open=table.seats_open,
        host_eye=table.host_eye is not False,
        spectator_chat=table.spectator_chat,
        pinned=table.pinned,
        delay_s=table.delay_s,
        answer_s=table.answer_s,
        advice=table.advice,
        pace=table.pace,
        role=table.role,
        stood_up=table.stood_up,
        handed=table.stood_up if table.stood_up and _host_sits(table, table.stood_up) else "",
        seal=table.seal,
        spoken=tuple(sorted(table.words.items())),
        seq=table.seq,
        scenario=content.get("name", ""),
        sides=tuple((side["id"], side["name"]) for side in content.get("sides", default)),
    )


def _host_sits(table: Table, side: str) -> bool:
    return Seat.objects.filter(table=table, side=side, person=table.host, left_at=None, removed=False).exists()


def sitters(table: Table, here: Iterable[str] = ()) -> tuple[Sitter, ...]:
    """Who sits where, players first; `here` are the keys of those who are connected."""
    present = set(here)
    seats = Seat.objects.filter(table=table, left_at=None, removed=False)
    found = [
        Sitter(
            id=s.pk,
            name=s.name,
            side=s.side,
            host=s.person == table.host,
            here=s.person in present or s.kind == Seat.Kind.HOUSE,
            house=s.kind == Seat.Kind.HOUSE,
            character=s.character,
        )
        for s in seats
    ]
    return tuple(sorted(found, key=lambda s: (s.side or "z", s.id)))


def removed(table: Table) -> tuple[Sitter, ...]:
    """Those whom the host has sent away."""
    seats = Seat.objects.filter(table=table, removed=True)
    return tuple(Sitter(id=s.pk, name=s.name, side=s.side, host=False, here=False) for s in seats)


def said(table: Table, *, delayed: bool = False) -> tuple[Said, ...]:
    """The latest messages, oldest first; `delayed` for those who are behind the table."""
    every = ChatMessage.objects.filter(table=table)
    if delayed and table.delay_s:
        every = every.filter(created_at__lte=timezone.now() - timedelta(seconds=table.delay_s))
    newest = every.order_by("-id")[:CHAT_SHOWN]
    return tuple(Said(id=m.pk, name=m.name, side=m.side, text=m.text, at=m.created_at) for m in reversed(newest))


REACTED_SHOWN: Final = 200
"""Kinds of reactions to acts that a page shows, the newest acts first."""


@dataclass(frozen=True, kw_only=True)
class Reacted:
    """How many people reacted to one act in one way."""

    head: int
    kind: str
    count: int


def reactions(table: Table, *, delayed: bool = False) -> tuple[Reacted, ...]:
    """What people think of the newest acts up to the table's last event; `delayed` for those who are behind the table.

    They are told at once what others think who are behind as well.
    """
    every = Reaction.objects.filter(table=table, head__lte=table.seq)
    if delayed and table.delay_s:
        shown = timezone.now() - timedelta(seconds=table.delay_s)
        every = every.filter(Q(ahead_at=None) | Q(ahead_at__lte=shown), Q(gone_at=None) | Q(gone_at__gt=shown))
    else:
        every = every.filter(gone_at=None)
    counted = every.order_by().values("head", "kind")
    rows = counted.annotate(count=Count("pk")).order_by("-head", "kind")[:REACTED_SHOWN]
    return tuple(Reacted(**row) for row in rows)


def reactions_of(table: Table, person: Person) -> list[str]:
    """What this person reacted with: "41 bravo"."""
    mine = Reaction.objects.filter(table=table, person__in=person.keys, gone_at=None).order_by("-head")[:REACTED_SHOWN]
    return [f"{reaction.head} {reaction.kind}" for reaction in mine]


def open_proposals(table: Table) -> list[Proposal]:
    """What waits for agreement now."""
    waiting = Proposal.objects.filter(table=table, status=Proposal.Status.OPEN)
    return [found for found in waiting if found.kind == Proposal.Kind.SEAT or found.seq == table.seq]


def asked_for_seat(table: Table, person: Person) -> Proposal | None:
    """The newest seat that this person asked for, whatever became of it."""
    return Proposal.objects.filter(table=table, kind=Proposal.Kind.SEAT, person__in=person.keys).order_by("-pk").first()


@dataclass(frozen=True, kw_only=True)
class GivenAway:
    """A seat that somebody else has had for less than ten minutes, in the place of who may take it back."""

    side: str
    to: str
    """The name of who sits there now."""
    taken_by: int
    """Their seat."""
    name: str
    until: datetime


def given_away(table: Table, person: Person, side: str = "") -> GivenAway | None:
    """The seat of this person's, on that side or any, that was given to somebody who asked for it."""
    left = Seat.objects.filter(table=table, person__in=person.keys, removed=False).exclude(side="")
    left = left.filter(left_at__gt=timezone.now() - TAKEN_BACK_FOR)
    for seat in left.filter(side=side) if side else left:
        given = Proposal.objects.filter(
            table=table, kind=Proposal.Kind.SEAT, status=Proposal.Status.AGREED, action=seat.side
        )
        taker = next((found.person for found in given if f"seat {seat.pk}" in found.agreed), "")
        held = Seat.objects.filter(table=table, side=seat.side, left_at=None, removed=False)
        now = held.filter(person=taker).first()
        if now is not None and seat.left_at is not None and not held.filter(person__in=person.keys).exists():
            until = seat.left_at + TAKEN_BACK_FOR
            return GivenAway(side=seat.side, to=now.name, taken_by=now.pk, name=seat.name, until=until)
    return None


@dataclass(frozen=True, kw_only=True)
class StoodInFor:
    """A seat of this person's that the house has now: it stands up for them at any time."""

    side: str
    called: str
    """The name of the side."""
    name: str


def stood_in_for(table: Table, person: Person) -> StoodInFor | None:
    """Where the house plays in this person's place, who dropped out or let it."""
    if table.locked or table.status == Table.Status.ENDED:
        return None
    sitting = Seat.objects.filter(table=table, left_at=None, removed=False).exclude(side="")
    housed = sitting.filter(kind=Seat.Kind.HOUSE).values_list("side", flat=True)
    left = Seat.objects.filter(table=table, person__in=person.keys, removed=False, side__in=list(housed))
    seat = left.exclude(left_at=None).order_by("-left_at").first()
    if seat is None or sitting.filter(person__in=person.keys).exists():
        return None
    names: dict[str, str] = {side.id: side.name for side in table.scenario_value.sides}
    return StoodInFor(side=seat.side, called=names.get(seat.side, seat.side.upper()), name=seat.name)


def has_been_here(table: Table, key: str) -> bool:
    """Whether somebody has had a seat at this table, even one to watch from."""
    return Seat.objects.filter(table=table, person=key).exists()


def players(table: Table) -> dict[str, str]:
    """By side the names of who gave its commands, most of them first; of a battle from elsewhere its log tells them."""
    records = EventRecord.objects.filter(table=table, seq__lte=table.seq, seq=F("head"))
    records = records.exclude(actor_side="").exclude(actor_name="")
    found: dict[str, list[str]] = {}
    for side, name, _ in records.values_list("actor_side", "actor_name").annotate(n=Count("pk")).order_by("-n"):
        found.setdefault(side, []).append(name)
    return {side: " and ".join(names[:2]) for side, names in found.items()}


def published_seed(table: Table) -> bytes | None:
    """The seed of a battle that is over, once it is published."""
    found = Seed.objects.filter(table=table).exclude(published_at=None).first()
    return seeds.opened(bytes(found.value)) if found and table.status == Table.Status.ENDED else None


def my_tables(person: Person) -> QuerySet[Table]:
    """Tables that this person hosts or sits at, the latest first."""
    if not person.keys:
        return Table.objects.none()
    seats = Seat.objects.filter(person__in=person.keys, left_at=None, removed=False)
    mine = Q(host__in=person.keys) | Q(pk__in=seats.values("table"))
    return Table.objects.filter(mine).order_by("-updated_at")


def wall_tables(since: datetime) -> QuerySet[Table]:
    """Tables of the evening that are shown to everybody: those being set up, in play, and over since then."""
    return Table.objects.filter(public=True, updated_at__gte=since).order_by("created_at")


def public_tables() -> QuerySet[Table]:
    """Tables that anybody may watch from the lobby: those in play first."""
    return Table.objects.filter(public=True).exclude(status=Table.Status.SET_UP).order_by("-updated_at")
