"""The edges of the table. (ARAP-ROUT-03)"""

import math
from typing import Literal

from rules.geometry.lengths import Point, direction
from rules.geometry.rings import Bounds

Edge = Literal["top", "right", "bottom", "left"]

EDGES: tuple[Edge, ...] = ("top", "right", "bottom", "left")


def table(width: float, depth: float) -> Bounds:
    """The surface of a table in inches."""
    return Bounds(0.0, 0.0, width, depth)


def inches_to_edge(point: Point, surface: Bounds, edge: Edge) -> float:
    """Inches from a point to one edge of the table; negative beyond it."""
    x, y = point
    inches: dict[Edge, float] = {
        "top": y - surface.top,
        "right": surface.right - x,
        "bottom": surface.bottom - y,
        "left": x - surface.left,
    }
    return inches[edge]


def inches_until_off(point: Point, bearing_deg: float, surface: Bounds) -> tuple[float, Edge]:
    """Inches straight on until a point on the table reaches an edge, and which."""
    dx, dy = direction(bearing_deg)
    speeds: dict[Edge, float] = {"top": -dy, "right": dx, "bottom": dy, "left": -dx}
    ways = [
        (max(0.0, inches_to_edge(point, surface, edge)) / speed if speed > 0 else math.inf, i)
        for i, (edge, speed) in enumerate(speeds.items())
    ]
    inches, i = min(ways)
    return inches, EDGES[i]
