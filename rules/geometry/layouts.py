"""Whether a layout of areas can be played: outlines that cross themselves, room that is left, shares of a table."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Final

import shapely
from shapely.geometry.base import BaseGeometry

from rules.geometry.lengths import Point
from rules.geometry.rings import Ring, polygon_of

SLIVER_IN: Final = 0.1
"""What is no thicker than twice that is no part of an area."""


@functools.lru_cache(maxsize=4096)
def is_simple(ring: Ring) -> bool:
    """Whether an outline has an inside and does not cross itself."""
    return len(set(ring)) >= 3 and bool(polygon_of(ring).is_valid) and polygon_of(ring).area > 0


def area_in(ring: Ring) -> float:
    """Square inches within an outline."""
    return float(_sound(ring).area)


def shared_in(one: Ring, other: Ring) -> float:
    """Square inches that two outlines share."""
    return float(_sound(one).intersection(_sound(other)).area)


def free_in(ring: Ring, barred: Sequence[Ring]) -> float:
    """Square inches of an outline outside those others."""
    return float(_less(ring, barred).area)


def has_room(ring: Ring, barred: Sequence[Ring], across_in: float) -> bool:
    """Whether a disc so many inches across fits into an outline outside those others."""
    return not _less(ring, barred).buffer(0.01 - across_in / 2).is_empty


def middle_of(ring: Ring) -> Point:
    """A point inside an outline, or on it where it has no inside."""
    point = _sound(ring).representative_point() if is_simple(ring) else shapely.Point(ring[0])
    return (round(point.x, 2), round(point.y, 2))


@functools.lru_cache(maxsize=16)
def covered_in(rings: tuple[Ring, ...], pieces: tuple[Ring, ...]) -> tuple[float, ...]:
    """Square inches of each outline that any of the pieces cover."""
    cover = shapely.union_all([_sound(piece) for piece in pieces])
    return tuple(float(_sound(ring).intersection(cover).area) for ring in rings)


def common(one: Ring, other: Ring) -> Ring | None:
    """The outline of what two areas share, of several parts the largest; None if they share nothing."""
    shared = _sound(one).intersection(_sound(other))
    parts = [
        part for part in getattr(shared, "geoms", (shared,)) if isinstance(part, shapely.Polygon) and part.area > 0
    ]
    if not parts:
        return None
    ring = max(parts, key=lambda part: part.area).exterior.simplify(0.005)
    return tuple((float(x), float(y)) for x, y in tuple(ring.coords)[:-1])


def without(ring: Ring, gone: Sequence[Ring]) -> tuple[Ring, ...]:
    """The outlines of what is left of an area, the largest first; slivers are no part of it."""
    left = _less(ring, gone).buffer(-SLIVER_IN, join_style="mitre").buffer(SLIVER_IN, join_style="mitre")
    parts = [part for part in getattr(left, "geoms", (left,)) if isinstance(part, shapely.Polygon) and part.area > 0]
    parts.sort(key=lambda part: -part.area)
    return tuple(
        tuple((round(float(x), 3), round(float(y), 3)) for x, y in tuple(part.exterior.simplify(0.005).coords)[:-1])
        for part in parts
    )


def _less(ring: Ring, barred: Sequence[Ring]) -> BaseGeometry:
    whole = _sound(ring)
    near = [area for area in map(_sound, barred) if area.intersects(whole)]
    return whole.difference(shapely.union_all(near)) if near else whole


@functools.lru_cache(maxsize=4096)
def _sound(ring: Ring) -> BaseGeometry:
    """The area of an outline; of one that crosses itself, what it surrounds."""
    if len(ring) < 3:
        return shapely.Polygon()
    polygon = shapely.Polygon(ring)
    return polygon if polygon.is_valid else shapely.make_valid(polygon)
