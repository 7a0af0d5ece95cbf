"""A battle looked back on, as one viewer may know it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rules import Event, GameState, Viewer, view_event
from rules.questions.logs.decided import Story, story
from rules.questions.logs.timeline import Timeline, ToldEvent, timeline
from tabletop.games.log import entries, journal
from tabletop.games.models import Table


def story_of(table: Table, viewer: Viewer) -> Story:
    """What decided the battle, from all of its log that counts."""
    return story(known(table, viewer))


def known(table: Table, viewer: Viewer) -> Iterator[tuple[Event, GameState]]:
    """Every event of the log that counts and that the viewer may know of, with the state after it."""
    spans = entries.spans_at(table, table.seq)
    for line, state in journal.told(table, 0, table.seq):
        if entries.counts(spans, line.seq) and view_event(state, line.event, viewer) is not None:
            yield line.event, state


def timeline_of(table: Table, viewer: Viewer) -> Timeline:
    """The acts of the battle that count, as far as the table's log goes."""
    return _timeline(table.game_id, table.pk, viewer, table.seq)


@lru_cache(maxsize=64)
def _timeline(game_id: str, pk: int, viewer: Viewer, upto: int) -> Timeline:
    """A game is never played again from its beginning, so what is known of it up to an event stays true."""
    table = Table.objects.get(pk=pk, game_id=game_id)
    spans = entries.spans_at(table, upto)
    return timeline(
        ToldEvent(line.head, view_event(state, line.event, viewer), state)
        for line, state in journal.told(table, 0, upto)
        if entries.counts(spans, line.seq)
    )
