"""Flamer strips and round markers, and who is under them. (ARAP-TMPL-01 to -06)"""

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from rules.geometry import rings
from rules.geometry.areas import Area, Ground
from rules.geometry.facings import bearing, mirrored
from rules.geometry.hulls import Hull, distance_between
from rules.geometry.lengths import Circle, Point, along, between, distance, distance_to_segment, is_within
from rules.geometry.rings import Ring

EDGE_DOUBT_IN: Final = 0.25
"""A figure is doubtful whose body circle begins within so much of the edge: there a man's base is partly under it."""

_OUTLINE_STEP_DEG: Final = 10

STRIP_LENGTH_IN = 8.0
STRIP_WIDTH_IN = 2.0


class Strip(NamedTuple):
    """A strip from its narrow end along a bearing; lengths in inches. (ARAP-TMPL-01)"""

    origin: Point
    bearing: float
    length: float
    width: float

    @property
    def end(self) -> Point:
        """The far end of the aim line."""
        return along(self.origin, self.bearing, self.length)

    def corners(self) -> Ring:
        """Far left, far right, near right, near left."""
        return self._as_hull().corners()

    def reaches(self, circle: Circle) -> bool:
        """Whether a body circle touches the strip. (ARAP-TMPL-06)"""
        return is_within(self._as_hull().distance_to_point(circle.centre), circle.radius)

    def is_doubtful(self, circle: Circle) -> bool:
        """Whether a body circle begins within a quarter of an inch of the edge. (ARAP-TMPL-06)"""
        frame = self._as_hull()
        forward, right = frame.on_hull(circle.centre)
        inside = min(self.length / 2 - abs(forward), self.width / 2 - abs(right))
        out = frame.distance_to_point(circle.centre) or -inside
        return is_within(abs(out - circle.radius), EDGE_DOUBT_IN)

    def reaches_hull(self, hull: Hull) -> bool:
        """Whether any of a hull is under the strip."""
        return is_within(distance_between(self._as_hull(), hull), 0)

    def _as_hull(self) -> Hull:
        middle = along(self.origin, self.bearing, self.length / 2)
        return Hull(middle, self.bearing, self.length, self.width)


def strip_with(corners: Sequence[Point]) -> Strip:
    """The strip with these corners: far left, far right, near right, near left."""
    far, near = between(corners[0], corners[1], 0.5), between(corners[2], corners[3], 0.5)
    return Strip(near, bearing(near, far), distance(near, far), distance(corners[0], corners[1]))


class Marker(NamedTuple):
    """A round blast or gas marker."""

    centre: Point
    diameter: float

    def outline(self) -> Ring:
        """Its edge, for drawing."""
        return tuple(along(self.centre, turn, self.diameter / 2) for turn in range(0, 360, _OUTLINE_STEP_DEG))

    def reaches(self, circle: Circle) -> bool:
        """Whether a body circle touches the marker. (ARAP-TMPL-06)"""
        return is_within(distance(self.centre, circle.centre), self.diameter / 2 + circle.radius)

    def is_doubtful(self, circle: Circle) -> bool:
        """Whether a body circle begins within a quarter of an inch of the edge. (ARAP-TMPL-06)"""
        out = distance(self.centre, circle.centre) - self.diameter / 2
        return is_within(abs(out - circle.radius), EDGE_DOUBT_IN)

    def reaches_hull(self, hull: Hull) -> bool:
        """Whether any of a hull is under the marker."""
        return is_within(hull.distance_to_point(self.centre), self.diameter / 2)


class Template(Protocol):
    """A shape that bodies can be under."""

    def reaches(self, circle: Circle) -> bool:
        """Whether a body circle touches the shape."""


class StripContact(NamedTuple):
    """Where a strip meets an obstacle: which, how many inches along, where, and how the struck wall runs."""

    area_id: str
    at_in: float
    point: Point
    wall_deg: float


def strip(
    origin: Point,
    bearing_deg: float,
    length: float = STRIP_LENGTH_IN,
    width: float = STRIP_WIDTH_IN,
    cut: float | None = None,
) -> Strip:
    """The strip of a template weapon, cut short after `cut` inches if something tall stands there. (ARAP-TMPL-01)"""
    return Strip(origin, bearing_deg, length if cut is None else min(length, cut), width)


def torrent(firer: Point, narrow_end: Point, length: float = STRIP_LENGTH_IN, width: float = STRIP_WIDTH_IN) -> Strip:
    """A strip that starts away from the firer and points on outwards. (ARAP-TMPL-05)"""
    return Strip(narrow_end, bearing(firer, narrow_end), length, width)


def marker(centre: Point, diameter: float) -> Marker:
    """A round marker, diameter in inches."""
    return Marker(centre, diameter)


def touches(shape: Marker, point: Point, body_radius: float) -> bool:
    """Whether a marker touches the body circle of a figure. (ARAP-TMPL-06)"""
    return shape.reaches(Circle(point, body_radius))


def covered(shape: Template, bodies: tuple[Circle, ...]) -> tuple[int, ...]:
    """The places in the list of the body circles under a template or marker. (ARAP-TMPL-06)"""
    return tuple(i for i, body in enumerate(bodies) if shape.reaches(body))


def body(centre: Point, base_radius: float) -> Circle:
    """A figure's body circle: half the radius of its base. (ARAP-TMPL-06)"""
    return Circle(centre, base_radius / 2)


def first_strike(
    shape: Strip, ground: Ground, *, min_height: float, others: tuple[Area, ...] = ()
) -> StripContact | None:
    """The first obstacle of at least a height that the aim line runs into; its `at_in` is where to cut the strip.

    An obstacle in which the firer stands does not stop the stream. (ARAP-TMPL-01)
    """
    near = (*ground.near(rings.bounds((shape.origin, shape.end))), *others)
    strikes = [
        (parts[0][0] * shape.length, i, area)
        for i, area in enumerate(near)
        if is_within(min_height, area.height)
        and (parts := rings.crossings(area.points, shape.origin, shape.end))
        and parts[0][0] > 0
    ]
    if not strikes:
        return None
    at_in, _, area = min(strikes)
    point = along(shape.origin, shape.bearing, at_in)
    return StripContact(area.id, at_in, point, _wall_at(area.points, point))


def bounced(shape: Strip, strike: StripContact) -> Strip:
    """What is left of a strip after it bounced off a wall, at the angle at which it struck. (ARAP-TMPL-02)"""
    out = mirrored(shape.bearing, strike.wall_deg)
    return Strip(strike.point, out, max(0.0, shape.length - strike.at_in), shape.width)


def _wall_at(ring: Ring, point: Point) -> float:
    """The bearing, 0 up to 180, of the edge on which a point lies."""
    a, b = min(rings.edges(ring), key=lambda edge: distance_to_segment(point, *edge))
    return bearing(a, b) % 180
