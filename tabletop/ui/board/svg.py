"""Small things that every layer needs: figures, points, paths and shapes."""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tabletop.ui.board.scene import UNITS_PER_INCH, Point


class Box(NamedTuple):
    """A rectangle in drawing units."""

    left: float
    top: float
    right: float
    bottom: float

    def grown(self, by: float) -> "Box":
        """The box with so much more on each side."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def moved(self, dx: float, dy: float) -> "Box":
        """The box elsewhere."""
        return Box(self.left + dx, self.top + dy, self.right + dx, self.bottom + dy)


def overlap(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    width = min(one.right, other.right) - max(one.left, other.left)
    if width <= 0:
        return 0.0
    height = min(one.bottom, other.bottom) - max(one.top, other.top)
    return width * height if height > 0 else 0.0


def num(value: float) -> str:
    """A coordinate with at most one decimal."""
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    return "0" if text == "-0" else text


def box_text(box: Box) -> str:
    """A box as pages read it: left, top, right and bottom."""
    return " ".join(num(edge) for edge in box)


def scaled(points: Iterable[Point]) -> list[Point]:
    """Inches to drawing units."""
    return [(x * UNITS_PER_INCH, y * UNITS_PER_INCH) for x, y in points]


def path(points: Sequence[Point], *, closed: bool = False) -> str:
    """Path data of straight lines through points in drawing units."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + ("Z" if closed else "")


def smooth_path(points: Sequence[Point], *, closed: bool = False) -> str:
    """Path data of a calm curve that goes through every point (Catmull-Rom)."""
    count = len(points)
    data = [f"M{num(points[0][0])} {num(points[0][1])}"]
    for i in range(count if closed else count - 1):
        before = points[i - 1] if closed or i else points[0]
        start, end = points[i], points[(i + 1) % count]
        after = points[(i + 2) % count] if closed or i + 2 < count else end
        x1, y1 = start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6
        x2, y2 = end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6
        data.append(f"C{num(x1)} {num(y1)} {num(x2)} {num(y2)} {num(end[0])} {num(end[1])}")
    return "".join(data) + ("Z" if closed else "")


def bounds(points: Sequence[Point]) -> Box:
    """The smallest box round some points."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return Box(min(xs), min(ys), max(xs), max(ys))


def middle(points: Sequence[Point]) -> Point:
    """The mean of some points."""
    return (sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points))


def shrunk(points: Sequence[Point], factor: float) -> list[Point]:
    """The points drawn towards their middle."""
    cx, cy = middle(points)
    return [(cx + (x - cx) * factor, cy + (y - cy) * factor) for x, y in points]


def is_inside(point: Point, polygon: Sequence[Point]) -> bool:
    """Whether a point lies in a polygon (crossing count)."""
    x, y = point
    inside = False
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        if (y1 > y) != (y0 > y) and x < (x0 - x1) * (y - y1) / (y0 - y1) + x1:
            inside = not inside
        x0, y0 = x1, y1
    return inside


def edge_distance(point: Point, polygon: Sequence[Point]) -> float:
    """How far a point is from the nearest edge of a polygon."""
    best = math.inf
    ax, ay = polygon[-1]
    for bx, by in polygon:
        dx, dy = bx - ax, by - ay
        squared = dx * dx + dy * dy
        along = max(0.0, min(1.0, ((point[0] - ax) * dx + (point[1] - ay) * dy) / squared)) if squared else 0.0
        best = min(best, math.hypot(point[0] - ax - along * dx, point[1] - ay - along * dy))
        ax, ay = bx, by
    return best


def hull_of(points: Iterable[Point]) -> list[Point]:
    """The convex hull, counter-clockwise on screen (monotone chain)."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered
    return _half(ordered) + _half(ordered[::-1])


def _half(ordered: list[Point]) -> list[Point]:
    chain: list[Point] = []
    for x, y in ordered:
        while len(chain) >= 2:
            (ax, ay), (bx, by) = chain[-2], chain[-1]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                break
            chain.pop()
        chain.append((x, y))
    return chain[:-1]


def rounded(hull: Sequence[Point], radius: float) -> str:
    """Path data of everything within a radius of a convex hull: straight sides and round corners."""
    if len(hull) == 1:
        x, y = hull[0]
        half = f"a{num(radius)} {num(radius)} 0 0 1"
        return f"M{num(x - radius)} {num(y)}{half} {num(2 * radius)} 0{half} {num(-2 * radius)} 0Z"
    turn = f"A{num(radius)} {num(radius)} 0 0 1 "
    sides = []
    for (ax, ay), (bx, by) in zip(hull, (*hull[1:], hull[0]), strict=True):
        length = math.hypot(bx - ax, by - ay)
        nx, ny = (by - ay) / length * radius, (ax - bx) / length * radius
        sides.append(f"{num(ax + nx)} {num(ay + ny)}L{num(bx + nx)} {num(by + ny)}")
    return f"M{turn.join(sides)}{turn}{sides[0].partition('L')[0]}Z"


def heading_point(at: Point, heading_deg: float, distance: float) -> Point:
    """The point so far from another, in degrees clockwise from up."""
    radians = math.radians(heading_deg)
    return (at[0] + math.sin(radians) * distance, at[1] - math.cos(radians) * distance)
