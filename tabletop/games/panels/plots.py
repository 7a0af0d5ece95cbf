"""Plots as SVG, drawn by Matplotlib in the colours of the page: whichever theme it has, they have it too.

A plot is drawn with colours that stand for names; in the markup each becomes the variable of that name. Nothing here
is shared between requests but settings made once, so plots may be drawn on several threads. The library is read when
the first plot is drawn, for a server starts without it in half the time; what it finds out about fonts is kept.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from functools import cache
from io import StringIO
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.conf import settings
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_SETTINGS: Final[Any] = {
    "svg.fonttype": "none",  # text stays text
    "text.parse_math": False,  # a name may hold any sign
    "hatch.linewidth": 1.6,
    "axes.unicode_minus": True,
}

_PAGE: Final = {
    "#a10001": "--side-a",
    "#b10001": "--side-b",
    "#b10002": "--side-b-alt",
    "#c10001": "--side-c",
    "#d10001": "--side-d",
    "#010101": "--ink",
    "#010102": "--ink-2",
    "#010103": "--ink-3",
    "#0f0f01": "--line",
    "#0f0f02": "--surface-3",
    "#0f0f03": "--surface-2",
    "#0f0f04": "--surface",
}
"""Colours that stand for the page's own."""
_NAMED: Final = {name.removeprefix("--"): colour for colour, name in _PAGE.items()}
_DASHES: Final = {"a": "-", "b": (0, (4, 2)), "c": (0, (1.2, 2)), "d": (0, (6, 2, 1.2, 2))}
_MARKS: Final = {"a": "o", "b": "D", "c": "^", "d": "s"}
_SIZE: Final = 12.0
_LONGEST: Final = 26
_NARROW: Final = 400
"""Pixels of a plot that stands beside others, and on a phone by itself."""
_ROW: Final = 30
_BADGE: Final = 38.0
_SIGN: Final = 8.0
"""Pixels of a row, of the badge before its name, and of each sign of a number that has more than two."""
_LEAST: Final = 70.0
"""Pixels of a bar at least."""
_LETTER: Final = 6.4
_GAP: Final = 8.0
_BADGES: Final = {
    "a": "round,pad=0.15,rounding_size=0.65",
    "b": "larrow,pad=0.08",
    "c": "rarrow,pad=0.08",
    "d": "square,pad=0.2",
}
"""What a unit's badge is like on the board, as near as the library has it."""
_FEWEST: Final = 6
COUNTED: Final = ("o", "s", "X")


class Below(NamedTuple):
    """What a plot counts and does not name: a unit and words about it."""

    unit: str
    side: str
    words: str


class Plot(NamedTuple):
    """One plot and what it says: heads and rows of a table."""

    name: str
    title: str
    note: str
    svg: SafeString
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    below: tuple[Below, ...] = ()


class Bar(NamedTuple):
    """One row of a plot of bars: whose it is, its name, its parts, and its sum in words."""

    side: str
    name: str
    parts: tuple[float, ...]
    words: str


class Steps(NamedTuple):
    """One side's line that holds until it changes."""

    side: str
    name: str
    points: tuple[tuple[float, float], ...]
    words: str


class Stretch(NamedTuple):
    """From one act to another something was a side's."""

    first: float
    last: float
    side: str
    name: str


class Lane(NamedTuple):
    """One row of stretches."""

    name: str
    stretches: tuple[Stretch, ...]


class Mark(NamedTuple):
    """A place along the bottom that has a name."""

    at: float
    words: str


def bars(name: str, label: str, rows: Sequence[Bar]) -> SafeString:
    """A bar for each row, the first on top."""
    most = max((sum(row.parts) for row in rows), default=1) or 1
    figure, axes = _listed(rows)
    for place, row in enumerate(rows):
        axes.barh(place, most, height=0.42, facecolor=_NAMED["surface-3"], linewidth=0)
        axes.barh(place, sum(row.parts), height=0.42, **_filled(row.side))
    axes.set_xlim(0, most)
    return _svg(figure, name, label)


def counted(name: str, label: str, rows: Sequence[Bar]) -> SafeString:
    """A mark for each that a row counts, the first row on top: dots for the first part, then squares, then crosses."""
    figure, axes = _listed(rows)
    room = max(_FEWEST, *(sum(row.parts) for row in rows))
    size = min(9.0, 0.85 * axes.get_window_extent().width / room)
    for place, row in enumerate(rows):
        start = 0.5
        for part, mark in zip(row.parts, COUNTED, strict=False):
            at = [start + n for n in range(round(part))]
            look: dict[str, Any] = {"color": _NAMED["ink-2"], "marker": mark, "markersize": size, "linestyle": "none"}
            axes.plot(at, [place] * len(at), **look)
            start += len(at)
    axes.set_xlim(0, room)
    return _svg(figure, name, label)


def _listed(rows: Sequence[Bar]) -> tuple[Figure, Axes]:
    """A sheet with a line for each row: the badge of its unit, its name, room for a bar, its words at the right."""
    parted = [row.name.partition(" ") for row in rows]
    badge = _BADGE + _SIGN * max((len(code) - 2 for code, _, _ in parted), default=0)
    left = badge + _wide([_short(name) for _, _, name in parted])
    right = _wide([row.words for row in rows]) + _GAP
    wide, high = max(_NARROW, round(left + _LEAST + right)), _ROW * len(rows) + 8
    figure, axes = _sheet(wide, high, laid=False)
    axes.set_position((left / wide, 4 / high, (wide - left - right) / wide, 1 - 8 / high))
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xticks([])
    axes.set_yticks([])
    across = axes.get_yaxis_transform()
    for place, (row, (code, _, name)) in enumerate(zip(rows, parted, strict=True)):
        style: dict[str, Any] = {"xycoords": across, "textcoords": "offset points", "va": "center", "fontsize": _SIZE}
        axes.annotate(_short(name), (0, place), (badge - left, 0), color=_NAMED["ink"], **style)
        axes.annotate(row.words, (1, place), (right, 0), color=_NAMED["ink-2"], ha="right", **style)
        box = {"boxstyle": _BADGES.get(row.side, _BADGES["d"]), "facecolor": _colour(row.side), "linewidth": 0}
        style |= {"fontsize": 11, "weight": "bold", "ha": "center", "bbox": box}
        axes.annotate(f"\xa0{code}\xa0", (0, place), ((badge - 2) / 2 - left, 0), color=_NAMED["surface"], **style)
    return figure, axes


def _wide(words: Sequence[str]) -> float:
    """Pixels that the longest of them takes, roughly."""
    return max((len(each) for each in words), default=0) * _LETTER + _GAP


def steps(
    name: str,
    label: str,
    lines: Sequence[Steps],
    turns: Sequence[Mark],
    *,
    band: Sequence[tuple[float, float]] = (),
    width: int = _NARROW,
    height: int = 300,
) -> SafeString:
    """Lines that hold until they change; `band` is how far from nothing is still usual at each place."""
    figure, axes = _sheet(width, height)
    if band:
        at, far = [x for x, _ in band], [y for _, y in band]
        axes.fill_between(at, far, [-y for y in far], step="post", color=_NAMED["surface-3"], linewidth=0)
        axes.axhline(0, color=_NAMED["ink-3"], linewidth=1)
    else:
        axes.set_ylim(0, max((y for line in lines for _, y in line.points), default=1) * 1.08 or 1)
    for line in lines:
        x, y = [point[0] for point in line.points], [point[1] for point in line.points]
        colour = _colour(line.side)
        axes.step(x, y, where="post", color=colour, linewidth=2, linestyle=_DASHES.get(line.side, "-"))
        axes.plot(x[-1:], y[-1:], color=colour, marker=_MARKS.get(line.side, "o"), markersize=7)
    for line, lift in zip(lines, _lifts([line.points[-1][1] for line in lines], axes.get_ylim(), height), strict=True):
        _beside(axes, line.words, line.points[-1], 9, up=lift)
    low, high = axes.get_xlim()
    named = _apart(turns, high - low, 1.3 * _SIZE, 0.8 * width)
    _turned(axes, [turn if turn in named else turn._replace(words="") for turn in turns])
    axes.yaxis.grid(visible=True, color=_NAMED["line"])
    axes.tick_params(axis="y", length=0, labelsize=_SIZE, labelcolor=_NAMED["ink-2"])
    return _svg(figure, name, label)


def lanes(
    name: str, label: str, rows: Sequence[Lane], turns: Sequence[Mark], scores: Sequence[Mark], last: float
) -> SafeString:
    """Who held what when, act by act, over the tints of the turns with the score at the end of each."""
    figure, axes = _sheet(1344, 44 * (len(rows) + 1) + 34)
    ends = [*(turn.at for turn in turns[1:]), last]
    for place, (turn, end) in enumerate(zip(turns, ends, strict=True)):
        axes.axvspan(turn.at, end, color=_NAMED["surface-3" if place % 2 else "surface-2"], linewidth=0)
    wide = last - turns[0].at
    edge: dict[str, Any] = {"facecolor": _NAMED["surface"], "edgecolor": _NAMED["ink-3"], "linewidth": 0.8}
    for place, row in enumerate(rows):
        axes.barh(place, wide, left=turns[0].at, height=0.62, **edge)
        for held in row.stretches:
            axes.barh(place, held.last - held.first, left=held.first, height=0.62, **_filled(held.side))
            if held.last - held.first > wide * 0.08:
                _beside(axes, _short(held.name), (held.first, place), 8, bbox={**edge, "linewidth": 0.6, "pad": 3})
    for score in _apart(scores[::-1], wide, 16):
        _beside(axes, score.words, (score.at, len(rows)), -8, ha="right", fontsize=16, weight="bold")
    _rows(axes, [("", row.name) for row in rows] + [("", "Score")])
    axes.xaxis.tick_top()
    _turned(axes, _short_where_narrow(turns, wide), lines=False)
    axes.set_xlim(turns[0].at, last)
    return _svg(figure, name, label)


_LANES_PX: Final = 1200
"""Pixels of the acts in the plot of who held what."""


def _apart(marks: Sequence[Mark], wide: float, size: float, pixels: float = _LANES_PX) -> list[Mark]:
    """Those of them, the first ones first, whose words have room beside the one before."""
    kept: list[Mark] = []
    for mark in marks:
        room = abs(mark.at - kept[-1].at) * pixels / (wide or 1) if kept else pixels
        if room > 0.62 * size * len(mark.words):
            kept.append(mark)
    return kept


def _short_where_narrow(turns: Sequence[Mark], wide: float) -> list[Mark]:
    """Turns by their words; of a long battle by numbers, where these have room."""
    if len(_apart(turns, wide, _SIZE)) == len(turns):
        return list(turns)
    return _apart([turn._replace(words=turn.words.rpartition(" ")[2]) for turn in turns], wide, 1.6 * _SIZE)


# ------------------------------------------------------------------ drawing


@cache
def _library() -> tuple[type[Figure], type[Any]]:
    """Figures and how they are laid out, with our settings."""
    os.environ.setdefault("MPLCONFIGDIR", str(settings.DATA_DIR / "plots"))
    import matplotlib as mpl
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    mpl.rcParams.update(_SETTINGS)
    return Figure, ConstrainedLayoutEngine


def _sheet(width: int, height: int, *, laid: bool = True) -> tuple[Figure, Axes]:
    """A figure and its axes: `laid` out by the library, or placed by whoever draws on it."""
    kind, layout = _library()
    made = layout(w_pad=0.02, h_pad=0.02) if laid else None
    figure = kind(figsize=(width / 72, height / 72), dpi=72, layout=made)
    figure.patch.set_visible(False)
    axes = figure.add_subplot()
    axes.patch.set_visible(False)
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.set_axisbelow(True)
    return figure, axes


def _lifts(ends: Sequence[float], limits: tuple[float, float], height: int) -> list[float]:
    """How many pixels the words at the end of each line go up or down, so that none cover another."""
    scale = height / ((limits[1] - limits[0]) or 1)
    lifts = [0.0] * len(ends)
    lowest = None
    for place in sorted(range(len(ends)), key=lambda n: ends[n]):
        at = ends[place] * scale
        lifts[place] = max(0.0, lowest - at) if lowest is not None else 0.0
        lowest = at + lifts[place] + 1.25 * _SIZE
    return lifts


def _beside(axes: Axes, words: str, at: tuple[float, float], right: int, *, up: float = 0, **style: Any) -> None:
    """Words some pixels to the right of a place, or to its left."""
    kind: dict[str, Any] = {"va": "center", "color": _NAMED["ink"], "fontsize": _SIZE} | style
    axes.annotate(words, at, (right, up), textcoords="offset points", **kind)


def _rows(axes: Axes, rows: Sequence[tuple[str, str]]) -> None:
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_yticks(range(len(rows)), [_short(name) for _, name in rows])
    axes.tick_params(axis="y", length=0, labelsize=_SIZE, labelcolor=_NAMED["ink"])


def _turned(axes: Axes, turns: Sequence[Mark], *, lines: bool = True) -> None:
    axes.set_xticks([turn.at for turn in turns], [turn.words for turn in turns], ha="left")
    axes.tick_params(axis="x", length=0, labelsize=_SIZE, labelcolor=_NAMED["ink-2"])
    if lines:
        axes.xaxis.grid(visible=True, color=_NAMED["line"])


def _filled(side: str) -> dict[str, Any]:
    """A side is known by its pattern as well as by its colour."""
    if side == "b":
        return {"facecolor": _colour(side), "hatch": "///", "edgecolor": _NAMED["side-b-alt"], "linewidth": 0}
    return {"facecolor": _colour(side), "linewidth": 0}


def _colour(side: str) -> str:
    return _NAMED.get(f"side-{side}", _NAMED["ink-3"])


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


# ------------------------------------------------------------------ markup


def _svg(figure: Figure, name: str, label: str) -> SafeString:
    """The picture as part of a page: its own ids, no style sheet, the page's colours and fonts."""
    out = StringIO()
    figure.savefig(out, format="svg", metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
    text = out.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<style.*?</style>|<metadata.*?</metadata>|<!--.*?-->", "", text, flags=re.DOTALL)
    text = re.sub(r'\bid="', f'id="{name}-', text)
    text = re.sub(r'(?:xlink:)?href="#', f'href="#{name}-', text).replace("url(#", f"url(#{name}-")
    text = re.sub(r"#[0-9a-f]{6}", lambda found: _themed(found[0]), text)
    text = re.sub(r"font-family: [^;\"]*", "font-family: var(--font-ui)", text)
    box = re.search(r'viewBox="[^"]*"', text)
    opened = (
        f'<svg class="plot" {box[0] if box else ""} role="img" aria-label="{escape(label)}" stroke-linejoin="round">'
    )
    return mark_safe(opened + text[text.index(">") + 1 :])  # noqa: S308 -- Matplotlib escapes what it writes


def _themed(colour: str) -> str:
    name = _PAGE.get(colour)
    return f"var({name})" if name else colour
