"""A table's log and the states it leads to. Reads from memory what this process has seen lately, else from rows."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock
from typing import NamedTuple

from django.db import transaction
from django.db.models import OuterRef, Q, Subquery
from django.utils import timezone
from msgspec.structs import replace

from rules import Action, decode_action, decode_event, decode_state, encode, evolve
from rules.events import Redone, Undone
from rules.state import Event, GameState
from tabletop.games.models import EventRecord, Snapshot, Table

SNAPSHOT_EVERY = 20  # events
_STATES = 64  # kept per game
_LINES = 400  # kept per game
_GAMES = 64  # kept in this process


@dataclass(frozen=True, slots=True)
class Line:
    """One event of a log, with the command it belongs to and who gave that."""

    event: Event
    head: int
    actor: str
    actor_name: str
    actor_side: str
    at: datetime
    why: str = ""
    """Why the house did so, on the first event of its command."""

    @property
    def seq(self) -> int:
        """The event's number."""
        return self.event.seq


@dataclass(slots=True)
class _Memory:
    """What this process remembers of one game: states by seq, its latest lines without a gap, what turned it back."""

    states: OrderedDict[int, GameState] = field(default_factory=OrderedDict)
    lines: list[Line] = field(default_factory=list)
    turns: tuple[int, list[Undone | Redone]] | None = None
    """Every undo and redo up to an event, with that event's number."""

    def keep(self, state: GameState) -> None:
        self.states[state.seq] = state
        self.states.move_to_end(state.seq)
        while len(self.states) > _STATES:
            self.states.popitem(last=False)

    def append(self, lines: Sequence[Line]) -> None:
        if self.lines and lines and self.lines[-1].seq + 1 != lines[0].seq:
            self.lines.clear()
        self.lines.extend(lines)
        del self.lines[:-_LINES]

    def between(self, after: int, upto: int) -> list[Line] | None:
        if not self.lines or self.lines[0].seq > after + 1 or self.lines[-1].seq < upto:
            return None
        start = after + 1 - self.lines[0].seq
        return self.lines[start : start + upto - after]

    def turned(self, upto: int) -> list[Undone | Redone] | None:
        """The undos and redos up to an event, if that is known."""
        if self.turns is None:
            return None
        known, turns = self.turns
        lines = self.between(known, upto) if upto > known else []
        if lines is None:
            return None
        turns = [*turns, *_turns(line.event for line in lines)]
        self.turns = (max(known, upto), turns)
        return [turn for turn in turns if turn.seq <= upto]


_games: OrderedDict[str, _Memory] = OrderedDict()
_lock = Lock()


def _memory(game_id: str) -> _Memory:
    """Call with the lock held."""
    memory = _games.setdefault(game_id, _Memory())
    _games.move_to_end(game_id)
    while len(_games) > _GAMES:
        _games.popitem(last=False)
    return memory


def forget() -> None:
    """Drop what this process remembers; the rows know everything."""
    with _lock:
        _games.clear()


def remember(game_id: str, lines: Sequence[Line], *states: GameState) -> None:
    """Keep what has been committed, for readers in this process."""
    with _lock:
        memory = _memory(game_id)
        memory.append(lines)
        for state in states:
            memory.keep(state)


# ------------------------------------------------------------------ reading


def lines(table: Table, after: int, upto: int) -> list[Line]:
    """The events after `after` up to and with `upto`, in order."""
    if upto <= after:
        return []
    with _lock:
        known = _memory(table.game_id).between(after, upto)
    if known is not None:
        return known
    rows = EventRecord.objects.filter(table=table, seq__gt=after, seq__lte=upto).order_by("seq")
    values = rows.values_list("payload", "head", "actor", "actor_name", "actor_side", "at", "why")
    return [
        Line(decode_event(payload), head, actor, name, side, at, why)
        for payload, head, actor, name, side, at, why in values.iterator()
    ]


def state_at(table: Table, seq: int) -> GameState:
    """The state after event `seq`; 0 is the empty one before the first."""
    if seq <= 0:
        return GameState()
    with _lock:
        known = _memory(table.game_id).states.get(seq)
    if known is not None:
        return known
    state = _snapshot(table, seq)
    for line in lines(table, state.seq, seq):
        state = after(table, state, line.event)
    with _lock:
        _memory(table.game_id).keep(state)
    return state


def states_now(tables: Sequence[Table]) -> dict[int, GameState]:
    """The newest state of each of these tables by its row's key, in two queries however many they are."""
    found: dict[int, GameState] = {}
    missing: dict[int, Table] = {}
    with _lock:
        for table in tables:
            memory = _games.get(table.game_id)
            known = memory.states.get(table.seq) if memory else None
            if known is not None or not table.seq:
                found[table.pk] = known or GameState()
            else:
                missing[table.pk] = table
    if missing:
        found |= _folded(missing)
    return found


def _folded(tables: dict[int, Table]) -> dict[int, GameState]:
    newest = Snapshot.objects.filter(table=OuterRef("pk")).order_by("-seq").values("pk")[:1]
    rows = Table.objects.filter(pk__in=tables).values(newest=Subquery(newest))
    states = {row.table_id: decode_state(row.state) for row in Snapshot.objects.filter(pk__in=rows)}
    later = Q(pk__in=())
    for pk, state in states.items():
        later |= Q(table=pk, seq__gt=state.seq, seq__lte=tables[pk].seq)
    for row in EventRecord.objects.filter(later).order_by("table", "seq"):
        states[row.table_id] = after(tables[row.table_id], states[row.table_id], decode_event(row.payload))
    with _lock:
        for pk, state in states.items():
            _memory(tables[pk].game_id).keep(state)
    return states


def _snapshot(table: Table, seq: int) -> GameState:
    row = Snapshot.objects.filter(table=table, seq__lte=seq).order_by("-seq").first()
    return decode_state(row.state) if row else GameState()


def after(table: Table, state: GameState, event: Event) -> GameState:
    """The state after one more event; an undo or redo goes to an earlier state under the event's own number."""
    if isinstance(event, Undone):
        return replace(state_at(table, event.to), seq=event.seq)
    if isinstance(event, Redone):
        return replace(state_at(table, event.of - 1), seq=event.seq)
    return evolve(state, event)


class Step(NamedTuple):
    """One event with the states before and after it."""

    line: Line
    before: GameState
    state: GameState


def steps(table: Table, after_seq: int, upto: int) -> Iterator[Step]:
    """Each event after `after_seq`, and what it made of the game."""
    state = state_at(table, after_seq)
    for line in lines(table, after_seq, upto):
        before, state = state, after(table, state, line.event)
        yield Step(line, before, state)


def events_after(table: Table, after_seq: int, upto: int) -> Iterator[tuple[Line, GameState]]:
    """Each event after `after_seq` with the state after it."""
    return ((step.line, step.state) for step in steps(table, after_seq, upto))


def commands(table: Table) -> dict[int, Action]:
    """What was asked, by the first event that came of it; logs from before commands were kept have none."""
    rows = EventRecord.objects.filter(table=table, seq__lte=table.seq).exclude(asked="").order_by("seq")
    return {seq: decode_action(asked) for seq, asked in rows.values_list("seq", "asked")}


def active_spans(turns: Sequence[Undone | Redone], last: int) -> list[tuple[int, int]]:
    """The stretches (first, last) of a log that count, given its undos and redos. See rules.engine.active_line."""
    spans: list[tuple[int, int]] = []
    before: dict[int, list[tuple[int, int]]] = {}
    start = 1
    for turn in turns:
        if turn.seq > start:
            spans.append((start, turn.seq - 1))
        if isinstance(turn, Undone):
            before[turn.seq] = spans
            spans = [(a, min(b, turn.to)) for a, b in spans if a <= turn.to]
        else:
            spans = list(before.get(turn.of, spans))
        start = turn.seq + 1
    if last >= start:
        spans.append((start, last))
    return spans


def turned_between(table: Table, after_seq: int, upto: int) -> bool:
    """Whether anything was taken back or restored there."""
    return any(isinstance(line.event, Undone | Redone) for line in lines(table, after_seq, upto))


def turns_back(table: Table, upto: int) -> list[Undone | Redone]:
    """Every undo and redo of a log up to `upto`."""
    with _lock:
        known = _memory(table.game_id).turned(upto)
    if known is not None:
        return known
    rows = EventRecord.objects.filter(table=table, seq__lte=upto, type__in=("Undone", "Redone")).order_by("seq")
    found = _turns(decode_event(row.payload) for row in rows)
    if not transaction.get_connection().in_atomic_block:  # what is not committed is not remembered
        with _lock:
            _memory(table.game_id).turns = (upto, found)
    return found


def _turns(events: Iterable[Event]) -> list[Undone | Redone]:
    return [event for event in events if isinstance(event, Undone | Redone)]


# ------------------------------------------------------------------ writing


def append(
    table: Table,
    before: GameState,
    events: Sequence[Event],
    *,
    actor: str = "",
    actor_name: str = "",
    actor_side: str = "",
    command: str = "",
    asked: Action | None = None,
    why: str = "",
) -> tuple[GameState, list[Line]]:
    """Write one command's events, move the table's seq on, and return the state after them with its lines.

    Call inside a transaction that holds the table's row. Nothing is remembered until the caller's commit.
    """
    now = timezone.now()
    head = before.seq + 1
    state, new = before, []
    for event in events:
        state = after(table, state, event)
        new.append(Line(event, head, actor, actor_name, actor_side, now, why if event.seq == head else ""))
    EventRecord.objects.bulk_create(
        EventRecord(
            table=table,
            seq=line.seq,
            head=head,
            type=type(line.event).__name__,
            payload=encode(line.event).decode(),
            command=command if line.seq == head else "",
            asked=encode(asked).decode() if asked is not None and line.seq == head else "",
            why=line.why,
            actor=actor,
            actor_name=actor_name,
            actor_side=actor_side,
            at=now,
        )
        for line in new
    )
    if _wants_snapshot(before.seq, state.seq, events):
        Snapshot.objects.create(table=table, seq=state.seq, state=encode(state).decode())
    table.seq = state.seq
    table.save(update_fields=["seq", "updated_at"])
    return state, new


def _wants_snapshot(was: int, now: int, events: Sequence[Event]) -> bool:
    turned = any(isinstance(event, Undone | Redone) for event in events)
    return was == 0 or turned or now // SNAPSHOT_EVERY > was // SNAPSHOT_EVERY
