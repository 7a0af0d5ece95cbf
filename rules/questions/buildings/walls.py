"""What the board draws of walls and roofs: sections, holes, squares. (BLD-WALL-08, BLD-MOUSE-01, BLD-FIRE-05)"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from rules.buildings import roofs, storeys
from rules.buildings.bunkers import sections as bunkers_sections
from rules.buildings.bunkers.armour import armour_of
from rules.buildings.walls import materials, outline, parts
from rules.buildings.walls.materials import SECTION_IN
from rules.forces.unit import Point
from rules.geometry import rings
from rules.geometry.lengths import TOLERANCE, distance
from rules.geometry.rings import Ring
from rules.table.building import Opening, RoofSquare
from rules.table.terrain import Terrain


class SectionOfWall(NamedTuple):
    """Six inches of wall or what is left to its end: damage points of the whole, and those left."""

    a: Point
    b: Point
    points: int
    left: int
    fallen: bool
    last: bool
    between: bool = False
    """Whether it parts two sections of the house."""


class HoleSummary(NamedTuple):
    """An inch of wall with a hole of so many points; a vent was built in."""

    a: Point
    b: Point
    dp: int
    vent: bool


class UpperHoleSummary(NamedTuple):
    """What is broken in a wall above the ground of a house played by sections; no points where the section fell."""

    a: Point
    b: Point
    level: int
    dp: int = 0


class SquareSummary(NamedTuple):
    """A damaged square inch of roof, by its upper left corner where this floor is laid out."""

    at: Point
    points: int
    left: int


def sections(piece: Terrain) -> tuple[SectionOfWall, ...]:
    """Every section of the walls of a house that is entered, of one played by sections at the ground. (BLD-WALL-08)

    Of walls between its sections those that are damaged.
    """
    has_points = piece.has_doors and not piece.is_roof and armour_of(piece) is None
    return tuple(_sections(piece)) if has_points else ()


def _sections(piece: Terrain) -> Iterator[SectionOfWall]:
    ground = (n for n in range(len(parts.walls(piece))) if not parts.storey_of(piece, n))
    for wall in ground:
        a, b = parts.walls(piece)[wall]
        count = max(1, -int(-(distance(a, b) - TOLERANCE) // SECTION_IN))
        for n in range(count):
            points = parts.section_points(piece, wall, n)
            left = max(0, points - parts.lost(piece, wall, n))
            ends = parts.section_ends(piece, wall, n)
            yield SectionOfWall(*ends, points, left, parts.is_fallen(piece, wall, n), n == count - 1)
    struck = {(h.wall, part.section) for h, part in parts.holes_between(piece) if not parts.storey_of(piece, h.wall)}
    for wall, n in sorted(struck):
        points = parts.section_points(piece, wall, n)
        left = max(0, points - parts.lost(piece, wall, n))
        yield SectionOfWall(*parts.section_ends(piece, wall, n), points, left, fallen=False, last=True, between=True)


def holes(piece: Terrain) -> tuple[HoleSummary, ...]:
    """Holes in its walls that have not fallen with their section. (BLD-MOUSE-01)"""
    if not piece.has_doors:
        return ()
    low = (hole for hole in parts.holes(piece) if not parts.storey_of(piece, hole.wall))
    found = ((hole, parts.part_of(piece, hole.wall, hole.part)) for hole in low)
    between_two = parts.holes_between(piece)
    inner = (HoleSummary(p.a, p.b, h.dp, h.vent) for h, p in between_two if not parts.storey_of(piece, h.wall))
    outer = (
        HoleSummary(part.a, part.b, hole.dp, hole.vent)
        for hole, part in found
        if part is not None and not parts.is_fallen(piece, hole.wall, part.section)
    )
    return (*outer, *inner)


def upper_holes(piece: Terrain) -> tuple[UpperHoleSummary, ...]:
    """Holes and fallen sections above the ground of a house that is played by sections. (BLD-WALL-01, BLD-WALL-09)"""
    if not piece.has_sections:
        return ()
    every = (*parts.fallen(piece, None), *parts.fallen_between(piece))
    down = [section for section in every if parts.storey_of(piece, section[0])]
    fallen = (UpperHoleSummary(*parts.section_ends(piece, *s), parts.storey_of(piece, s[0]) + 1) for s in down)
    known = parts.every_hole(piece)
    high = ((h, parts.part_of(piece, h.wall, h.part)) for h in known if parts.storey_of(piece, h.wall))
    standing = (
        UpperHoleSummary(part.a, part.b, parts.storey_of(piece, hole.wall) + 1, hole.dp)
        for hole, part in high
        if part is not None and not parts.is_fallen(piece, hole.wall, part.section)
    )
    return (*fallen, *standing)


def between_sections(piece: Terrain) -> frozenset[int]:
    """The numbers of the walls between sections of a house, by which they are damaged. (BLD-WALL-03)"""
    return frozenset(range(parts.INNER, parts.INNER + len(parts.dividing(piece))))


def gaps(piece: Terrain) -> tuple[tuple[Point, Point], ...]:
    """Breaches, and where whole sections fell. (BLD-BUNK-13, BLD-WALL-09)"""
    broken = outline.openings(piece) if piece.is_structure and piece.breaches else ()
    fallen = parts.fallen(piece) if piece.has_doors else ()
    inner = (section for section in parts.fallen_between(piece) if not parts.storey_of(piece, section[0]))
    fallen = (*fallen, *inner)
    return (*broken, *(parts.section_ends(piece, wall, section) for wall, section in fallen))


def roof(terrain: Sequence[Terrain], plan: Terrain) -> tuple[SquareSummary, ...]:
    """Damaged squares of the roof over a top floor, or of the roof itself where that is laid out. (BLD-FIRE-05)"""
    if not plan.has_interior or plan.building is None:
        return ()
    house = next((p for p in terrain if p.id == plan.building.of), plan)
    levels = [_level(p) for p in terrain if p.building is not None and p.building.of == house.id]
    if not plan.is_roof and _level(plan) < max(levels, default=1):
        return ()
    x, y = storeys.shift_among(terrain, plan)
    points = roofs.points_of_square(house)
    return tuple(SquareSummary((s.column - x, s.row - y), points, max(0, points - s.dp)) for s in roofs.squares(house))


def holed(terrain: Sequence[Terrain], plan: Terrain, outline: Sequence[tuple[float, float]]) -> Terrain | None:
    """The house with the squares of its roof gone that have their middle within an outline on the plan of a floor.

    If all of them were gone, they are mended; None if the house has no roof there. (BLD-FIRE-05)
    """
    if not plan.has_interior or plan.building is None or plan.building.roofless:
        return None
    house = next((p for p in terrain if p.id == plan.building.of), plan)
    x, y = storeys.shift_among(terrain, plan)
    ring = tuple((a + x, b + y) for a, b in outline)
    within = {s for s in _squares(ring) if all(rings.holds(r, (s[0] + 0.5, s[1] + 0.5)) for r in (ring, house.points))}
    if not within or house.building is None:
        return None
    points = roofs.points_of_square(house)
    mended = within <= {(s.column, s.row) for s in roofs.squares(house) if s.dp >= points}
    kept = tuple(s for s in roofs.squares(house) if (s.column, s.row) not in within)
    new = () if mended else tuple(RoofSquare(column=c, row=r, dp=points) for c, r in sorted(within))
    return replace(house, building=replace(house.building, roof_squares=(*kept, *new)))


def _squares(ring: Sequence[tuple[float, float]]) -> Iterator[tuple[int, int]]:
    box = rings.bounds(ring)
    for column in range(math.floor(box.left), math.ceil(box.right)):
        yield from ((column, row) for row in range(math.floor(box.top), math.ceil(box.bottom)))


def _level(piece: Terrain) -> int:
    return 0 if piece.building is None or piece.building.is_roof else piece.building.level


class ArmourSummary(NamedTuple):
    """Armour Value, hull points and those left of a building, or of a section of it by its letter. (BLD-BUNK-05)"""

    letter: str
    av: int
    points: int
    left: int
    breached: bool
    ring: Ring


def armour(piece: Terrain) -> tuple[ArmourSummary, ...]:
    """Of each section of an armoured building that is drawn, at the ground or of its plan. (BLD-BUNK-03, -05)"""
    found = bunkers_sections.sections(piece) if piece.is_structure else ()
    low = [s for s in found if not s.layer]
    return tuple(ArmourSummary(s.letter, *s.armour, s.left, not s.is_intact, s.laid) for s in low)


def withstands(piece: Terrain, opening: Opening | None = None) -> tuple[int, int]:
    """Toughness and damage points of 6 inches of its walls, or of a door or window. (BLD-WALL-07, -08, BLD-WALL-14)"""
    found = materials.of_wall(piece) if opening is None else materials.of_opening(opening)
    return (found.toughness, found.points)
