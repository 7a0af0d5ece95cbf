"""Where flags stand: beside their units, or apart and tied, where they hide nothing and their lines cross nothing."""

from __future__ import annotations

import itertools
import operator
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from tabletop.ui.board.flag_changes import as_it_stood, near, of_body, of_flag
from tabletop.ui.board.flag_spots import OUTLINE, Covered, Flagged, frame_of, stands, turned
from tabletop.ui.board.flags import HEIGHT, flag_width
from tabletop.ui.board.scene import Point, TokenUnit
from tabletop.ui.board.svg import Box

_lately: OrderedDict[tuple[object, ...], Mapping[str, Flagged]] = OrderedDict()
_KEPT: Final = 32


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


def _in_order(before: Mapping[str, Flagged], units: Sequence[tuple[TokenUnit, Box]]) -> bool:
    """Whether those who were placed before come in the same order again."""
    now = [unit.id for unit, _ in units if unit.id in before]
    there = set(now)
    return now == [unit for unit in before if unit in there]


def _placed(
    units: Sequence[tuple[TokenUnit, Box]],
    table: Box,
    taken: Sequence[Box],
    scale: float,
    before: Mapping[str, Flagged],
) -> Mapping[str, Flagged]:
    """Everybody's flag. Where nothing that counts has changed since `before`, it stands where it stood."""
    rise = HEIGHT / 2 * scale
    here = {unit.id: (body, flag_width(unit) / 2 * scale, unit.away, turned(unit)) for unit, body in units}
    if here == {name: old.decides for name, old in before.items()}:
        return before
    changes = [c for name, (body, _, _, _) in here.items() for c in of_body(before.get(name), body)]
    changes += [c for name, old in before.items() if name not in here for c in of_body(old, None)]
    earlier = iter(before.values())
    placed: dict[str, Flagged] = {}
    covered = Covered(table, [box.grown(OUTLINE) for _, box in units], taken)
    for unit, body in units:
        half = here[unit.id][1]
        frame, was, flagged = frame_of(half, rise), before.get(unit.id), None
        if was is not None:
            for old in itertools.takewhile(partial(operator.is_not, was), earlier):  # in order, and no longer there
                changes += of_flag(old, None, rise)
            if was.decides == here[unit.id]:
                close = near(was.reach, changes)
                flagged = as_it_stood(unit, was, frame, close, covered) if close else was
        if flagged is None:
            flagged = stands(unit, body, half, frame, covered)
        changes += of_flag(was, flagged, rise)
        placed[unit.id] = flagged
        covered.add(frame.moved(*flagged.spot), flagged.line)
    return placed
