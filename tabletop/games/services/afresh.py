"""A scatter that has fallen is ruled otherwise: the act is played again with the same dice. (BLD-SCAT-01, BLD-SCAT-02)

What was done is taken back, the ruling stands before it, and the same action is carried out once more for whoever
gave it: in the log all three can be read.
"""

from __future__ import annotations

from rules import Action, Answer, decide, decode_action
from rules.core.refusal import IllegalAction
from rules.events import Undone
from rules.questions import events
from rules.state import Event
from tabletop.accounts.people import Person
from tabletop.games.access.refusals import Refused
from tabletop.games.log import dice, journal
from tabletop.games.models import EventRecord, Table
from tabletop.games.services.acts import Done, commit, ruled

Spans = list[tuple[int, int]]


def must_be_open_to(table: Table, head: int, ruling: str, spans: Spans) -> None:
    """Raise Refused unless the command that begins with `head` has such a scatter, and nothing but answers since."""
    steps = _command(table, head) if any(first <= head <= last for first, last in spans) else []
    ways = {way for event in steps for way, _ in events.other_ends(event)}
    if ruling not in ways:
        text = "Nothing of that act came to a wall or an edge so."
        raise Refused("no-scatter", text, "a scatter at a wall, as the log has it", rule="BLD-SCAT-02")
    if head not in _asked(table) or any(not isinstance(each, Answer) for each in _since(table, head, spans)):
        text = "Something else was done since."
        raise Refused("stale", text, "take back what was done since, then rule", rule="BLD-SCAT-02")


def play(table: Table, person: Person, ruling: Action, *, head: int, to: int, by: str, side: str) -> Done:
    """Take the command back to event `to`, rule, and carry it out again."""
    first = journal.lines(table, head - 1, head)[0]
    action = _asked(table)[head]
    back: list[Event] = [Undone(seq=table.seq + 1, to=to, by=by, reason="the scatter is ruled otherwise")]
    commit(table, journal.state_at(table, table.seq), back, person=person, side=side)
    state = journal.state_at(table, table.seq)
    commit(table, state, ruled(table, person, state, ruling), person=person, side=side, asked=ruling)
    state = journal.state_at(table, table.seq)
    try:
        decided = decide(state, action, dice.source_for(table, state, action))
    except IllegalAction as illegal:
        raise Refused(illegal.code, illegal.message, illegal.allowed, rule=illegal.rule) from None
    whose = Person(keys=(first.actor,), name=first.actor_name)
    return commit(table, state, decided, person=whose, side=first.actor_side, asked=action)


def _command(table: Table, head: int) -> list[Event]:
    last = EventRecord.objects.filter(table=table, head=head).order_by("-seq").values_list("seq", flat=True).first()
    return [line.event for line in journal.lines(table, head - 1, last)] if last else []


def _asked(table: Table) -> dict[int, Action]:
    return journal.commands(table)


def _since(table: Table, head: int, spans: Spans) -> list[Action | None]:
    """What was asked after that command, of what counts."""
    rows = EventRecord.objects.filter(table=table, head__gt=head).order_by("seq").values_list("seq", "head", "asked")
    return [
        decode_action(asked) if asked else None
        for seq, own, asked in rows
        if seq == own and any(first <= seq <= last for first, last in spans)
    ]
