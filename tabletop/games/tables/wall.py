"""The club's wall: the tables of an evening on one television, the one where most happens larger."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.utils.safestring import SafeString

from tabletop.accounts.people import NOBODY
from tabletop.games.log import entries, journal
from tabletop.games.log.weight import PASSING, REMARK
from tabletop.games.models import Table
from tabletop.games.pages.lengths import in_its_unit
from tabletop.games.panels import club_screen
from tabletop.games.push.rooms import rooms
from tabletop.games.tables.listing import SideLine, TableCard, as_onlookers_see, cards, large_picture

EVENING: Final = timedelta(hours=12)
FRESH: Final = timedelta(minutes=2)
"""How long what happened makes a table large."""
SMALL: Final = 4
"""Small places; with more tables the last of them turns pages."""
TURNS_EVERY_S: Final = 20
_LOOKS_ANEW_S: Final = 5
"""What goes by the clock (places that turn, news that are old) is seen that late at most."""
_LOOKED_AT: Final = 6  # entries
STAYS_S: Final = 45
"""How long one of several pinned tables is large."""
_RESULTS: Final = 4


class Tile(NamedTuple):
    """One table on the wall."""

    card: TableCard
    headline: str
    weight: int
    pinned: bool
    page: str = ""
    """Which of how many turn in this place: "2 of 3"."""

    @property
    def free(self) -> bool:
        """Whether a seat waits for somebody."""
        return any(not side.people for side in self.card.sides)


class Result(NamedTuple):
    """A battle that is over."""

    code: str
    sides: tuple[SideLine, ...]
    winner: str
    """Their letter; empty where nobody has won."""

    @property
    def scores(self) -> str:
        """The points of all sides."""
        return " : ".join(str(side.score) for side in self.sides)


class Wall(NamedTuple):
    """Everything on it."""

    large: Tile | None
    board: SafeString
    small: tuple[Tile, ...]
    results: tuple[Result, ...]
    tables: int
    here: int


def wall(tables: Sequence[Table], now: datetime, *, held: str = "") -> Wall:
    """The wall at a moment, as anybody may see it; `held` is the table that was large and has not been for long."""
    shown = as_onlookers_see(tables, NOBODY)
    drawn = cards(shown, NOBODY)
    on = [table for table in shown if table.status != Table.Status.ENDED]
    tiles = [_tile(table, drawn[table.pk], now) for table in on]
    large = _largest(tiles, held, now)
    rest = [tile for tile in tiles if tile is not large]
    it = next((table for table in on if large is not None and table.code == large.card.code), None)
    board = large_picture(it, round_=_fight(it)) if it is not None else SafeString()
    over = sorted((t for t in shown if t.status == Table.Status.ENDED), key=lambda t: t.ended_at or now, reverse=True)
    return Wall(
        large,
        board,
        _in_turn(rest, now),
        tuple(_result(table, drawn[table.pk]) for table in over[:_RESULTS]),
        len(on),
        sum(card.watchers for card in drawn.values()),
    )


def _tile(table: Table, card: TableCard, now: datetime) -> Tile:
    newest = entries.latest(table, "public", table.seq, limit=3) if table.seq else []
    oldest = now - FRESH - timedelta(seconds=table.delay_s)  # what comes late is news when it comes
    headlines = [club_screen.headline(entry) for entry in newest if entry.at >= oldest]
    of_note = [one for one in headlines if one[1] > PASSING]  # whose turn it is stands there anyway
    words, weight = max(of_note, key=lambda one: one[1], default=("", REMARK))
    return Tile(card, in_its_unit(table, words), weight, table.pinned)


def _largest(tiles: Sequence[Tile], held: str, now: datetime) -> Tile | None:
    """What is pinned, in turns where several are; else what has just become large; else where most happens.

    A table with a free seat is large only if there is no other.
    """
    fit = [tile for tile in tiles if tile.card.live and not tile.free] or [tile for tile in tiles if tile.card.live]
    if pinned := [tile for tile in tiles if tile.card.live and tile.pinned]:
        return pinned[int(now.timestamp() // STAYS_S) % len(pinned)]
    kept = [tile for tile in fit if tile.card.code == held]
    return next(iter(kept), None) or max(fit, key=lambda tile: tile.weight, default=None)


def _fight(table: Table) -> frozenset[str]:
    """Whom the last acts were about, the newest that were about anybody: what the large picture is framed round."""
    for entry in entries.latest(table, "public", table.seq, limit=_LOOKED_AT) if table.seq else ():
        events = [line.event for line in journal.lines(table, entry.head - 1, entry.end)]
        about = {unit for event in events for unit in (event.unit, getattr(event, "target", None)) if unit}
        if about and not entry.turns_back:
            return frozenset(about)
    return frozenset()


def stamp(tables: Sequence[Table], now: datetime) -> str:
    """Changes whenever a wall of these tables may show something else."""
    parts = [
        (table.pk, table.seq, table.status, None if table.delay_s else table.updated_at, _here(table))
        for table in as_onlookers_see(tables, NOBODY)
    ]
    return hashlib.sha256(repr((parts, int(now.timestamp() // _LOOKS_ANEW_S))).encode()).hexdigest()[:16]


def _here(table: Table) -> int:
    room = rooms.get(table.pk)
    return room.presence.watchers if room else 0


def _in_turn(tiles: Sequence[Tile], now: datetime) -> tuple[Tile, ...]:
    """As many as have a place; the last place turns through what is left."""
    if len(tiles) <= SMALL:
        return tuple(tiles)
    turning = tiles[SMALL - 1 :]
    page = int(now.timestamp() // TURNS_EVERY_S) % len(turning)
    return (*tiles[: SMALL - 1], turning[page]._replace(page=f"{page + 1} of {len(turning)}"))


def _result(table: Table, card: TableCard) -> Result:
    outcome = journal.state_at(table, table.seq).outcome
    return Result(card.code, card.sides, (outcome.winner or "") if outcome is not None else "")
