"""Flags: side glyph, unit number, models left and up to two states, set down where they hide nothing."""

from __future__ import annotations

import itertools
import math
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from django.utils.html import escape

from tabletop.ui.board.scene import Point, TokenUnit
from tabletop.ui.board.svg import Box, num, scaled
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


# ------------------------------------------------------------------ places


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
        return Box(left, top, right, bottom).grown(_WIDE / 2)


@dataclass(frozen=True)
class _Flagged:
    """A unit's flag as it was placed: what decides about it, beside its neighbours, and where it stands."""

    body: Box
    half: float
    away: Point
    spot: Point
    reach: Box
    """What its place depends on: all that lies in here."""
    line: Line | None = None


_Rows = npt.NDArray[np.float64]
"""Many boxes or lines, four numbers in a row each."""
_Flags = npt.NDArray[np.bool_]
_Picked = npt.NDArray[np.intp]
"""Which of them."""

_lately: OrderedDict[tuple[object, ...], Mapping[str, _Flagged]] = OrderedDict()
_KEPT: Final = 64


def place_flags(
    units: Sequence[tuple[TokenUnit, Box]], *, table: Box, taken: Iterable[Box] = (), scale: float = 1
) -> dict[str, Point]:
    """Where each unit's flag stands: above, below or beside it, else further off, off tokens, other flags and names.

    Units come with the box round their models; `taken` are names and other marks. `scale` is how much larger than drawn
    the flags are shown. Ids to middles, drawing units.
    """
    marks = tuple(taken)
    key = (table, marks, scale)
    before = _lately.get(key, {})
    placed = _placed(units, table, marks, scale, before if _in_order(before, units) else {})
    _lately[key] = placed
    while len(_lately) > _KEPT:
        _lately.popitem(last=False)
    return {unit: flagged.spot for unit, flagged in placed.items()}


def _in_order(before: Mapping[str, _Flagged], units: Sequence[tuple[TokenUnit, Box]]) -> bool:
    """Whether those who were placed before come in the same order again."""
    now = [unit.id for unit, _ in units if unit.id in before]
    there = set(now)
    return now == [unit for unit in before if unit in there]


def _placed(
    units: Sequence[tuple[TokenUnit, Box]],
    table: Box,
    taken: Sequence[Box],
    scale: float,
    before: Mapping[str, _Flagged],
) -> Mapping[str, _Flagged]:
    """Everybody's flag. Where nothing near has changed since `before`, it stands where it stood."""
    rise, changed = HEIGHT / 2 * scale, []
    here = {unit.id: (body, flag_width(unit) / 2 * scale, unit.away) for unit, body in units}
    for name, old in before.items():
        if here.get(name) != (old.body, old.half, old.away):
            changed += [old.body, *_taken(old, rise)]
    for name, (body, half, rim) in here.items():
        if name not in before or (before[name].body, before[name].half, before[name].away) != (body, half, rim):
            changed.append(body)
    if before and not changed:
        return {unit.id: before[unit.id] for unit, _ in units}
    placed: dict[str, _Flagged] = {}
    covered = _Covered(table, [box for _, box in units], taken)
    for unit, body in units:
        half = here[unit.id][1]
        frame, was = _frame(half, rise), before.get(unit.id)
        if was is not None and (was.body, was.half, was.away) == here[unit.id] and not _meeting(was.reach, changed):
            stands = was
        else:
            stands = _stands(unit, body, half, frame, covered)
            if was != stands:
                changed += _taken(stands, rise) + (_taken(was, rise) if was is not None else [])
        placed[unit.id] = stands
        covered.add(frame.moved(*stands.spot), stands.line)
    return placed


def _taken(flagged: _Flagged, rise: float) -> list[Box]:
    """What a flag and its line cover."""
    flag = _frame(flagged.half, rise).moved(*flagged.spot)
    return [flag] if flagged.line is None else [flag, flagged.line.box]


class _Covered:
    """What flags keep off: the edge of the table, bodies and marks, of which there are more with each that stands."""

    def __init__(self, table: Box, bodies: Sequence[Box], marks: Sequence[Box]) -> None:
        self.table = table
        self._bodies = len(bodies)
        self._count, self._lines = len(bodies) + len(marks), 0
        room = len(bodies)  # a flag and a line for each of them
        self._boxes = np.concatenate((np.array([*bodies, *marks], dtype=float).reshape(-1, 4), np.empty((room, 4))))
        self._tied = np.empty((room, 4))

    def add(self, flag: Box, line: Line | None) -> None:
        """A flag that stands, with its line."""
        self._boxes[self._count] = flag
        self._count += 1
        if line is not None:
            self._tied[self._lines] = line
            self._lines += 1

    @property
    def lines(self) -> _Rows:
        """The lines of the flags that stand."""
        return self._tied[: self._lines]

    def within(self, reach: Box) -> tuple[_Rows, _Rows]:
        """The bodies and the marks that reach into a box: most are far from any one flag."""
        left, top, right, bottom = (boxes := self._boxes[: self._count]).T
        meets = (left < reach.right) & (right > reach.left) & (top < reach.bottom) & (bottom > reach.top)
        return boxes[: self._bodies][meets[: self._bodies]], boxes[self._bodies :][meets[self._bodies :]]


_FURTHER: Final = (8.0, 18.0, 30.0, 45.0, 60.0, 80.0, 110.0, 150.0)
"""How much further off flags stand in a crowd, where a line ties them to their unit; in drawing units."""
_LOOKED_AT: Final = slice(0, 24, 3)
"""Of the free places these are looked at for one whose line crosses nothing: neighbours have nearly the same line."""
_RINGS_MORE: Final = 2
"""So many rings more are looked at for a better place once one was found that lies on a line or whose line crosses."""


class _Places(NamedTuple):
    """Places round a unit in the order in which they are tried, a row each; which ring each is of."""

    spots: _Rows
    rings: _Rows

    def about(self, body: Box, rim: Point) -> _Places:
        """The same round a unit's middle, of each ring those first that lie furthest from whom the unit fights."""
        spots, rings = self
        if rim != (0.0, 0.0):
            order = np.lexsort((-(spots @ np.array(rim)) / np.hypot(*spots.T), rings))
            spots, rings = spots[order], rings[order]
        return _Places(spots + np.array([(body.left + body.right) / 2, (body.top + body.bottom) / 2]), rings)


def _stands(unit: TokenUnit, body: Box, half: float, frame: Box, covered: _Covered) -> _Flagged:
    """Close to its unit where it is free; else as near as it is free, and if nowhere, where it covers least."""
    rim, away = unit.away, frame.bottom + (11.0 if unit.vehicle else 5.0)
    size = (body.right - body.left, body.bottom - body.top)
    reach = _reach(body, half, away + frame.bottom)
    near = _close(*size, half, away).about(body, rim)
    free = _free(near, frame, reach, covered)
    if free.size:
        spot = _point(near.spots[free[0]])
        return _Flagged(body, half, rim, spot, reach)
    further = _further(*size, half, away).about(body, rim)
    all_round = reach.grown(_FURTHER[-1])
    clear = _clear(further, frame, all_round, covered)
    if not clear.size:
        spot = _least(near, further, frame, all_round, covered)
        return _Flagged(body, half, rim, spot, all_round, _line(unit, body, spot, _size(frame)))
    last = min(int(further.rings[clear[0]]) + _RINGS_MORE, len(_FURTHER) - 1)
    clear = clear[further.rings[clear] <= last]
    free = clear[~_on_a_line(_framed(further.spots[clear], frame), covered.lines)]
    reach = reach.grown(_FURTHER[last])
    _, marks = covered.within(reach)
    for n in (*free[_LOOKED_AT], *(free if free.size else clear)[:1]):
        spot = _point(further.spots[n])
        line = _line(unit, body, spot, _size(frame))
        if line is None or not _crosses(line, marks, covered.lines):
            break
    return _Flagged(body, half, rim, spot, reach, line)


def _point(row: _Rows) -> Point:
    return float(row[0]), float(row[1])


def _size(frame: Box) -> float:
    return 2 * frame.bottom / HEIGHT


_TIGHT: Final = -4.0
"""So much closer to its unit a flag may stand before it goes further off."""
_WIDE: Final = 2.0
"""How wide lines are."""
_END: Final = 5.0
"""How much of each end of a line lies on flag and model."""


def _line(unit: TokenUnit, body: Box, spot: Point, size: float) -> Line | None:
    """The line from a flag to its unit; none from one beside it, or where nothing is left between the ends."""
    to = tie(unit, body, *spot, size)
    if to is None or (length := math.dist(spot, to)) <= 2 * _END:
        return None
    x, y = (to[0] - spot[0]) * _END / length, (to[1] - spot[1]) * _END / length
    return Line(spot[0] + x, spot[1] + y, to[0] - x, to[1] - y)


def _crosses(line: Line, marks: _Rows, lines: _Rows) -> bool:
    """Whether a line crosses another flag, its line or a mark."""
    return bool(_meet(marks.T, np.array(line)).any() or _cut(line, lines).any())


def _meet(boxes: _Rows, lines: _Rows) -> _Flags:
    """Where boxes and lines meet: nothing separates them along, across, or along the line's own normal."""
    left, top, right, bottom = boxes
    x, y, to_x, to_y = lines
    wide, high = (right - left + _WIDE) / 2, (bottom - top + _WIDE) / 2
    dx, dy = (to_x - x) / 2, (to_y - y) / 2
    off_x, off_y = (left + right - x - to_x) / 2, (top + bottom - y - to_y) / 2
    apart = (np.abs(off_x) >= wide + np.abs(dx)) | (np.abs(off_y) >= high + np.abs(dy))
    return np.asarray(~(apart | (np.abs(off_x * dy - off_y * dx) >= wide * np.abs(dy) + high * np.abs(dx))))


def _cut(line: Line, lines: _Rows) -> _Flags:
    """Where a line and others cross: the ends of each lie on two sides of the other."""
    x, y, to_x, to_y = line
    ax, ay, bx, by = lines.T
    one = ((ax - x) * (to_y - y) > (ay - y) * (to_x - x)) != ((bx - x) * (to_y - y) > (by - y) * (to_x - x))
    other = ((x - ax) * (by - ay) > (y - ay) * (bx - ax)) != ((to_x - ax) * (by - ay) > (to_y - ay) * (bx - ax))
    return np.asarray(one & other)


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


def tie_svg(x: float, y: float, to: Point) -> str:
    """The line from a flag to its unit, with a dot on it."""
    data = f"M{num(x)} {num(y)}L{num(to[0])} {num(to[1])}"
    dot = f'<circle class="fl-d" cx="{num(to[0])}" cy="{num(to[1])}" r="2.2"/>'
    return f'<path class="fl-g" d="{data}"/><path class="fl-l" d="{data}"/>{dot}'


def _frame(half: float, rise: float) -> Box:
    return Box(-half, -rise, half, rise)


def _reach(body: Box, half: float, away: float) -> Box:
    """All that a flag of this body may cover."""
    wide = 2 * half + 6
    return Box(body.left - wide, body.top - away, body.right + wide, body.bottom + away)


def _meeting(reach: Box, boxes: Iterable[Box]) -> list[Box]:
    """Those of them that reach into a box: most are far from any one flag."""
    left, top, right, bottom = reach
    return [o for o in boxes if o[0] < right and o[2] > left and o[1] < bottom and o[3] > top]


@lru_cache(maxsize=512)
def _close(wide: float, high: float, half: float, away: float) -> _Places:
    """Above, below, beside and at the corners; farther off a hull, which may have a ring of facings round it."""
    spots = [*_beside(wide, high, half, away), *_beside(wide + 2 * _TIGHT, high + 2 * _TIGHT, half, away)]
    return _Places(np.array(spots), np.repeat([0.0, 1.0], len(spots) // 2))


def _beside(wide: float, high: float, half: float, away: float) -> tuple[Point, ...]:
    x, y = wide / 2 + half + 6, high / 2 + away
    return ((0, -y), (0, y), (x, 0), (-x, 0), (x, -y), (-x, -y), (x, y), (-x, y))


@lru_cache(maxsize=512)
def _further(wide: float, high: float, half: float, away: float) -> _Places:
    """The places of every ring further off."""
    rings = [tuple(_round(wide + 2 * more, high + 2 * more, half, away, max(_APART, more / 3))) for more in _FURTHER]
    spots = np.array(list(itertools.chain.from_iterable(rings)))
    return _Places(spots, np.repeat(np.arange(len(rings), dtype=float), [len(ring) for ring in rings]))


def _round(wide: float, high: float, half: float, away: float, apart: float) -> Iterator[Point]:
    """All round a box, so far apart: above, below, to the right, to the left."""
    across, down = wide / 2 + half + 6, high / 2 + away
    for n in range(math.floor(across / apart) + 1):
        for dx in (n * apart, -n * apart):
            yield (dx, -down)
            yield (dx, down)
    for n in range(math.floor(down / apart) + 1):
        for dy in (n * apart, -n * apart):
            yield (across, dy)
            yield (-across, dy)


_APART: Final = 12.0
"""How close the places round a unit are tried; further off, where there are more, a third of the way there."""


def _framed(spots: _Rows, frame: Box) -> _Rows:
    """The left, top, right and bottom of a flag at each of these places, one below the other."""
    x, y = spots.T[:, :, None]
    return np.stack((x + frame.left, y + frame.top, x + frame.right, y + frame.bottom))


def _clear(places: _Places, frame: Box, reach: Box, covered: _Covered) -> _Picked:
    """Where the flag would lie on the table and on neither body nor mark."""
    left, top, right, bottom = framed = _framed(places.spots, frame)
    others = np.concatenate(covered.within(reach))
    across = (others[:, 0] < right) & (others[:, 2] > left)
    covers = (across & (others[:, 1] < bottom) & (others[:, 3] > top)).any(axis=1)
    return np.flatnonzero(~(covers | _outside(framed, covered.table)))


def _free(places: _Places, frame: Box, reach: Box, covered: _Covered) -> _Picked:
    """Those of them where it lies on no line either."""
    clear = _clear(places, frame, reach, covered)
    return clear[~_on_a_line(_framed(places.spots[clear], frame), covered.lines)] if clear.size else clear


def _on_a_line(framed: _Rows, lines: _Rows) -> _Flags:
    return np.asarray(_meet(framed, lines.T).any(axis=1))


def _outside(framed: _Rows, table: Box) -> _Flags:
    left, top, right, bottom = framed[:, :, 0]
    return np.asarray((left < table.left) | (top < table.top) | (right > table.right) | (bottom > table.bottom))


def _least(near: _Places, further: _Places, frame: Box, reach: Box, covered: _Covered) -> Point:
    """Of all places, the one that covers least, and rather a near one."""
    bodies, marks = covered.within(reach)
    spots = np.concatenate((near.spots, further.spots))
    left, top, right, bottom = framed = _framed(spots, frame)
    others = np.concatenate((bodies, marks)).T
    across = np.maximum(np.minimum(right, others[2]) - np.maximum(left, others[0]), 0)
    down = np.maximum(np.minimum(bottom, others[3]) - np.maximum(top, others[1]), 0)
    area = across * down @ np.repeat([1.0, 1.5], [len(bodies), len(marks)])
    costs = 500.0 * _outside(framed, covered.table) + np.arange(len(spots)) + area
    return _point(spots[int(np.argmin(costs))])
