"""Where doors, holes, stairs, ladders and lifts lead, in words. (BLD-SMOV-02, BLD-LADR-01, BLD-LIFT-01)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.arap.terrain import floor_ways
from rules.buildings import storeys
from rules.buildings.carriers import shafts
from rules.buildings.doors.openings import called
from rules.forces.unit import Point
from rules.geometry.lengths import between
from rules.questions.buildings import sections, walls
from rules.state import GameState
from rules.table.terrain import Terrain


class WayInWords(NamedTuple):
    """A way: what it is and whether it is open, where it leads, and where it is on the table if that is to be said."""

    text: str
    at: Point | None = None


class WaysInWords(NamedTuple):
    """Of what these are the ways: of a section, of a house."""

    of: str
    ways: tuple[WayInWords, ...]


def of_house(state: GameState, piece: Terrain) -> tuple[WaysInWords, ...]:
    """The ways of each section of a house, or in and through one that is set out; none of any other piece."""
    if piece.has_sections:
        every = sections.ways(piece)
        return tuple(WaysInWords(f"{letter} of {piece.name}", tuple(map(_way, ways))) for letter, ways in every)
    ways = tuple(_set_out(piece)) if piece.has_interior else ()
    return (WaysInWords(f"Ways of {piece.name}", ways),) if ways else ()


def _way(way: sections.WaySummary) -> WayInWords:
    words = [way.name if way.to else f"{way.name} out"]
    words += [way.state] if way.kind in ("door", "window") else []
    words += [_points(way.points)] if way.points else []
    return WayInWords(", ".join(words))


def _points(count: int) -> str:
    return f"{count} damage point{'' if count == 1 else 's'}"


def _set_out(piece: Terrain) -> Iterator[WayInWords]:
    for n, opening in enumerate(piece.building.openings if piece.building is not None else ()):
        if not opening.storey and opening.kind != "port":
            yield WayInWords(f"{called(piece, n)}, {opening.state}", between(opening.a, opening.b, 0.5))
    for hole in walls.holes(piece):
        words = "vent" if hole.vent else f"hole, {_points(hole.dp)}"
        yield WayInWords(words, between(hole.a, hole.b, 0.5))
    for a, b in walls.gaps(piece):
        yield WayInWords("breach", between(a, b, 0.5))


def onward(state: GameState, piece: Terrain) -> tuple[WayInWords, ...]:
    """Where a ladder or stairs to another floor, or the door of a lift or tube lead; nothing for any other piece."""
    if piece.ladder and piece.head is not None:
        span = floor_ways.span_of(state, piece)
        floor = storeys.plan_at(state, piece.head)
        return (WayInWords(f"to {floor.name}" if floor is not None else "up", span.head),) if span is not None else ()
    door = shafts.find(state, piece.id)
    if door is None:
        return ()
    return tuple(
        WayInWords(f"to level {other.carrier.level}", other.at)
        for other in shafts.others(state, door)
        if shafts.no_way(door, other) is None
    )
