"""Polygons as rings of points, with hand-written measures: on small rings they beat making Shapely objects.

A ring lists its corners once, in either sense, without repeating the first. Its inside is open: a line that only runs
along an edge does not cross it.
"""

import functools
import math
from typing import Final, NamedTuple

import shapely

from rules.geometry.lengths import (
    Path,
    Point,
    between,
    direction,
    distance,
    distance_to_segment,
    is_within,
    nearest_on_segment,
)

Ring = tuple[Point, ...]
Interval = tuple[float, float]

_ON_LINE: Final = 1e-9


class Bounds(NamedTuple):
    """The upright rectangle round a shape."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Bounds") -> bool:
        """Whether two rectangles share a point."""
        return (
            self.left <= other.right
            and other.left <= self.right
            and self.top <= other.bottom
            and other.top <= self.bottom
        )

    def holds(self, point: Point, margin: float = 0.0) -> bool:
        """Whether a point is in the rectangle or no further than the margin beside it."""
        x, y = point
        return self.left - margin <= x <= self.right + margin and self.top - margin <= y <= self.bottom + margin

    def grown(self, by: float) -> "Bounds":
        """The rectangle with a margin all round."""
        return Bounds(self.left - by, self.top - by, self.right + by, self.bottom + by)


@functools.lru_cache(maxsize=4096)
def bounds(points: Path) -> Bounds:
    """The upright rectangle round some points (at least one)."""
    xs = [p[0] for p in points]
    ys = [p[1] for p in points]
    return Bounds(min(xs), min(ys), max(xs), max(ys))


@functools.lru_cache(maxsize=4096)
def polygon_of(ring: Ring) -> shapely.Polygon:
    """The Shapely polygon of a ring, made once and prepared for repeated questions."""
    polygon = shapely.Polygon(ring)
    shapely.prepare(polygon)
    return polygon


def centroid(ring: Ring) -> Point:
    """The middle of its surface."""
    middle = polygon_of(ring).centroid
    return (middle.x, middle.y)


def edges(ring: Ring) -> tuple[tuple[Point, Point], ...]:
    """The sides of a ring, from each corner to the next."""
    return tuple(zip(ring, (*ring[1:], ring[0]), strict=True))


def encloses(ring: Ring, p: Point) -> bool:
    """Whether a point lies inside a ring (on an edge it may be either: see `edge_distance`)."""
    x, y = p
    inside = False
    x1, y1 = ring[-1]
    for x2, y2 in ring:
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
        x1, y1 = x2, y2
    return inside


def edge_distance(ring: Ring, p: Point) -> float:
    """Inches from a point, inside or outside, to the nearest edge of a ring."""
    x, y = p
    least = math.inf
    ax, ay = ring[-1]
    for bx, by in ring:  # written out: asked more than anything else
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        share = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / square)) if square else 0.0
        away = math.hypot(ax + dx * share - x, ay + dy * share - y)
        if away < least:
            least = away
        ax, ay = bx, by
    return least


def nearest_on_edge(ring: Ring, p: Point) -> Point:
    """The point of a ring's edges nearest to p; of several the first in the ring's order."""
    return min((nearest_on_segment(p, a, b) for a, b in edges(ring)), key=lambda q: distance(p, q))


def distance_to_ring(ring: Ring, p: Point) -> float:
    """Inches from a point to a ring; 0 inside it."""
    return 0.0 if encloses(ring, p) else edge_distance(ring, p)


_NEAR_IN: Final = 0.1
"""More than any tolerance: who is further off is outside, which is quickly said of most."""


def holds(ring: Ring, p: Point) -> bool:
    """Whether a point is in a ring or on its edge, give or take the tolerance."""
    if not bounds(ring).holds(p, _NEAR_IN):
        return False
    return encloses(ring, p) or is_within(edge_distance(ring, p), 0)


def spread(ring: Ring, count: int) -> tuple[Point, ...]:
    """So many places along an outline, all as far from each other."""
    sides = edges(ring)
    lengths = [distance(a, b) for a, b in sides]
    found: list[Point] = []
    for n in range(count):
        at = sum(lengths) * (n + 0.5) / count
        for (a, b), length in zip(sides, lengths, strict=True):
            if at <= length:
                found.append(between(a, b, at / length))
                break
            at -= length
    return tuple(found)


def holds_circle(ring: Ring, centre: Point, radius: float) -> bool:
    """Whether a circle lies wholly in a ring, give or take the tolerance."""
    return holds(ring, centre) and is_within(radius, edge_distance(ring, centre))


def crossings(ring: Ring, a: Point, b: Point) -> tuple[Interval, ...]:
    """The parts of the segment ab that lie inside a ring, as shares of its length from a (0) to b (1)."""
    ax, ay = a
    dx, dy = b[0] - ax, b[1] - ay
    square = dx * dx + dy * dy
    on_line = _ON_LINE * math.sqrt(square)
    sides = [dx * (y - ay) - dy * (x - ax) for x, y in ring]
    if not sides or min(sides) >= -on_line or max(sides) <= on_line:
        return ()
    sides = [0.0 if -on_line < side < on_line else side for side in sides]
    shares = _line_meets(ring, sides, a, dx / square, dy / square)
    if len(shares) > 2:
        shares.sort()
    inside = _clipped(shares)
    if inside and 0.0 in sides:
        inside = _without_edges(inside, ring, sides, a, dx / square, dy / square)
    return tuple(inside)


def _line_meets(ring: Ring, sides: list[float], a: Point, ux: float, uy: float) -> list[float]:
    """Where the endless line changes from outside to inside and back; a corner on the line counts as right of it.

    `sides` says on which side of the line each corner lies: negative, positive, or 0 on it.
    """
    ax, ay = a
    meets = []
    before = sides[-1]
    px, py = ring[-1]
    for side, (x, y) in zip(sides, ring, strict=True):
        if (side < 0) != (before < 0):
            share = before / (before - side)
            meets.append((px + (x - px) * share - ax) * ux + (py + (y - py) * share - ay) * uy)
        before, px, py = side, x, y
    return meets if len(meets) != 2 or meets[0] <= meets[1] else meets[::-1]


def _clipped(shares: list[float]) -> list[Interval]:
    """The shares taken in pairs as intervals, as far as they lie from 0 to 1."""
    inside = []
    for i in range(0, len(shares), 2):
        start, end = max(0.0, shares[i]), min(1.0, shares[i + 1])
        if end - start > _ON_LINE:
            inside.append((start, end))
    return inside


def _without_edges(
    inside: list[Interval], ring: Ring, sides: list[float], a: Point, ux: float, uy: float
) -> list[Interval]:
    """Leaves out the stretches that only run along an edge."""
    for i, side in enumerate(sides):
        if side == 0.0 and sides[i - 1] == 0.0:
            s, e = sorted((p[0] - a[0]) * ux + (p[1] - a[1]) * uy for p in (ring[i - 1], ring[i]))
            inside = [part for old in inside for part in _minus(old, s, e)]
    return inside


def _minus(interval: Interval, start: float, end: float) -> list[Interval]:
    parts = [(interval[0], min(interval[1], start)), (max(interval[0], end), interval[1])]
    return [(s, e) for s, e in parts if e - s > _ON_LINE]


def segments_distance(a: Point, b: Point, c: Point, d: Point) -> float:
    """Inches between the segments ab and cd; 0 if they meet."""
    if segments_meet(a, b, c, d):
        return 0.0
    return min(
        distance_to_segment(a, c, d),
        distance_to_segment(b, c, d),
        distance_to_segment(c, a, b),
        distance_to_segment(d, a, b),
    )


def _cross(o: Point, p: Point, q: Point) -> float:
    return (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0])


def segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments cross each other; touching is not crossing."""
    return _cross(a, b, c) * _cross(a, b, d) < 0 and _cross(c, d, a) * _cross(c, d, b) < 0


def meeting(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Where two segments cross each other; None where they do not."""
    if not segments_meet(a, b, c, d):
        return None
    before, after = _cross(c, d, a), _cross(c, d, b)
    return between(a, b, before / (before - after))


def segment_distance(ring: Ring, a: Point, b: Point) -> float:
    """Inches from the segment ab to a ring; 0 if any of it is inside."""
    if encloses(ring, a) or encloses(ring, b) or crossings(ring, a, b):
        return 0.0
    return min(segments_distance(a, b, c, d) for c, d in edges(ring))


def rings_distance(one: Ring, other: Ring) -> float:
    """Inches between two rings; 0 if they share any ground."""
    if encloses(one, other[0]) or encloses(other, one[0]):
        return 0.0
    return min(segments_distance(a, b, c, d) for a, b in edges(one) for c, d in edges(other))


def rectangle(left: float, top: float, width: float, depth: float) -> Ring:
    """An upright rectangle, clockwise from its top left corner."""
    right, bottom = left + width, top + depth
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def disc(centre: Point, radius: float, corners: int = 32) -> Ring:
    """A round shape as a regular ring, its first corner straight up."""
    steps = (direction(360 * i / corners) for i in range(corners))
    return tuple((centre[0] + dx * radius, centre[1] + dy * radius) for dx, dy in steps)


@functools.lru_cache(maxsize=1024)
def thick_line(path: Path, thickness: float = 0.2) -> Ring:
    """A wall, hedge or fence: a path of at least two points given a thickness in inches.

    Raises ValueError if it closes round a yard: draw that as two lines, so that the yard stays outside.
    """
    shape = shapely.LineString(path).buffer(thickness / 2, cap_style="flat", join_style="mitre")
    if len(shape.interiors):
        raise ValueError("a line that closes on itself has no single outline: draw it as two lines")
    return ring_of(shape)


def grown(ring: Ring, by_in: float) -> Ring:
    """The outline of all that is so near to an area, rounded at its corners."""
    return ring_of(polygon_of(ring).buffer(by_in, quad_segs=4))


def ring_of(shape: shapely.Geometry) -> Ring:
    """The outer ring of a Shapely polygon."""
    if not isinstance(shape, shapely.Polygon):
        raise TypeError(f"no single polygon: {shape}")
    return tuple((float(x), float(y)) for x, y in shape.exterior.coords[:-1])


def convex_ring(points: Path) -> Ring:
    """The convex outline of some points, at least three of them not in one line; the leftmost comes first."""
    ordered = sorted(set(points))
    there, back = _half_hull(ordered), _half_hull(ordered[::-1])
    return (*there[:-1], *back[:-1])


def _half_hull(ordered: list[Point]) -> list[Point]:
    """The corners of one half of the outline of points that are in order from left to right, or back."""
    kept: list[Point] = []
    for p in ordered:
        while len(kept) > 1 and _cross(kept[-2], kept[-1], p) <= 0:
            kept.pop()
        kept.append(p)
    return kept
