"""Bursts in confined rooms: all through a small one, 3 or 4 inches in a larger one. (BLD-CONF-01 to -04)"""

from __future__ import annotations

from typing import Final

from rules.buildings import inside, roofs, storeys
from rules.buildings.walls import outline, parts
from rules.forces.unit import Point
from rules.geometry import rings
from rules.geometry.lengths import between, distance, distance_to_segment, is_within
from rules.geometry.rings import Ring
from rules.state import GameState
from rules.table.building import STOREY_IN, Room
from rules.table.terrain import Cover, Terrain

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
    """The house in a confined space of which a place is, as the board shows it. (BLD-CONF-01)"""
    piece = storeys.plan_at(state, at)
    return piece if piece is not None and not piece.is_roof and is_confined(state, piece, at) else None


def is_confined(state: GameState, piece: Terrain, at: Point) -> bool:
    """Whether a place in a house is: as was said of the room or the house, else under a low whole ceiling."""
    inside = piece.building
    if inside is None or not rings.encloses(piece.points, at):
        return False
    room = _room_of(piece, at)
    said = room.confined if room is not None and room.confined is not None else inside.confined
    if said is not None:
        return said
    low = is_within(piece.height_in / max(1, inside.storeys), STOREY_IN)
    return low and not inside.roofless and not roofs.is_holed(state, piece, room_at(piece, at))


def room_at(piece: Terrain, at: Point) -> Ring:
    """The room of that place: the section that is walled off there, else all the house."""
    room = _room_of(piece, at)
    return room.points if room is not None else piece.points


def _room_of(piece: Terrain, at: Point) -> Room | None:
    rooms = piece.building.sections if piece.building is not None and piece.building.partitions else ()
    return next((r for r in rooms if r.storey == 0 and rings.holds(r.points, at)), None)


def has_thin_walls(state: GameState, piece: Terrain) -> bool:
    """Whether blasts go through the inner walls of a house. (BLD-CONF-06)"""
    said = piece.building.thin_walls if piece.building is not None else None
    return bool(state.options.get("thin_walls")) if said is None else said


def is_small(ring: Ring) -> bool:
    """Whether a room is no larger than one section. (BLD-CONF-02)"""
    box = rings.bounds(ring)
    longest = max(box.right - box.left, box.bottom - box.top)
    return is_within(rings.polygon_of(ring).area, SMALL_IN2) and is_within(longest, LONGEST_IN)


def fills(state: GameState, centre: Point, at: Point) -> bool:
    """Whether a burst there reaches somebody in the same confined space. (BLD-CONF-02, BLD-CONF-04, BLD-CONF-06)"""
    piece = house_at(state, centre)
    if piece is None or not rings.encloses(piece.points, at):
        return False
    ring = room_at(piece, centre)
    if is_small(ring) and rings.holds(ring, at):
        return True
    if has_thin_walls(state, piece):
        return is_within(distance(centre, at), REACH_IN)
    if is_small(ring):
        return False
    return is_within(distance(centre, at), reach(piece, centre)) and not inside.is_parted(state, centre, at)


def stops(state: GameState, centre: Point, at: Point) -> bool:
    """Whether a burst ends at the walls of its small room, short of a place; openings let little out. (BLD-CONF-02)"""
    piece = house_at(state, centre)
    if piece is None or (has_thin_walls(state, piece) and rings.encloses(piece.points, at)):
        return False
    ring = room_at(piece, centre)
    return is_small(ring) and not rings.holds(ring, at)


def keeps_off(state: GameState, centre: Point, at: Point) -> bool:
    """Whether walls and floors keep a burst from somebody under its marker.

    Inner walls are but cover where there is no low ceiling or they are thin. (BLD-INTO-12, BLD-CONF-06)
    """
    if _are_on_other_floors(state, centre, at) or stops(state, centre, at):
        return True
    if not inside.is_parted(state, centre, at):
        return False
    one, other = storeys.plan_at(state, centre), storeys.plan_at(state, at)
    if one is None or other is None:
        return True
    return one.id != other.id or not (house_at(state, centre) is None or has_thin_walls(state, one))


def _are_on_other_floors(state: GameState, a: Point, b: Point) -> bool:
    """Whether one of two places is on the plan of an upper floor, and the other is not."""
    one, other = storeys.plan_at(state, a), storeys.plan_at(state, b)
    upper = any(p is not None and storeys.house_of(p) for p in (one, other))
    return upper and (one is None or other is None or one.id != other.id)


def cover(state: GameState, centre: Point, at: Point) -> Cover | None:
    """What shelters somebody in a confined space from a burst: no furniture, but a thin wall. (BLD-CONF-02, -06)"""
    piece = house_at(state, centre)
    if piece is None or not rings.encloses(piece.points, at):
        return None
    return "hard" if has_thin_walls(state, piece) and inside.is_parted(state, centre, at) else "none"


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
        plan = storeys.plan_at(state, centre)
        return ("BLD-INTO-12",) if plan is not None and not plan.is_roof else ()
    if has_thin_walls(state, piece):
        return ("BLD-CONF-01", "BLD-CONF-06")
    return ("BLD-CONF-01", "BLD-CONF-02" if is_small(room_at(piece, centre)) else "BLD-CONF-04")


def told(state: GameState, centre: Point, *, lobbed: bool) -> str:
    """Whom a burst there reaches, in words, beside what a burst in the open would do."""
    closed = roofs.closed_over(state, centre) if lobbed else None
    if closed is not None:
        return f"comes down on the roof of {closed.name}: nobody inside is hit, whatever the odds say (BLD-FIRE-03)"
    piece = house_at(state, centre)
    if piece is None:
        indoors = "BLD-INTO-12" in cited(state, centre)
        return "bursts as in the open: no low ceiling there (BLD-INTO-12)" if indoors else ""
    ring = room_at(piece, centre)
    small, thin = is_small(ring), has_thin_walls(state, piece)
    inner = "everybody in the room" if small else f"everybody within {reach(piece, centre):g}″ in there"
    behind = f"; within {REACH_IN:g}″ behind thin walls on 4 or less (BLD-CONF-06)" if thin else ""
    outer = f"; within {LEAKS_IN:g}″ of an opening outside, on 3 or less (BLD-CONF-03)" if _gaps_of(piece, ring) else ""
    rule = "BLD-CONF-02" if small else "BLD-CONF-04"
    return f"on target it hits {inner} ({rule}){behind}{outer}; odds are as in the open"
