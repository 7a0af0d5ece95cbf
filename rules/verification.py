"""A finished game played again: every die against its seal, every event against the rules and its command.

`verified` never raises for what a log says: it names the first thing that is wrong, and what could not be checked.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rules import hand_dice
from rules.codec import convert_action, convert_events, encode
from rules.core.refusal import IllegalAction
from rules.dice.sources import SealedDice, seal
from rules.engine import Decided, decided, evolve
from rules.events import BattleResumed, GameCreated, Redone, Rolled, Undone
from rules.progress import Action
from rules.state import KNOWN_VERSIONS, Event, GameState

BY_ACTION = 2
"""The rule since which a die depends on the action asked."""


Beginning = GameCreated | BattleResumed


class Asked(Struct, frozen=True):
    """The action of one command; `head` is the first event that came of it."""

    head: int
    action: dict[str, Any]


class StatedEnd(Struct, frozen=True):
    """How a log says that it ends."""

    seq: int
    winner: str = ""
    reason: str = ""
    digest: str = ""
    """Of every event, as `digest_of` makes it: the table shows it too, so that a file can be held against it."""


class FinishedLog(Struct, frozen=True):
    """A finished table as it is offered for download. Logs from before commands were kept have neither them nor end."""

    seed: str
    events: list[dict[str, Any]]
    seal: str = ""
    commands: list[Asked] = []
    end: StatedEnd | None = None


class Verdict(Struct, frozen=True):
    """What playing a log again found: the first fault in words, or none; and how much was checked."""

    fault: str = ""
    dice: int = 0
    """Dice that came up as sealed."""
    by_hand: int = 0
    """Dice that people threw by hand and entered; no seal speaks for them."""
    commands: int = 0
    unchecked: tuple[str, ...] = ()
    """What the log is too old to prove, or has no seed for."""
    unsealed: int = 0
    """Dice that are taken as they are logged, for the log has no seed."""


class _LoggedDice:
    """The faces that a log tells next, for a log without the seed that they came from."""

    def __init__(self, events: Iterable[Event]) -> None:
        self._rolls = (event for event in events if isinstance(event, Rolled) and not event.entered_by)

    def throw(self, label: str, sides: int, count: int, k: int) -> tuple[int, ...]:
        """Those of the next roll; what it is a roll of is compared with all else."""
        faces = next(self._rolls).dice
        if len(faces) != count:
            raise ValueError(f"{len(faces)} dice are logged for {count}")
        return faces


class _Found(Exception):
    """The first thing that is wrong."""


def sealed_dice(seed: bytes, state: GameState, action: Action) -> SealedDice:
    """The dice of an action asked in a state, by the rule of its game."""
    asked = encode(hand_dice.acted(state, action)) if state.dice_rule >= BY_ACTION else b""
    return SealedDice(seed, state.game_id, state.entropy, asked=asked)


def stated_end(state: GameState, events: Sequence[dict[str, Any]] = ()) -> StatedEnd | None:
    """The end of a game that is over; with its events as plain values also their digest."""
    if state.outcome is None:
        return None
    digest = digest_of(events) if events else ""
    return StatedEnd(seq=state.seq, winner=state.outcome.winner or "", reason=state.outcome.reason, digest=digest)


def digest_of(events: Sequence[dict[str, Any]]) -> str:
    """The SHA-256 of a log, an event a line as JSON without spaces, in hexadecimal."""
    return hashlib.sha256(b"\n".join(msgspec.json.encode(event) for event in events)).hexdigest()


def verified(log: FinishedLog, report: Callable[[int, int], None] = lambda _done, _of: None) -> Verdict:
    """Play a finished log again; `report` hears after each command how many events of how many are done."""
    game = _Game()
    try:
        game.play(log, report)
    except _Found as found:
        return replace(game.verdict, fault=str(found))
    return game.verdict


def _need(holds: bool, fault: str) -> None:
    if not holds:
        raise _Found(fault)


class _Game:
    """The game as it is played again, event by event."""

    def __init__(self) -> None:
        self.verdict = Verdict()
        self._state = GameState()
        self._line: tuple[int, ...] = ()
        """The events that count so far, by number."""
        self._states: dict[int, GameState] = {}
        self._before: dict[int, tuple[GameState, tuple[int, ...]]] = {}
        """What each undo that may still be taken back took away."""

    def play(self, log: FinishedLog, report: Callable[[int, int], None]) -> None:
        """All of it. Raises _Found."""
        events = _events(log)
        self._seed = _seed(log.seed)
        created = self._begin(log, events)
        asked = _commands(log, events)
        if created.dice_rule >= BY_ACTION:
            _need(bool(asked), "the commands are missing, without which these dice cannot be worked out")
        place = 1
        while place < len(events):
            place = self._step(events, place, asked, created)
            report(place, len(events))
        self._close(log)

    def _begin(self, log: FinishedLog, events: Sequence[Event]) -> Beginning:
        created = events[0] if events else None
        if not isinstance(created, Beginning):
            raise _Found("the log does not begin with a game")
        for place, event in enumerate(events, start=1):
            _need(event.seq == place, _gap(place, event.seq))
        _need(not self._seed or seal(self._seed) == created.seal, "the seed is not the one that was sealed")
        _need(log.seal in ("", created.seal), "the file names another seal than the game began with")
        known = created.version in KNOWN_VERSIONS
        _need(known, f"the game says rules of version {created.version}, which this program does not have")
        self._note(created)
        return created

    def _step(self, events: Sequence[Event], place: int, asked: dict[int, Action], created: Beginning) -> int:
        """One undo, one redo or one command; returns the place of what follows it."""
        event = events[place]
        if isinstance(event, Undone):
            self._undo(event)
        elif isinstance(event, Redone):
            self._redo(event)
        elif event.seq in asked:
            return self._command(events, place, asked)
        else:
            self._old(event, created)
        return place + 1

    # -- taking back --------------------------------------------------------------------------------------------------

    def _undo(self, event: Undone) -> None:
        counts = event.to in self._states and event.to in self._line
        _need(counts, f"event {event.seq} takes back to event {event.to}, which does not count there")
        self._before[event.seq] = (self._state, self._line)
        self._turn(event.seq, self._states[event.to], tuple(seq for seq in self._line if seq <= event.to))

    def _redo(self, event: Redone) -> None:
        found = self._before.pop(event.of, None)
        if found is None:
            raise _Found(f"event {event.seq} restores what event {event.of} took back, which it may not any more")
        self._turn(event.seq, *found)

    def _turn(self, seq: int, state: GameState, line: tuple[int, ...]) -> None:
        self._state = self._states[seq] = replace(state, seq=seq)
        self._line = line

    # -- commands -----------------------------------------------------------------------------------------------------

    def _command(self, events: Sequence[Event], place: int, asked: dict[int, Action]) -> int:
        head = events[place].seq
        made, reached = self._made(asked[head], events[place:])
        after = place + len(made)
        for place_of, event in enumerate(made, start=place):
            _need(place_of < len(events), f"event {event.seq}, {type(event).__name__}, is missing at the end")
            _compare(events[place_of], event)
            self._count(event)
        self._reach(reached, (event.seq for event in made))
        self.verdict = replace(self.verdict, commands=self.verdict.commands + 1)
        if after < len(events) and not isinstance(events[after], Undone | Redone):
            seq, name = events[after].seq, type(events[after]).__name__
            _need(seq in asked, f"event {seq}, {name}: nobody asked for it, and nothing led to it")
        return after

    def _made(self, action: Action, logged: Sequence[Event]) -> Decided:
        """What the rules make of a command. Whatever a forged command makes them stumble over is a fault of the log."""
        head = logged[0].seq
        dice = sealed_dice(self._seed, self._state, action) if self._seed else _LoggedDice(logged)
        try:
            return decided(self._state, action, dice)
        except IllegalAction as illegal:
            why = f"event {head}: the rules refuse the {type(action).__name__} that was asked: {illegal.message}"
            raise _Found(why) from None
        except Exception as error:
            name = type(error).__name__
            raise _Found(f"event {head}: the {type(action).__name__} asked cannot be resolved ({name})") from None

    def _count(self, event: Event) -> None:
        if isinstance(event, Rolled):
            by_hand = len(event.dice) if event.entered_by else 0
            others = len(event.dice) - by_hand
            sealed, unsealed = (others, 0) if self._seed else (0, others)
            counted = self.verdict
            self.verdict = replace(
                counted,
                dice=counted.dice + sealed,
                by_hand=counted.by_hand + by_hand,
                unsealed=counted.unsealed + unsealed,
            )

    # -- logs from before commands were kept --------------------------------------------------------------------------

    def _old(self, event: Event, created: Beginning) -> None:
        """An event without a command: its dice are checked, the rest is taken as it stands."""
        name = type(event).__name__
        by_rule = created.dice_rule < BY_ACTION
        _need(by_rule, f"event {event.seq}, {name}: nobody asked for it, and nothing led to it")
        self._leave("what each command makes of the game: the log is from before commands were kept")
        if isinstance(event, Rolled) and event.entered_by:
            self._leave("dice that were entered by hand")
        elif isinstance(event, Rolled) and self._seed:
            dice = SealedDice(self._seed, created.game_id, created.entropy)
            faces = dice.throw(event.label, event.sides, len(event.dice), self._state.dice_used)
            _need(faces == event.dice, _other_dice(event, faces))
        self._count(event)
        try:
            self._note(event)
        except Exception as error:
            why = f"event {event.seq}, {name}, cannot have happened there ({type(error).__name__})"
            raise _Found(why) from None

    def _leave(self, what: str) -> None:
        if what not in self.verdict.unchecked:
            self.verdict = replace(self.verdict, unchecked=(*self.verdict.unchecked, what))

    # -- the line and the end -----------------------------------------------------------------------------------------

    def _note(self, event: Event) -> None:
        self._reach(evolve(self._state, event), (event.seq,))

    def _reach(self, state: GameState, line: Iterable[int]) -> None:
        """The game goes on by those events. Nothing is taken back into the middle of a command."""
        self._state = self._states[state.seq] = state
        self._line = (*self._line, *line)
        self._before.clear()

    def _close(self, log: FinishedLog) -> None:
        end = stated_end(self._state)
        if end is None:
            raise _Found(f"the log stops at event {self._state.seq}, before the battle is over")
        if log.end is None:
            self._leave("whether anything is missing at the end: the log does not say how it ends")
            return
        stated, played = log.end, end
        _need(stated.seq == played.seq, f"the log ends at event {played.seq}, not {stated.seq} as it says")
        won, said = played.winner or "nobody", stated.winner or "nobody"
        _need(won == said, f"the winner is {won}, not {said}")
        _need(stated.reason == played.reason, f"the battle ended so: {played.reason}; not: {stated.reason}")
        same = stated.digest in ("", digest_of(log.events))
        _need(same, "the events are not those that the table ended with: their digest is another")


# ------------------------------------------------------------------ reading


def _events(log: FinishedLog) -> list[Event]:
    try:
        return convert_events(log.events)
    except (msgspec.MsgspecError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise _Found(f"an event cannot be read: {error}") from None


def _seed(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise _Found("the seed is not written in hexadecimal") from None


def _commands(log: FinishedLog, events: Sequence[Event]) -> dict[int, Action]:
    """The commands by their first event."""
    asked: dict[int, Action] = {}
    last = 1
    for command in log.commands:
        head = command.head
        _need(last < head <= len(events), f"a command stands at event {head}, where none can begin")
        turned = isinstance(events[head - 1], Undone | Redone)
        _need(not turned, f"event {head} took something back: no command stands there")
        try:
            asked[head] = convert_action(command.action)
        except (msgspec.MsgspecError, ValueError, TypeError, KeyError, AttributeError) as error:
            raise _Found(f"the command at event {head} cannot be read: {error}") from None
        last = head
    return asked


def _gap(expected: int, found: int) -> str:
    if found > expected:
        return f"event {expected} is missing: event {found} stands in its place"
    return f"event {found} stands in the place of event {expected}: twice, or out of order"


# ------------------------------------------------------------------ comparing


def _other_dice(logged: Rolled, faces: tuple[int, ...], *, by: str = "") -> str:
    """By the seed, or as somebody entered them."""
    report, true = (", ".join(map(str, dice)) or "nothing" for dice in (logged.dice, faces))
    other = f"{by} entered {true}" if by else f"the seed gives {true}"
    return f"event {logged.seq}, {logged.label}: {report} was logged, {other}"


def _compare(logged: Event, made: Event) -> None:
    """The event in the log is the one that the rules make."""
    if logged == made:
        return
    if type(logged) is not type(made):
        names = type(logged).__name__, type(made).__name__
        raise _Found(f"event {logged.seq} is {names[0]} in the log, and {names[1]} by the rules")
    if isinstance(logged, Rolled) and isinstance(made, Rolled) and logged.dice != made.dice:
        raise _Found(_other_dice(logged, made.dice, by=made.entered_by))
    field, was, is_ = _first_difference(msgspec.to_builtins(logged), msgspec.to_builtins(made))
    name = f"{type(logged).__name__}, {logged.label}" if isinstance(logged, Rolled) else type(logged).__name__
    raise _Found(f"event {logged.seq}, {name}: {field} is {was} in the log, and {is_} by the rules")


def _first_difference(logged: Any, made: Any, where: str = "it") -> tuple[str, str, str]:
    """Where two plain values differ first, and both in short."""
    if isinstance(logged, dict) and isinstance(made, dict):
        for key in sorted({*logged, *made}):
            if logged.get(key) != made.get(key):
                return _first_difference(logged.get(key), made.get(key), key if where == "it" else f"{where}.{key}")
    if isinstance(logged, list | tuple) and isinstance(made, list | tuple) and len(logged) == len(made):
        place = next(n for n, (one, other) in enumerate(zip(logged, made, strict=True)) if one != other)
        return _first_difference(logged[place], made[place], f"{where}[{place}]")
    return where, _short(logged), _short(made)


def _short(value: Any) -> str:
    text = "nothing" if value is None else str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
