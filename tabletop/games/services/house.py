"""The house at a table: it takes a seat that nobody plays, acts by the same services as a person, and gives way.

Everything here names the event that it was decided on: whatever happens first at the table wins, and what the house
had in mind is thought over again.
"""

from __future__ import annotations

from typing import Final

from django.utils import timezone

from rules import Action, AdviceAsked, encode
from rules.core.ids import SideId
from rules.core.refusal import quoted
from rules.questions.house import KNOWN, to_act
from tabletop.accounts.people import Person
from tabletop.games.access import rights
from tabletop.games.access.refusals import Refused, malformed
from tabletop.games.access.rights import BOT
from tabletop.games.log import journal
from tabletop.games.models import ChatMessage, Proposal, Seat, Table
from tabletop.games.services.acts import Done, submit_action
from tabletop.games.services.disputes import settle_dispute
from tabletop.games.services.locking import holding, push_later
from tabletop.games.services.undo import agree, refuse
from tabletop.games.words import house_name

USUAL: Final = "aggressive"
"""The character that sits down where nobody chose one."""


def seat_house(*, code: str, person: Person, side: str, character: str = USUAL) -> Seat:
    """Let the house play a side: an empty one, one's own, or, by the host, one whose players have dropped out.

    Where it sits already it changes its character.
    """
    if character not in KNOWN:
        raise malformed(f"The house has no character {quoted(character)}.", ", ".join(KNOWN), code="unknown-character")
    with holding(code) as table:
        rights.be_welcome(table, person)
        own = side in rights.sides_of(rights.seats_of(table, person))
        if not own:
            rights.be_host(table, person)
        if side not in {each.id for each in table.scenario_value.sides}:
            raise malformed(f"This table has no side {quoted(side)}.", "one of its sides", code="unknown-side")
        sitting = Seat.objects.filter(table=table, side=side, left_at=None, removed=False)
        people = sitting.exclude(kind=Seat.Kind.HOUSE)
        if own and not rights.is_host(table, person):
            people = people.filter(person__in=person.keys)
        people.update(left_at=timezone.now())
        if own and not rights.sides_of(rights.seats_of(_again(table), person)):
            _watch(table, person)
        if sitting.exclude(kind=Seat.Kind.HOUSE).exists():
            raise Refused("side-taken", "Somebody else plays that side as well.", "leave your own seat to them")
        return _sit(table, side, character)


def _again(table: Table) -> Table:
    """The same table, whose seats are read again when asked for."""
    table.__dict__.pop("_standing", None)
    return table


def _watch(table: Table, person: Person) -> None:
    name = person.name or table.host_name
    Seat.objects.get_or_create(
        table=table, person=person.key, side="", left_at=None, defaults={"name": name[:40], "kind": Seat.Kind.SPECTATOR}
    )


def _sit(table: Table, side: str, character: str) -> Seat:
    seat, _ = Seat.objects.update_or_create(
        table=table,
        person=BOT.key,
        side=side,
        left_at=None,
        defaults={"name": house_name(character), "kind": Seat.Kind.HOUSE, "character": character, "removed": False},
    )
    table.words = {**table.words, side: ""} if table.status == Table.Status.SET_UP else table.words
    table.stood_up = "" if table.stood_up == side else table.stood_up
    table.save(update_fields=["words", "stood_up", "updated_at"])
    push_later(table, notes=True, recheck=True)
    return seat


def settle_house(
    *, code: str, person: Person, pace: str | None = None, advice: bool | None = None, lenient: bool | None = None
) -> None:
    """How fast it acts, which everybody with a seat may say; and, by the host, what else it does for players."""
    with holding(code) as table:
        rights.be_welcome(table, person)
        if pace is not None and pace not in Table.Pace.values:
            raise malformed(f"The house has no pace {quoted(pace)}.", ", ".join(Table.Pace.values), code="unknown-pace")
        if advice is not None or lenient is not None or not rights.sides_of(rights.seats_of(table, person)):
            rights.be_host(table, person)
        wanted = {"pace": pace, "advice": advice, "lenient": lenient}
        changed = {name: value for name, value in wanted.items() if value is not None}
        for name, value in changed.items():
            setattr(table, name, value)
        table.save(update_fields=[*changed, "updated_at"])
        push_later(table, notes=True)


def nod(*, code: str, person: Person, seq: int) -> None:
    """Say that one has seen the table up to that event, where the house waits for it."""
    with holding(code) as table:
        rights.be_welcome(table, person)
        if not rights.sides_of(rights.seats_of(table, person)):
            rights.be_host(table, person)
        table.nodded = max(table.nodded, min(seq, table.seq))
        table.save(update_fields=["nodded", "updated_at"])
        push_later(table, notes=True)


def concede_for_house(*, code: str, person: Person, side: str) -> Done:
    """By the host: the house gives the battle up."""
    with holding(code) as table:
        rights.be_host(table, person)
        if not plays(table, side):
            raise Refused("not-the-house", "The house does not play that side.", "a side that it plays")
        return submit_action(code=code, person=BOT, action={"type": "Concede", "side": side})


def ask_advice(*, code: str, person: Person, side: str) -> SideId:
    """Ask what the house would do, if the table allows it and it is one's own move.

    Returns the side that may be advised. People at the other sides read of it, once a moment.
    """
    with holding(code) as table:
        rights.be_concerned(table, person)
        rights.must_be_open(table)
        if not table.advice:
            raise Refused("no-advice", "The house gives no advice at this table.", "ask the host to allow it")
        state = journal.state_at(table, table.seq)
        own = rights.acting_side(table, person, state, rights.seats_of(table, person), side, host_only=False)
        if to_act(state) != own:
            raise Refused("not-your-move", "Another side decides now.", "ask when it is your move")
        others = Seat.objects.filter(table=table, left_at=None, removed=False, kind=Seat.Kind.PLAYER)
        last = journal.lines(table, table.seq - 1, table.seq)
        if others.exclude(side__in=("", own)).exists() and not isinstance(last[0].event, AdviceAsked):
            submit_action(code=code, person=person, action={"type": "AskAdvice", "side": own})
        return own


# ------------------------------------------------------------------ what it does


def act_for_house(*, code: str, side: SideId, after: int, action: Action, why: str = "") -> Done:
    """One act of the house, decided on event `after`. Raises Refused where anything has happened since."""
    with holding(code) as table:
        if table.seq != after or not plays(table, side):
            raise Refused("stale", "The table has moved on.", "think again")
        asked = encode(action).decode()
        return submit_action(
            code=code, person=BOT, action=asked, based_on=after, command=f"house-{after}", why=why[:200]
        )


def plays(table: Table, side: str) -> bool:
    """Whether the house, and nobody else, plays that side."""
    kinds = set(Seat.objects.filter(table=table, side=side, left_at=None, removed=False).values_list("kind", flat=True))
    return kinds == {Seat.Kind.HOUSE}


def answer_for_house(*, code: str) -> bool:
    """Answer what waits for its agreement: it lets people take back if it is lenient, rule, and doubt dice as they say.

    Says whether there was anything.
    """
    with holding(code) as table:
        sides = rights.sides_of(rights.seats_of(table, BOT))
        waiting = Proposal.objects.filter(table=table, status=Proposal.Status.OPEN, seq=table.seq)
        found = waiting.exclude(kind=Proposal.Kind.SEAT).exclude(side="").first()
        if found is None or not sides or set(sides) <= {found.side, *found.agreed}:
            return False
        if found.kind == Proposal.Kind.DISPUTE:
            settle_dispute(code=code, person=BOT, proposal=found.pk, way="server")
        elif found.kind == Proposal.Kind.UNDO and not table.lenient:
            refuse(code=code, person=BOT, proposal=found.pk)
        else:
            agree(code=code, person=BOT, proposal=found.pk)
        return True


def give_up(*, code: str, side: str) -> None:
    """The house cannot go on: its seat goes to the host, with a message, and the table goes on.

    Where the host plays against it and something is hidden, or nobody hosts, the seat stays free for whoever is asked.
    """
    with holding(code) as table:
        if not plays(table, side):
            return
        now = timezone.now()
        Seat.objects.filter(table=table, side=side, kind=Seat.Kind.HOUSE, left_at=None).update(left_at=now)
        if _may_host_play(table):
            Seat.objects.filter(table=table, person=table.host, side="", left_at=None).update(left_at=now)
            Seat.objects.create(table=table, person=table.host, name=table.host_name, side=side)
        table.stood_up = side
        table.save(update_fields=["stood_up", "updated_at"])
        named = next((each.name for each in table.scenario_value.sides if each.id == side), side.upper())
        text = f"The house stood up from {named}: it could not go on. The table goes on without it."
        ChatMessage.objects.create(table=table, name=BOT.name, side="", person=BOT.key, text=text)
        push_later(table, notes=True, chat=True, recheck=True)


def _may_host_play(table: Table) -> bool:
    if rights.HOUSE.is_one_of(table.host) or BOT.is_one_of(table.host):
        return False
    host = Person(keys=(table.host,), name=table.host_name)
    if rights.has_seen_all(table, host) and table.host_eye is not False:
        return False
    state = journal.state_at(table, table.seq)
    sits = bool(rights.sides_of(rights.seats_of(table, host)))
    return not (sits and any(unit.hidden for unit in state.units.values()))


def note_seen(*, code: str, person: Person) -> None:
    """Put the message away that the house stood up."""
    with holding(code) as table:
        if table.stood_up not in rights.sides_of(rights.seats_of(table, person)):
            rights.be_host(table, person)
        table.stood_up = ""
        table.save(update_fields=["stood_up", "updated_at"])
        push_later(table, notes=True)


def waits_for_house(table: Table) -> Seat | None:
    """The seat of the house that has to do something now, if it is its move and the battle goes on."""
    if table.status != Table.Status.PLAYING or not table.seq:
        return None
    side = to_act(journal.state_at(table, table.seq))
    if side is None or not plays(table, side):
        return None
    return Seat.objects.filter(table=table, side=side, kind=Seat.Kind.HOUSE, left_at=None).first()
