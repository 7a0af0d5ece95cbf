"""Flags: side glyph, unit number, models left and up to two states, set down where they hide nothing."""

import itertools
import math
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from django.utils.html import escape

from tabletop.ui.board.scene import Point, TokenUnit
from tabletop.ui.board.svg import Box, num, overlap, scaled
from tabletop.ui.icons import STATUSES

HEIGHT: Final = 13.0
_STATES_SHOWN: Final = 2
_GLYPHS: Final = {
    "a": '<circle class="on" cx="7.5" cy="0" r="3"/>',
    "b": '<path class="on" d="M7.5-4L11.5 0 7.5 4 3.5 0z"/>',
    "c": '<path class="on" d="M7.5-3.6L11.2 2.8H3.8z"/>',
    "d": '<path class="on" d="M4.7-2.8h5.6v5.6H4.7z"/>',
}


def flag_svg(unit: TokenUnit, x: float, y: float) -> str:
    """A unit's flag with its middle at x, y; it keeps its size while the board zooms."""
    plate, end = _plate(unit)
    states = "".join(_state(name, end + 8 + 14 * i) for i, name in enumerate(unit.statuses[:_STATES_SHOWN]))
    half = num(-flag_width(unit) / 2)
    return (
        f'<g class="flag" aria-hidden="true" transform="translate({num(x)} {num(y)})"><g class="z">'
        f'<g transform="translate({half} 0)">{plate}{states}</g></g></g>'
    )


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


@dataclass(frozen=True)
class _Flagged:
    """A unit's flag as it was placed: what decides about it, beside its neighbours, and where it stands."""

    body: Box
    half: float
    away: Point
    spot: Point
    reach: Box
    """What its place depends on: all that lies in here."""
    line: tuple[Box, ...] = ()
    """What its line to the unit covers, in small boxes."""


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
    bodies, marks, changed = [box for _, box in units], list(taken), []
    rise = HEIGHT / 2 * scale
    here = {unit.id: (body, flag_width(unit) / 2 * scale, unit.away) for unit, body in units}
    for name, old in before.items():
        if here.get(name) != (old.body, old.half, old.away):
            changed += [old.body, _frame(old.half, rise).moved(*old.spot), *old.line]
    for name, (body, half, rim) in here.items():
        if name not in before or (before[name].body, before[name].half, before[name].away) != (body, half, rim):
            changed.append(body)
    if before and not changed:
        return {unit.id: before[unit.id] for unit, _ in units}
    placed: dict[str, _Flagged] = {}
    for unit, body in units:
        half, away = here[unit.id][1], rise + (11.0 if unit.vehicle else 5.0)
        frame, was = _frame(half, rise), before.get(unit.id)
        if was is not None and (was.body, was.half, was.away) == here[unit.id] and not _meeting(was.reach, changed):
            stands = was
        else:
            stands = _stands(unit, body, half, away, frame, bodies, marks, table)
            if was != stands:
                changed += [frame.moved(*stands.spot), *stands.line]
                if was is not None:
                    changed += [frame.moved(*was.spot), *was.line]
        placed[unit.id] = stands
        marks += [frame.moved(*stands.spot), *stands.line]
    return placed


def _stands(
    unit: TokenUnit,
    body: Box,
    half: float,
    away: float,
    frame: Box,
    bodies: Sequence[Box],
    marks: Sequence[Box],
    table: Box,
) -> _Flagged:
    """Close to its unit where it is free; else as near as it is free, and if nowhere, where it covers least."""
    rim, rise = unit.away, frame.bottom
    near, spots = _reach(body, half, away + rise), _on_rim(_spots(body, half, away), body, rim)
    free, least = _best(spots, frame, _meeting(near, bodies), _meeting(near, marks), table)
    if free:
        return _Flagged(body, half, rim, free[0], near)
    far = near.grown(_FURTHER[-1])
    rounds = (_round(body.grown(more), half, away, apart=max(_APART, more / 3)) for more in _FURTHER)
    spots += tuple(itertools.chain.from_iterable(_on_rim(tuple(each), body, rim) for each in rounds))
    around = _meeting(far, marks)
    free, least = _best(spots, frame, _meeting(far, bodies), around, table)
    untied = (spot for spot in free[:_LOOKED_AT] if not _crosses(unit, body, spot, around))
    spot = next(untied, free[0] if free else least)
    return _Flagged(body, half, rim, spot, far, _along_tie(unit, body, spot))


_LOOKED_AT: Final = 24
"""Of the free places so many are looked at for one whose line crosses nothing."""


def _crosses(unit: TokenUnit, body: Box, spot: Point, marks: Sequence[Box]) -> bool:
    """Whether the line from a flag there to its unit crosses another flag, its line or a mark."""
    parts = _along_tie(unit, body, spot)
    if not parts:
        return False
    (x, y, *_), (to_x, to_y, *_) = parts[0], parts[-1]
    round_all = Box(min(x, to_x), min(y, to_y), max(x, to_x) + _WIDE, max(y, to_y) + _WIDE)
    near = _meeting(round_all, marks)  # few: a page is drawn with hundreds of marks
    return any(overlap(part, mark) for part in parts for mark in near)


_WIDE: Final = 2.0
"""How wide the small boxes along a line are."""


_STEP: Final = 5.0


def _along_tie(unit: TokenUnit, body: Box, spot: Point) -> tuple[Box, ...]:
    """The line from a flag to its unit as small boxes."""
    to = tie(unit, body, *spot)
    if to is None:
        return ()
    steps = max(2, math.ceil(math.dist(spot, to) / _STEP))
    shares = [n / steps for n in range(1, steps)]
    points = [(spot[0] + (to[0] - spot[0]) * share, spot[1] + (to[1] - spot[1]) * share) for share in shares]
    return tuple(Box(x - _WIDE / 2, y - _WIDE / 2, x + _WIDE / 2, y + _WIDE / 2) for x, y in points)


def _on_rim(spots: tuple[Point, ...], body: Box, rim: Point) -> tuple[Point, ...]:
    """The same places, those first that lie furthest from whom the unit fights."""
    if rim == (0.0, 0.0):
        return spots
    x, y = (body.left + body.right) / 2, (body.top + body.bottom) / 2

    def towards(spot: Point) -> float:
        dx, dy = spot[0] - x, spot[1] - y
        return -(dx * rim[0] + dy * rim[1]) / math.hypot(dx, dy)

    return tuple(sorted(spots, key=towards))


_FURTHER: Final = (8.0, 18.0, 30.0, 45.0, 60.0, 80.0, 110.0, 150.0)
"""How much further off flags stand in a crowd, where a line ties them to their unit; in drawing units."""
TIED: Final = 14.0
"""A gap between flag and unit from which on there is such a line."""


def tie(unit: TokenUnit, body: Box, x: float, y: float) -> Point | None:
    """Where a flag's line ends on its unit: the model nearest to it. None for a flag beside its unit."""
    half = flag_width(unit) / 2
    across = max(body.left - x - half, x - half - body.right, 0.0)
    down = max(body.top - y - HEIGHT / 2, y - HEIGHT / 2 - body.bottom, 0.0)
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


def _spots(body: Box, half: float, away: float) -> tuple[Point, ...]:
    """Above, below, beside and at the corners; farther off a hull, which may have a ring of facings round it."""
    x, y = (body.left + body.right) / 2, (body.top + body.bottom) / 2
    above, below = body.top - away, body.bottom + away
    left, right = body.left - half - 6, body.right + half + 6
    return ((x, above), (x, below), (right, y), (left, y), (right, above), (left, above), (right, below), (left, below))


def _round(body: Box, half: float, away: float, *, apart: float) -> Iterator[Point]:
    """All round a box, so far apart: above, below, to the right, to the left."""
    x, y = (body.left + body.right) / 2, (body.top + body.bottom) / 2
    across, down = (body.right - body.left) / 2 + half + 6, (body.bottom - body.top) / 2 + away
    for n in range(math.floor(across / apart) + 1):
        for dx in (n * apart, -n * apart):
            yield (x + dx, y - down)
            yield (x + dx, y + down)
    for n in range(math.floor(down / apart) + 1):
        for dy in (n * apart, -n * apart):
            yield (x + across, y + dy)
            yield (x - across, y + dy)


_APART: Final = 12.0
"""How close the places round a unit are tried; further off, where there are more, a third of the way there."""


def _best(
    spots: Sequence[Point], frame: Box, bodies: Sequence[Box], marks: Sequence[Box], table: Box
) -> tuple[list[Point], Point]:
    """The spots that cover nothing, in order; and the one that covers least."""
    x, y = np.array(spots).T[:, :, None]
    left, top, right, bottom = x + frame.left, y + frame.top, x + frame.right, y + frame.bottom
    outside = ((left < table.left) | (top < table.top) | (right > table.right) | (bottom > table.bottom))[:, 0]
    others = np.array([*bodies, *marks]).reshape(-1, 4).T
    across = np.maximum(np.minimum(right, others[2]) - np.maximum(left, others[0]), 0)
    down = np.maximum(np.minimum(bottom, others[3]) - np.maximum(top, others[1]), 0)
    covered = across * down @ np.repeat([1.0, 1.5], [len(bodies), len(marks)])
    free = [spots[int(n)] for n in np.flatnonzero(~outside & (covered == 0))]
    return free, spots[int(np.argmin(500.0 * outside + np.arange(len(spots)) + covered))]
