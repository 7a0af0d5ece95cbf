"""How far a base or a hull goes straight on before it touches something. (ARAP-CHG-03, VEH-MOVE-06)"""

import math
from typing import Final, NamedTuple

from rules.geometry import rings
from rules.geometry.hulls import Hull
from rules.geometry.lengths import TOLERANCE, Circle, Point, direction, distance, is_beyond
from rules.geometry.rings import Bounds, Ring

Obstacle = Circle | Hull | Ring
"""Something solid: a base, a hull or a polygon."""

_STILL: Final = 1e-9
_SLACK: Final = TOLERANCE / 2
_FAR_IN: Final = 10_000.0
"""Further than any table is wide."""


class Contact(NamedTuple):
    """The first thing met: its place in the list of obstacles, and the inches gone until it is touched."""

    at_in: float
    obstacle: int


def outline_of(obstacle: Obstacle) -> Ring:
    """The outline of an obstacle; a base as a ring of twelve corners drawn round it."""
    if isinstance(obstacle, Circle):
        return rings.disc(obstacle.centre, obstacle.radius / math.cos(math.pi / 12), corners=12)
    return obstacle.corners() if isinstance(obstacle, Hull) else obstacle


def gap_to(obstacle: Obstacle, point: Point) -> float:
    """Inches from a point to an obstacle; 0 in it."""
    if isinstance(obstacle, Circle):
        return max(0.0, distance(obstacle.centre, point) - obstacle.radius)
    if isinstance(obstacle, Hull):
        return obstacle.distance_to_point(point)
    return rings.distance_to_ring(obstacle, point)


def stands_on(base: Circle, obstacle: Obstacle) -> bool:
    """Whether a base overlaps an obstacle by more than the tolerance."""
    if isinstance(obstacle, Circle):
        return is_beyond(base.radius + obstacle.radius, distance(base.centre, obstacle.centre))
    return is_beyond(base.radius, gap_to(obstacle, base.centre))


def first_contact(
    mover: Circle | Hull, bearing_deg: float, limit: float, obstacles: tuple[Obstacle, ...]
) -> Contact | None:
    """The first obstacle met within `limit` inches of a straight move; of equals the first; None if there is none.

    What is touched already stops the move at once if the move goes into it, and not if it leads along or away.
    """
    step = direction(bearing_deg)
    room = _room_taken(mover, step, limit)
    near = ((i, obstacle) for i, obstacle in enumerate(obstacles) if _box(obstacle).meets(room))
    meets = ((_meets(mover, step, obstacle), i) for i, obstacle in near)
    met = [Contact(at_in if at_in > _STILL else 0.0, i) for at_in, i in meets if at_in is not None and at_in <= limit]
    return min(met, default=None)


def _room_taken(mover: Circle | Hull, step: Point, limit: float) -> Bounds:
    """The rectangle round all that a straight move may touch."""
    (x, y), way = mover.centre, min(limit, _FAR_IN)
    dx, dy = step[0] * way, step[1] * way
    round_it = Bounds(min(x, x + dx), min(y, y + dy), max(x, x + dx), max(y, y + dy))
    return round_it.grown((mover.half_diagonal_in if isinstance(mover, Hull) else mover.radius) + TOLERANCE)


def _box(obstacle: Obstacle) -> Bounds:
    if isinstance(obstacle, Circle | Hull):
        (x, y), away = obstacle.centre, obstacle.radius if isinstance(obstacle, Circle) else obstacle.half_diagonal_in
        return Bounds(x - away, y - away, x + away, y + away)
    return rings.bounds(obstacle)


def _meets(mover: Circle | Hull, step: Point, obstacle: Obstacle) -> float | None:
    if isinstance(mover, Circle):
        return _circle_meets(mover, step, obstacle)
    if isinstance(obstacle, Circle):
        return _circle_meets_ring(obstacle, (-step[0], -step[1]), mover.corners())
    return _hull_meets(mover, step, outline_of(obstacle))


def _circle_meets(mover: Circle, step: Point, obstacle: Obstacle) -> float | None:
    if isinstance(obstacle, Circle):
        return _ray_to_circle(mover.centre, step, obstacle.centre, mover.radius + obstacle.radius)
    return _circle_meets_ring(mover, step, outline_of(obstacle))


def _circle_meets_ring(mover: Circle, step: Point, ring: Ring) -> float | None:
    centre, radius = mover
    met = [_ray_to_circle(centre, step, corner, radius) for corner in ring]
    met += [_ray_to_edge(centre, step, radius, a, b) for a, b in _clockwise_edges(ring)]
    return min((at_in for at_in in met if at_in is not None), default=None)


def _hull_meets(mover: Hull, step: Point, ring: Ring) -> float | None:
    """Corner against edge, both ways; the mover a little smaller, so that it may slide along a wall."""
    body = mover._replace(length=mover.length - 2 * _SLACK, width=mover.width - 2 * _SLACK).corners()
    back = (-step[0], -step[1])
    met = [_ray_to_edge(corner, step, 0.0, a, b) for a, b in _clockwise_edges(ring) for corner in body]
    met += [_ray_to_edge(corner, back, 0.0, a, b) for a, b in _clockwise_edges(body) for corner in ring]
    first = min((at_in for at_in in met if at_in is not None), default=None)
    return None if first is None else max(0.0, first - _SLACK)


def _clockwise_edges(ring: Ring) -> tuple[tuple[Point, Point], ...]:
    """The sides of a ring with its outside on the left of each."""
    sides = rings.edges(ring)
    twice_area = sum(a[0] * b[1] - b[0] * a[1] for a, b in sides)
    return sides if twice_area > 0 else tuple((b, a) for a, b in sides)


def _ray_to_circle(p: Point, step: Point, centre: Point, radius: float) -> float | None:
    """Inches from p along a unit step until a circle is touched; None if it is missed or left behind."""
    x, y = centre[0] - p[0], centre[1] - p[1]
    ahead = x * step[0] + y * step[1]
    aside = abs(step[0] * y - step[1] * x)
    if ahead <= _STILL or not is_beyond(radius, aside):
        return None
    return max(0.0, ahead - math.sqrt(radius * radius - aside * aside))


def _ray_to_edge(p: Point, step: Point, radius: float, a: Point, b: Point) -> float | None:
    """Inches from p along a unit step until it comes from outside to a radius away from the edge ab, beside it."""
    length = distance(a, b)
    ex, ey = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    x, y = p[0] - a[0], p[1] - a[1]
    off, closing = ey * x - ex * y, ex * step[1] - ey * step[0]
    if closing <= _STILL or off < -_SLACK:
        return None
    at_in = max(0.0, (off - radius) / closing)
    foot = (x + step[0] * at_in) * ex + (y + step[1] * at_in) * ey
    return at_in if 0 <= foot <= length else None
