"""Square and hexagonal tiles: outlines, sides, and what is solid of a tile whose ways are narrow. (BLD-TILE-02)"""

from __future__ import annotations

import math
from collections.abc import Sequence

import shapely

from rules.geometry.lengths import Point, along
from rules.geometry.rings import Ring, ring_of


def bearing_of(side: int, sides: int, first_deg: float = 0.0) -> float:
    """Which way a side looks: the first one up unless it is said, then clockwise."""
    return first_deg + 360.0 * (side % sides) / sides


def outline(centre: Point, sides: int, across_in: float, first_deg: float = 0.0) -> Ring:
    """The corners of a regular tile, so many inches from side to side."""
    reach = across_in / 2 / _cosine(sides)
    turned = 180.0 / sides
    return tuple(_rounded(along(centre, bearing_of(n, sides, first_deg) + turned, reach)) for n in range(sides))


def _cosine(sides: int) -> float:
    return math.cos(math.pi / sides)


def middle_of(centre: Point, side: int, sides: int, across_in: float, first_deg: float = 0.0) -> Point:
    """The middle of one side."""
    return _rounded(along(centre, bearing_of(side, sides, first_deg), across_in / 2))


def next_to(centre: Point, side: int, sides: int, across_in: float, first_deg: float = 0.0) -> Point:
    """The middle of the tile beyond that side."""
    return _rounded(along(centre, bearing_of(side, sides, first_deg), across_in))


def across(
    centre: Point, side: int, sides: int, across_in: float, width_in: float, first_deg: float = 0.0
) -> tuple[Point, Point]:
    """A line of that width along the middle of one side."""
    looks = bearing_of(side, sides, first_deg)
    middle, turned = along(centre, looks, across_in / 2), looks + 90
    return _rounded(along(middle, turned, width_in / 2)), _rounded(along(middle, turned + 180, width_in / 2))


def solid(ring: Ring, centre: Point, ways: Sequence[Point], width_in: float, wall_in: float | None) -> tuple[Ring, ...]:
    """What of a tile nobody walks on: all but ways of that width to its middle; of a room its walls alone."""
    shape: shapely.Geometry = shapely.Polygon(ring)
    for way in ways:
        path = shapely.LineString((centre, way))
        shape = shapely.difference(shape, path.buffer(width_in / 2, cap_style="square", join_style="mitre"))
    if wall_in is not None:
        shape = shapely.difference(shape, shapely.Polygon(ring).buffer(-wall_in, join_style="mitre"))
    parts = shape.geoms if isinstance(shape, shapely.MultiPolygon) else (shape,)
    found = (tuple(_rounded(p) for p in ring_of(part)) for part in parts if isinstance(part, shapely.Polygon))
    return tuple(sorted(ring for ring in found if len(ring) > 2))


def overlap(one: Ring, other: Ring) -> float:
    """How many square inches two tiles share."""
    return float(shapely.intersection(shapely.Polygon(one), shapely.Polygon(other)).area)


def _rounded(at: Point) -> Point:
    return (round(at[0], 3), round(at[1], 3))
