"""The lines that tie flags to their units where they stand apart, and what such a line or a flag meets."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tabletop.ui.board.flags import HEIGHT, flag_width
from tabletop.ui.board.scene import Point, TokenUnit
from tabletop.ui.board.svg import Box, scaled

Rows = npt.NDArray[np.float64]
"""Many boxes or lines, four numbers in a row each."""
Picks = npt.NDArray[np.bool_]
"""Yes or no for each of them."""

WIDE: Final = 2.0
"""How wide lines are."""
_END: Final = 5.0
"""How much of each end of a line lies on flag and model."""


class Line(NamedTuple):
    """A flag's line to its unit, without its two ends, which lie on flag and model."""

    x: float
    y: float
    to_x: float
    to_y: float

    @property
    def box(self) -> Box:
        """The box round it."""
        left, right = sorted((self.x, self.to_x))
        top, bottom = sorted((self.y, self.to_y))
        return Box(left, top, right, bottom).grown(WIDE / 2)


def line_to(unit: TokenUnit, body: Box, spot: Point, size: float) -> Line | None:
    """The line from a flag to its unit; none from one beside it, or where nothing is left between the ends."""
    to = tie(unit, body, *spot, size)
    if to is None or (length := math.dist(spot, to)) <= 2 * _END:
        return None
    x, y = (to[0] - spot[0]) * _END / length, (to[1] - spot[1]) * _END / length
    return Line(spot[0] + x, spot[1] + y, to[0] - x, to[1] - y)


TIED: Final = 14.0
"""A gap between flag and unit from which on there is such a line."""


def tie(unit: TokenUnit, body: Box, x: float, y: float, size: float = 1) -> Point | None:
    """Where a flag's line ends on its unit: the model nearest to it. None for a flag beside its unit."""
    half, rise = flag_width(unit) / 2 * size, HEIGHT / 2 * size
    across = max(body.left - x - half, x - half - body.right, 0.0)
    down = max(body.top - y - rise, y - rise - body.bottom, 0.0)
    if math.hypot(across, down) <= TIED:
        return None
    return min(scaled((m.x, m.y) for m in unit.models), key=lambda at: math.dist(at, (x, y)))


def meet(boxes: Rows, lines: Rows) -> Picks:
    """Where boxes and lines meet: nothing separates them along, across, or along the line's own normal."""
    left, top, right, bottom = boxes
    x, y, to_x, to_y = lines
    wide, high = (right - left + WIDE) / 2, (bottom - top + WIDE) / 2
    dx, dy = (to_x - x) / 2, (to_y - y) / 2
    off_x, off_y = (left + right - x - to_x) / 2, (top + bottom - y - to_y) / 2
    apart = (np.abs(off_x) >= wide + np.abs(dx)) | (np.abs(off_y) >= high + np.abs(dy))
    return np.asarray(~(apart | (np.abs(off_x * dy - off_y * dx) >= wide * np.abs(dy) + high * np.abs(dx))))


def cut(line: Line, lines: Rows) -> Picks:
    """Where a line and others cross: the ends of each lie on two sides of the other."""
    x, y, to_x, to_y = line
    ax, ay, bx, by = lines.T
    one = ((ax - x) * (to_y - y) > (ay - y) * (to_x - x)) != ((bx - x) * (to_y - y) > (by - y) * (to_x - x))
    other = ((x - ax) * (by - ay) > (y - ay) * (bx - ax)) != ((to_x - ax) * (by - ay) > (to_y - ay) * (bx - ax))
    return np.asarray(one & other)
