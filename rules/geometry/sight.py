"""Lines of sight, what they cross, and how much of a hull is hidden. (ARAP-SHOOT-03, ARAP-SHOOT-07, VEH-COV-01)

A line runs from the eye, at its height above the table, to the top of the target. An area stops it where it is higher
than the line there and the line passes through more of it than its depth. What counts as cover is the caller's to say:
a sight line only says what it crossed and how near to the target.
"""

import functools
from collections.abc import Callable
from typing import Final, NamedTuple

from rules.geometry import rings
from rules.geometry.areas import Area, Ground
from rules.geometry.hulls import Hull
from rules.geometry.lengths import Circle, Path, Point, between, distance, is_beyond, is_within

EYE_IN: Final = 1.0
"""Height above the ground, in inches, of a man-sized figure's eye and of its head as a target."""

DOUBT_IN: Final = 0.125
"""A line is doubtful where so much of the target's edge decides: half a man's body circle, finer than models stand."""

_EDGE: Final = 1e-9


class AreaCrossed(NamedTuple):
    """An area that the centre line passes through, and where, in inches from the eye and from the target."""

    area_id: str
    enters_in: float
    leaves_in: float
    from_target_in: float
    """Inches from the target to the nearest point crossed; 0 if the target is in the area."""


class Sight(NamedTuple):
    """What an eye can see of a target."""

    clear: bool
    doubtful: bool
    """Whether only an edge of the target is seen, past something that hides its centre."""
    crossings: tuple[AreaCrossed, ...]
    """What the centre line crosses, in order from the eye."""
    blocked_by: tuple[str, ...]
    """The areas that stop the centre line, in order from the eye."""


class _Line(NamedTuple):
    """A sight line with the heights of its ends."""

    a: Point
    b: Point
    eye: float
    top: float

    def is_stopped_by(self, area: Area) -> bool:
        """Whether an area hides the end of the line."""
        return area.height > 0 and self.is_stopped(area, rings.crossings(area.points, self.a, self.b))

    def is_stopped(self, area: Area, parts: tuple[rings.Interval, ...]) -> bool:
        """Whether an area that the line passes through in these parts is too high and too deep to see past."""
        if area.height <= 0 or not parts:
            return False
        rise = self.top - self.eye
        through = sum(e - s for s, e in parts if is_beyond(area.height, self.eye + min(rise * s, rise * e)))
        return through > 0 and is_beyond(through * distance(self.a, self.b), area.depth)


def visible(
    origin: Point,
    target: Point,
    body_radius: float,
    ground: Ground,
    *,
    eye: float = EYE_IN,
    top: float = EYE_IN,
    others: tuple[Area, ...] = (),
    ignoring: tuple[str, ...] = (),
) -> Sight:
    """What can be seen of a figure's body circle from another's base centre. (ARAP-SHOOT-03, ARAP-TMPL-06)

    Clear if the line to the body's centre, or to its left or right edge, is clear. `eye` and `top` are heights above
    the table in inches; `others` are obstacles besides the ground (hulls); `ignoring` names areas that do not stop
    this line, such as the building that the firer leans out of.
    """
    return _figure(origin, target, body_radius, ground, eye, top, others, ignoring)


def visible_hull(
    origin: Point,
    hull: Hull,
    ground: Ground,
    *,
    eye: float = EYE_IN,
    top: float = EYE_IN,
    others: tuple[Area, ...] = (),
    ignoring: tuple[str, ...] = (),
) -> Sight:
    """What can be seen of a hull: its middle, else the ends and middles of the faces turned to the eye.

    Neither `others` nor the ground should hold the hull itself; if they do, name it in `ignoring`.
    """
    faces = hull.visible_faces(origin)
    marks = tuple(point for _, a, b in faces for point in (between(a, b, 0.5), a, b))
    return _sight(origin, hull.centre, marks, ground, eye, top, others, ignoring)


def in_doubt(seen: Sight, otherwise: Callable[[float], Sight]) -> bool:
    """Whether a target an eighth of an inch smaller, or larger where it is hidden, would be judged the other way.

    `otherwise` looks at the target with its edges so many inches further out. (ARAP-SHOOT-03)
    """
    if seen.clear and not seen.doubtful:
        return False
    return otherwise(-DOUBT_IN if seen.clear else DOUBT_IN).clear is not seen.clear


@functools.lru_cache(maxsize=16384)
def _figure(
    origin: Point,
    target: Point,
    body_radius: float,
    ground: Ground,
    eye: float,
    top: float,
    others: tuple[Area, ...],
    ignoring: tuple[str, ...],
) -> Sight:
    return _sight(origin, target, _body_edges(origin, target, body_radius), ground, eye, top, others, ignoring)


def _sight(
    origin: Point,
    target: Point,
    marks: Path,
    ground: Ground,
    eye: float,
    top: float,
    others: tuple[Area, ...],
    ignoring: tuple[str, ...],
) -> Sight:
    near = ground.beside(origin, target)
    if others:
        near = (*near, *others)
    line = _Line(origin, target, eye, top)
    met = [(parts, area) for area in near if (parts := rings.crossings(area.points, origin, target))]
    met.sort(key=lambda crossing: crossing[0][0][0])
    crossings = _crossings(met, distance(origin, target))
    stopping = tuple(area for parts, area in met if area.id not in ignoring and line.is_stopped(area, parts))
    if not stopping:
        return Sight(True, False, crossings, ())
    peeks = any(_is_clear(line._replace(b=mark), ground, others, ignoring, stopping) for mark in marks)
    return Sight(peeks, peeks, crossings, tuple(area.id for area in stopping))


def _body_edges(origin: Point, target: Point, radius: float) -> Path:
    """The left and right edges of a body circle as seen from the origin."""
    length = distance(origin, target)
    if length == 0 or radius == 0:
        return ()
    dx, dy = (target[0] - origin[0]) * radius / length, (target[1] - origin[1]) * radius / length
    return ((target[0] + dy, target[1] - dx), (target[0] - dy, target[1] + dx))


def _is_clear(
    line: _Line, ground: Ground, others: tuple[Area, ...], ignoring: tuple[str, ...], likely: tuple[Area, ...]
) -> bool:
    """Whether nothing stops a line; the likely obstacles are looked at first."""
    if any(line.is_stopped_by(area) for area in likely):
        return False
    near = (*ground.beside(line.a, line.b), *others)
    return not any(area.id not in ignoring and line.is_stopped_by(area) for area in near)


def _crossings(met: list[tuple[tuple[rings.Interval, ...], Area]], length: float) -> tuple[AreaCrossed, ...]:
    found = [
        AreaCrossed(area.id, start * length, end * length, (1 - end) * length)
        for parts, area in met
        for start, end in parts
    ]
    return tuple(sorted(found, key=lambda crossing: crossing.enters_in)) if len(found) > 1 else tuple(found)


def blockers_between(a: Point, b: Point, circles: tuple[Circle, ...]) -> tuple[int, ...]:
    """The places in the list of the bases that the line ab passes over between its ends, in order from a.

    A base in which a or b stands, such as the firer's or the target's own, is not between. (ARAP-SHOOT-07)
    """
    (ax, ay), (dx, dy) = a, (b[0] - a[0], b[1] - a[1])
    square = dx * dx + dy * dy
    length = square**0.5
    found = []
    for i, ((cx, cy), radius) in enumerate(circles):
        x, y = cx - ax, cy - ay
        if abs(dx * y - dy * x) < radius * length and 0 < (share := (dx * x + dy * y) / square) < 1:
            found.append((share, i))
    return tuple(i for _, i in sorted(found) if _is_between(a, b, circles[i]))


def _is_between(a: Point, b: Point, circle: Circle) -> bool:
    centre, radius = circle
    aside = abs((b[0] - a[0]) * (centre[1] - a[1]) - (b[1] - a[1]) * (centre[0] - a[0])) / distance(a, b)
    return is_beyond(radius, aside) and distance(a, centre) >= radius and distance(b, centre) >= radius


def hidden_fraction(eye: Point, hull: Hull, blockers: tuple[Area, ...], *, hull_height: float = 0.0) -> float:
    """The share, 0 to 1, of the ground line of a hull's visible faces that is hidden from an eye. (VEH-COV-01)

    Areas lower than half the hull's height hide nothing, nor do those in which the eye stands. Exact, not sampled.
    """
    tall = [a for a in blockers if a.height > 0 and is_within(hull_height / 2, a.height)]
    hiding = [a.points for a in tall if not rings.encloses(a.points, eye)]
    faces = [(a, b) for _, a, b in hull.visible_faces(eye)]
    shown = sum(distance(a, b) for a, b in faces)
    hidden = sum(_shadow(eye, a, b, hiding) * distance(a, b) for a, b in faces)
    return hidden / shown if shown else 0.0


def _shadow(eye: Point, a: Point, b: Point, hiding: list[rings.Ring]) -> float:
    """The share of the segment ab that rings between it and the eye hide."""
    shadows = [
        shadow
        for ring in hiding
        for p, q in rings.edges(ring)
        if (shadow := _edge_shadow(_seen(eye, a, b, p), _seen(eye, a, b, q)))
    ]
    total, reached = 0.0, 0.0
    for start, end in sorted(shadows):
        total += max(0.0, end - max(start, reached))
        reached = max(reached, end)
    return total


def _seen(eye: Point, a: Point, b: Point, p: Point) -> Point:
    """A point in the skewed coordinates in which the eye is (0, 0), a is (1, 0) and b is (0, 1)."""
    ax, ay, bx, by = a[0] - eye[0], a[1] - eye[1], b[0] - eye[0], b[1] - eye[1]
    x, y = p[0] - eye[0], p[1] - eye[1]
    area = ax * by - ay * bx
    return ((x * by - y * bx) / area, (ax * y - ay * x) / area)


def _edge_shadow(p: Point, q: Point) -> rings.Interval | None:
    """The shadow, as shares from a to b, of an edge given in skewed coordinates; None if it casts none.

    Only what lies in the triangle of the eye, a and b casts a shadow: both coordinates positive, their sum below 1.
    """
    start, end = 0.0, 1.0
    limits = ((p[0], q[0]), (p[1], q[1]), (1 - _EDGE - p[0] - p[1], 1 - _EDGE - q[0] - q[1]))
    for at_p, at_q in limits:
        if at_p < 0 and at_q < 0:
            return None
        if at_p < 0:
            start = max(start, at_p / (at_p - at_q))
        elif at_q < 0:
            end = min(end, at_p / (at_p - at_q))
    if start >= end:
        return None
    ends = [between(p, q, share) for share in (start, end)]
    shares = sorted(y / (x + y) for x, y in ends if x + y > _EDGE)
    return (shares[0], shares[-1]) if len(shares) == 2 else None
