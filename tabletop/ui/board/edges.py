"""What the border of a table says: letters and figures of its squares, or whose each edge is and how turns pass."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from django.utils.html import escape

from tabletop.ui.board.defs import glyph
from tabletop.ui.board.scene import UNITS_PER_INCH
from tabletop.ui.board.svg import num

BAR: Final = 60
"""Drawing units of one bar of the border and one square of the grid: six inches."""

ROUND: Final = ("west", "north", "east", "south")
"""The edges of a table, clockwise."""

_OUT: Final = 14
"""How far outside the table names and arrows lie."""

_CORNER: Final = 64
"""How far from a corner an arrow begins or ends at most."""

_LONGEST: Final = 30


class Owned(NamedTuple):
    """A side and the edge that it calls its own; `now` where it is to act."""

    side: str
    name: str
    edge: str
    now: bool = False


# ------------------------------------------------------------------ letters and figures


@lru_cache(maxsize=64)
def lettered(width_in: float, height_in: float) -> str:
    """Letters across, figures down."""
    w, h = width_in * UNITS_PER_INCH, height_in * UNITS_PER_INCH
    marks = "".join(_marks(column_name(i), x + n / 2, -11, h + 17) for i, (x, n) in enumerate(steps(w)))
    marks += "".join(
        f'<text x="-15" y="{num(y + n / 2 + 3.5)}">{i}</text>'
        f'<text x="{num(w + 15)}" y="{num(y + n / 2 + 3.5)}">{i}</text>'
        for i, (y, n) in enumerate(steps(h), 1)
    )
    return f'<g class="fr-t">{marks}</g>'


def steps(length: float) -> list[tuple[int, float]]:
    """Where each bar of the border begins, and how long it is."""
    return [(start, min(BAR, length - start)) for start in range(0, int(length + 0.999), BAR)]


def _marks(letter: str, x: float, top: float, bottom: float) -> str:
    above = f'<text x="{num(x)}" y="{num(top)}">{letter}</text>'
    return f'{above}<text class="low" x="{num(x)}" y="{num(bottom)}">{letter}</text>'


def column_name(index: int) -> str:
    """The letter of a column of the grid, A to Z and on with AA."""
    return column_name(index // 26 - 1) + column_name(index % 26) if index > 25 else chr(ord("A") + index)


# ------------------------------------------------------------------ sides and arrows


@lru_cache(maxsize=256)
def owned(width_in: float, height_in: float, sides: Sequence[Owned], *, large: bool = False) -> str:
    """Each side's name at its edge, and arrows from one to the next, clockwise; nothing if a side has no edge."""
    if any(each.edge not in ROUND for each in sides):
        return ""
    w, h = width_in * UNITS_PER_INCH, height_in * UNITS_PER_INCH
    plates = "".join(_plates(edge, [each for each in sides if each.edge == edge], w, h, large) for edge in ROUND)
    taken = [edge for edge in ROUND if any(each.edge == edge for each in sides)]
    return plates + "".join(_arrow(a, b, w, h) for a, b in _pairs(taken))


def _plates(edge: str, sides: Sequence[Owned], w: float, h: float, large: bool) -> str:
    """The names of those who share an edge divide it."""
    length = w if edge in ("north", "south") else h
    return "".join(_plate(each, length * (n + 0.5) / len(sides), w, h, large) for n, each in enumerate(sides))


def _plate(side: Owned, along: float, w: float, h: float, large: bool) -> str:
    x, y, turned = {
        "west": (-_OUT, along, -90),
        "north": (along, -_OUT, 0),
        "east": (w + _OUT, along, 90),
        "south": (along, h + _OUT, 0),
    }[side.edge]
    name = side.name if len(side.name) <= _LONGEST else side.name[: _LONGEST - 1] + "…"
    half = (34 + 5.4 * len(name)) / 2
    larger = " scale(1.25)" if large else ""
    now = " now" if side.now else ""
    return (
        f'<g class="edge side-{side.side}{now}" transform="translate({num(x)} {num(y)}) rotate({turned}){larger}">'
        f'<rect x="{num(-half)}" y="-8" width="{num(2 * half)}" height="16" rx="3"/>'
        f'<g transform="translate({num(12 - half)} 0)"><circle class="fill-{side.side}" r="6.4"/>{glyph(side.side)}</g>'
        f'<text x="7" y="3.2">{escape(name)}</text></g>'
    )


def _pairs(edges: Sequence[str]) -> Iterator[tuple[str, str]]:
    return zip(edges, [*edges[1:], *edges[:1]], strict=True) if len(edges) > 1 else iter(())


def _arrow(start: str, end: str, w: float, h: float) -> str:
    """From one edge along the border to another, round every corner between them."""
    here, there = ROUND.index(start), ROUND.index(end)
    corners = [(here + n) % 4 for n in range((there - here) % 4)]
    into, out_of = _near(corners[0], w, h)[0], _near(corners[-1], w, h)[1]
    bends = "".join(_bend(corner, w, h) for corner in corners)
    return f'<path class="edge-arc" d="M{into}{bends}L{out_of}{_HEADS[corners[-1]]}"/>'


_HEADS: Final = ("m-6 -4l6 4l-6 4", "m-4 -6l4 6l4 -6", "m6 -4l-6 4l6 4", "m-4 6l4 -6l4 6")
"""The points of arrows that run east, south, west and north: those that have come round each corner of `ROUND`."""


def _near(corner: int, w: float, h: float) -> tuple[str, str]:
    """Where an arrow that goes round that corner begins, and where it ends: the corner after each edge of `ROUND`."""
    across, down = min(_CORNER, w / 5), min(_CORNER, h / 5)
    left, top, right, bottom = num(-_OUT), num(-_OUT), num(w + _OUT), num(h + _OUT)
    return (
        (f"{left} {num(down)}", f"{num(across)} {top}"),
        (f"{num(w - across)} {top}", f"{right} {num(down)}"),
        (f"{right} {num(h - down)}", f"{num(w - across)} {bottom}"),
        (f"{num(across)} {bottom}", f"{left} {num(h - down)}"),
    )[corner]


def _bend(corner: int, w: float, h: float) -> str:
    left, top, right, bottom = num(-_OUT), num(-_OUT), num(w + _OUT), num(h + _OUT)
    inner = 18 - _OUT
    x, y = num(w - inner), num(h - inner)
    return (
        f"L{left} {inner}A18 18 0 0 1 {inner} {top}",
        f"L{x} {top}A18 18 0 0 1 {right} {inner}",
        f"L{right} {y}A18 18 0 0 1 {x} {bottom}",
        f"L{inner} {bottom}A18 18 0 0 1 {left} {y}",
    )[corner]
