"""The lines that tie flags to their units where they stand apart, and what such a line or a flag meets."""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tabletop.ui.board.flags import HEIGHT, flag_width
from tabletop.ui.board.scene import UNITS_PER_INCH, Point, TokenModel, TokenUnit
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


TIED: Final = 12.0
"""A gap between flag and unit from which on there is such a line."""


def tie(unit: TokenUnit, body: Box, x: float, y: float, size: float = 1) -> Point | None:
    """Where a flag's line ends on its unit: the rim of the model nearest to it. None for a flag beside its unit."""
    half, rise = flag_width(unit) / 2 * size, HEIGHT / 2 * size
    if _gap(unit, body, Box(x - half, y - rise, x + half, y + rise)) <= TIED:
        return None
    return min((_rim(unit, model, (x, y)) for model in unit.models), key=lambda at: math.dist(at, (x, y)))


_INTO: Final = 0.85
"""How far out on a model lines end: what marks its middle stays free."""


def _rim(unit: TokenUnit, model: TokenModel, flag: Point) -> Point:
    """Just inside a model, on the way from its middle to a flag."""
    x, y, long = model.x * UNITS_PER_INCH, model.y * UNITS_PER_INCH, model.length_in / 2 * UNITS_PER_INCH
    dx, dy = flag[0] - x, flag[1] - y
    length = math.hypot(dx, dy) or 1.0
    if unit.vehicle and model.length_in:
        wide = model.width_in / 2 * UNITS_PER_INCH
        sin, cos = math.sin(math.radians(model.facing)), math.cos(math.radians(model.facing))
        ahead, aside = abs(dx * sin - dy * cos) / length, abs(dx * cos + dy * sin) / length
        out = min(long / ahead if ahead else math.inf, wide / aside if aside else math.inf)
    else:
        out = max(long, model.base_in / 2 * UNITS_PER_INCH)
    return (x + dx / length * out * _INTO, y + dy / length * out * _INTO)


def _gap(unit: TokenUnit, body: Box, flag: Box) -> float:
    """How far a flag is from its unit: from the hull as it is turned, since the box round it may be empty there."""
    hull = unit.models[0]
    if not (unit.vehicle and len(unit.models) == 1 and hull.length_in):
        across = max(body.left - flag.right, flag.left - body.right, 0.0)
        down = max(body.top - flag.bottom, flag.top - body.bottom, 0.0)
        return math.hypot(across, down)
    ((x, y),) = scaled([(hull.x, hull.y)])
    dx, dy = min(max(x, flag.left), flag.right) - x, min(max(y, flag.top), flag.bottom) - y
    sin, cos = math.sin(math.radians(hull.facing)), math.cos(math.radians(hull.facing))
    ((long, wide),) = scaled([(hull.length_in / 2, hull.width_in / 2)])
    return math.hypot(max(abs(dx * sin - dy * cos) - long, 0.0), max(abs(dx * cos + dy * sin) - wide, 0.0))


def meet(boxes: Rows, lines: Rows) -> Picks:
    """Where boxes and lines meet."""
    return np.asarray(~_parted(boxes, lines))


def meets(box: Box, line: Line) -> bool:
    """Whether that box and that line meet: the same for one of each, which is quicker where there are few."""
    return not _parted(box, line)


def _parted(boxes: Any, lines: Any) -> Any:
    """What separates them along, across, or along the line's own normal."""
    left, top, right, bottom = boxes
    x, y, to_x, to_y = lines
    wide, high = (right - left + WIDE) / 2, (bottom - top + WIDE) / 2
    dx, dy = (to_x - x) / 2, (to_y - y) / 2
    off_x, off_y = (left + right - x - to_x) / 2, (top + bottom - y - to_y) / 2
    apart = (abs(off_x) >= wide + abs(dx)) | (abs(off_y) >= high + abs(dy))
    return apart | (abs(off_x * dy - off_y * dx) >= wide * abs(dy) + high * abs(dx))


def cut(line: Line, lines: Rows) -> Picks:
    """Where a line and others cross."""
    return np.asarray(_crossed(line, lines.T))


def cuts(line: Line, other: Line) -> bool:
    """Whether two lines cross."""
    return bool(_crossed(line, other))


def _crossed(line: Line, lines: Any) -> Any:
    """The ends of each lie on two sides of the other."""
    x, y, to_x, to_y = line
    ax, ay, bx, by = lines
    one = ((ax - x) * (to_y - y) > (ay - y) * (to_x - x)) != ((bx - x) * (to_y - y) > (by - y) * (to_x - x))
    other = ((x - ax) * (by - ay) > (y - ay) * (bx - ax)) != ((to_x - ax) * (by - ay) > (to_y - ay) * (bx - ax))
    return one & other
