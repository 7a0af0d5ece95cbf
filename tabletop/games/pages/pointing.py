"""Rulers and pings of players as everybody's board draws them: places on the table and a name, nothing of units."""

from __future__ import annotations

from math import hypot
from typing import Final, NamedTuple

from django.utils.html import escape

from tabletop.ui.board.defs import glyph
from tabletop.ui.words import inches_text

Point = tuple[float, float]

_TEN: Final = 10  # drawing units an inch
_TICK: Final = 4.5
_SIGN: Final = 5.2  # about as wide as a letter is


class Pointed(NamedTuple):
    """What somebody shows to everybody: a ruler from one place to another, or a ping where both are the same."""

    name: str
    side: str
    start: Point
    end: Point

    @property
    def is_ping(self) -> bool:
        """Whether it is one place."""
        return self.start == self.end


def drawn(shown: Pointed, by: str) -> str:
    """It as SVG. `by` is the mark of the page that it comes from, which draws its own."""
    inside = _ping(shown) if shown.is_ping else _ruler(shown)
    side = f" side-{shown.side}" if shown.side else ""
    return f'<g class="pointed{side}" data-by="{escape(by)}" aria-hidden="true">{inside}</g>'


def _ping(shown: Pointed) -> str:
    x, y = _place(shown.start)
    rings = '<circle class="far" r="20"/><circle r="12"/><circle class="dot" r="3.5"/>'
    return f'<g transform="translate({x} {y})"><g class="z ping">{rings}</g></g>{_plate(shown, (x, y + 28), "here")}'


def _ruler(shown: Pointed) -> str:
    (x, y), (u, v) = _place(shown.start), _place(shown.end)
    line = f"M{x} {y}L{u} {v}"
    length = hypot(shown.end[0] - shown.start[0], shown.end[1] - shown.start[1])
    ticks = "".join(_tick(shown, step / length) for step in range(1, int(length) + 1) if step < length)
    middle = (round((x + u) / 2, 1), round((y + v) / 2, 1))
    return (
        f'<path class="rl-c" d="{line}"/><path class="rl" d="{line}"/><path class="rt" d="{ticks}"/>'
        f"{_plate(shown, middle, inches_text(length))}"
    )


def _tick(shown: Pointed, share: float) -> str:
    """A mark on the ruler at each inch, square to it."""
    (x, y), (u, v) = shown.start, shown.end
    dx, dy = u - x, v - y
    length = hypot(dx, dy)
    at = ((x + dx * share) * _TEN, (y + dy * share) * _TEN)
    return f"M{at[0]:.1f} {at[1]:.1f}l{-dy / length * _TICK:.1f} {dx / length * _TICK:.1f}"


def _plate(shown: Pointed, at: Point, words: str) -> str:
    text = f"{shown.name} {words}".strip()
    wide = len(text) * _SIGN + 24
    mark = f'<g transform="translate({-wide / 2 + 10:.1f} 0)">{glyph(shown.side)}</g>' if shown.side else ""
    return (
        f'<g class="lbl" transform="translate({at[0]} {at[1]})"><g class="z">'
        f'<rect x="{-wide / 2:.1f}" y="-8" width="{wide:.1f}" height="16" rx="3"/>{mark}'
        f'<text x="{6 if shown.side else 0}" y="3.3">{escape(text)}</text></g></g>'
    )


def _place(point: Point) -> Point:
    return (round(point[0] * _TEN, 1), round(point[1] * _TEN, 1))


def region(parts: list[str]) -> str:
    """The swap of everything that is pointed at now."""
    return f'<svg hx-swap-oob="innerHTML:#pointing">{"".join(parts)}</svg>'
