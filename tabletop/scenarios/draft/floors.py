"""Storeys of a building and their sections: divided as the rules have it, or drawn by hand.

(BLD-SECT-02, BLD-SECT-03)
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.geometry import floors, layouts
from rules.table.building import Building, Room, RoomGoing
from rules.table.terrain import Terrain
from tabletop.scenarios.draft import shapes
from tabletop.scenarios.draft.shapes import Points
from tabletop.ui.board.edges import column_name


def divided(piece: Terrain) -> Terrain:
    """The building with each of its floors divided alike, lettered from the ground up. (BLD-SECT-03)"""
    inside = _inside(piece)
    floor = floors.divided(piece.points)
    rooms = (Room(letter="", points=points, storey=storey) for storey in range(inside.storeys) for points in floor)
    return replace(piece, building=_with_ways(replace(inside, sections=_lettered(tuple(rooms)))))


def with_section(piece: Terrain, points: Points, storey: int) -> Terrain:
    """The building with one more section, as much of the outline as lies within its walls."""
    inside = _inside(piece)
    within = layouts.common(points, piece.points)
    if within is None:
        return piece
    taken = {room.letter for room in inside.sections}
    letter = next(name for n in range(len(taken) + 1) if (name := column_name(n)) not in taken)
    room = Room(letter=letter, points=shapes.rounded(within), storey=storey)
    return replace(piece, building=replace(inside, sections=(*inside.sections, room)))


def split(piece: Terrain, number: int) -> Terrain:
    """The building with one section in two equal parts, across its longer side."""
    inside = _inside(piece)
    room = inside.sections[number]
    parts = floors.cut(room.points, *((2, 1) if floors.is_long(room.points) else (1, 2)))
    new = tuple(replace(room, points=points, letter=room.letter if n == 0 else "") for n, points in enumerate(parts))
    rooms = (*inside.sections[:number], *new, *inside.sections[number + 1 :])
    return replace(piece, building=replace(inside, sections=_lettered(rooms)))


def without(piece: Terrain, number: int | None = None) -> Terrain:
    """The building without one section, or without any."""
    inside = _inside(piece)
    kept = tuple(room for n, room in enumerate(inside.sections) if number is not None and n != number)
    return replace(piece, building=_with_ways(replace(inside, sections=kept)))


def _with_ways(inside: Building) -> Building:
    """The building without stairs and ladders to sections that it has no more. (BLD-SMOV-02)"""
    letters = {room.letter for room in inside.sections}
    return replace(inside, section_ways=tuple(w for w in inside.section_ways if {w.a, w.b} <= letters))


def renamed(piece: Terrain, number: int, letter: str) -> Terrain:
    """The building with another letter on one section's floor."""
    inside = _inside(piece)
    old = inside.sections[number].letter
    rooms = tuple(replace(room, letter=letter) if n == number else room for n, room in enumerate(inside.sections))
    names = {old: letter}
    ways = tuple(replace(w, a=names.get(w.a, w.a), b=names.get(w.b, w.b)) for w in inside.section_ways)
    return replace(piece, building=replace(inside, sections=rooms, section_ways=ways))


def with_going(piece: Terrain, number: int, going: RoomGoing) -> Terrain:
    """The building with another terrain class in one room. (BLD-MOVE-02)"""
    inside = _inside(piece)
    rooms = tuple(replace(room, going=going) if n == number else room for n, room in enumerate(inside.sections))
    return replace(piece, building=replace(inside, sections=rooms))


def _inside(piece: Terrain) -> Building:
    assert piece.building is not None
    return piece.building


def _lettered(rooms: tuple[Room, ...]) -> tuple[Room, ...]:
    """Those without a letter get the next that is free."""
    taken = {room.letter for room in rooms}
    free = (name for n in range(len(rooms) + len(taken)) if (name := column_name(n)) not in taken)
    return tuple(room if room.letter else replace(room, letter=next(free)) for room in rooms)
