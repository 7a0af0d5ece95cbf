"""The table in words: every unit with its place and state, every piece of ground."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial
from typing import NamedTuple

from rules.forces.unit import Unit
from rules.questions.board import ground_at, ground_words
from rules.questions.buildings import bunkers, sections, ways
from rules.questions.scenarios import enters_houses
from rules.questions.units import race, speed_words
from rules.state import GameState
from rules.table.scale import scale_of
from rules.table.terrain import Terrain
from tabletop.games.board import drawing
from tabletop.games.board.overlays import lead
from tabletop.scenarios.pages.drawing import gates
from tabletop.ui.board import ObjectiveMark
from tabletop.ui.board.ground import square_name
from tabletop.ui.icons import STATUSES
from tabletop.ui.lengths import length_text
from tabletop.ui.words import count_text, inches_text


class UnitWords(NamedTuple):
    """One unit: where it is for measuring, and what there is to say of it."""

    id: str
    number: str
    side: str
    name: str
    x: str
    y: str
    text: str


def units(state: GameState) -> tuple[UnitWords, ...]:
    """Every unit on the table, in the order of the rosters."""
    return tuple(unit_words(state, unit) for unit in state.units.values() if unit.in_play)


def unit_words(state: GameState, unit: Unit) -> UnitWords:
    """One unit, in words."""
    at = lead(unit).at
    words = [] if unit.is_vehicle else [count_text(len(unit.alive), "model")]
    words += [STATUSES[name].word.lower() for name in drawing.statuses(state, unit)]
    words += _racing(state, unit)
    words += [sections.lettered(state, unit)] if unit.housed else []
    words += [f"in {piece.name}" for piece in ground_at(state, at) if piece.name and not (piece.line or unit.housed)][
        :1
    ]
    words.append(square_name(*at))
    return UnitWords(
        unit.id, unit.id.upper(), unit.side, unit.name, f"{at[0]:.2f}", f"{at[1]:.2f}", ", ".join(w for w in words if w)
    )


def _racing(state: GameState, unit: Unit) -> list[str]:
    """How fast it goes and what it has passed, where that is kept from turn to turn."""
    run = race(state, unit)
    return [speed_words(state, unit), run.words if run is not None else ""]


def ground(state: GameState, marks: Iterable[ObjectiveMark]) -> tuple[str, ...]:
    """Objectives, then pieces of terrain: name, effect, place."""
    held = [f"Objective {m.label}, {m.name}: {m.in_words}, {square_name(*m.at)}" for m in marks]
    pieces = _pieces.of(state)
    size = f"{inches_text(state.scenario.width_in)} by {inches_text(state.scenario.height_in)}"
    lines = [f"Gate {g.number}, {g.name}: {square_name(*g.a)} to {square_name(*g.b)}" for g in gates(state.scenario)]
    scale = scale_of(state.options)
    steps = (f"Measured in steps of {length_text(1, scale)} (ARAP-GEN-04)",) if scale.cm else ()
    return (f"Table {size}; squares of 6″ from A1 in the north-west", *steps, *held, *lines, *pieces)


class _Pieces:
    """The words for the terrain of tables seen lately, by its identity: it is large and seldom changes."""

    def __init__(self, most: int = 64) -> None:
        self._most = most
        self._kept: dict[int, tuple[tuple[Terrain, ...], str, tuple[str, ...]]] = {}

    def of(self, state: GameState) -> tuple[str, ...]:
        found = self._kept.get(id(state.terrain))
        if found is not None and found[0] is state.terrain and found[1] == state.ruleset:
            return found[2]
        armour = bunkers.in_words if enters_houses(state) else _unarmoured
        houses, leads = (partial(_ways_of, state), partial(_leads, state)) if enters_houses(state) else (_none, _none)
        words = ((piece, (ground_words(state, piece), armour(piece))) for piece in state.terrain if piece.name)
        pieces = tuple(
            line
            for piece, said in words
            for line in (_piece(piece, ", ".join(filter(None, said)), leads(piece)), *houses(piece))
        )
        if len(self._kept) >= self._most:
            self._kept.pop(next(iter(self._kept)), None)
        self._kept[id(state.terrain)] = (state.terrain, state.ruleset, pieces)
        return pieces


def _ways_of(state: GameState, piece: Terrain) -> tuple[str, ...]:
    """What leads into a house and through it: a line for each of its sections. (BLD-SMOV-02, BLD-MOUSE-01)"""
    found = ways.of_house(state, piece)
    return tuple(f"{each.of}: {'; '.join(map(_way, each.ways)) or 'no way'}" for each in found)


def _leads(state: GameState, piece: Terrain) -> tuple[str, ...]:
    """Where a ladder or a lift leads. (BLD-LADR-01, BLD-LIFT-01)"""
    return tuple(map(_way, ways.onward(state, piece)))


def _way(way: ways.WayInWords) -> str:
    return way.text if way.at is None else f"{way.text}, {square_name(*way.at)}"


def _none(_: Terrain) -> tuple[str, ...]:
    """In games in which nobody is inside houses."""
    return ()


def _unarmoured(_: Terrain) -> str:
    """In games in which nobody is inside houses."""
    return ""


_pieces = _Pieces()


@lru_cache(maxsize=1024)
def _piece(piece: Terrain, effect: str, leads: tuple[str, ...]) -> str:
    where = f"{piece.name}: {effect or 'no effect'}, {square_name(*_middle(piece.points))}"
    return f"{where}, leads {'; '.join(leads)}" if leads else where


def _middle(points: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    return (sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points))
