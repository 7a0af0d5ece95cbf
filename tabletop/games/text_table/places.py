"""Where things are, in words: bearing, distance, square, and what they stand in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from rules.core.ids import SideId, UnitId
from rules.forces.unit import Point, Unit
from rules.geometry.facings import bearing
from rules.geometry.lengths import distance, nearest_on_segment
from rules.geometry.rings import encloses, nearest_on_edge
from rules.questions import units
from rules.questions.board import ground_at, ground_words
from rules.questions.ranges import apart_in, end_of
from rules.state import GameState
from rules.table.terrain import Terrain
from tabletop.games.board import drawing
from tabletop.games.board.overlays import lead
from tabletop.games.panels import table_in_words
from tabletop.ui.board.ground import square_name
from tabletop.ui.words import compass_text, count_text, inches_text


class Row(NamedTuple):
    """One unit as a line of the table: where it is from the unit in hand, and how it stands."""

    id: UnitId
    number: str
    side: SideId
    name: str
    square: str
    away: str
    """"18.875″ east"; empty without a unit in hand, or for that unit."""
    deg: int
    text: str
    distance_in: float


def at_of(unit: Unit) -> Point:
    """Where a unit is: its leader, or the first one living."""
    return lead(unit).at


def square(at: Point) -> str:
    """The square of the map sheet."""
    return square_name(*at)


def clock(deg: float) -> str:
    """A bearing as on a clock that lies on the table, twelve at its top: 90 is 3 o'clock."""
    return f"{round(deg / 30) % 12 or 12} o’clock"


def degrees(deg: float) -> str:
    """A bearing in degrees, clockwise from the top of the table."""
    return f"{round(deg) % 360}°"


BEARINGS: Final[Mapping[str, Callable[[float], str]]] = {"compass": compass_text, "clock": clock, "degrees": degrees}
"""How directions may be given."""


def direction(start: Point, end: Point, bearings: str = "") -> str:
    """From one place to another, in words; "here" where they are the same."""
    return BEARINGS.get(bearings, compass_text)(bearing(start, end)) if start != end else "here"


def rows(state: GameState, held: Unit | None, bearings: str = "") -> tuple[Row, ...]:
    """Every unit on the table, the nearest to the unit in hand first; who is aboard is as near as what he is aboard."""
    found = [_row(state, unit, held, bearings) for unit in state.units.values() if unit.in_play or _rides(state, unit)]
    return tuple(sorted(found, key=lambda row: (row.distance_in, row.id)))


def _rides(state: GameState, unit: Unit) -> bool:
    """Whether it is aboard something that is in play."""
    carrier = state.units.get(unit.aboard) if unit.aboard is not None else None
    return carrier is not None and carrier.in_play and not unit.is_gone


def _row(state: GameState, unit: Unit, held: Unit | None, bearings: str) -> Row:
    stands = unit if unit.aboard is None else state.units[unit.aboard]
    at = at_of(stands)
    measured = held is not None and held.on_table and held.id != unit.id and unit.on_table
    has_distance = held is not None and held.on_table and held.id != stands.id and stands.on_table
    apart = apart_in(state, held, stands) if held is not None and has_distance else 0.0
    start = at_of(held) if held is not None else at
    away = f"{inches_text(apart)} {direction(start, at, bearings)}" if measured else ""
    deg = round(bearing(start, at)) if measured and start != at else 0
    return Row(
        unit.id,
        unit.id.upper(),
        unit.side,
        unit.name,
        square(at),
        away,
        deg,
        _in_words(state, unit, at, bearings),
        apart,
    )


def _in_words(state: GameState, unit: Unit, at: Point, bearings: str) -> str:
    if unit.aboard is not None:
        count = count_text(len(unit.alive), "model")
        return f"{count}, aboard {unit.aboard.upper()} {state.units[unit.aboard].name}"
    words = table_in_words.unit_words(state, unit).text.split(", ")[:-1]  # the square stands in a column of its own
    words = [*_withstands(state, unit), *words]
    effects = (ground_words(state, piece) for piece in ground_at(state, at) if piece.name)
    cover = next((effect for effect in effects if effect), "")
    faces = f"front to {_facing(unit.models[0].facing, bearings)}" if unit.is_vehicle else ""
    return ", ".join(part for part in (*words, cover and f"there: {cover}", faces) if part)


_FIGURES: Final = ("Front", "Side", "Rear", "Hits")


def _withstands(state: GameState, unit: Unit) -> list[str]:
    """Armour by side with the hull points that are left; in the Rules Crusade hits. (VEH-PEN-01, CRU-DMG-02)"""
    if not unit.is_vehicle:
        return []
    figures = [f"{name.lower()} {value}" for name, value in units.figures(state, unit) if name in _FIGURES]
    if figures and figures[0].startswith("front"):
        figures[0] = f"armour {figures[0]}"
    hull = state.profile(unit.models[0]).hull
    if hull is not None and hull.hull_points and unit.vehicle is not None:
        figures.append(f"{unit.vehicle.hull} of {count_text(hull.hull_points, 'hull point')}")
    return figures


def _facing(deg: float, bearings: str) -> str:
    return BEARINGS[bearings](deg) if bearings in ("clock", "degrees") else f"the {compass_text(deg)}"


def near(state: GameState, at: Point, *, unit: Unit | None = None, bearings: str = "") -> tuple[str, ...]:
    """What is near a place, or near a unit, nearest first: units as the rules measure, objectives, edges of ground.

    (ARAP-GEN-05)
    """
    standing = [each for each in state.units.values() if each.in_play and each.on_table and each != unit]
    found = [_away(_to_unit(state, at, unit, each), at, at_of(each), _named(each), bearings) for each in standing]
    for mark in drawing.objectives(state):
        words = f"objective {mark.label}, {mark.name}, {mark.in_words}"
        found.append(_away(distance(at, mark.at), at, mark.at, words, bearings))
    for piece in state.terrain:
        if piece.name:
            spot = nearest(piece, at)
            words = f"{piece.name}, {ground_words(state, piece) or 'no effect'}"
            found.append(_away(distance(at, spot), at, spot, words, bearings))
    return tuple(words for _, words in sorted(found)[:8])


def _to_unit(state: GameState, at: Point, unit: Unit | None, other: Unit) -> float:
    if unit is not None and unit.on_table:
        return apart_in(state, unit, other)
    return min(distance(at, end_of(state, at, model)) for model in other.alive or other.models)


def _named(unit: Unit) -> str:
    return f"{unit.id.upper()} {unit.name}"


def _away(inches: float, start: Point, end: Point, what: str, bearings: str) -> tuple[float, str]:
    far = f"{inches_text(inches)} " if start != end else ""
    return inches, f"{what}: {far}{direction(start, end, bearings)}"


def nearest(piece: Terrain, at: Point) -> Point:
    """The point of a piece of terrain that is nearest; that place itself where it is in it."""
    if not piece.line and len(piece.points) > 2:
        return at if encloses(piece.points, at) else nearest_on_edge(piece.points, at)
    legs = list(zip(piece.points, piece.points[1:], strict=False)) or [(piece.points[0], piece.points[0])]
    return min((nearest_on_segment(at, a, b) for a, b in legs), key=lambda spot: distance(at, spot))
