"""Actions: decided on the newest state, written whole or not at all, pushed to everybody after the commit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from msgspec.structs import replace

from rules import Action, Answer, EnterDice, LeaveDice, Viewer, decide, view
from rules.core.ids import SideId
from rules.core.prompt import Prompt
from rules.core.refusal import IllegalAction, Refusal
from rules.events import DiceAsked, Prompted
from rules.state import Event, GameState
from tabletop.accounts.people import Person
from tabletop.games import selectors
from tabletop.games.access import actions, rights
from tabletop.games.access.refusals import Refused, malformed
from tabletop.games.log import dice, journal
from tabletop.games.models import EventRecord, Seat, Table
from tabletop.games.services.locking import holding, push_later

_COMMAND_LENGTH = 40


@dataclass(frozen=True, kw_only=True)
class Done:
    """A command that was carried out: its first and last event, and whether it had been sent before."""

    head: int
    seq: int
    repeated: bool = False


def submit_action(
    *,
    code: str,
    person: Person,
    action: actions.Asked,
    based_on: int | None = None,
    command: str = "",
    why: str = "",
) -> Done:
    """Carry out one action, given as JSON. Sent twice under the same `command` it acts once and answers the same.

    `based_on` is the last event that the sender had seen: an action that has become illegal since is refused as
    stale. `why` is the line of the house for what it does. Raises Refused, having changed nothing.
    """
    raw = actions.read(action)
    kind = actions.kind_of(raw)
    check_command(command)
    try:
        return _submitted(code, person, raw, kind, based_on, command, why)
    except (Refused, IntegrityError):
        if command and (done := _repeated_at(code, person, command)):
            return done
        raise


def _submitted(
    code: str, person: Person, raw: dict[str, Any], kind: type[Action], based_on: int | None, command: str, why: str
) -> Done:
    """Decide and write it. A command that was written before is refused by its row or by the rules."""
    with holding(code) as table:
        rights.be_concerned(table, person)
        if not kind.host_only:
            rights.must_be_open(table)
        elif table.status == Table.Status.SET_UP:
            raise Refused("not-started", "The battle has not begun.", "start it first")
        state = journal.state_at(table, table.seq)
        check_base(table, based_on)
        seats = rights.seats_of(table, person)
        side = rights.acting_side(table, person, state, seats, raw.get("side"), host_only=kind.host_only)
        action = _signed(actions.action(raw, side), seats, side)
        rights.must_be_undisputed(table, state)
        if kind.host_only:
            be_seen(table, person, state, action)
            events = ruled(table, person, state, action)
        else:
            events = _decided(table, state, action, based_on)
        return commit(
            table, state, events, person=person, side=side, command=command, seats=seats, asked=action, why=why
        )


def be_seen(table: Table, person: Person, state: GameState, ruling: Action) -> None:
    """Raise Refused for a ruling that makes no sense to somebody who knows no more than this person sees.

    What is hidden from them is refused in the words for what is not there.
    """
    refusals = _as_seen(table, person, state, ruling)
    if (refusal := refusals[0]) is not None and all(refusals):
        raise Refused(refusal.code, refusal.message, refusal.allowed, rule=refusal.rule)


def ruled(table: Table, person: Person, state: GameState, ruling: Action) -> list[Event]:
    """What comes of a ruling. Where something stands in the way that this person does not see, nobody learns what."""
    try:
        return decide(state, ruling, dice.source_for(table, state, ruling))
    except IllegalAction as illegal:
        known = [refusal and refusal.message for refusal in _as_seen(table, person, state, ruling)]
        if ruling.check(state) is not None and illegal.message not in known:
            allowed = "withdraw or refuse it, and ask for something else"
            raise Refused("cannot-be-ruled", "The game as it stands does not allow that.", allowed) from None
        raise Refused(illegal.code, illegal.message, illegal.allowed, rule=illegal.rule) from None


def _as_seen(table: Table, person: Person, state: GameState, ruling: Action) -> list[Refusal | None]:
    """What the rules say against a ruling in each view of the game that a person has."""
    sides = rights.sides_of(rights.seats_of(table, person))
    viewers: Sequence[Viewer] = sides or [rights.viewer_of(rights.audience_of(table, person))]
    return [ruling.check(view(state, viewer)) for viewer in viewers]


def _repeated_at(code: str, person: Person, command: str) -> Done | None:
    table = selectors.find(code, whole=False)
    return repeated(table, person, command) if table is not None else None


def check_command(command: str) -> None:
    """Raise Refused for an id that no client makes."""
    if len(command) > _COMMAND_LENGTH or not command.isprintable():
        raise malformed("That command id is too long.", f"at most {_COMMAND_LENGTH} signs")


def check_base(table: Table, based_on: int | None) -> None:
    """Raise Refused for an event that has not happened."""
    if based_on is not None and not 0 <= based_on <= table.seq:
        raise malformed(f"Event {based_on} has not happened at this table.", f"0 to {table.seq}", code="unknown-seq")


def repeated(table: Table, person: Person, command: str) -> Done | None:
    """What was done under this command id before, if it was. Raises Refused when somebody else used it."""
    if not command:
        return None
    found = EventRecord.objects.filter(table=table, command=command).order_by()
    first = next(iter(found.values_list("seq", "actor")[:1]), None)
    if first is None:
        return None
    head, actor = first
    if not person.is_one_of(actor):
        raise malformed("That command id was used by somebody else.", "a new random id", code="command-taken")
    last = EventRecord.objects.filter(table=table, head=head).order_by("-seq").values_list("seq", flat=True)[0]
    return Done(head=head, seq=last, repeated=True)


def _decided(table: Table, state: GameState, action: Action, based_on: int | None) -> list[Event]:
    stale = based_on is not None and based_on < table.seq
    if stale and isinstance(action, Answer) and _asked_since(table, based_on or 0, Prompted):
        raise Refused("stale", "That answer was to an earlier question.", "read the question that is open now")
    if stale and isinstance(action, EnterDice | LeaveDice) and _asked_since(table, based_on or 0, DiceAsked):
        raise Refused("stale", "Those dice were for an earlier roll.", "look at the roll that is asked for now")
    try:
        return decide(state, action, dice.source_for(table, state, action))
    except IllegalAction as illegal:
        if not stale:
            raise Refused(illegal.code, illegal.message, illegal.allowed, rule=illegal.rule) from None
        message = f"The table has moved on: {illegal.message}"
        raise Refused("stale", message, illegal.allowed, rule=illegal.rule) from None


def _signed(action: Action, seats: Sequence[Seat], side: str) -> Action:
    """Dice are entered under the name of the seat, whatever the request said."""
    if not isinstance(action, EnterDice):
        return action
    return replace(action, by=next((seat.name for seat in seats if seat.side == side), ""))


def _asked_since(table: Table, seq: int, kind: type[Event]) -> bool:
    return any(isinstance(line.event, kind) for line in journal.lines(table, seq, table.seq))


def commit(
    table: Table,
    state: GameState,
    events: Sequence[Event],
    *,
    person: Person,
    side: str = "",
    command: str = "",
    seats: Sequence[Seat] = (),
    asked: Action | None = None,
    why: str = "",
) -> Done:
    """Write one command of a held table, and push it to everybody after the commit. Open proposals lapse by it.

    `asked` is the action that it carries out, kept so that the game can be played again.
    """
    name = next((seat.name for seat in seats if seat.side == side), person.name)
    after, lines = journal.append(
        table,
        state,
        events,
        actor=person.key,
        actor_name=name[:40],
        actor_side=side,
        command=command,
        asked=asked,
        why=why,
    )
    after, more = _declined(table, after)
    _follow_outcome(table, after)
    transaction.on_commit(lambda: journal.remember(table.game_id, [*lines, *more], state, after))
    push_later(table, seq=after.seq, by=side)
    return Done(head=state.seq + 1, seq=lines[-1].seq if lines else state.seq)


def _declined(table: Table, state: GameState) -> tuple[GameState, list[journal.Line]]:
    """Answer prompts that a seat has a standing answer to, each as a command of its own."""
    written: list[journal.Line] = []
    while (prompt := state.prompt) is not None and state.owed is None:
        seats = Seat.objects.filter(table=table, side=prompt.side, left_at=None, removed=False)
        said = ((seat, choice) for seat in seats if (choice := _standing(seat.declines, prompt)))
        seat, choice = next(said, (None, ""))
        if seat is None:
            break
        answer = Answer(side=SideId(prompt.side), choice=choice)
        events = decide(state, answer, dice.source_for(table, state, answer))
        state, lines = journal.append(
            table, state, events, actor=seat.person, actor_name=seat.name, actor_side=seat.side, asked=answer
        )
        written += lines
    return state, written


def _standing(said: Sequence[str], prompt: Prompt) -> str:
    """The option that a seat has said to take always, if it is open; where it always declines, that."""
    if prompt.kind in said:
        return prompt.decline
    choice = next((each.partition("=")[2] for each in said if each.startswith(f"{prompt.kind}=")), "")
    option = prompt.option(choice)
    return choice if option is not None and not option.refused else ""


def _follow_outcome(table: Table, state: GameState) -> None:
    """Keep the table's status in step with the game: ended with an outcome, open again when that is taken back."""
    over = state.outcome is not None
    if over == (table.status == Table.Status.ENDED):
        return
    table.status = Table.Status.ENDED if over else Table.Status.PLAYING
    table.ended_at = timezone.now() if over else None
    table.save(update_fields=["status", "ended_at", "updated_at"])
