"""The walls of structures, where they are open, the floor inside. (BLD-BUNK-13, BLD-MOVE-01)

Of a shell its breaches are open; a building whose interior is played has doors and windows as well, open or shut.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap.terrain.building_interface import ROOM
from rules.buildings.walls import parts as parts_broken
from rules.forces.unit import Point
from rules.geometry import rings
from rules.geometry.areas import Area, line_area
from rules.geometry.lengths import between, distance
from rules.geometry.rings import Ring
from rules.table.building import STOREY_IN, Opening
from rules.table.terrain import Terrain

WALL_IN: Final = 0.2
"""How thick walls are."""

FURNITURE: Final = "furniture"
"""How things in a room look that give at least soft cover. (BLD-MOVE-03)"""

MOUSEHOLE: Final = "mousehole"
"""How ground looks that is the debris in a hole. (BLD-MOUSE-04)"""

STEP_IN: Final = 1.0
"""A sill or threshold no higher is no obstacle. (BLD-DOOR-02)"""

DEBRIS_IN: Final = 1.0
"""How deep the debris of a hole lies: 2 inches of move are needed to go through. (BLD-MOUSE-04, BLD-WALL-12)"""

HOLE_IN: Final = 1.0
"""How wide a breach in a bunker is. (BLD-BUNK-13)"""


def parts(piece: Terrain, areas: Sequence[Area]) -> list[tuple[Terrain, Area]]:
    """The areas of a piece and the ground of each; of a shell its open floor and the walls round it."""
    if piece.look == FURNITURE and piece.cover == "none":
        return [(replace(piece, cover="soft"), area) for area in areas]
    if piece.has_parapet and not piece.is_roof:
        return [(replace(piece, cover="hard"), area) for area in areas]
    if piece.is_roof:
        return [*((floor_of(piece), area._replace(height=0.0)) for area in areas), *_parapet(piece)]
    if piece.has_interior:
        return [*((floor_of(piece), area._replace(height=0.0)) for area in areas), *_interior(piece)]
    if not piece.is_shell:
        return [(piece, area) for area in areas]
    floor = replace(piece, going="open", blocks_sight=False)
    height = piece.height_in if piece.blocks_sight else 0.0
    walls = [(piece, wall) for wall in walls_of(piece.id, piece.points, piece.breaches, height)]
    return [*((floor, area._replace(height=0.0)) for area in areas), *walls]


def _parapet(piece: Terrain) -> Iterator[tuple[Terrain, Area]]:
    """The edge of a roof: nobody walks off it, and one fires over it. (BLD-OUT-03)"""
    edge = replace(piece, going="impassable", blocks_sight=False, height_in=piece.rail_in, cover="none", elevation_in=0)
    for area in walls_of(piece.id, piece.points, (), 0.0):
        yield edge, area


def floor_of(piece: Terrain) -> Terrain:
    """The floor of a building whose interior is played: those on it are in cover from outside. (BLD-INTO-02)"""
    going = "open" if piece.going == "impassable" else piece.going
    return replace(piece, going=going, blocks_sight=False, height_in=piece.height_in or STOREY_IN, cover="hard")


def _interior(piece: Terrain) -> Iterator[tuple[Terrain, Area]]:
    """Walls and partitions but for their openings, what is shut, and sills too high to step over."""
    height = piece.height_in or STOREY_IN
    wall = replace(piece, going="impassable", blocks_sight=True, height_in=height, cover="hard", elevation_in=0)
    for area in _solid(piece, height):
        yield wall, area
    for n, room in enumerate(piece.building.sections if piece.building is not None else ()):
        if room.storey == 0 and room.going != "open":
            floor = replace(wall, going=room.going, blocks_sight=False, cover="none", height_in=0, look=ROOM)
            yield floor, Area(f"{piece.id}~r{n}", room.points)
    for area in _debris(piece):
        yield replace(wall, going="difficult", blocks_sight=False, height_in=0, look=MOUSEHOLE), area
    for n, opening in enumerate(openings_of(piece)):
        path = (opening.a, opening.b)
        if opening.is_shut and opening.lost:
            hole = line_area(f"{piece.id}~h{n}.door", path, height=0.0, thickness=DEBRIS_IN)
            yield replace(wall, going="difficult", blocks_sight=False, height_in=0, look=MOUSEHOLE), hole
        elif opening.kind == "port":
            slit = replace(wall, blocks_sight=False, cover="none")
            yield slit, line_area(f"{piece.id}~w{n}.port", path, height=0.0, thickness=WALL_IN)
        elif opening.is_shut:
            yield wall, line_area(f"{piece.id}~w{n}.shut", path, height=height, thickness=WALL_IN)
        elif opening.sill_in > STEP_IN:
            named = opening.name or f"the {opening.kind} of {piece.name}"
            sill = replace(wall, name=named, line=True, going="open", blocks_sight=False, height_in=opening.sill_in)
            yield sill, line_area(f"{piece.id}~s{n}", path, height=0.0, thickness=WALL_IN)


def _debris(piece: Terrain) -> Iterator[Area]:
    """Holes that damage made are difficult; built-in vents are not. (BLD-MOUSE-04)"""
    for hole in parts_broken.holes(piece):
        part = parts_broken.part_of(piece, hole.wall, hole.part)
        if part is not None and not hole.vent:
            yield line_area(f"{piece.id}~h{hole.wall}.{hole.part}", (part.a, part.b), height=0.0, thickness=DEBRIS_IN)


def _solid(piece: Terrain, height: float) -> Iterator[Area]:
    gaps = [_gap(opening) for opening in openings_of(piece)]
    inside = piece.building.partitions if piece.building is not None else ()
    gaps += parts_broken.gaps(piece)
    yield from walls_of(piece.id, piece.points, (*piece.breaches, *gaps), height)
    for n, (a, b) in enumerate(inside, len(piece.points)):
        yield from wall_of(piece.id, n, a, b, gaps, height)


def openings_of(piece: Terrain) -> tuple[Opening, ...]:
    """The doors and windows of its floor; what has no width is none."""
    every = piece.building.openings if piece.building is not None else ()
    return tuple(o for o in every if o.storey == 0 and o.a != o.b)


def _gap(opening: Opening) -> Ring:
    """What an opening leaves out of the wall that it is in."""
    return rings.thick_line((opening.a, opening.b), 2 * WALL_IN)


def is_wall(area_id: str) -> bool:
    """Whether an area is a wall of a piece, not the piece itself."""
    return "~w" in area_id


def walls_of(area_id: str, ring: Ring, breaches: Sequence[Ring], height: float) -> Iterator[Area]:
    """What is left of walls: an outline but for the breaches."""
    for n, (a, b) in enumerate(rings.edges(ring)):
        yield from wall_of(area_id, n, a, b, breaches, height)


def wall_of(area_id: str, n: int, a: Point, b: Point, breaches: Sequence[Ring], height: float) -> Iterator[Area]:
    """What is left of one wall."""
    at = 0.0
    for k, (start, end) in enumerate((*_gaps(a, b, breaches), (1.0, 1.0))):
        if (start - at) * distance(a, b) > WALL_IN:
            path = (between(a, b, at), between(a, b, start))
            yield line_area(f"{area_id}~w{n}.{k}", path, height=height, thickness=WALL_IN)
        at = max(at, end)


def openings(piece: Terrain) -> tuple[tuple[Point, Point], ...]:
    """Where its outline is broken, each from one end to the other."""
    return tuple(
        (between(a, b, start), between(a, b, end))
        for a, b in rings.edges(piece.points)
        for start, end in _gaps(a, b, piece.breaches)
    )


def _gaps(a: Point, b: Point, breaches: Sequence[Ring]) -> list[rings.Interval]:
    return sorted(gap for breach in breaches for gap in rings.crossings(breach, a, b))


def hole(piece: Terrain, struck: Point) -> Ring:
    """A hole of an inch in the wall nearest to where it was struck. (BLD-BUNK-13)"""
    near = rings.nearest_on_edge(piece.points, struck)
    a, b = min(rings.edges(piece.points), key=lambda edge: rings.segment_distance((near, near, near), *edge))
    length = distance(a, b)
    along = min(max(distance(a, near), HOLE_IN / 2), max(length - HOLE_IN / 2, length / 2))
    x, y = between(a, b, along / length)
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    half = min(HOLE_IN, length) / 2
    corners = ((-half, -half), (half, -half), (half, half), (-half, half))
    return tuple((x + ux * s - uy * t, y + uy * s + ux * t) for s, t in corners)
