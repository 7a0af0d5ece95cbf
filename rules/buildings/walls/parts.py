"""Walls by the inch: which part lies where, in which section, what is left of it. (BLD-WALL-08, BLD-WALL-11)"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from rules.buildings.walls import materials
from rules.buildings.walls.materials import SECTION_IN
from rules.forces.unit import Point
from rules.geometry import rings
from rules.geometry.lengths import TOLERANCE, between, distance, distance_to_segment
from rules.geometry.rings import Ring
from rules.table.building import Hole
from rules.table.terrain import Terrain

FALLEN_IN: Final = 0.8
"""How thick a gap is cut where a section fell."""

IN_WALL_IN: Final = 0.3
"""What is no further from a room lies in its wall."""

INNER: Final = 1000
"""From this number on walls between two sections of one storey are counted, in houses played by sections."""

LEAST_IN: Final = 0.5
"""A shorter stretch that two sections share is no wall."""

RUBBLE_IN: Final = 3.0
"""How deep the rubble of a fallen section lies. (BLD-WALL-09)"""


class Part(NamedTuple):
    """An inch of a wall: the wall's number, the inch counted from its beginning, and its two ends."""

    wall: int
    number: int
    a: Point
    b: Point

    @property
    def section(self) -> int:
        """The 6 inch section that it is in."""
        return self.number // SECTION_IN

    @property
    def middle(self) -> Point:
        """Half way along it."""
        return between(self.a, self.b, 0.5)


class DividingWall(NamedTuple):
    """A wall between two sections of one storey: its ends, the letters of both. (BLD-SMOV-02)"""

    a: Point
    b: Point
    storey: int
    letters: tuple[str, str]


@lru_cache(maxsize=256)
def dividing(piece: Terrain) -> tuple[DividingWall, ...]:
    """The walls between the sections of a house that is played so, in the order of its sections; else none."""
    rooms = piece.building.sections if piece.building is not None and piece.has_sections else ()
    pairs = ((one, two) for one, two in itertools.combinations(rooms, 2) if one.storey == two.storey)
    return tuple(
        DividingWall(*ends, one.storey, (one.letter, two.letter))
        for one, two in pairs
        for ends in _shared(one.points, two.points)
    )


def _shared(one: Ring, two: Ring) -> Iterator[tuple[Point, Point]]:
    """The stretches in which two outlines run along each other."""
    for (a, b), (c, d) in itertools.product(rings.edges(one), rings.edges(two)):
        length = distance(a, b)
        if length <= LEAST_IN or max(_off_line(c, a, b), _off_line(d, a, b)) > IN_WALL_IN:
            continue
        shares = sorted(((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length**2 for p in (c, d))
        low, high = max(0.0, shares[0]), min(1.0, shares[1])
        if (high - low) * length > LEAST_IN:
            yield between(a, b, low), between(a, b, high)


def _off_line(at: Point, a: Point, b: Point) -> float:
    """Inches of a place off the straight line through two others."""
    return abs((b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0])) / distance(a, b)


def divides(piece: Terrain, wall: int) -> DividingWall | None:
    """The wall between sections of that number, if it is one."""
    found = dividing(piece) if wall >= INNER else ()
    return found[wall - INNER] if 0 <= wall - INNER < len(found) else None


def line_of(piece: Terrain, wall: int) -> tuple[Point, Point] | None:
    """From where to where a wall runs."""
    inner = divides(piece, wall)
    if inner is not None:
        return inner.a, inner.b
    found = walls(piece)
    return found[wall] if 0 <= wall < len(found) else None


def walls(piece: Terrain) -> tuple[tuple[Point, Point], ...]:
    """The walls of a house in their order: its outline, then what is inside.

    Of one played by sections its outline, once for each storey: nobody is set out inside. (BLD-SECT-01)
    """
    outer = tuple(rings.edges(piece.points))
    if piece.building is None:
        return outer
    return outer * piece.building.storeys if piece.has_sections else (*outer, *piece.building.partitions)


def storey_of(piece: Terrain, wall: int) -> int:
    """On which storey a wall stands; upper floors of a house that is set out are pieces of their own."""
    inner = divides(piece, wall)
    if inner is not None:
        return inner.storey
    return wall // len(piece.points) if piece.has_sections else 0


def house_name(piece: Terrain, wall: int) -> str:
    """What a house is called at a wall: with the level, if that is above the ground. (BLD-LEVEL-01)"""
    storey = storey_of(piece, wall)
    return f"{piece.name}, level {storey + 1}" if storey else piece.name


def wall_name(piece: Terrain, wall: int) -> str:
    """What a wall is called."""
    inner = divides(piece, wall)
    if inner is not None:
        return f"the wall between {' and '.join(inner.letters)} of {piece.name}"
    return f"the wall of {house_name(piece, wall)}"


def stands(piece: Terrain, part: Part) -> bool:
    """Whether there is such a storey behind an inch of wall: a tower may rise above one end of a house alone."""
    if part.wall >= INNER:
        return divides(piece, part.wall) is not None
    storey = storey_of(piece, part.wall)
    rooms = piece.building.sections if piece.building is not None and storey else ()
    return not storey or any(
        room.storey == storey and rings.edge_distance(room.points, part.middle) <= IN_WALL_IN for room in rooms
    )


def part_of(piece: Terrain, wall: int, number: int) -> Part | None:
    """One inch of a wall; the last may be shorter."""
    line = line_of(piece, wall)
    if line is None:
        return None
    a, b = line
    length = distance(a, b)
    if not 0 <= number < math.ceil(length - TOLERANCE):
        return None
    return Part(wall, number, between(a, b, number / length), between(a, b, min(1.0, (number + 1) / length)))


def inches_of(piece: Terrain, wall: int) -> Iterator[Part]:
    """Every inch of one wall, of one between two sections too."""
    line = line_of(piece, wall)
    for number in range(math.ceil(distance(*line) - TOLERANCE) if line is not None else 0):
        part = part_of(piece, wall, number)
        if part is not None:
            yield part


def parts(piece: Terrain, storey: int = 0) -> Iterator[Part]:
    """Every inch of every wall of a storey, but for those between sections."""
    for n, (a, b) in enumerate(walls(piece)):
        for number in range(math.ceil(distance(a, b) - TOLERANCE) if storey_of(piece, n) == storey else 0):
            part = part_of(piece, n, number)
            if part is not None and stands(piece, part):
                yield part


def nearest(piece: Terrain, at: Point, storey: int = 0) -> Part:
    """The inch of wall nearest to a place; of an outline without any length its corner."""
    corner = Part(0, 0, piece.points[0], piece.points[0])
    every = parts(piece, storey)
    return min(every, key=lambda p: (round(distance_to_segment(at, p.a, p.b), 4), p.wall, p.number), default=corner)


def nearest_standing(piece: Terrain, at: Point, storey: int = 0) -> Part:
    """The inch nearest to a place of what has not fallen; of a house that lies in rubble all over, any."""
    standing = [p for p in parts(piece, storey) if not is_fallen(piece, p.wall, p.section)]
    near = ((round(distance_to_segment(at, p.a, p.b), 4), p.wall, p.number, p) for p in standing)
    return min(near, default=(0.0, 0, 0, nearest(piece, at, storey)))[3]


def upper_storeys(piece: Terrain) -> tuple[int, ...]:
    """Storeys above the ground whose walls are those of this piece. (BLD-SECT-01)"""
    rooms = piece.building.sections if piece.building is not None and piece.has_sections else ()
    return tuple(sorted({room.storey for room in rooms if room.storey and next(parts(piece, room.storey), None)}))


def section_points(piece: Terrain, wall: int, section: int) -> int:
    """Points of a section, fewer for a shorter one. (BLD-WALL-08)"""
    a, b = line_of(piece, wall) or walls(piece)[wall]
    return materials.of_length(materials.of_wall(piece).points, distance(a, b) - section * SECTION_IN)


def section_ends(piece: Terrain, wall: int, section: int) -> tuple[Point, Point]:
    """From where to where it runs."""
    a, b = line_of(piece, wall) or walls(piece)[wall]
    length = distance(a, b)
    end = min(1.0, (section + 1) * SECTION_IN / length)
    return between(a, b, section * SECTION_IN / length), between(a, b, end)


def rubble(piece: Terrain, ends: tuple[Point, Point], *, half: bool) -> Ring:
    """Where a fallen section lies: 3 inches deep about its line, or `half` of that on its floor. (BLD-WALL-09)"""
    whole = rings.thick_line(ends, RUBBLE_IN)
    middle = between(*ends, 0.5)
    if not half or rings.edge_distance(piece.points, middle) > TOLERANCE:
        return whole
    a, b = ends
    ux, uy = (b[0] - a[0]) / distance(a, b), (b[1] - a[1]) / distance(a, b)
    off = RUBBLE_IN / 4
    inner = next(
        (t for t in (off, -off) if rings.encloses(piece.points, (middle[0] - uy * t, middle[1] + ux * t))), 0.0
    )
    moved = ((a[0] - uy * inner, a[1] + ux * inner), (b[0] - uy * inner, b[1] + ux * inner))
    return rings.thick_line(moved, RUBBLE_IN / 2)


def holes(piece: Terrain) -> tuple[Hole, ...]:
    """Where its walls are damaged, but for those between sections."""
    return tuple(hole for hole in every_hole(piece) if hole.wall < INNER)


def every_hole(piece: Terrain) -> tuple[Hole, ...]:
    """Where its walls are damaged, those between sections too."""
    return piece.building.holes if piece.building is not None else ()


def nearest_dividing(piece: Terrain, at: Point, storey: int = 0) -> Part | None:
    """The inch nearest to a place of the walls between its sections that stand; None without any."""
    walls_here = (n + INNER for n, wall in enumerate(dividing(piece)) if wall.storey == storey)
    every = (part for wall in walls_here for part in inches_of(piece, wall))
    standing = (part for part in every if not is_fallen(piece, part.wall, part.section))
    return min(standing, key=lambda p: (round(distance_to_segment(at, p.a, p.b), 4), p.wall, p.number), default=None)


def holes_between(piece: Terrain) -> tuple[tuple[Hole, Part], ...]:
    """Holes in walls between its sections that have not fallen. (BLD-WALL-03)"""
    inner = ((h, part_of(piece, h.wall, h.part)) for h in every_hole(piece) if h.wall >= INNER)
    return tuple((h, part) for h, part in inner if part is not None and not is_fallen(piece, h.wall, part.section))


def fallen_between(piece: Terrain) -> tuple[tuple[int, int], ...]:
    """What has fallen of the walls between its sections: wall and number. (BLD-WALL-09)"""
    known = piece.building.fallen if piece.building is not None else ()
    every = ((wall, n) for wall, n in known if wall >= INNER)
    return tuple((wall, n) for wall, n in every if part_of(piece, wall, n * SECTION_IN) is not None)


def at_part(piece: Terrain, wall: int, number: int) -> int:
    """Points lost at one inch."""
    return sum(h.dp for h in every_hole(piece) if (h.wall, h.part) == (wall, number) and not h.vent)


def left_of_inch(piece: Terrain, part: Part) -> int:
    """Points that one inch has left, a sixth of its section's. (BLD-WALL-11)"""
    return max(0, materials.of_part(materials.of_wall(piece).points) - at_part(piece, part.wall, part.number))


def lost(piece: Terrain, wall: int, section: int) -> int:
    """Points that a section has lost."""
    return sum(h.dp for h in every_hole(piece) if h.wall == wall and h.part // SECTION_IN == section and not h.vent)


def is_fallen(piece: Terrain, wall: int, section: int) -> bool:
    """Whether that section lies in rubble."""
    return piece.building is not None and (wall, section) in piece.building.fallen


def is_door(piece: Terrain, hole: Hole, *, by_parts: bool) -> bool:
    """Whether a hole is used as a door: an inch that has no points left. (BLD-MOUSE-06, BLD-WALL-12)"""
    part = materials.of_part(materials.of_wall(piece).points)
    return not hole.vent and (part == 1 or by_parts) and hole.dp >= part


def gap(part: Part, thickness: float = FALLEN_IN) -> Ring:
    """What a hole there leaves out of the wall."""
    return rings.thick_line((part.a, part.b), thickness)


def gaps(piece: Terrain) -> Iterator[Ring]:
    """What holes and fallen sections leave out of the walls."""
    for hole in holes(piece):
        part = part_of(piece, hole.wall, hole.part)
        if part is not None:
            yield gap(part)
    for wall, section in fallen(piece):
        yield rings.thick_line(section_ends(piece, wall, section), FALLEN_IN)


def longest_run(piece: Terrain, wall: int, section: int) -> int:
    """The longest run of neighbouring inches of a section that have no points left. (BLD-WALL-13)"""
    part = materials.of_part(materials.of_wall(piece).points)
    gone = [at_part(piece, wall, section * SECTION_IN + n) >= part for n in range(SECTION_IN)]
    return max((len(list(run)) for is_gone, run in itertools.groupby(gone) if is_gone), default=0)


def fallen(piece: Terrain, storey: int | None = 0) -> tuple[tuple[int, int], ...]:
    """The sections of a storey that lie in rubble, None for all: wall and number; none of walls that are not there."""
    every = piece.building.fallen if piece.building is not None else ()
    own = ((wall, n) for wall, n in every if wall < INNER and part_of(piece, wall, n * SECTION_IN) is not None)
    return tuple((wall, n) for wall, n in own if storey is None or storey_of(piece, wall) == storey)


def broken(piece: Terrain) -> tuple[tuple[Point, Point], ...]:
    """Holes and fallen sections at the ground, each from one end to the other."""
    found = (part_of(piece, hole.wall, hole.part) for hole in holes(piece) if not storey_of(piece, hole.wall))
    gone = (section_ends(piece, *section) for section in fallen(piece))
    return (*((p.a, p.b) for p in found if p is not None), *gone)
