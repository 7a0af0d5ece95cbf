"""What goes on, for who looks on: the last act in a line, for whom the table waits, and what is asked of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.core.ids import UnitId
from rules.core.prompt import Option
from rules.state import GameState
from tabletop.games.log.entries import Entry
from tabletop.games.panels.hand_dice import Throwing
from tabletop.games.panels.turn_tracker import Tracker, ending
from tabletop.games.panels.waiting import times_text


class Piece(NamedTuple):
    """Words of a line, or the badge of the unit that they name."""

    words: str
    unit: str = ""
    side: str = ""
    """The side of that unit."""


class GoingOn(NamedTuple):
    """The card above the log of spectators."""

    side: str
    """For whom the table waits, or who won."""
    name: str
    waits: bool
    """Whether that side is asked for an answer or for dice, and no act is to be chosen."""
    heading: str
    """Where it does not wait."""
    line: str
    """The question that is put, or how often a unit may act."""
    answers: tuple[Option, ...] = ()
    """What whoever is asked may answer."""
    further: int = 0
    """How many answers there are besides those."""


MOST_ANSWERS: Final = 4


def going_on(state: GameState, tracker: Tracker, throwing: Throwing | None, answers: Sequence[Option]) -> GoingOn:
    """Of a state as one audience may know it, and of the answers to an open question that it may know of."""
    ended = ending(state)
    if ended is not None:
        return GoingOn(ended.winner, "", False, ended.title, ended.reason)
    waits = state.waits_for is not None
    line = f"{throwing.in_words}." if throwing else state.prompt.question if state.prompt else _acting(state)
    heading = f"{tracker.side_name} {tracker.doing}" if tracker.side else "The sides roll off"
    shown = () if throwing else tuple(answers[:MOST_ANSWERS])
    further = 0 if throwing else len(answers) - len(shown)
    return GoingOn(tracker.side, tracker.side_name, waits, heading, line, shown, further)


def _acting(state: GameState) -> str:
    unit = state.units.get(state.turn.active) if state.turn.active else None
    if unit is None or not state.turn.ap:
        return ""
    return f"{unit.name} may act {times_text(state.turn.ap)}."


def did(state: GameState, entry: Entry) -> tuple[Piece, ...]:
    """The headline of an act, with badges in place of the names of its unit and of the first that it aims at."""
    pieces = [Piece(entry.headline)]
    for unit in entry.units:
        known = state.units.get(UnitId(unit))
        if known is not None:
            badge = Piece(known.name, unit, known.side)
            pieces = [part for piece in pieces for part in _split(piece, badge)]
    if entry.unit and all(piece.unit != entry.unit for piece in pieces):
        pieces[:0] = [Piece("", entry.unit, entry.unit_side), Piece(" ")]
    return tuple(pieces)


def _split(piece: Piece, badge: Piece) -> list[Piece]:
    """A piece parted at the first time that it names the unit of that badge."""
    found = None if piece.unit else re.search(rf"(?<!\w){re.escape(badge.words)}(?!\w)", piece.words)
    if found is None:
        return [piece]
    before, after = piece.words[: found.start()], piece.words[found.end() :]
    return [*([Piece(before)] if before else []), badge, *([Piece(after)] if after else [])]
