"""Time that each side has taken: from the command before to each of its own, for streams that show clocks.

And the time that is left to whoever is asked in another's turn: at its end nothing is chosen, the host is asked.
(ARAP-ACT-11)
"""

from __future__ import annotations

from datetime import timedelta
from functools import lru_cache
from typing import Final, NamedTuple

from django.db.models import F
from django.utils import timezone

from rules.core.ids import SideId
from tabletop.games import selectors
from tabletop.games.log import journal
from tabletop.games.models import EventRecord, Table

LONGEST_WAIT: Final = timedelta(minutes=15)
"""What counts of one command at most: longer was a break, not thinking."""


class Clock(NamedTuple):
    """One side: who plays it, the seconds that it has taken so far, and whether its clock runs."""

    side: SideId
    people: str
    taken_s: int
    runs: bool


def clocks(table: Table) -> tuple[Clock, ...]:
    """The clocks of a table as far as it is shown; a battle that is paused or over has none that runs."""
    state = journal.state_at(table, table.seq)
    acting = state.waits_for or state.active_side
    runs = acting if table.status == Table.Status.PLAYING and state.outcome is None else None
    taken = dict(_taken(table.game_id, table.pk, table.seq))
    if runs is not None:
        taken[runs] = taken.get(runs, 0.0) + _since(table)
    sitting = selectors.sitters(table)
    return tuple(
        Clock(
            side.id,
            " and ".join(seat.name for seat in sitting if seat.side == side.id),
            int(taken.get(side.id, 0)),
            side.id == runs,
        )
        for side in state.sides
    )


class TimeToAnswer(NamedTuple):
    """Who is asked in another's turn, the seconds that the clock has left for that, of how many."""

    side: SideId
    name: str
    left_s: int
    of_s: int


def time_to_answer(table: Table, *, behind_s: int = 0) -> TimeToAnswer | None:
    """The clock of the open question; None without one, or where the table keeps none. (ARAP-ACT-11)

    It begins with the question, and once more when the host has done something to the table: gone on after a break.
    For onlookers who are `behind_s` behind, with the table as far as it is shown to them, it begins that much later.
    """
    if not table.answer_s or table.status != Table.Status.PLAYING:
        return None
    state = journal.state_at(table, table.seq)
    if state.prompt is None or state.active_side in (None, state.prompt.side) or state.outcome is not None:
        return None
    left = table.answer_s - _waited(table, behind_s).total_seconds()
    return TimeToAnswer(state.prompt.side, state.side(state.prompt.side).name, max(0, round(left)), table.answer_s)


def _waited(table: Table, behind_s: int) -> timedelta:
    """How long nothing has been done, as whoever looks on lives through it."""
    shown = timezone.now() - timedelta(seconds=behind_s)
    if table.updated_at <= shown:
        return shown - table.updated_at
    last = journal.lines(table, table.seq - 1, table.seq)
    return shown - last[0].at if last else timedelta()


def _since(table: Table) -> float:
    """Seconds since the last event, as whoever is behind the table lives through them."""
    last = journal.lines(table, table.seq - 1, table.seq)
    gone = timezone.now() - timedelta(seconds=table.delay_s) - last[0].at if last else timedelta()
    return max(0.0, min(gone, LONGEST_WAIT).total_seconds())


@lru_cache(maxsize=64)
def _taken(game_id: str, pk: int, seq: int) -> tuple[tuple[str, float], ...]:
    records = EventRecord.objects.filter(table=pk, table__game_id=game_id, seq__lte=seq, seq=F("head"))
    taken: dict[str, float] = {}
    before = None
    for side, at in records.order_by("seq").values_list("actor_side", "at"):
        if side and before is not None:
            taken[side] = taken.get(side, 0.0) + min(at - before, LONGEST_WAIT).total_seconds()
        before = at
    return tuple(taken.items())
