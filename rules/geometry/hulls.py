"""Hulls: vehicles as rectangles with a heading, and the ground that they sweep. (VEH-GEOM-01 to -03, VEH-BRD-09)"""

import functools
import itertools
import math
from typing import Final, Literal, NamedTuple

import shapely

from rules.geometry import rings
from rules.geometry.facings import bearing, normalise, relative
from rules.geometry.lengths import (
    TOLERANCE,
    Circle,
    Path,
    Point,
    along,
    between,
    direction,
    distance,
    distance_to_segment,
    is_beyond,
    is_within,
)
from rules.geometry.rings import Ring

Face = Literal["front", "right", "rear", "left"]
Impact = Literal["front", "side", "rear"]

_TURN_STEP: Final = 5.0
"""Degrees between the poses that stand for a turn on the spot."""


class Hull(NamedTuple):
    """A rectangle on the table: centre, heading in degrees, length along the heading and width, in inches."""

    centre: Point
    heading: float
    length: float
    width: float

    def on_table(self, forward: float, right: float) -> Point:
        """The table point of a place on the hull, given in inches forward and to the right of its centre."""
        fx, fy = direction(self.heading)
        return (self.centre[0] + forward * fx - right * fy, self.centre[1] + forward * fy + right * fx)

    def on_hull(self, point: Point) -> Point:
        """A table point in hull coordinates: inches (forward, right) of the centre. (VEH-GEOM-01)"""
        fx, fy = direction(self.heading)
        dx, dy = point[0] - self.centre[0], point[1] - self.centre[1]
        return (dx * fx + dy * fy, dy * fx - dx * fy)

    def corners(self) -> Ring:
        """Front left, front right, rear right, rear left. (VEH-GEOM-01)"""
        return _corners(self)

    @property
    def polygon(self) -> shapely.Polygon:
        """The outline as a Shapely polygon, prepared."""
        return rings.polygon_of(_corners(self))

    def contains(self, point: Point) -> bool:
        """Whether a point is on the hull or its edge, give or take the tolerance."""
        return is_within(self.distance_to_point(point), 0)

    def distance_to_point(self, point: Point) -> float:
        """Inches from the outline to a point; 0 on the hull."""
        forward, right = self.on_hull(point)
        return math.hypot(max(abs(forward) - self.length / 2, 0.0), max(abs(right) - self.width / 2, 0.0))

    def distance_to_segment(self, a: Point, b: Point) -> float:
        """Inches from the outline to the nearest point of a line from one place to another; 0 where that crosses it."""
        return float(shapely.distance(self.polygon, shapely.LineString([a, b])))

    def nearest_to(self, point: Point) -> Point:
        """The place of the hull that is nearest to a point; the point itself where it is on the hull."""
        forward, right = self.on_hull(point)
        ahead = min(max(forward, -self.length / 2), self.length / 2)
        return self.on_table(ahead, min(max(right, -self.width / 2), self.width / 2))

    def face_towards(self, point: Point) -> tuple[Face, ...]:
        """The face nearest to a shooter, or the two that tie on the line through opposite corners. (VEH-GEOM-02)"""
        forward, right = self.on_hull(point)
        ends: Face = "front" if forward >= 0 else "rear"
        sides: Face = "right" if right >= 0 else "left"
        lead = (abs(forward) * self.width - abs(right) * self.length) / math.hypot(self.length, self.width)
        if is_within(abs(lead), 0):
            return (ends, sides)
        return (ends,) if lead > 0 else (sides,)

    def nearest_faces(self, point: Point) -> tuple[Face, ...]:
        """The face whose edge is nearest to a point, on the hull or off it; all that tie. (VEH-AREA-02)"""
        a, b, c, d = _corners(self)
        ends: dict[Face, tuple[Point, Point]] = {"front": (a, b), "right": (b, c), "rear": (c, d), "left": (d, a)}
        away = {face: distance_to_segment(point, *edge) for face, edge in ends.items()}
        return tuple(face for face, gap in away.items() if is_within(gap, min(away.values())))

    def impact_quadrant(self, rammer: Point, *, backward: bool = False) -> Impact:
        """The quarter from which a rammer's centre strikes, seen along the course of travel. (VEH-GEOM-03)"""
        course = self.heading + 180 if backward else self.heading
        angle = abs(relative(course, bearing(self.centre, rammer))) if rammer != self.centre else 0.0
        if is_within(45, angle) and is_within(angle, 135):
            return "side"
        return "front" if angle < 90 else "rear"

    def visible_faces(self, eye: Point) -> tuple[tuple[Face, Point, Point], ...]:
        """The faces that an eye outside the hull can see, each with its two ends. (VEH-COV-01)"""
        forward, right = self.on_hull(eye)
        a, b, c, d = _corners(self)
        half_length, half_width = self.length / 2 + TOLERANCE, self.width / 2 + TOLERANCE
        seen: list[tuple[Face, Point, Point]] = []
        if forward > half_length:
            seen.append(("front", a, b))
        if right > half_width:
            seen.append(("right", b, c))
        if forward < -half_length:
            seen.append(("rear", c, d))
        if right < -half_width:
            seen.append(("left", d, a))
        return tuple(seen)

    def overlaps(self, other: "Hull | Circle | Ring") -> bool:
        """Whether the hull stands on a base, another hull or a polygon by more than the tolerance; touching is not."""
        if isinstance(other, Circle):
            near = distance(self.centre, other.centre) < self.half_diagonal_in + other.radius
            return near and is_beyond(other.radius, self.distance_to_point(other.centre))
        if isinstance(other, Hull):
            near = distance(self.centre, other.centre) < self.half_diagonal_in + other.half_diagonal_in
            return near and is_beyond(-_gap(self, other), 0)
        near = rings.bounds(_corners(self)).meets(rings.bounds(other))
        return near and _shrunk(self).polygon.intersects(rings.polygon_of(other))

    @property
    def half_diagonal_in(self) -> float:
        """Inches from the centre to a corner: nothing further off can touch the hull."""
        return math.hypot(self.length, self.width) / 2

    def edge_points(self, spacing: float = 0.5) -> Path:
        """Points along the outline, clockwise from the front left corner, no further apart than the spacing."""
        found: list[Point] = []
        for a, b in rings.edges(_corners(self)):
            steps = max(1, math.ceil(math.hypot(b[0] - a[0], b[1] - a[1]) / spacing))
            found.extend(between(a, b, i / steps) for i in range(steps))
        return tuple(found)

    def driven(self, dist: float) -> "Hull":
        """The hull after driving straight on; backward if negative."""
        return self._replace(centre=along(self.centre, self.heading, dist))

    def turned(self, degrees: float) -> "Hull":
        """The hull after a turn about its centre, clockwise if positive. (VEH-MOVE-04)"""
        return self._replace(heading=normalise(self.heading + degrees))


def shortest_line(one: Hull, other: Hull) -> tuple[Point, Point]:
    """From the nearest place of one hull to the nearest of another."""
    (a, b), (c, d) = shapely.shortest_line(one.polygon, other.polygon).coords
    return ((a, b), (c, d))


def distance_between(one: Hull, other: Hull) -> float:
    """Inches between two outlines; 0 if they meet."""
    return rings.rings_distance(_corners(one), _corners(other)) if _gap(one, other) > 0 else 0.0


class Swept(NamedTuple):
    """The ground that a hull covered in a move, as convex pieces in the order driven: its wake. (VEH-BRD-09)"""

    pieces: tuple[Ring, ...]

    @property
    def bounds(self) -> rings.Bounds:
        """The upright rectangle round all of it."""
        return rings.bounds(tuple(corner for piece in self.pieces for corner in piece))

    def distance_to(self, point: Point) -> float:
        """Inches from the swept ground to a point; 0 on it."""
        return min(rings.distance_to_ring(piece, point) for piece in self.pieces)

    def covers(self, circle: Circle) -> bool:
        """Whether a base lies under the sweep by more than the tolerance."""
        near = (piece for piece in self.pieces if rings.bounds(piece).holds(circle.centre, circle.radius))
        return any(is_beyond(circle.radius, rings.distance_to_ring(piece, circle.centre)) for piece in near)

    def parts(self, a: Point, b: Point) -> bool:
        """Whether the sweep passes between two points. (VEH-SHOCK-01)"""
        return any(rings.crossings(piece, a, b) for piece in self.pieces)

    def outline(self) -> Ring:
        """The outer edge of the swept ground, for drawing and for stepping aside. (VEH-SHOCK-03)"""
        return _outline(self.pieces)

    def within(self, inches: float) -> Ring:
        """The outer edge of the ground so near to it. (VEH-BRD-09)"""
        return rings.ring_of(rings.polygon_of(self.outline()).buffer(inches, quad_segs=6))


@functools.lru_cache(maxsize=512)
def swept(poses: tuple[Hull, ...]) -> Swept:
    """The ground swept through a path of poses, from the first to the last. (VEH-BRD-09)"""
    if len(poses) < 2:
        return Swept(tuple(_corners(pose) for pose in poses))
    fine = [pose for a, b in itertools.pairwise(poses) for pose in _steps(a, b)] + [poses[-1]]
    hulls = (rings.convex_ring(_corners(a) + _corners(b)) for a, b in itertools.pairwise(fine))
    return Swept(tuple(hulls))


def _steps(a: Hull, b: Hull) -> list[Hull]:
    """The poses from a up to, not including, b: more of them where the hull turns."""
    angle = relative(a.heading, b.heading)
    count = max(1, math.ceil(abs(angle) / _TURN_STEP))
    return [
        a._replace(centre=between(a.centre, b.centre, i / count), heading=normalise(a.heading + angle * i / count))
        for i in range(count)
    ]


@functools.lru_cache(maxsize=2048)
def _corners(hull: Hull) -> Ring:
    half_length, half_width = hull.length / 2, hull.width / 2
    return (
        hull.on_table(half_length, -half_width),
        hull.on_table(half_length, half_width),
        hull.on_table(-half_length, half_width),
        hull.on_table(-half_length, -half_width),
    )


@functools.lru_cache(maxsize=256)
def _outline(pieces: tuple[Ring, ...]) -> Ring:
    return rings.ring_of(shapely.union_all([shapely.Polygon(piece) for piece in pieces]))


def _shrunk(hull: Hull) -> Hull:
    return hull._replace(length=hull.length - 2 * TOLERANCE, width=hull.width - 2 * TOLERANCE)


def _gap(one: Hull, other: Hull) -> float:
    """The widest gap between two hulls along any of their axes; negative by how far they overlap."""
    return max(_gap_along(one, other), _gap_along(other, one))


def _gap_along(axes_of: Hull, other: Hull) -> float:
    places = [axes_of.on_hull(corner) for corner in _corners(other)]
    ahead = [place[0] for place in places]
    aside = [place[1] for place in places]
    half_length, half_width = axes_of.length / 2, axes_of.width / 2
    return max(min(ahead) - half_length, -half_length - max(ahead), min(aside) - half_width, -half_width - max(aside))
