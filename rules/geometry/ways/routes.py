"""Routes: what ground a path costs, how far an allowance carries, ways to flee and ways round obstacles.

(ARAP-MOVE-01, ARAP-TERR-01, ARAP-CHG-03, ARAP-RUN-01, ARAP-ROUT-03)
"""

import itertools
import math
from collections.abc import Callable
from typing import Literal, NamedTuple

from rules.geometry.areas import Ground
from rules.geometry.borders import inches_until_off
from rules.geometry.contacts import Obstacle, first_contact
from rules.geometry.facings import bearing
from rules.geometry.lengths import (
    Circle,
    Path,
    Point,
    distance,
    is_within,
    nearest_on_segment,
    path_until,
    toward,
)
from rules.geometry.rings import Bounds

Factor = Callable[[tuple[str, ...]], float]
"""Inches of allowance that an inch in these areas uses: 1 in the open, 2 in difficult ground, infinite if barred."""

Stop = Literal["allowance", "ground", "obstacle", "edge"]


class Walk(NamedTuple):
    """How far a model got, what it spent, and what stopped it short of the end of its path (None if nothing did)."""

    path: Path
    moved_in: float
    spent: float
    stopped: Stop | None

    @property
    def end(self) -> Point:
        """Where it stands now."""
        return self.path[-1]


class _Limit(NamedTuple):
    at_in: float
    stop: Stop


def open_ground(area_ids: tuple[str, ...]) -> float:
    """The factor of ground that costs nothing more anywhere."""
    return 1.0


def walk(
    path: Path,
    allowance: float,
    ground: Ground,
    factor: Factor = open_ground,
    *,
    radius: float = 0.0,
    obstacles: tuple[Obstacle, ...] = (),
    surface: Bounds | None = None,
) -> Walk:
    """How far a base gets along a path before its allowance, barred ground, an obstacle or the table's edge stops it.

    A base stops where it touches barred ground or an obstacle; at the table's edge its centre stops.
    """
    done, moved_in, spent = [path[0]], 0.0, 0.0
    for a, b in itertools.pairwise(path):
        leg = _leg(a, b, allowance - spent, ground, factor, radius, obstacles, surface)
        if leg.moved_in > 0:
            done.append(leg.end)
        moved_in, spent = moved_in + leg.moved_in, spent + leg.spent
        if leg.stopped:
            return Walk(tuple(done), moved_in, spent, leg.stopped)
    return Walk(tuple(done), moved_in, spent, None)


def _leg(
    a: Point,
    b: Point,
    allowance: float,
    ground: Ground,
    factor: Factor,
    radius: float,
    obstacles: tuple[Obstacle, ...],
    surface: Bounds | None,
) -> Walk:
    length = distance(a, b)
    if length == 0:
        return Walk((a,), 0.0, 0.0, None)
    limit = _solid_limit(a, b, length, ground, factor, radius, obstacles, surface)
    spent, gone = 0.0, 0.0
    for span in ground.spans(a, b):
        cost = factor(span.area_ids)
        if math.isinf(cost):
            limit = min(limit, _Limit(span.start_in, "ground"))
        until = min(span.end_in, limit.at_in)
        inches = max(0.0, until - span.start_in)
        if inches and not is_within(inches * cost, allowance - spent):
            inches = max(0.0, (allowance - spent) / cost)
            return Walk((a, toward(a, b, gone + inches)), gone + inches, max(spent, allowance), "allowance")
        gone, spent = gone + inches, spent + inches * cost if inches else spent
        if limit.at_in <= span.end_in and limit.at_in < length:
            return Walk((a, toward(a, b, gone)), gone, spent, limit.stop)
    return Walk((a, b), length, spent, None)


def _solid_limit(
    a: Point,
    b: Point,
    length: float,
    ground: Ground,
    factor: Factor,
    radius: float,
    obstacles: tuple[Obstacle, ...],
    surface: Bounds | None,
) -> _Limit:
    """How far what is solid, barred ground included, lets a base go on its straight way."""
    course = bearing(a, b)
    barred = tuple(area.points for area in ground.beside(a, b, radius) if math.isinf(factor((area.id,))))
    limits = [_Limit(length, "allowance")]
    if surface is not None:
        limits.append(_Limit(inches_until_off(a, course, surface)[0], "edge"))
    stops: tuple[tuple[tuple[Obstacle, ...], Stop], ...] = ((obstacles, "obstacle"), (barred, "ground"))
    for solids, stop in stops:
        if solids and (contact := first_contact(Circle(a, radius), course, length, solids)):
            limits.append(_Limit(contact.at_in, stop))
    return min(limits, key=lambda limit: limit.at_in)


def until_within(path: Path, target: Point, reach: float) -> Path | None:
    """A path up to where it first comes within reach of a target; None if it never does. (ARAP-CHG-03)"""
    if is_within(distance(path[0], target), reach):
        return (path[0],)
    gone = 0.0
    for a, b in itertools.pairwise(path):
        contact = first_contact(Circle(a, 0.0), bearing(a, b), distance(a, b), (Circle(target, reach),))
        if contact is not None:
            return path_until(path, gone + contact.at_in)
        gone += distance(a, b)
    return path if is_within(distance(path[-1], target), reach) else None


def until_touching(path: Path, target: Point, reach: float) -> Path | None:
    """Like `until_within`, and up to where a path just touches the reach that leads past it. (ARAP-INT-01)"""
    found = until_within(path, target, reach)
    gone = 0.0
    for a, b in itertools.pairwise(path) if found is None else ():
        nearest = nearest_on_segment(target, a, b)
        if is_within(distance(nearest, target), reach):
            return path_until(path, gone + distance(a, nearest))
        gone += distance(a, b)
    return found
