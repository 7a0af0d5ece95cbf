"""Where flags stand: beside their units, or apart and tied, where they hide nothing and their lines cross nothing."""

from __future__ import annotations

import itertools
import math
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tabletop.ui.board.flags import HEIGHT, flag_width
from tabletop.ui.board.scene import Point, TokenUnit
from tabletop.ui.board.svg import Box
from tabletop.ui.board.ties import Line, Picks, Rows, cut, line_to, meet

_Picked = npt.NDArray[np.intp]
"""Which of them."""


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
            changed += [old.body.grown(_OUTLINE), *_taken(old, rise)]
    for name, (body, half, rim) in here.items():
        if name not in before or (before[name].body, before[name].half, before[name].away) != (body, half, rim):
            changed.append(body.grown(_OUTLINE))
    if before and not changed:
        return {unit.id: before[unit.id] for unit, _ in units}
    placed: dict[str, _Flagged] = {}
    covered = _Covered(table, [box.grown(_OUTLINE) for _, box in units], taken)
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
    def lines(self) -> Rows:
        """The lines of the flags that stand."""
        return self._tied[: self._lines]

    def within(self, reach: Box) -> tuple[Rows, Rows]:
        """The bodies and the marks that reach into a box: most are far from any one flag."""
        left, top, right, bottom = (boxes := self._boxes[: self._count]).T
        meets = (left < reach.right) & (right > reach.left) & (top < reach.bottom) & (bottom > reach.top)
        return boxes[: self._bodies][meets[: self._bodies]], boxes[self._bodies :][meets[self._bodies :]]


_FURTHER: Final = (8.0, 18.0, 30.0, 45.0, 60.0, 80.0, 110.0, 150.0)
"""How much further off flags stand in a crowd, where a line ties them to their unit; in drawing units."""
_LOOKED_AT: Final = slice(0, 60, 3)
"""Of the free places these are looked at for one whose line crosses nothing: neighbours have nearly the same line."""
_RINGS_MORE: Final = 2
"""So many rings more are looked at for a better place once one was found that lies on a line or whose line crosses."""


class _Places(NamedTuple):
    """Places round a unit in the order in which they are tried, a row each; which ring each is of."""

    spots: Rows
    rings: Rows

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
        return _Flagged(body, half, rim, spot, all_round, line_to(unit, body, spot, _size(frame)))
    last = min(int(further.rings[clear[0]]) + _RINGS_MORE, len(_FURTHER) - 1)
    clear = clear[further.rings[clear] <= last]
    free = clear[~_on_a_line(_framed(further.spots[clear], frame), covered.lines)]
    reach = reach.grown(_FURTHER[last])
    others = _Others.of(body.grown(_OUTLINE), *covered.within(reach), covered.lines)
    tried = [further.spots[n] for n in (*free[_LOOKED_AT], *(free if free.size else clear)[:1])]
    spot, line = _best((_point(row) for row in tried), lambda spot: line_to(unit, body, spot, _size(frame)), others)
    return _Flagged(body, half, rim, spot, reach, line)


_WORSE: Final = 2
"""A line rather crosses so many units than one flag, line or mark."""


class _Others(NamedTuple):
    """What a unit's line keeps off: boxes, how bad it is to cross each of them, and lines."""

    boxes: Rows
    bad: npt.NDArray[np.int64]
    lines: Rows

    @classmethod
    def of(cls, own: Box, bodies: Rows, marks: Rows, lines: Rows) -> _Others:
        """Other units, and worse, flags, their lines and marks."""
        strangers = bodies[(bodies != np.array(own)).any(axis=1)]
        bad = np.repeat(np.array([1, _WORSE]), [len(strangers), len(marks)])
        return cls(np.concatenate((strangers, marks)).T, bad, lines)

    def crossed(self, line: Line) -> int:
        """How much of it a line crosses."""
        boxes = self.bad[meet(self.boxes, np.array(line))].sum()
        return int(boxes + _WORSE * np.count_nonzero(cut(line, self.lines)))


def _best(
    spots: Iterable[Point], line_from: Callable[[Point], Line | None], others: _Others
) -> tuple[Point, Line | None]:
    """The first place from which a line crosses nothing, else the one whose line crosses least."""
    found: list[tuple[int, Point, Line | None]] = []
    for spot in spots:
        line = line_from(spot)
        found.append((others.crossed(line) if line is not None else 0, spot, line))
        if not found[-1][0]:
            break
    return min(found, key=lambda one: one[0])[1:]


def _point(row: Rows) -> Point:
    return float(row[0]), float(row[1])


def _size(frame: Box) -> float:
    return 2 * frame.bottom / HEIGHT


_TIGHT: Final = -2.0
"""So much closer to its unit a flag may stand before it goes further off."""
_OUTLINE: Final = 3.0
"""How far the outline of a unit reaches beyond the box round its models."""


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


def _framed(spots: Rows, frame: Box) -> Rows:
    """The left, top, right and bottom of a flag at each of these places, one below the other."""
    return np.asarray(spots.T[[0, 1, 0, 1], :, None] + np.array(frame)[:, None, None])


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


def _on_a_line(framed: Rows, lines: Rows) -> Picks:
    return np.asarray(meet(framed, lines.T).any(axis=1))


def _outside(framed: Rows, table: Box) -> Picks:
    left, top, right, bottom = framed[:, :, 0]
    return np.asarray((left < table.left) | (top < table.top) | (right > table.right) | (bottom > table.bottom))


def _least(near: _Places, further: _Places, frame: Box, reach: Box, covered: _Covered) -> Point:
    """Of all places, the one that covers least, and rather a near one; moved a little where that covers less."""
    others = covered.within(reach)
    spots = np.concatenate((near.spots, further.spots))
    costs = _covering(spots, frame, others, covered.table) + np.arange(len(spots))
    moved = spots[int(np.argmin(costs))] + _A_LITTLE
    return _point(moved[int(np.argmin(_covering(moved, frame, others, covered.table)))])


_A_LITTLE: Final = np.array(
    sorted(itertools.product(range(-12, 13, 3), repeat=2), key=lambda by: abs(by[0]) + abs(by[1]))
)
"""How far a flag is moved off a place that is not free: not at all first, then farther and farther."""


def _covering(spots: Rows, frame: Box, others: tuple[Rows, Rows], table: Box) -> Rows:
    """How much a flag covers at each place: of bodies, of marks, which is worse, and of the table's edge."""
    left, top, right, bottom = framed = _framed(spots, frame)
    boxes = np.concatenate(others).T
    across = np.maximum(np.minimum(right, boxes[2]) - np.maximum(left, boxes[0]), 0)
    down = np.maximum(np.minimum(bottom, boxes[3]) - np.maximum(top, boxes[1]), 0)
    area = across * down @ np.repeat([1.0, 1.5], [len(others[0]), len(others[1])])
    return np.asarray(500.0 * _outside(framed, table) + area)
