"""The ground in words, each piece with where it is from the unit in hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.forces.unit import Point, Unit
from rules.geometry.lengths import distance
from rules.state import GameState
from tabletop.games.board import drawing
from tabletop.games.text_table import places
from tabletop.ui.words import inches_text


def from_unit(state: GameState, lines: Iterable[str], held: Unit | None, bearings: str = "") -> tuple[str, ...]:
    """What is said of ground and objectives with distance and bearing from that unit; as it is without one."""
    if held is None or not held.on_table:
        return tuple(lines)
    at = places.at_of(held)
    spots = {f"Objective {mark.label}, {mark.name}: ": mark.at for mark in drawing.objectives(state)}
    spots |= {f"{piece.name}: ": places.nearest(piece, at) for piece in state.terrain if piece.name}
    return tuple(_with_way(line, spots, at, bearings) for line in lines)


def _with_way(line: str, spots: Mapping[str, Point], at: Point, bearings: str) -> str:
    spot = next((spot for name, spot in spots.items() if line.startswith(name)), None)
    if spot is None:
        return line
    away = f"{inches_text(distance(at, spot))} " if spot != at else ""
    return f"{line}, {away}{places.direction(at, spot, bearings)}"
