"""Taking back, restoring, and whatever else needs the other side's agreement or the host."""

from __future__ import annotations

from collections.abc import Sequence

from rules import Action, AdviceAsked, decode_action, encode
from rules.core.ids import SideId
from rules.events import DiceAsked, DiceEntered, Redone, Rolled, Undone
from rules.state import Event, GameState
from tabletop.accounts.people import Person
from tabletop.games.access import actions, rights
from tabletop.games.access.refusals import Refused, malformed, no_right
from tabletop.games.log import journal
from tabletop.games.models import Proposal, Seat, Table
from tabletop.games.services import afresh as services_afresh
from tabletop.games.services.acts import Done, be_seen, check_base, check_command, commit, repeated, ruled
from tabletop.games.services.locking import holding, push_later

_FIRST = 1  # the event that made the game: it always stays


def undo(
    *,
    code: str,
    person: Person,
    to: int | None = None,
    reason: str = "",
    side: str = "",
    based_on: int | None = None,
    command: str = "",
) -> Done | Proposal:
    """Go back to what was so after event `to`, or to before the last command.

    Within a command it goes to the command's start. One's own last command is free if it showed no die and nothing
    hidden; all else is asked of everybody whose game it rewinds, of a host who plays as of anybody. A host who does not
    play decides alone.
    """
    check_command(command)
    with holding(code) as table:
        if done := repeated(table, person, command):
            return done
        rights.be_concerned(table, person)
        _may_turn(table)
        rights.must_be_undisputed(table, journal.state_at(table, table.seq))
        check_base(table, based_on)
        if based_on is not None and based_on < table.seq and to is None:
            raise Refused("stale", "Something happened since.", "look at the log, then take back what you mean")
        spans = journal.active_spans(journal.turns_back(table, table.seq), table.seq)
        whole = _whole_command(table, _last_act(table, spans), spans, before=True)
        back = whole if to is None else _whole_command(table, to, spans, before=False)
        if back < _FIRST or back >= _last_active(spans):
            raise Refused("nothing-to-undo", "There is nothing to take back.", "act")
        event = Undone(seq=table.seq + 1, to=back, reason=reason.strip()[:200], by=_name(table, person))
        free = _is_free(table, person, back, spans, whole)
        return _turn(table, person, event, Proposal.Kind.UNDO, back, reason, free=free, side=side, command=command)


def redo(*, code: str, person: Person, side: str = "", command: str = "") -> Done | Proposal:
    """Take the last undo back, as long as nothing was done since."""
    check_command(command)
    with holding(code) as table:
        if done := repeated(table, person, command):
            return done
        rights.be_concerned(table, person)
        _may_turn(table)
        of = redoable(table)
        if of is None:
            raise Refused("nothing-to-redo", "Nothing was taken back, or something was done since.", "act")
        event = Redone(seq=table.seq + 1, of=of, by=_name(table, person))
        line = journal.lines(table, of - 1, of)[0]
        free = person.is_one_of(line.actor)
        return _turn(table, person, event, Proposal.Kind.REDO, of, "", free=free, side=side, command=command)


def redoable(table: Table) -> int | None:
    """The undo that a redo would take back now, if any."""
    turns = journal.turns_back(table, table.seq)
    trailing: list[Undone] = []
    expected = table.seq
    for event in reversed(turns):
        if event.seq != expected:
            break
        expected -= 1
    for event in (e for e in turns if e.seq > expected):
        if isinstance(event, Undone):
            trailing.append(event)
        else:
            trailing = [e for e in trailing if e.seq < event.of]
    return trailing[-1].seq if trailing else None


def propose_ruling(
    *, code: str, person: Person, action: actions.Asked, side: str = "", afresh: int = 0
) -> Done | Proposal:
    """Ask for a ruling: the host's own is made at once, a player's waits for agreement.

    `afresh` is the first event of the act that it is about: that is played again with the same dice. (BLD-SCAT-02)
    """
    raw = actions.read(action)
    if not actions.kind_of(raw).host_only:
        raise malformed("That is an action of the game, no ruling.", "send it as an action", code="no-ruling")
    with holding(code) as table:
        rights.be_concerned(table, person)
        rights.must_be_open(table)
        asking = _own_side(table, person, side)
        state = journal.state_at(table, table.seq)
        rights.must_be_undisputed(table, state)
        ruling = actions.action(raw, SideId(asking) if asking else state.sides[0].id)
        be_seen(table, person, state, ruling)
        if afresh:
            _may_turn(table)
            services_afresh.must_be_open_to(table, afresh, str(raw.get("ruling", "")), _spans(table))
        text = encode(ruling).decode()
        reason = str(raw.get("reason", ""))
        return _settle(table, person, Proposal.Kind.RULING, afresh, reason, asking, free=False, action=text)


def agree(*, code: str, person: Person, proposal: int, reason: str = "", contrary: bool = False) -> Done | Proposal:
    """Agree to what another side proposed; when all have, or the host has, it is done.

    A host may rule the opposite of what was asked for, or for another `reason`.
    """
    with holding(code) as table:
        found = _open_proposal(table, person, proposal)
        _is_no_dispute(found)
        if found.kind != Proposal.Kind.RULING or found.to:  # a ruling on what has fallen takes the act back
            _may_turn(table)
        seats = rights.seats_of(table, person)
        voices = _voices(seats, found)
        decides = _decides(table, person, found.kind)
        if not voices and not decides:
            raise no_right("Your own side cannot agree to its own proposal.", "wait for the other side")
        if reason.strip() or contrary:
            _rule_otherwise(found, reason.strip()[:200], contrary=contrary, decides=decides)
        found.agreed = sorted({*found.agreed, *voices})
        found.save(update_fields=["agreed"])
        if decides or _asked(table, found) <= set(found.agreed):
            return _carry_out(table, person, found)
        push_later(table, notes=True)
        return found


def _rule_otherwise(found: Proposal, reason: str, *, contrary: bool, decides: bool) -> None:
    """A host's own words for a ruling that somebody asked for, or the opposite of it."""
    if found.kind != Proposal.Kind.RULING or not decides:
        raise no_right("Only the host rules otherwise than was asked.", "agree or refuse")
    if contrary and not found.contrary:
        raise malformed("That ruling has no opposite.", "agree or refuse", code="no-opposite")
    found.action = found.ruled(contrary=contrary, reason=reason)


def refuse(*, code: str, person: Person, proposal: int) -> None:
    """Refuse a proposal, or withdraw one's own."""
    with holding(code) as table:
        found = _open_proposal(table, person, proposal)
        _is_no_dispute(found)
        if not rights.sides_of(rights.seats_of(table, person)) and not rights.is_host(table, person):
            raise no_right("Only people at the table decide that.", "take a seat")
        found.status = Proposal.Status.REFUSED
        found.save(update_fields=["status"])
        push_later(table, notes=True)


def _open_proposal(table: Table, person: Person, pk: int) -> Proposal:
    rights.be_concerned(table, person)
    found = Proposal.objects.filter(table=table, pk=pk, status=Proposal.Status.OPEN).first()
    if found is None or found.seq != table.seq:
        raise Refused("lapsed", "That proposal no longer stands.", "propose it again")
    return found


def _is_no_dispute(found: Proposal) -> None:
    if found.kind == Proposal.Kind.SEAT:
        raise Refused("seat-asked", "A seat is given otherwise.", "let them play, or not now")
    if found.kind == Proposal.Kind.DISPUTE:
        raise Refused("disputed", "Disputed dice are settled otherwise.", "thrown again, by the server, or they stand")


# ------------------------------------------------------------------ the pieces


def _may_turn(table: Table) -> None:
    if table.status == Table.Status.SET_UP:
        raise Refused("not-started", "The battle has not begun.", "start it first")
    if table.status == Table.Status.PAUSED:
        raise Refused("paused", "Nothing is taken back while the battle is paused.", "wait until the host goes on")
    if table.secret.published_at is not None:
        raise Refused("seed-published", "The seed of the dice is published: this battle stands.", "open another table")


def _spans(table: Table) -> list[tuple[int, int]]:
    return journal.active_spans(journal.turns_back(table, table.seq), table.seq)


def _last_active(spans: list[tuple[int, int]]) -> int:
    return spans[-1][1] if spans else 0


def _last_act(table: Table, spans: list[tuple[int, int]]) -> int:
    """The last event that counts, but for notes that advice was asked for: who takes back means what was done."""
    for first, last in reversed(spans):
        for seq in range(last, first - 1, -1):
            if not isinstance(journal.lines(table, seq - 1, seq)[0].event, AdviceAsked):
                return seq
    return _last_active(spans)


def _whole_command(table: Table, seq: int, spans: list[tuple[int, int]], *, before: bool) -> int:
    """The end of the last whole command up to `seq` (with `before`, of the one before that), on the active line."""
    if not any(first <= seq <= last for first, last in spans):
        raise malformed(f"Event {seq} is not on the line of the game.", "a line that counts", code="unknown-seq")
    line = journal.lines(table, seq - 1, seq)[0]
    ends = seq == _last_active(spans) or journal.lines(table, seq, seq + 1)[0].head != line.head
    if ends and not before:
        return seq
    earlier = line.head - 1
    while earlier >= _FIRST and not any(first <= earlier <= last for first, last in spans):
        earlier -= 1
    return earlier


def _name(table: Table, person: Person) -> str:
    seat = Seat.objects.filter(table=table, person__in=person.keys, left_at=None).first()
    return seat.name if seat else table.host_name if rights.is_host(table, person) else person.name


def _is_free(table: Table, person: Person, back: int, spans: list[tuple[int, int]], whole: int) -> bool:
    """Whether only this person's own last command goes, and has shown neither a die nor anything hidden.

    `whole` is the event before that command.
    """
    if back != whole:
        return False
    lines = [line for first, last in spans if last > back for line in journal.lines(table, max(first - 1, back), last)]
    if any(_shows_dice(line.event) or not person.is_one_of(line.actor) for line in lines):
        return False
    return _hidden(journal.state_at(table, back)) <= _hidden(journal.state_at(table, table.seq))


def _shows_dice(event: Event) -> bool:
    """Whether dice fell: in the command, or thrown by hand and by others for one that waits."""
    return isinstance(event, Rolled | DiceEntered) or (isinstance(event, DiceAsked) and bool(event.owed.fallen))


def _hidden(state: GameState) -> set[str]:
    return {unit.id for unit in state.units.values() if unit.hidden}


def _own_side(table: Table, person: Person, side: str) -> str:
    sides = rights.sides_of(rights.seats_of(table, person))
    if not sides and not rights.is_host(table, person):
        raise no_right("You have no seat at this table.", "take a seat, or watch", code="no-seat")
    if side and side not in sides:
        raise no_right("You have no seat on that side.", "your own side", code="not-your-seat")
    return side or (sides[0] if sides else "")


def _decides(table: Table, person: Person, kind: str) -> bool:
    """Whether this person's word is enough: a host's, but of taking back only if the host does not play."""
    if not rights.is_host(table, person):
        return False
    return kind == Proposal.Kind.RULING or not rights.sides_of(rights.seats_of(table, person))


def _voices(seats: Sequence[Seat], found: Proposal) -> set[str]:
    """What a person's yes counts for: the other sides that they play, and their own seat beside who asks."""
    other = {seat.side for seat in seats if seat.side and seat.side != found.side}
    return other | {f"seat {seat.pk}" for seat in seats if seat.side == found.side and seat.person != found.person}


def _asked(table: Table, found: Proposal) -> set[str]:
    """Who must agree: every other side with people, and fellows of one's own side whose action would be rewound."""
    needed = _needed(table, found.person, found.side)
    if found.kind != Proposal.Kind.UNDO:
        return needed
    spans = journal.active_spans(journal.turns_back(table, table.seq), table.seq)
    lines = [line for first, last in spans if last > found.to for line in journal.lines(table, first - 1, last)]
    actors = {line.actor for line in lines if line.seq > found.to}
    fellows = Seat.objects.filter(table=table, side=found.side, left_at=None, removed=False, person__in=actors)
    return needed | {f"seat {seat.pk}" for seat in fellows.exclude(side="").exclude(person=found.person)}


def _needed(table: Table, person: str, side: str) -> set[str]:
    """The sides that must agree: those with people on them, none of whom is the one who proposes."""
    people: dict[str, set[str]] = {}
    for seat in Seat.objects.filter(table=table, left_at=None, removed=False).exclude(side=""):
        people.setdefault(seat.side, set()).add(seat.person)
    return {other for other, there in people.items() if other != side and person not in there}


def _turn(
    table: Table,
    person: Person,
    event: Event,
    kind: Proposal.Kind,
    to: int,
    reason: str,
    *,
    free: bool,
    side: str,
    command: str,
) -> Done | Proposal:
    asking = _own_side(table, person, side)
    if free:
        return _write(table, person, [event], asking, command)
    return _settle(table, person, kind, to, reason, asking, free=free, action="", command=command)


def _settle(
    table: Table,
    person: Person,
    kind: Proposal.Kind,
    to: int,
    reason: str,
    side: str,
    *,
    free: bool,
    action: str,
    command: str = "",
) -> Done | Proposal:
    """Propose it, or do it at once where nobody has to be asked."""
    waiting = Proposal.objects.filter(table=table, status=Proposal.Status.OPEN).exclude(kind=Proposal.Kind.SEAT)
    waiting.update(status=Proposal.Status.LAPSED)
    proposal = Proposal(
        table=table,
        kind=kind,
        seq=table.seq,
        to=to,
        action=action,
        reason=reason.strip()[:200],
        person=person.key,
        name=_name(table, person)[:40],
        side=side,
    )
    if free or _decides(table, person, kind) or not _asked(table, proposal):
        return _carry_out(table, person, proposal, command)
    proposal.save()
    push_later(table, notes=True)
    return proposal


def _carry_out(table: Table, person: Person, proposal: Proposal, command: str = "") -> Done:
    state = journal.state_at(table, table.seq)
    action: Action | None = None
    if proposal.kind == Proposal.Kind.UNDO:
        by = proposal.name
        events: list[Event] = [Undone(seq=table.seq + 1, to=proposal.to, reason=proposal.reason, by=by)]
    elif proposal.kind == Proposal.Kind.REDO:
        events = [Redone(seq=table.seq + 1, of=proposal.to, by=proposal.name)]
    else:
        action = decode_action(proposal.action)
        events = [] if proposal.to else ruled(table, person, state, action)
    if proposal.pk:
        proposal.status = Proposal.Status.AGREED
        proposal.save(update_fields=["status"])
    if action is not None and proposal.to:
        push_later(table, notes=True)
        to = _whole_command(table, proposal.to, _spans(table), before=True)
        by, head = proposal.name, proposal.to
        return services_afresh.play(table, person, action, head=head, to=to, by=by, side=proposal.side)
    return _write(table, person, events, proposal.side, command, action)


def _write(
    table: Table, person: Person, events: list[Event], side: str, command: str, asked: Action | None = None
) -> Done:
    seats = rights.seats_of(table, person)
    state = journal.state_at(table, table.seq)
    if asked is None:
        push_later(table, notes=True)  # who is rewound sees it on the page
    return commit(table, state, events, person=person, side=side, command=command, seats=seats, asked=asked)
