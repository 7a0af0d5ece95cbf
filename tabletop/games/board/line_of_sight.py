"""Who of one unit sees anybody of another, in words and as lines: what the line-of-sight tool shows."""

from __future__ import annotations

from typing import NamedTuple

from rules.forces.unit import Point, Unit
from rules.geometry.lengths import distance
from rules.questions import board, ranges
from rules.state import GameState
from tabletop.ui.board.overlay import sight_line
from tabletop.ui.words import count_text, inches_text


class Sighting(NamedTuple):
    """What came of looking from one unit to another."""

    text: str
    detail: str
    drawn: str


def sighting(state: GameState, unit: Unit, other: Unit) -> Sighting:
    """How many members have a clear line to somebody, whichever way they face; who looks the other way is named."""
    near = min(ranges.lines(state, unit, other), key=lambda line: distance(*line))
    open_lines = list(board.clear_lines(state, unit, other))
    names = f"{unit.id.upper()} {unit.name} to {other.id.upper()} {other.name}: {inches_text(distance(*near))}"
    if not open_lines:
        return Sighting(names, "No clear line of sight.", _drawn([near]))
    facing = sum(line.faces for line in open_lines)
    detail = f"{len(open_lines)} of {count_text(len(unit.alive), 'model')} with a clear line"
    if facing < len(open_lines):
        detail += f", {facing} facing that way"
    drawn = _drawn([(line.start, line.end) for line in open_lines[:10]])
    hidden = board.hidden_of_hull(state, unit, other)
    text = f" {hidden[:1].upper()}{hidden[1:]} of it hidden; in cover from half on." if hidden else ""
    return Sighting(names, f"{detail}.{text}", drawn)


def _drawn(lines: list[tuple[Point, Point]]) -> str:
    return "".join(sight_line(a, b) for a, b in lines)
