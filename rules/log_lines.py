"""A battle as lines of JSON: what a table saves and another server takes in.

    {"livetable": 1, "name": "Harrow Ford", "seed": "…", "seal": "…", "rules": "2"}
    {"event": {"type": "GameCreated", "seq": 1, …}, "by": "Ines", "side": "a", "at": "2026-03-07T19:58:04+00:00"}
    {"event": {"type": "UnitActivated", "seq": 22, …}, "asked": {"type": "Activate", …}, "by": "Ines", "side": "a", …}
    {"event": {"type": "Rolled", "seq": 23, …}}
    {"end": {"seq": 768, "winner": "a", "reason": "…", "digest": "…"}}

The first line says what it is, then every event has a line, in order. The first event of a command also says who gave
it, when, and, since commands are kept, what was `asked`. The end may be missing, and the
seed, without which no die can be checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET, Struct, UnsetType

from rules.codec import convert_action, decode_event
from rules.core import numbers
from rules.engine import evolve
from rules.events import BattleResumed, GameCreated, Redone, Rolled, Undone
from rules.forces import strange
from rules.state import Event, GameState
from rules.verification import Asked, FinishedLog, StatedEnd

FORMAT: Final = 1
LARGEST: Final = 10_000_000
"""Bytes of a whole log."""
LONGEST: Final = 2_000_000
"""Bytes of one line; the first event holds scenario and armies."""
MOST: Final = 10_000
"""Events of a log."""

MOST_DICE: Final = 8_000
"""Dice of a log, and of one roll in it the sixteenth part."""
MOST_MODELS: Final = 2_000
MOST_PIECES: Final = 1_000
"""Models and pieces of terrain at the beginning."""
_SIDES: Final = 1_000
_LONG_TEXT: Final = re.compile(r'"[^"]{2001,}"')

_CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""C0, C1, signs that turn the direction of all that follows, lone surrogates."""
_ESCAPED: Final = re.compile(
    rb"\\u(?:00(?:0[0-8bcef]|1[0-9a-f]|7f|[89][0-9a-f])|20(?:2[a-e]|6[6-9])|d[89a-f])", re.IGNORECASE
)
_NESTED: Final = 40


class BadLineError(ValueError):
    """A log that cannot be taken in: the first line that is wrong, from 1, and why."""

    def __init__(self, line: int, why: str, before: GameState | None = None) -> None:
        super().__init__(f"Line {line}: {why}")
        self.line = line
        self.why = why
        self.before = before
        """The state that the lines before it lead to, if they lead to one."""


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    livetable: int
    name: str
    seed: str = ""
    seal: str = ""
    rules: str = "1"


class EventLine(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One event; of a command's first one also who gave it, when, and what was asked."""

    event: msgspec.Raw
    by: str | UnsetType = UNSET
    side: str = ""
    at: str = ""
    asked: msgspec.Raw | UnsetType = UNSET

    @property
    def begins(self) -> bool:
        """Whether a command begins with it."""
        return self.by is not UNSET or self.asked is not UNSET


class _End(Struct, frozen=True, forbid_unknown_fields=True):
    end: StatedEnd


class FoldedLine(NamedTuple):
    """One event as a log tells it, with the state after it and the first event of its command."""

    event: Event
    state: GameState
    head: int
    line: EventLine


class LinedLog(NamedTuple):
    """A log that reads."""

    head: Head
    lines: tuple[FoldedLine, ...]
    end: StatedEnd | None

    @property
    def finished(self) -> FinishedLog:
        """The same as what is played again to verify it."""
        events: list[dict[str, Any]] = [msgspec.json.decode(folded.line.event) for folded in self.lines]
        commands = [
            Asked(head=folded.event.seq, action=msgspec.json.decode(folded.line.asked))
            for folded in self.lines
            if not isinstance(folded.line.asked, UnsetType)
        ]
        return FinishedLog(seed=self.head.seed, seal=self.head.seal, events=events, commands=commands, end=self.end)


def written(head: Head, lines: Iterator[EventLine], end: StatedEnd | None) -> Iterator[bytes]:
    """The lines of a log, each with its line feed."""
    yield msgspec.json.encode(head) + b"\n"
    for line in lines:
        yield msgspec.json.encode(line) + b"\n"
    if end is not None:
        yield msgspec.json.encode(_End(end)) + b"\n"


def is_lined(data: bytes) -> bool:
    """Whether that looks like such a log rather than like one JSON value."""
    return data.lstrip()[:12].replace(b" ", b"").startswith(b'{"livetable"')


def read(data: bytes) -> LinedLog:
    """A log from its lines. Raises BadLineError, naming the first line that is wrong, for whatever it may hold."""
    if len(data) > LARGEST:
        raise BadLineError(data[:LARGEST].count(b"\n") + 1, f"the log is longer than {LARGEST // 1_000_000} MB")
    lines = data.removeprefix(b"\xef\xbb\xbf").splitlines()
    if not data.strip():
        raise BadLineError(1, "the log is empty")
    if not lines[0].strip():
        raise BadLineError(1, "it is empty; the log begins with its head")
    head = _head(lines[0])
    reader = _Reader()
    try:
        for number, line in enumerate(lines[1:], start=2):
            if line.strip():
                reader.take(number, line)
    except BadLineError as bad:
        raise BadLineError(bad.line, bad.why, reader.lines[-1].state if reader.lines else None) from None
    if not reader.lines:
        raise BadLineError(len(lines), "the log ends before its first event")
    return LinedLog(head, tuple(reader.lines), reader.end)


def _head(line: bytes) -> Head:
    try:
        head = msgspec.json.decode(_checked(1, line), type=Head)
    except (msgspec.MsgspecError, RecursionError) as fault:
        raise BadLineError(1, f"it does not say what it is ({_brief(fault)})") from None
    if head.livetable != FORMAT:
        raise BadLineError(1, f"the log is of format {head.livetable}, this program reads {FORMAT}")
    if not re.fullmatch(r"(?:[0-9a-f]{2}){0,64}", head.seed):
        raise BadLineError(1, "the seed is not written in hexadecimal")
    return head


def _checked(number: int, line: bytes) -> bytes:
    """A line that may be looked into: not too long, not too deep, text alone."""
    if len(line) > LONGEST:
        raise BadLineError(number, f"it is longer than {LONGEST // 1_000_000} MB")
    try:
        text = line.decode()
    except UnicodeDecodeError:
        raise BadLineError(number, "it is not written in UTF-8") from None
    if _CONTROL.search(text) or _ESCAPED.search(line):
        raise BadLineError(number, "it has a sign that cannot be shown")
    if _LONG_TEXT.search(text):
        raise BadLineError(number, "a text in it is longer than 2,000 signs")
    if _depth(text) > _NESTED:
        raise BadLineError(number, f"it is nested deeper than {_NESTED}")
    if (name := strange.twice(text)) != "":
        raise BadLineError(number, f"it says {name[:40]} twice in one place")
    return line


def _depth(text: str) -> int:
    deepest = depth = 0
    for sign in re.findall(r"[\[{\]}]", text):
        depth += 1 if sign in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _brief(fault: Exception) -> str:
    return str(fault).split("\n", 1)[0][:160]


class _Reader:
    """Takes line after line, folding the game as it goes."""

    def __init__(self) -> None:
        self.lines: list[FoldedLine] = []
        self.end: StatedEnd | None = None
        self._states: dict[int, GameState] = {0: GameState()}
        self._undone: set[int] = set()
        self._head = 1
        self._dice = 0

    def take(self, number: int, line: bytes) -> None:
        """One line more."""
        if self.end is not None:
            raise BadLineError(number, "something follows the end")
        if len(self.lines) >= MOST and not line.lstrip().startswith(b'{"end"'):
            raise BadLineError(number, f"there are more than {MOST:,} events")
        try:
            if _checked(number, line).lstrip().startswith(b'{"end"'):
                self.end = msgspec.json.decode(line, type=_End).end
            else:
                self._event(number, msgspec.json.decode(line, type=EventLine))
        except BadLineError:
            raise
        except KeyError as fault:
            raise BadLineError(number, f"it names {str(fault.args[0])[:40]}, which is not in this game") from None
        except Exception as fault:  # a hostile event may make the game stumble over anything
            raise BadLineError(number, f"it cannot be read ({_brief(fault) or type(fault).__name__})") from None

    def _event(self, number: int, line: EventLine) -> None:
        event = decode_event(bytes(line.event))
        self._fits(number, event)
        if not isinstance(line.asked, UnsetType):
            convert_action(msgspec.json.decode(line.asked))
        if line.begins or not self.lines or isinstance(event, Undone | Redone):
            self._head = event.seq
        state = self._after(number, event)
        self._states[event.seq] = state
        event.sentence(state)
        self.lines.append(FoldedLine(event, state, self._head, line))

    def _fits(self, number: int, event: Event) -> None:
        due = len(self.lines) + 1
        if event.seq != due:
            raise BadLineError(number, f"event {event.seq} stands in the place of event {due}")
        if isinstance(event, GameCreated | BattleResumed) != (due == 1):
            raise BadLineError(number, "a game is created by its first event and by no other")
        if not numbers.make_sense(event):
            raise BadLineError(number, f"a number of it is out of all range: {numbers.ALLOWED}")
        if isinstance(event, Rolled):
            self._throws(number, event)
        elif isinstance(event, GameCreated | BattleResumed):
            self._begins(number, event)

    def _throws(self, number: int, event: Rolled) -> None:
        """What is worked out for rolls takes time by their number."""
        self._dice += len(event.dice)
        fits = 0 < event.sides <= _SIDES and all(0 < face <= event.sides for face in event.dice)
        if not fits or len(event.made) > max(len(event.dice), 1):
            raise BadLineError(number, "it throws dice that there are not")
        if len(event.dice) > MOST_DICE // 16 or self._dice > MOST_DICE:
            raise BadLineError(number, f"there are more than {MOST_DICE:,} dice, or too many at once")

    def _begins(self, number: int, event: GameCreated | BattleResumed) -> None:
        state = event.evolve(GameState())
        models = sum(len(unit.models) for unit in state.units.values())
        pieces = len(state.scenario.terrain) + len(state.terrain)
        if models > MOST_MODELS or len(state.units) > MOST_MODELS or pieces > 2 * MOST_PIECES:
            raise BadLineError(
                number, f"there are more than {MOST_MODELS:,} models or {MOST_PIECES:,} pieces of terrain"
            )

    def _after(self, number: int, event: Event) -> GameState:
        before = self._states[event.seq - 1]
        if isinstance(event, Undone):
            if not 0 < event.to < event.seq:
                raise BadLineError(number, f"it takes back to event {event.to}, which is not before it")
            self._undone.add(event.seq)
            return msgspec.structs.replace(self._states[event.to], seq=event.seq)
        if isinstance(event, Redone):
            if event.of not in self._undone:
                raise BadLineError(number, f"it restores what event {event.of} took back, which took nothing back")
            return msgspec.structs.replace(self._states[event.of - 1], seq=event.seq)
        return evolve(before, event)
