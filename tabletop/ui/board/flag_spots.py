"""One flag's place: beside its unit, or apart and tied, where it hides nothing and its line crosses nothing."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tabletop.ui.board.flags import HEIGHT
from tabletop.ui.board.scene import Point, TokenUnit
from tabletop.ui.board.svg import Box
from tabletop.ui.board.ties import Line, Picks, Rows, cut, line_to, meet, tie


class Search(NamedTuple):
    """What was met while a place was looked for: it is found again as long as all of this is the same."""

    framed: Rows
    """The flag at each of the places in the order in which they are tried: all lefts, tops, rights and bottoms."""
    clear: Picks
    """Those of them that lie on the table and on nothing but lines."""
    free: Picks
    """Those that lie on no line either."""
    lines: Rows = np.empty((0, 4))
    """The lines to the unit that were looked at."""
    around: Box = Box(0, 0, 0, 0)
    """All of those lines lie in here."""
    costs: Rows | None = None
    """How much the flag covers at each of the places, where none is clear."""
    least: Rows = np.empty(2)
    """And the place where it covers least, from which it is moved a little."""


@dataclass(frozen=True)
class Flagged:
    """A unit's flag as it was placed: what decides about it, beside its neighbours, and where it stands."""

    body: Box
    half: float
    away: Point
    turned: float
    """Where its hull faces, in degrees: the box round it does not say which corners of it are empty."""
    spot: Point
    reach: Box
    """What its place depends on: all that lies in here."""
    line: Line | None
    search: Search = field(compare=False)

    @property
    def decides(self) -> tuple[Box, float, Point, float]:
        """What decides about it, beside its neighbours."""
        return self.body, self.half, self.away, self.turned


class Covered:
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


class Places(NamedTuple):
    """Places round a unit in the order in which they are tried, a row each; which ring each is of."""

    spots: Rows
    rings: Rows

    def about(self, body: Box, rim: Point) -> Places:
        """The same round a unit's middle, of each ring those first that lie furthest from whom the unit fights."""
        spots, rings = self
        if rim != (0.0, 0.0):
            order = np.lexsort((-(spots @ np.array(rim)) / np.hypot(*spots.T), rings))
            spots, rings = spots[order], rings[order]
        return Places(spots + np.array([(body.left + body.right) / 2, (body.top + body.bottom) / 2]), rings)


def stands(unit: TokenUnit, body: Box, half: float, frame: Box, covered: Covered) -> Flagged:
    """Close to its unit where it is free; else as near as it is free, and if nowhere, where it covers least."""
    rim, faces, shape = unit.away, turned(unit), _shape(unit, body, half, frame)
    reach = _reach(body, half, shape[3] + frame.bottom)
    near = _close(*shape).about(body, rim)
    near_clear, near_free = _free(near, frame, reach, covered)
    if unit.vehicle:  # at an empty corner of the box round a hull that stands askew it would stand apart
        beside = np.array([tie(unit, body, *_point(spot), size_of(frame)) is None for spot in near.spots])
        near_clear, near_free = near_clear & beside, near_free & beside
    if near_free.any():
        tried = int(np.argmax(near_free)) + 1
        spot = _point(near.spots[tried - 1])
        framed = _framed(near.spots[:tried], frame)
        return Flagged(body, half, rim, faces, spot, reach, None, Search(framed, near_clear[:tried], near_free[:tried]))
    further = _further(*shape).about(body, rim)
    all_round = reach.grown(_FURTHER[-1])
    clear = _clear(further, frame, all_round, covered)
    if not clear.any():
        spots = np.concatenate((near.spots, further.spots))
        costs = _covering(spots, frame, covered.within(all_round), covered.table) + np.arange(len(spots))
        least = spots[int(np.argmin(costs))]
        none = np.zeros(len(spots), dtype=bool)
        search = Search(_framed(spots, frame), none, none, costs=costs, least=least)
        spot = a_little_off(least, frame, all_round, covered)
        return Flagged(body, half, rim, faces, spot, all_round, line_to(unit, body, spot, size_of(frame)), search)
    last = min(int(further.rings[np.argmax(clear)]) + _RINGS_MORE, len(_FURTHER) - 1)
    clear = clear[: np.searchsorted(further.rings, last, "right")]
    free = _off_lines(further, clear, frame, covered)
    reach = reach.grown(_FURTHER[last])
    others = _Others.of(body.grown(OUTLINE), *covered.within(reach), covered.lines)
    places = np.flatnonzero(free)
    looked_at = (*places[_LOOKED_AT], *(places if places.size else np.flatnonzero(clear))[:1])
    spot, line, lines = _best(
        (_point(further.spots[n]) for n in looked_at), lambda spot: line_to(unit, body, spot, size_of(frame)), others
    )
    framed = _framed(np.concatenate((near.spots, further.spots[: clear.size])), frame)
    search = Search(
        framed, np.concatenate((near_clear, clear)), np.concatenate((near_free, free)), lines, _around(lines)
    )
    return Flagged(body, half, rim, faces, spot, reach, line, search)


def turned(unit: TokenUnit) -> float:
    """Where a hull faces, in degrees; what goes on foot has a round base."""
    return unit.models[0].facing if unit.vehicle else 0.0


def _shape(unit: TokenUnit, body: Box, half: float, frame: Box) -> tuple[float, float, float, float]:
    """What decides about the places round a unit, beside where it is: its size, its flag's, and how far they part."""
    return (body.right - body.left, body.bottom - body.top, half, frame.bottom + (11.0 if unit.vehicle else 5.0))


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
) -> tuple[Point, Line | None, Rows]:
    """The first place from which a line crosses nothing, else the one whose line crosses least; the lines looked at."""
    found: list[tuple[int, Point, Line | None]] = []
    for spot in spots:
        line = line_from(spot)
        found.append((others.crossed(line) if line is not None else 0, spot, line))
        if not found[-1][0]:
            break
    _, spot, line = min(found, key=lambda one: one[0])
    return spot, line, np.array([line for _, _, line in found if line is not None]).reshape(-1, 4)


def _around(lines: Rows) -> Box:
    if not len(lines):
        return Box(0, 0, 0, 0)
    ends = lines.reshape(-1, 2)
    return Box(*map(float, (*ends.min(axis=0), *ends.max(axis=0))))


def _point(row: Rows) -> Point:
    return float(row[0]), float(row[1])


def size_of(frame: Box) -> float:
    """How much larger than drawn a flag with this frame is."""
    return 2 * frame.bottom / HEIGHT


_TIGHT: Final = -2.0
"""So much closer to its unit a flag may stand before it goes further off."""
OUTLINE: Final = 3.0
"""How far the outline of a unit reaches beyond the box round its models."""


def frame_of(half: float, rise: float) -> Box:
    return Box(-half, -rise, half, rise)


def _reach(body: Box, half: float, away: float) -> Box:
    """All that a flag of this body may cover."""
    wide = 2 * half + 6
    return Box(body.left - wide, body.top - away, body.right + wide, body.bottom + away)


def reaches(box: Box, into: Box) -> bool:
    """Whether a box reaches into another, as `within` has it."""
    return box[0] < into[2] and box[2] > into[0] and box[1] < into[3] and box[3] > into[1]


@lru_cache(maxsize=512)
def _close(wide: float, high: float, half: float, away: float) -> Places:
    """Above, below, beside and at the corners; farther off a hull, which may have a ring of facings round it."""
    spots = [*_beside(wide, high, half, away), *_beside(wide + 2 * _TIGHT, high + 2 * _TIGHT, half, away)]
    return Places(np.array(spots), np.repeat([0.0, 1.0], len(spots) // 2))


def _beside(wide: float, high: float, half: float, away: float) -> tuple[Point, ...]:
    x, y = wide / 2 + half + 6, high / 2 + away
    return ((0, -y), (0, y), (x, 0), (-x, 0), (x, -y), (-x, -y), (x, y), (-x, y))


@lru_cache(maxsize=512)
def _further(wide: float, high: float, half: float, away: float) -> Places:
    """The places of every ring further off."""
    rings = [tuple(_round(wide + 2 * more, high + 2 * more, half, away, max(_APART, more / 3))) for more in _FURTHER]
    spots = np.array(list(itertools.chain.from_iterable(rings)))
    return Places(spots, np.repeat(np.arange(len(rings), dtype=float), [len(ring) for ring in rings]))


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
    """The lefts, tops, rights and bottoms of a flag at these places, a column each."""
    x, y = spots.T
    left, top, right, bottom = frame
    return np.array((x + left, y + top, x + right, y + bottom))


def _clear(places: Places, frame: Box, reach: Box, covered: Covered) -> Picks:
    """Where the flag would lie on the table and on neither body nor mark."""
    return is_clear(_framed(places.spots, frame), reach, covered)


def is_clear(framed: Rows, reach: Box, covered: Covered) -> Picks:
    """Where it would, for flags at these places."""
    hidden = covers(framed, np.concatenate(covered.within(reach))).any(axis=0)
    return np.asarray(~(hidden | _outside(framed, covered.table)))


def covers(framed: Rows, boxes: Rows) -> Picks:
    """Which flag lies on which box: a row for each box, a column for each place."""
    left, top, right, bottom = framed
    x, y, to_x, to_y = boxes.T[:, :, None]
    return np.asarray((x < right) & (to_x > left) & (y < bottom) & (to_y > top))


def _free(places: Places, frame: Box, reach: Box, covered: Covered) -> tuple[Picks, Picks]:
    """Where it is clear, and where it lies on no line either."""
    clear = _clear(places, frame, reach, covered)
    return clear, _off_lines(places, clear, frame, covered)


def _off_lines(places: Places, clear: Picks, frame: Box, covered: Covered) -> Picks:
    """Those of the clear places, which may be the first ones only, where it lies on no line."""
    free, picked = clear.copy(), np.flatnonzero(clear)
    if picked.size:
        free[picked] = ~on_a_line(_framed(places.spots[picked], frame), covered.lines)
    return free


def on_a_line(framed: Rows, lines: Rows) -> Picks:
    """Where a flag lies on a line."""
    return np.asarray(meet(framed, lines.T[:, :, None]).any(axis=0))


def _outside(framed: Rows, table: Box) -> Picks:
    left, top, right, bottom = framed
    return np.asarray((left < table.left) | (top < table.top) | (right > table.right) | (bottom > table.bottom))


def a_little_off(spot: Rows, frame: Box, reach: Box, covered: Covered) -> Point:
    """Of the places round one that is not free, the one that covers least."""
    moved = spot + _A_LITTLE
    return _point(moved[int(np.argmin(_covering(moved, frame, covered.within(reach), covered.table)))])


def a_little_round(spot: Rows, frame: Box) -> Box:
    """All that it covers at one of those places."""
    return frame.moved(*_point(spot)).grown(_FARTHEST + 1)


_FARTHEST: Final = 12
_A_LITTLE: Final = np.array(
    sorted(itertools.product(range(-_FARTHEST, _FARTHEST + 1, 3), repeat=2), key=lambda by: abs(by[0]) + abs(by[1]))
)
"""How far a flag is moved off a place that is not free: not at all first, then farther and farther."""


def _covering(spots: Rows, frame: Box, others: tuple[Rows, Rows], table: Box) -> Rows:
    """How much a flag covers at each place: of bodies, of marks, which is worse, and of the table's edge."""
    framed = _framed(spots, frame)
    area = areas(framed, np.concatenate(others)) @ np.repeat([1.0, MARKS_COST], [len(others[0]), len(others[1])])
    return np.asarray(500.0 * _outside(framed, table) + area)


MARKS_COST: Final = 1.5
"""What covering a mark or a flag costs, where covering as much of a unit costs 1."""


def areas(framed: Rows, boxes: Rows) -> Rows:
    """How much of each box a flag covers at each place: a row for each place, a column for each box."""
    left, top, right, bottom = framed
    x, y, to_x, to_y = boxes.T[:, :, None]
    across = np.maximum(np.minimum(right, to_x) - np.maximum(left, x), 0)
    down = np.maximum(np.minimum(bottom, to_y) - np.maximum(top, y), 0)
    return np.ascontiguousarray((across * down).T)
