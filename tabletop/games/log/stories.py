"""A battle looked back on, as one viewer may know it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple, TypeVar

from rules import Event, GameState, Viewer, view_event
from rules.events import Rolled
from rules.questions.logs.decided import Story, story
from rules.questions.logs.figures import Figures, figures
from rules.questions.logs.timeline import Timeline, TimelineEvent, as_done, timeline
from tabletop.games.log import entries, journal
from tabletop.games.models import Table


def known(table: Table, viewer: Viewer) -> Iterator[tuple[Event, GameState]]:
    """Every event of the log that counts and that the viewer may know of, with the state after it."""
    spans = entries.spans_at(table, table.seq)
    for line, state in journal.events_after(table, 0, table.seq):
        if entries.counts(spans, line.seq) and view_event(state, line.event, viewer) is not None:
            yield line.event, state


Told = TypeVar("Told")


def _once(look: Callable[[Table, Viewer], Told]) -> Callable[[Table, Viewer], Told]:
    """What is seen by looking along a log, kept: a game is never played again from its beginning, so it stays true."""

    @lru_cache(maxsize=64)
    def looked(game_id: str, pk: int, viewer: Viewer, upto: int) -> Told:
        table = Table.objects.get(pk=pk, game_id=game_id)
        table.seq = upto  # for reading alone: the table may have gone on, or its reader be behind it
        return look(table, viewer)

    return lambda table, viewer: looked(table.game_id, table.pk, viewer, table.seq)


class _Whole(NamedTuple):
    """What a replay's first page needs, from one look along the log."""

    line: Timeline
    story: Story


@_once
def _whole(table: Table, viewer: Viewer) -> _Whole:
    spans = entries.spans_at(table, table.seq)
    steps = [
        TimelineEvent(line.head, view_event(state, line.event, viewer), state, line.event)
        for line, state in journal.events_after(table, 0, table.seq)
        if entries.counts(spans, line.seq)
    ]
    line = timeline(steps)
    return _Whole(line, as_done(story((one.event, one.state) for one in steps if one.seen is not None), line))


def story_of(table: Table, viewer: Viewer) -> Story:
    """What decided the battle, from all of its log that counts."""
    return _whole(table, viewer).story


def timeline_of(table: Table, viewer: Viewer) -> Timeline:
    """The acts of the battle that count, as far as the table's log goes."""
    return _whole(table, viewer).line


@_once
def figures_of(table: Table, viewer: Viewer) -> Figures:
    """The battle in figures."""
    return figures(known(table, viewer))


@_once
def thrown(table: Table, viewer: Viewer) -> tuple[tuple[Rolled, int], ...]:
    """Every roll with the game turn in which it was made."""
    found = known(table, viewer)
    return tuple((event, state.turn.number) for event, state in found if isinstance(event, Rolled))
