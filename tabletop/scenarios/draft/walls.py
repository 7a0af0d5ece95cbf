"""Doors and windows in the walls of a building."""

from __future__ import annotations

import math
from typing import Final, Literal

from msgspec.structs import replace

from rules.geometry.lengths import between, distance, nearest_on_segment
from rules.geometry.rings import edge_distance, edges, encloses
from rules.table.building import Building, Opening, Room, SectionWay
from rules.table.terrain import Terrain
from tabletop.scenarios.draft.shapes import Point, rounded

IN_WALL_IN: Final = 0.1
"""What is nearer to an outer wall lies in it."""

Kind = Literal["door", "window", "port"]

CONSOLES: Final = ("outside left", "outside right", "inside left", "inside right")
"""Where the lock of a door may be that is not on the door: as one sees it who stands outside. (BLD-LOCK-01)"""
_OFF_WALL_IN: Final = 0.5
_BESIDE_IN: Final = 0.6
"""How far a console is from the wall, and from the end of the door beside which it is."""

WIDTH: Final[dict[Kind, float]] = {"door": 1.25, "window": 1.0, "port": 0.5}
"""Inches of an opening in a wall that is long enough."""


def opening(piece: Terrain, at: Point | None, kind: Kind, storey: int = 0) -> Opening:
    """A door, window or firing port in the wall nearest to `at`, or in the longest stretch that has none there yet."""
    at = at or _free_place(piece, storey)
    inner = piece.building.partitions if piece.building and piece.has_interior and storey == 0 else ()
    inner = between_sections(piece, storey) if piece.has_sections else inner
    a, b = min((*edges(piece.points), *inner), key=lambda wall: distance(at, nearest_on_segment(at, *wall)))
    length = distance(a, b) or 1.0
    half = min(WIDTH[kind], length * 0.8) / 2 / length
    middle = distance(a, nearest_on_segment(at, a, b)) / length
    middle = min(max(middle, half), 1 - half)
    one, other = rounded((between(a, b, middle - half), between(a, b, middle + half)))
    return Opening(a=one, b=other, kind=kind, storey=storey)


def console(piece: Terrain, opening: Opening, where: str) -> Point | None:
    """The place of a console, one of `CONSOLES`; none for a lock on the door itself."""
    side, _, hand = where.partition(" ")
    if where not in CONSOLES:
        return None
    length = distance(opening.a, opening.b) or 1.0
    ux, uy = (opening.b[0] - opening.a[0]) / length, (opening.b[1] - opening.a[1]) / length
    middle, inwards = between(opening.a, opening.b, 0.5), (-uy, ux)
    if not encloses(piece.points, (middle[0] - uy * _OFF_WALL_IN, middle[1] + ux * _OFF_WALL_IN)):
        inwards = (uy, -ux)
    right = (-inwards[1], inwards[0])
    aside = (length / 2 + _BESIDE_IN) * (1 if hand == "right" else -1)
    deep = _OFF_WALL_IN * (1 if side == "inside" else -1)
    x, y = (middle[n] + right[n] * aside + inwards[n] * deep for n in (0, 1))
    return rounded(((x, y),))[0]


def console_said(piece: Terrain, opening: Opening) -> str:
    """Which of those places its console is nearest to; nothing for none."""
    at = opening.console
    if at is None:
        return ""
    places = {where: place for where in CONSOLES if (place := console(piece, opening, where)) is not None}
    return min(places, key=lambda where: distance(places[where], at))


def _free_place(piece: Terrain, storey: int) -> Point:
    """The place along the walls farthest from every opening."""
    taken = [between(o.a, o.b, 0.5) for o in piece.building.openings if o.storey == storey] if piece.building else []
    places = [between(a, b, share) for a, b in edges(piece.points) for share in (0.5, 0.25, 0.75)]
    return max(places, key=lambda p: min((distance(p, q) for q in taken), default=math.inf))


def between_sections(piece: Terrain, storey: int = 0) -> tuple[tuple[Point, Point], ...]:
    """The sides of the sections of a storey that do not lie in its outer walls, each once."""
    rooms = piece.building.sections if piece.building is not None else ()
    found: dict[frozenset[Point], tuple[Point, Point]] = {}
    for room in rooms:
        for a, b in edges(room.points) if room.storey == storey else ():
            if edge_distance(piece.points, between(a, b, 0.5)) > IN_WALL_IN:
                found.setdefault(frozenset((a, b)), (a, b))
    return tuple(found.values())


UP: Final = ("stairs", "ramp", "ladder", "drop")
"""Ways between sections of different storeys. (BLD-SMOV-02)"""


def linked(building: Building, one: Room, other: Room, kind: str) -> Building | None:
    """The building with one more way between two of its sections; None where there can be no such way."""
    if kind in UP:
        down = kind != "drop" or one.storey > other.storey
        if one.storey == other.storey or not down:
            return None
        way = SectionWay(a=one.letter, b=other.letter, kind=kind)  # type: ignore[arg-type]
        return replace(building, section_ways=(*building.section_ways, way))
    shared = _shared_wall(one, other) if kind in ("door", "window") and one.storey == other.storey else None
    if shared is None:
        return None
    a, b = shared
    known: Literal["door", "window"] = "door" if kind == "door" else "window"
    half = min(WIDTH[known], distance(a, b) * 0.8) / 2 / distance(a, b)
    ends = rounded((between(a, b, 0.5 - half), between(a, b, 0.5 + half)))
    opening = Opening(a=ends[0], b=ends[1], kind=known, storey=one.storey)
    return replace(building, openings=(*building.openings, opening))


def _shared_wall(one: Room, other: Room) -> tuple[Point, Point] | None:
    """The longest stretch of wall that two sections have in common, if it leaves room for a door."""
    found: list[tuple[Point, Point]] = []
    for a, b in edges(one.points):
        steps = [between(a, b, n / 20) for n in range(21)]
        on = [p for p in steps if edge_distance(other.points, p) <= IN_WALL_IN]
        if len(on) > 1:
            found.append((on[0], on[-1]))
    best = max(found, key=lambda wall: distance(*wall), default=None)
    return best if best is not None and distance(*best) >= 1 else None
