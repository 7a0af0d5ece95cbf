"""Outlines and what is done with them: boxes, moves, turns, mirrors. Inches, headings clockwise."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable

from rules.geometry.rings import Bounds, bounds

Point = tuple[float, float]
Points = tuple[Point, ...]
Change = Callable[[Point], Point]


def rounded(points: Iterable[Point]) -> Points:
    """To a hundredth of an inch."""
    return tuple((round(x, 2) + 0.0, round(y, 2) + 0.0) for x, y in points)


def changed(points: Iterable[Point], change: Change) -> Points:
    """Each point changed, rounded."""
    return rounded(change(point) for point in points)


def moved(dx: float, dy: float) -> Change:
    """So far right and down."""
    return lambda p: (p[0] + dx, p[1] + dy)


def turned(about: Point, deg: float) -> Change:
    """Clockwise about a point."""
    sine, cosine = math.sin(math.radians(deg)), math.cos(math.radians(deg))

    def turn(p: Point) -> Point:
        x, y = p[0] - about[0], p[1] - about[1]
        return (about[0] + x * cosine - y * sine, about[1] + x * sine + y * cosine)

    return turn


def stretched(about: Point, across: float, down: float) -> Change:
    """Larger or smaller from a point that stays."""
    return lambda p: (about[0] + (p[0] - about[0]) * across, about[1] + (p[1] - about[1]) * down)


def mirrored(width: float, height: float, how: str) -> Change:
    """Across the table (left to right), down it (top to bottom), or turned by half."""
    return {
        "across": lambda p: (width - p[0], p[1]),
        "down": lambda p: (p[0], height - p[1]),
        "turned": lambda p: (width - p[0], height - p[1]),
    }[how]


def box(points: Iterable[Point]) -> Bounds:
    """The upright rectangle round some points."""
    return bounds(tuple(points))


def centre(points: Iterable[Point]) -> Point:
    """The middle of that rectangle."""
    found = box(points)
    return ((found.left + found.right) / 2, (found.top + found.bottom) / 2)


def rectangle(at: Point, width: float, height: float) -> Points:
    """An upright rectangle about a point."""
    (x, y), w, h = at, width / 2, height / 2
    return rounded(((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)))


def circle(at: Point, radius: float, corners: int = 16) -> Points:
    """A round outline."""
    steps = (2 * math.pi * n / corners for n in range(corners))
    return rounded((at[0] + radius * math.cos(a), at[1] + radius * math.sin(a)) for a in steps)


def blot(at: Point, width: float, height: float, seed: int, corners: int = 14) -> Points:
    """An outline as nature draws it: an ellipse with an uneven edge, the same for the same seed."""
    dice = random.Random(seed)  # noqa: S311 -- the shape of a wood, never a die
    reach = [dice.uniform(0.84, 1.0) for _ in range(corners)]
    steps = [(2 * math.pi * n / corners, share) for n, share in enumerate(reach)]
    return rounded(
        (at[0] + width / 2 * share * math.cos(a), at[1] + height / 2 * share * math.sin(a)) for a, share in steps
    )
