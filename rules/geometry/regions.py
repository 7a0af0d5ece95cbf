"""Regions to be drawn: what lies within reach of something and is left over by what stands there."""

from __future__ import annotations

from collections.abc import Sequence

import shapely

from rules.geometry.lengths import Circle, Point
from rules.geometry.rings import Ring

SMOOTH_IN = 0.02
"""How far a ring may lie off the true one."""


def left_over(
    near: Sequence[Ring],
    reach: float,
    *,
    table: Point,
    rings: Sequence[Ring],
    gap: float,
    circles: Sequence[Circle],
    barred: Sequence[Ring] = (),
    foes: Sequence[Ring] = (),
    foe_gap: float = 0,
) -> tuple[Ring, ...]:
    """Rings, holes among them, of what lies within `reach` of any of `near` (a ring of one point is that point).

    Left out are what is off the table, what is nearer than `gap` to any of `rings` or than `foe_gap` to any of
    `foes`, the circles and what is `barred`.
    """
    region = shapely.union_all([shapely.buffer(_shape(ring), reach) for ring in near])
    region = region.intersection(shapely.box(0, 0, *table))
    taken: list[shapely.Geometry] = [shapely.buffer(_shape(ring), gap) for ring in rings]
    taken += [shapely.buffer(_shape(ring), foe_gap) for ring in foes]
    taken += [_shape(ring) for ring in barred]
    taken += [shapely.buffer(shapely.Point(circle.centre), circle.radius) for circle in circles]
    region = region.difference(shapely.union_all(taken)).simplify(SMOOTH_IN)
    return tuple(_points(ring) for part in _polygons(region) for ring in (part.exterior, *part.interiors))


def _shape(ring: Ring) -> shapely.Geometry:
    return shapely.Point(ring[0]) if len(ring) == 1 else shapely.Polygon(ring)


def _polygons(region: shapely.Geometry) -> list[shapely.Polygon]:
    parts = [region] if isinstance(region, shapely.Polygon) else getattr(region, "geoms", ())
    return [part for part in parts if isinstance(part, shapely.Polygon) and not part.is_empty]


def _points(ring: shapely.LinearRing) -> Ring:
    return tuple((round(x, 2), round(y, 2)) for x, y in ring.coords[:-1])
