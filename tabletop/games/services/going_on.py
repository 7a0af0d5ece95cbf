"""A battle played on from a moment of one that is over: a new table with new dice. The old one stays as it is."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from rules import GameState, resumed
from rules.core.refusal import quoted
from tabletop.accounts.people import Person
from tabletop.games.access.refusals import Refused, malformed, no_right
from tabletop.games.log import entries, journal
from tabletop.games.models import Force, Table
from tabletop.games.services.acts import commit
from tabletop.games.services.house import seat_house
from tabletop.games.services.seats import clean_name, join
from tabletop.games.services.tables import open_table
from tabletop.ui.words import code_text


def play_on(*, table: Table, person: Person, name: str, at: int, sides: Sequence[str], house: str = "") -> Table:
    """Open a table that stands as `table` stood after event `at`, with seats on those sides for who asks.

    The house plays the others as that character, if one is named.

    `table` is as the asker may know it, and all of it is open to them. Raises Refused where nothing goes on.
    """
    if not person.key:
        raise no_right("This browser keeps no cookies, so it cannot keep a seat.", "allow cookies")
    state = _moment(table, at)
    known = {side.id for side in state.sides}
    if strange := [side for side in sides if side not in known]:
        raise malformed(f"This battle has no side {quoted(strange[0])}.", "one of its sides", code="unknown-side")
    with transaction.atomic():
        new = _opened(table, state, person, clean_name(name), at, plays=bool(sides))
        if sides:
            join(code=new.code, person=person, name=name, sides=list(sides))
        for side in state.sides:
            if house and side.id not in sides:
                seat_house(code=new.code, person=person, side=side.id, character=house)
    return new


def _moment(table: Table, at: int) -> GameState:
    if not 0 < at <= table.seq or not entries.counts(entries.spans_at(table, table.seq), at):
        raise malformed(f"There is no event {at} that counts.", "a moment of the replay", code="no-moment")
    ends = journal.lines(table, at, at + 1)
    if ends and ends[0].head <= at:
        raise malformed(f"Event {at} is in the middle of a command.", "the end of an act", code="no-moment")
    state = journal.state_at(table, at)
    if state.outcome is not None or not state.sides:
        raise Refused("battle-over", "The battle is over there.", "go back to an earlier moment")
    return state


def _opened(table: Table, state: GameState, person: Person, name: str, at: int, *, plays: bool) -> Table:
    title = f"{table.name[:50]}, from event {at}"
    new = open_table(person=person, host_name=name, name=title, scenario=table.scenario)
    new.scenario_content, new.options = table.scenario_content, table.options
    new.goes_on_from = table.code
    new.rules_version = state.version
    new.status, new.started_at = Table.Status.PLAYING, timezone.now()
    new.host_eye = not plays
    new.seen_all = [] if plays else sorted(person.keys)
    new.save()
    for force in table.forces.all():
        Force.objects.create(table=new, side=force.side, army=force.army, content=force.content)
    of = f"{table.name} ({code_text(table.code)})"
    commit(new, GameState(), resumed(state, new.seal, game_id=new.game_id, of=of, at=at), person=person)
    return new
