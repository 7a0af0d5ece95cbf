"""A battle looked back on, as one viewer may know it."""

from __future__ import annotations

from collections.abc import Iterator

from rules import Event, GameState, Viewer, view_event
from rules.questions.decided import Story, story
from tabletop.games.log import entries, journal
from tabletop.games.models import Table


def story_of(table: Table, viewer: Viewer) -> Story:
    """What decided the battle, from all of its log that counts."""
    return story(_known(table, viewer))


def _known(table: Table, viewer: Viewer) -> Iterator[tuple[Event, GameState]]:
    spans = entries.spans_at(table, table.seq)
    for line, state in journal.told(table, 0, table.seq):
        if entries.counts(spans, line.seq) and view_event(state, line.event, viewer) is not None:
            yield line.event, state
