"""Structures that were broken open: the walls that are left, the ways in, the floor inside. (BLD-BUNK-13)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from rules.forces.unit import Point
from rules.geometry import rings
from rules.geometry.areas import Area, line_area
from rules.geometry.lengths import between, distance
from rules.geometry.rings import Ring
from rules.table.terrain import Terrain

WALL_IN: Final = 0.2
"""How thick walls are."""

HOLE_IN: Final = 1.0
"""How wide a breach in a bunker is. (BLD-BUNK-13)"""


def parts(piece: Terrain, areas: Sequence[Area]) -> list[tuple[Terrain, Area]]:
    """The areas of a piece and the ground of each; of a shell its open floor and the walls round it."""
    if not piece.is_shell:
        return [(piece, area) for area in areas]
    floor = replace(piece, going="open", blocks_sight=False)
    height = piece.height_in if piece.blocks_sight else 0.0
    walls = [(piece, wall) for wall in walls_of(piece.id, piece.points, piece.breaches, height)]
    return [*((floor, area._replace(height=0.0)) for area in areas), *walls]


def is_wall(area_id: str) -> bool:
    """Whether an area is a wall of a piece, not the piece itself."""
    return "~w" in area_id


def walls_of(area_id: str, ring: Ring, breaches: Sequence[Ring], height: float) -> Iterator[Area]:
    """What is left of walls: an outline but for the breaches."""
    for n, (a, b) in enumerate(rings.edges(ring)):
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
