"""Bursts in confined rooms: all through a small one, 3 or 4 inches in a larger one. (BLD-CONF-01 to -04)"""

from __future__ import annotations

from typing import Final

from rules.buildings import inside, storeys
from rules.buildings.walls import outline, parts
from rules.forces.unit import Point
from rules.geometry import rings
from rules.geometry.lengths import between, distance, distance_to_segment, is_within
from rules.geometry.rings import Ring
from rules.state import GameState
from rules.table.terrain import Terrain

SMALL_IN2: Final = 25.0
LONGEST_IN: Final = 6.0
"""A room of no more square inches, and no longer, is filled by a burst. (BLD-CONF-02)"""

REACH_IN: Final = 3.0
NEAR_WALL_IN: Final = 1.0
THROWN_BACK_IN: Final = 4.0
"""How far a burst reaches in a larger one, and near a wall. (BLD-CONF-04)"""


LEAKS_IN: Final = 1.0
"""How near to an opening of the room one outside it may be hit. (BLD-CONF-03)"""


def house_at(state: GameState, at: Point) -> Terrain | None:
    """The house with a ceiling in which a place is. (BLD-CONF-01)"""
    for piece in state.terrain:
        ceiling = (
            piece.has_interior and piece.building is not None and not piece.building.roofless and not piece.is_roof
        )
        if ceiling and rings.encloses(piece.points, at):
            return piece
    return None


def room_at(piece: Terrain, at: Point) -> Ring:
    """The room of that place: the section that is walled off there, else all the house."""
    rooms = piece.building.sections if piece.building is not None and piece.building.partitions else ()
    return next((r.points for r in rooms if r.storey == 0 and rings.holds(r.points, at)), piece.points)


def is_small(ring: Ring) -> bool:
    """Whether a room is no larger than one section. (BLD-CONF-02)"""
    box = rings.bounds(ring)
    longest = max(box.right - box.left, box.bottom - box.top)
    return is_within(rings.polygon_of(ring).area, SMALL_IN2) and is_within(longest, LONGEST_IN)


def fills(state: GameState, centre: Point, at: Point) -> bool:
    """Whether a burst there reaches somebody in the same confined space. (BLD-CONF-02, BLD-CONF-04)"""
    piece = house_at(state, centre)
    if piece is None or not rings.encloses(piece.points, at):
        return False
    ring = room_at(piece, centre)
    if is_small(ring):
        return rings.holds(ring, at)
    return is_within(distance(centre, at), reach(piece, centre)) and not inside.is_parted(state, centre, at)


def stops(state: GameState, centre: Point, at: Point) -> bool:
    """Whether a burst ends at the walls of its small room, short of a place; openings let little out. (BLD-CONF-02)"""
    piece = house_at(state, centre)
    if piece is None:
        return False
    ring = room_at(piece, centre)
    return is_small(ring) and not rings.holds(ring, at)


def leaks(state: GameState, centre: Point, at: Point) -> bool:
    """Whether a burst there may hit somebody outside its room, close to a gap that is not shut. (BLD-CONF-03)

    Those beside the plan of an upper floor are elsewhere in truth.
    """
    piece = house_at(state, centre)
    if piece is None or (storeys.house_of(piece) and not rings.encloses(piece.points, at)):
        return False
    ring = room_at(piece, centre)
    if rings.holds(ring, at) or fills(state, centre, at):
        return False
    return any(is_within(distance_to_segment(at, *gap), LEAKS_IN) for gap in _gaps_of(piece, ring))


def _gaps_of(piece: Terrain, ring: Ring) -> list[tuple[Point, Point]]:
    """Where the walls of a room are open: doors and windows that are not shut, holes, what has fallen."""
    ways = [(o.a, o.b) for o in outline.openings_of(piece) if not o.is_shut]
    every = (*ways, *outline.openings(piece), *parts.broken(piece))
    return [(a, b) for a, b in every if is_within(rings.distance_to_ring(ring, between(a, b, 0.5)), outline.WALL_IN)]


def reach(piece: Terrain, centre: Point) -> float:
    """How far it reaches in a larger space: further when a wall throws it back. (BLD-CONF-04)"""
    near = min(distance_to_segment(centre, a, b) for a, b in parts.walls(piece))
    return THROWN_BACK_IN if is_within(near, NEAR_WALL_IN) else REACH_IN


def cited(state: GameState, centre: Point) -> tuple[str, ...]:
    """The rules of a burst that goes off there."""
    piece = house_at(state, centre)
    if piece is None:
        return ()
    return ("BLD-CONF-01", "BLD-CONF-02" if is_small(room_at(piece, centre)) else "BLD-CONF-04")


def told(state: GameState, centre: Point, *, lobbed: bool) -> str:
    """Whom a burst there reaches, in words, beside what is reckoned for the open."""
    piece = house_at(state, centre)
    if piece is None:
        return ""
    if lobbed:
        return f"comes down on the roof of {piece.name}: nobody inside is hit, whatever the odds say (BLD-FIRE-03)"
    ring = room_at(piece, centre)
    small = is_small(ring)
    inner = "everybody in the room" if small else f"everybody within {reach(piece, centre):g}″ in there"
    outer = f"; within {LEAKS_IN:g}″ of an opening outside, on 3 or less (BLD-CONF-03)" if _gaps_of(piece, ring) else ""
    rule = "BLD-CONF-02" if small else "BLD-CONF-04"
    return f"on target it hits {inner} ({rule}){outer}; odds are as in the open"
