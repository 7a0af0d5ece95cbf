"""Flags as they are drawn: side glyph, unit number, models left and up to two states."""

from __future__ import annotations

from typing import Final

from django.utils.html import escape

from tabletop.ui.board.scene import Point, TokenUnit
from tabletop.ui.board.svg import Box, num
from tabletop.ui.icons import STATUSES

HEIGHT: Final = 13.0
_STATES_SHOWN: Final = 2
_GLYPHS: Final = {
    "a": '<circle class="on" cx="7.5" cy="0" r="3"/>',
    "b": '<path class="on" d="M7.5-4L11.5 0 7.5 4 3.5 0z"/>',
    "c": '<path class="on" d="M7.5-3.6L11.2 2.8H3.8z"/>',
    "d": '<path class="on" d="M4.7-2.8h5.6v5.6H4.7z"/>',
}


LARGE: Final = 1.8
"""How much larger flags and objectives are on a large board; `board.css` draws them so."""
_SMALLER: Final = ((0.016, 1.2), (0.014, 1.5))
"""From so many units to the square inch on, the flags of a large board are no larger than that."""


def flag_size(count: int, area: float, *, large: bool) -> float:
    """How much larger than drawn flags are shown, with so many units on so many square inches."""
    if not large:
        return 1.0
    return next((size for most, size in _SMALLER if count > most * area), LARGE)


def flag_svg(unit: TokenUnit, x: float, y: float, size: float = 1, held: Point = (0.0, 0.0)) -> str:
    """A unit's flag with its middle at x, y; it keeps its size while the board zooms.

    `held` is the point that stays where it is meanwhile, from the middle on: the edge nearest to the unit.
    """
    sized = "" if size in {1, LARGE} else f' style="--flag:{size:g}"'
    plate, end = _plate(unit)
    states = "".join(_state(name, end + 8 + 14 * i) for i, name in enumerate(unit.statuses[:_STATES_SHOWN]))
    dx, dy = held
    within = f"{num(-flag_width(unit) / 2 - dx / size)} {num(-dy / size)}"
    return (
        f'<g class="flag" aria-hidden="true"{sized} transform="translate({num(x + dx)} {num(y + dy)})"><g class="z">'
        f'<g transform="translate({within})">{plate}{states}</g></g></g>'
    )


def held_at(unit: TokenUnit, body: Box, x: float, y: float, size: float = 1) -> Point:
    """Which point of a flag keeps its place while the board zooms, so that it neither leaves its unit nor hides it."""
    half, rise = flag_width(unit) / 2 * size, HEIGHT / 2 * size
    return (_towards(body.left - x, body.right - x, half), _towards(body.top - y, body.bottom - y, rise))


def _towards(low: float, high: float, half: float) -> float:
    """The point within half a width that is nearest to a stretch; the middle, or next to it, where they overlap."""
    if low > half or high < -half:
        return half if low > half else -half
    return min(max(low, 0.0), high)


def flag_width(unit: TokenUnit) -> float:
    """The width of a unit's flag in drawing units, unzoomed."""
    states = min(len(unit.statuses), _STATES_SHOWN)
    return _end(unit) + (14 * states + 1.5 if states else 0)


def _shows_count(unit: TokenUnit) -> bool:
    return not unit.vehicle


def _count(unit: TokenUnit) -> int:
    return unit.strength or len(unit.models)


def _number_end(unit: TokenUnit) -> float:
    return 16.0 + 6 * max(2, len(unit.number))


def _end(unit: TokenUnit) -> float:
    if not _shows_count(unit):
        return _number_end(unit) + (2 if unit.side == "a" else 0)
    return _number_end(unit) + (13 if _count(unit) < 10 else 18)


def _plate(unit: TokenUnit) -> tuple[str, float]:
    edge, end, side = _number_end(unit), _end(unit), unit.side
    e = num(edge)
    shapes = {
        "a": f"M{e}-6.5H6.5a6.5 6.5 0 0 0 0 13H{e}z"
        if _shows_count(unit)
        else f"M{num(end - 6.5)}-6.5H6.5a6.5 6.5 0 0 0 0 13H{num(end - 6.5)}a6.5 6.5 0 0 0 0-13z",
        "b": f"M5-6.5H{e}V6.5H5L0 0z",
        "c": f"M0 6.5V0A6.5 6.5 0 0 1 6.5-6.5H{e}V6.5z",
        "d": f"M0-6.5H{e}V6.5H0z",
    }
    number = f'<text class="fl-n" x="13.5" y="3.4">{escape(unit.number)}</text>'
    plate = f'<path class="fl-bg fill-{side}" d="{shapes[side]}"/>{_GLYPHS[side]}{number}'
    if not _shows_count(unit):
        return plate, end
    box = f'<path class="fl-b" d="M{e}-6.5H{num(end - 2)}a2 2 0 0 1 2 2V4.5a2 2 0 0 1-2 2H{e}z"/>'
    count = f'<text class="fl-s" x="{num((edge + end) / 2)}" y="3.4">{_count(unit)}</text>'
    return plate + box + count, end


def _state(name: str, x: float) -> str:
    return (
        f'<g class="fl-st {escape(name)}" transform="translate({num(x)} 0)"><circle r="6.3"/>'
        f'<use href="#{STATUSES[name].icon}" x="-4.5" y="-4.5" width="9" height="9"/></g>'
    )


def tie_svg(x: float, y: float, to: Point) -> str:
    """The line from a flag to its unit, with a dot on it."""
    data = f"M{num(x)} {num(y)}L{num(to[0])} {num(to[1])}"
    dot = f'<circle class="fl-d" cx="{num(to[0])}" cy="{num(to[1])}" r="2.2"/>'
    return f'<path class="fl-g" d="{data}"/><path class="fl-l" d="{data}"/>{dot}'
