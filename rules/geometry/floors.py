"""Floors cut into sections: how large one may be, equal parts, walls that two share. (BLD-SECT-02, BLD-SECT-03)"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

import shapely
import shapely.affinity
from shapely.geometry.base import BaseGeometry

from rules.geometry.layouts import area_in
from rules.geometry.lengths import Point, distance
from rules.geometry.rings import Ring, edges, polygon_of

SECTION_IN2: Final = 25.0
SECTION_IN: Final = 6.0
"""A section of a floor has no more square inches, and no side is longer. (BLD-SECT-02)"""

Segment = tuple[Point, Point]

_WALL: Final = 0.05
"""Half of how thick walls count where it is asked which rooms they part."""

_SLACK: Final = 0.05
_SLIVER: Final = 0.5
"""Square inches under which a corner that a division leaves is no section."""


def is_section(ring: Ring) -> bool:
    """Whether an outline is no larger than a section may be. (BLD-SECT-02)"""
    box = _levelled(ring).bounds
    longest = max(box[2] - box[0], box[3] - box[1])
    return area_in(ring) <= SECTION_IN2 + _SLACK and longest <= SECTION_IN + _SLACK


def parted(ring: Ring, walls: Iterable[Segment], gaps: Iterable[Segment]) -> tuple[Ring, ...]:
    """What is left of a floor between walls that stand in it, joined where there are gaps in these."""
    lines = shapely.union_all([shapely.LineString(w).buffer(_WALL) for w in walls])
    open_ = shapely.union_all([shapely.LineString(g).buffer(2 * _WALL, cap_style="flat") for g in gaps])
    left = polygon_of(ring).difference(lines.difference(open_))
    found = [p for p in shapely.get_parts(left) if p.geom_type == "Polygon" and p.area > _SLIVER]
    return tuple(tuple((x, y) for x, y in p.exterior.coords[:-1]) for p in found)


def section_counts(length: float, width: float) -> tuple[int, int]:
    """Into how many equal parts a floor of that size is divided, along it and across. (BLD-SECT-03)"""
    along, across = (max(1, math.ceil(side / SECTION_IN - 1e-6)) for side in (length, width))
    while (length / along) * (width / across) > SECTION_IN2 + 1e-6:
        if length / along >= width / across:
            along += 1
        else:
            across += 1
    return along, across


def divided(ring: Ring) -> tuple[Ring, ...]:
    """A floor in equal parts, each no larger than a section, along its longest wall and across it. (BLD-SECT-03)"""
    left, top, right, bottom = _levelled(ring).bounds
    return cut(ring, *section_counts(right - left, bottom - top))


def cut(ring: Ring, along: int, across: int) -> tuple[Ring, ...]:
    """An outline cut into so many equal parts along its longest wall and across it."""
    level, about, deg = _levelled(ring), shapely.Point(ring[0]), _longest_deg(ring)
    left, top, right, bottom = level.bounds
    width, depth = (right - left) / along, (bottom - top) / across
    found = []
    for y in range(across):
        for x in range(along):
            cell = shapely.box(left + x * width, top + y * depth, left + (x + 1) * width, top + (y + 1) * depth)
            part = max(_polygons(level.intersection(cell)), key=lambda each: each.area, default=None)
            if part is not None and part.area > _SLIVER:
                turned = shapely.affinity.rotate(part, deg, origin=about)
                found.append(_rounded(turned))
    return tuple(found)


def is_long(ring: Ring) -> bool:
    """Whether it is longer along its longest wall than across."""
    left, top, right, bottom = _levelled(ring).bounds
    return bool(right - left >= bottom - top)


def shared_edge(one: Ring, other: Ring) -> tuple[Point, Point] | None:
    """The ends of the stretch of wall that two neighbouring outlines share; None if they share none."""
    shared = polygon_of(one).buffer(0.02).intersection(polygon_of(other).buffer(0.02))
    if shared.is_empty:
        return None
    left, top, right, bottom = shared.bounds
    middle = ((left + right) / 2, (top + bottom) / 2)
    if right - left >= bottom - top:
        return (round(left, 2), round(middle[1], 2)), (round(right, 2), round(middle[1], 2))
    return (round(middle[0], 2), round(top, 2)), (round(middle[0], 2), round(bottom, 2))


def _longest_deg(ring: Ring) -> float:
    """How the longest wall runs, in degrees from the table's width."""
    a, b = max(edges(ring), key=lambda wall: round(distance(*wall), 2))
    return math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))


def _levelled(ring: Ring) -> BaseGeometry:
    """The outline turned about its first corner so that its longest wall lies along the table's width."""
    return shapely.affinity.rotate(polygon_of(ring), -_longest_deg(ring), origin=shapely.Point(ring[0]))


def _polygons(shape: BaseGeometry) -> list[shapely.Polygon]:
    return [part for part in getattr(shape, "geoms", (shape,)) if isinstance(part, shapely.Polygon) and part.area > 0]


def _rounded(shape: shapely.Polygon) -> Ring:
    return tuple((round(x, 2), round(y, 2)) for x, y in list(shape.exterior.coords)[:-1])
