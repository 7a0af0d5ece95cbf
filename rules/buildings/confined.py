"""Bursts in confined rooms: all through a small one, 3 or 4 inches in a larger one. (BLD-CONF-01 to -04)"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Final

from rules.buildings import inside, roofs, storeys
from rules.buildings.tiles import tunnels
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

Gap = tuple[Point, Point]


# -- what is confined --------------------------------------------------------------------------------------------


class ConfinedSpace(ABC):
    """The confined space of which a place is, and the room in it: of a house, or of tiles under a roof."""

    name: str
    ring: Ring
    """The room."""
    is_small: bool
    """Whether that is no larger than one section. (BLD-CONF-02)"""
    is_thin: bool = False
    """Whether blasts go through its inner walls. (BLD-CONF-06)"""

    @abstractmethod
    def encloses(self, at: Point) -> bool:
        """Whether a place is within the same house, or the same tunnels."""

    @abstractmethod
    def is_parted(self, a: Point, b: Point) -> bool:
        """Whether walls part two places in it."""

    @abstractmethod
    def nearest_wall(self, at: Point) -> float:
        """How far it is to a solid wall. (BLD-CONF-04)"""

    @abstractmethod
    def gaps(self) -> list[Gap]:
        """Where the walls of the room are open. (BLD-CONF-03)"""

    def fills(self, centre: Point, at: Point) -> bool:
        """Whether a burst reaches somebody in it. (BLD-CONF-02, BLD-CONF-04, BLD-CONF-06)"""
        if not self.encloses(at):
            return False
        if self.is_small and rings.holds(self.ring, at):
            return True
        if self.is_thin:
            return is_within(distance(centre, at), REACH_IN)
        if self.is_small:
            return False
        return is_within(distance(centre, at), self.reach(centre)) and not self.is_parted(centre, at)

    def stops(self, at: Point) -> bool:
        """Whether a burst ends at the walls of its small room; openings let little out. (BLD-CONF-02)"""
        through = self.is_thin and self.encloses(at)
        return self.is_small and not through and not rings.holds(self.ring, at)

    def reach(self, centre: Point) -> float:
        """How far it reaches in a larger space: further when a wall throws it back. (BLD-CONF-04)"""
        return reach_near(self.nearest_wall(centre))

    def lets_out(self, state: GameState, centre: Point, at: Point) -> bool:
        """Whether a burst may hit somebody outside the room, close to a gap that is not shut. (BLD-CONF-03)"""
        if rings.holds(self.ring, at) or self.fills(centre, at):
            return False
        return any(is_within(distance_to_segment(at, *gap), LEAKS_IN) for gap in self.gaps())


class ConfinedHouse(ConfinedSpace):
    """A room of a house under a low whole ceiling."""

    def __init__(self, state: GameState, piece: Terrain, centre: Point) -> None:
        self.state, self.piece, self.name = state, piece, piece.name
        self.ring = room_at(piece, centre)
        self.is_small = is_small(self.ring)
        self.is_thin = has_thin_walls(state, piece)

    def encloses(self, at: Point) -> bool:
        """Within the outline of that floor."""
        return rings.encloses(self.piece.points, at)

    def is_parted(self, a: Point, b: Point) -> bool:
        """By walls and shut doors."""
        return inside.is_parted(self.state, a, b)

    def nearest_wall(self, at: Point) -> float:
        """But for what is open."""
        return nearest_wall(self.state, self.piece, at)

    def gaps(self) -> list[Gap]:
        """Doors and windows that are not shut, holes, what has fallen."""
        every = _gaps(self.piece)
        near = [rings.distance_to_ring(self.ring, between(a, b, 0.5)) for a, b in every]
        return [gap for gap, off in zip(every, near, strict=True) if is_within(off, outline.WALL_IN)]

    def lets_out(self, state: GameState, centre: Point, at: Point) -> bool:
        """Those beside the plan of an upper floor are elsewhere in truth."""
        elsewhere = storeys.house_of(self.piece) and not self.encloses(at)
        return not elsewhere and super().lets_out(state, centre, at)


class ConfinedTiles(ConfinedSpace):
    """Corridors and rooms of tiles under a roof. (BLD-CONF-01, BLD-TILE-02)"""

    def __init__(self, state: GameState, tile: Terrain) -> None:
        self.state, self.tile = state, tile
        self.name = tile.name or tunnels.NAME
        self.ring = tile.points
        self.is_small = tunnels.is_room(tile) and is_small(tile.points)

    def encloses(self, at: Point) -> bool:
        """On any tile that lies."""
        return tunnels.tunnel_at(self.state, at) is not None

    def is_parted(self, a: Point, b: Point) -> bool:
        """By rock, walls and ways that are shut."""
        return tunnels.is_parted(self.state, a, b)

    def nearest_wall(self, at: Point) -> float:
        """Or rock."""
        return tunnels.nearest_wall(self.state, at)

    def gaps(self) -> list[Gap]:
        """The way into a room; corridors run on."""
        return tunnels.ways_of(self.state, self.tile) if self.is_small else []


def space_at(state: GameState, at: Point) -> ConfinedSpace | None:
    """The confined space of which a place is. (BLD-CONF-01)"""
    house = house_at(state, at)
    if house is not None:
        return ConfinedHouse(state, house, at)
    tile = tunnels.tunnel_at(state, at)
    return ConfinedTiles(state, tile) if tile is not None else None


def house_at(state: GameState, at: Point) -> Terrain | None:
    """The house in a confined space of which a place is, as the board shows it. (BLD-CONF-01)"""
    piece = under_roof(state, at)
    return piece if piece is not None and is_confined(state, piece, at) else None


def under_roof(state: GameState, at: Point) -> Terrain | None:
    """The house that is set out in which a place is, as the board shows it, however large its rooms are."""
    piece = storeys.plan_at(state, at)
    return piece if piece is not None and not piece.is_roof else None


def is_confined(state: GameState, piece: Terrain, at: Point) -> bool:
    """Whether a place in a house is: as was said of the room or the house, else under a low whole ceiling."""
    inside = piece.building
    if inside is None or not rings.encloses(piece.points, at):
        return False
    room = _room_of(piece, at)
    said = room.confined if room is not None and room.confined is not None else inside.confined
    if said is not None:
        return said
    if storeys.has_high_ceiling(piece, at):
        return False
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


def nearest_wall(state: GameState, piece: Terrain, centre: Point) -> float:
    """How far it is to a solid wall of a house; up to version 10 doorways and rubble were as good. (BLD-CONF-04)"""
    gaps = [] if state.is_older_than("11") else _gaps(piece)
    solid = (part for a, b in parts.walls(piece) for part in _but_for(a, b, gaps))
    return min((distance_to_segment(centre, a, b) for a, b in solid), default=math.inf)


def _gaps(piece: Terrain) -> list[Gap]:
    """Doors and windows that are not shut, holes, what has fallen, of a whole house."""
    ways = [(o.a, o.b) for o in outline.openings_of(piece) if not o.is_shut]
    return [*ways, *outline.openings(piece), *parts.broken(piece)]


def _but_for(a: Point, b: Point, gaps: Iterable[Gap]) -> Iterator[Gap]:
    """What is left of a wall between the gaps in it."""
    here = [gap for gap in gaps if distance_to_segment(between(*gap, 0.5), a, b) <= outline.WALL_IN]
    ends = sorted(tuple(sorted((distance(a, c), distance(a, d)))) for c, d in here)
    length, at = distance(a, b), 0.0
    for start, end in ends:
        if start > at:
            yield between(a, b, at / length), between(a, b, min(start, length) / length)
        at = max(at, end)
    if length > at:
        yield between(a, b, at / length), b


def reach_near(wall_in: float) -> float:
    """How far a burst reaches in a larger space, so far from a wall. (BLD-CONF-04)"""
    return THROWN_BACK_IN if is_within(wall_in, NEAR_WALL_IN) else REACH_IN


# -- bursts ------------------------------------------------------------------------------------------------------


def fills(state: GameState, centre: Point, at: Point) -> bool:
    """Whether a burst there reaches somebody in the same confined space. (BLD-CONF-02, BLD-CONF-04, BLD-CONF-06)"""
    space = space_at(state, centre)
    return space is not None and space.fills(centre, at)


def keeps_off(state: GameState, centre: Point, at: Point) -> bool:
    """Whether walls and floors keep a burst from somebody under its marker.

    Inner walls are but cover where there is no low ceiling or they are thin. (BLD-INTO-12, BLD-CONF-06)
    """
    space = space_at(state, centre)
    if _are_on_other_floors(state, centre, at) or (space is not None and space.stops(at)):
        return True
    if isinstance(space, ConfinedTiles):
        return space.is_parted(centre, at)
    if not inside.is_parted(state, centre, at):
        return False
    one, other = storeys.plan_at(state, centre), storeys.plan_at(state, at)
    if one is None or other is None:
        return True
    return one.id != other.id or not (space is None or space.is_thin)


def _are_on_other_floors(state: GameState, a: Point, b: Point) -> bool:
    """Whether one of two places is on the plan of an upper floor, and the other is not."""
    one, other = storeys.plan_at(state, a), storeys.plan_at(state, b)
    upper = any(p is not None and storeys.house_of(p) for p in (one, other))
    return upper and (one is None or other is None or one.id != other.id)


def cover(state: GameState, centre: Point, at: Point) -> Cover | None:
    """What shelters somebody in a confined space from a burst: no furniture, but a thin wall. (BLD-CONF-02, -06)"""
    space = space_at(state, centre)
    if space is None or not space.encloses(at):
        return None
    return "hard" if space.is_thin and space.is_parted(centre, at) else "none"


def leaks(state: GameState, centre: Point, at: Point) -> bool:
    """Whether a burst there may hit somebody outside its room, close to a gap that is not shut. (BLD-CONF-03)"""
    space = space_at(state, centre)
    return space is not None and space.lets_out(state, centre, at)


def cited(state: GameState, centre: Point) -> tuple[str, ...]:
    """The rules of a burst that goes off there."""
    space = space_at(state, centre)
    if space is None:
        plan = storeys.plan_at(state, centre)
        return ("BLD-INTO-12",) if plan is not None and not plan.is_roof else ()
    if space.is_thin:
        return ("BLD-CONF-01", "BLD-CONF-06")
    return ("BLD-CONF-01", "BLD-CONF-02" if space.is_small else "BLD-CONF-04")


def note(state: GameState, centre: Point, *, lobbed: bool) -> str:
    """Whom a burst there reaches, in words, beside what a burst in the open would do."""
    closed = roofs.closed_over(state, centre) if lobbed else None
    if closed is not None:
        return f"comes down on the roof of {closed.name}: nobody inside is hit, whatever the odds say (BLD-FIRE-03)"
    space = space_at(state, centre)
    if space is None:
        indoors = "BLD-INTO-12" in cited(state, centre)
        return "bursts as in the open: no low ceiling there (BLD-INTO-12)" if indoors else ""
    inner = "everybody in the room" if space.is_small else f"everybody within {space.reach(centre):g}″ in there"
    behind = f"; within {REACH_IN:g}″ behind thin walls on 4 or less (BLD-CONF-06)" if space.is_thin else ""
    outer = f"; within {LEAKS_IN:g}″ of an opening outside, on 3 or less (BLD-CONF-03)" if space.gaps() else ""
    rule = "BLD-CONF-02" if space.is_small else "BLD-CONF-04"
    return f"on target it hits {inner} ({rule}){behind}{outer}; odds are as in the open"
