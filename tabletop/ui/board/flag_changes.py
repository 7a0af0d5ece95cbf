"""What has changed round a flag, and whether it stands where it stood for all that.

A flag's place depends on much that lies round it, but mostly on whether something is there at all: a squad that moves
by an inch covers the same places for other flags as before, nearly always. What was met when its place was looked for
is compared with what would be met now; where all of that is the same it would be found again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal, NamedTuple

import numpy as np

from tabletop.ui.board.flag_spots import (
    MARKS_COST,
    OUTLINE,
    Covered,
    Flagged,
    Search,
    a_little_off,
    a_little_round,
    areas,
    covers,
    frame_of,
    is_clear,
    on_a_line,
    reaches,
    size_of,
)
from tabletop.ui.board.scene import TokenUnit
from tabletop.ui.board.svg import Box
from tabletop.ui.board.ties import WIDE, Line, Rows, cuts, line_to, meets

NOWHERE: Final = Box(1e9, 1e9, 1e9, 1e9)
"""Where what is new was, and where what is gone is."""


class Change(NamedTuple):
    """Something that flags keep off, as it was and as it is; a line is from the one corner to the other."""

    was: Box
    now: Box
    kind: Literal["body", "flag", "line"]


def of_body(was: Flagged | None, now: Box | None) -> list[Change]:
    """What has become of the body of a unit."""
    before = was.body if was is not None else None
    if before == now:
        return []
    old, new = (NOWHERE if body is None else body.grown(OUTLINE) for body in (before, now))
    return [Change(old, new, "body")]


def of_flag(was: Flagged | None, now: Flagged | None, rise: float) -> list[Change]:
    """What has become of a flag and of its line."""
    if was is now:
        return []
    (flag, line), (new_flag, new_line) = _drawn(was, rise), _drawn(now, rise)
    found = [Change(flag, new_flag, "flag")] if flag != new_flag else []
    return [*found, Change(line, new_line, "line")] if line != new_line else found


def _drawn(flagged: Flagged | None, rise: float) -> tuple[Box, Box]:
    if flagged is None:
        return NOWHERE, NOWHERE
    line = NOWHERE if flagged.line is None else Box(*flagged.line)
    return frame_of(flagged.half, rise).moved(*flagged.spot), line


def near(reach: Box, changes: Sequence[Change]) -> list[Change]:
    """Those of them that reach into a box, or did: most are far from any one flag."""
    return [change for change in changes if _meets(reach, change.was) or _meets(reach, change.now)]


def _meets(reach: Box, change: Box) -> bool:
    x, y, to_x, to_y = change
    if x > to_x:
        x, to_x = to_x, x
    if y > to_y:
        y, to_y = to_y, y
    left, top, right, bottom = reach
    return x - WIDE < right and to_x + WIDE > left and y - WIDE < bottom and to_y + WIDE > top


def as_it_stood(
    unit: TokenUnit, was: Flagged, frame: Box, changes: Sequence[Change], covered: Covered
) -> Flagged | None:
    """The flag of a unit whose body is as it was, if a search for its place would come to the same; else None.

    `changes` are those near it.
    """
    boxes, lines = [c for c in changes if c.kind != "line"], [c for c in changes if c.kind == "line"]
    if was.search.costs is not None:
        return _covering_least(unit, was, frame, boxes, covered) if boxes else was
    kept = _meets_alike_boxes(was, boxes, covered) and _meets_alike_lines(was.search, lines, covered)
    return was if kept else None


def _meets_alike_boxes(was: Flagged, changes: Sequence[Change], covered: Covered) -> bool:
    """Whether each place is as clear and each line crosses as much, whatever of the boxes has moved."""
    if not changes:
        return True
    if not _is_as_clear(was, changes, covered):
        return False
    changes = near(was.search.around, changes) if len(was.search.lines) else []
    if not changes:
        return True
    own = was.body.grown(OUTLINE)  # another body that stands exactly there is not told from it
    if any(own in change for change in changes):
        return False
    lines = [Line(*line) for line in was.search.lines.tolist()]
    return all(meets(change.was, line) == meets(change.now, line) for change in changes for line in lines)


def _is_as_clear(was: Flagged, changes: Sequence[Change], covered: Covered) -> bool:
    """Whether the same places are clear of bodies and marks."""
    framed, clear = was.search.framed, was.search.clear
    hidden = covers(framed, _both(changes))
    here = hidden[len(changes) :].any(axis=0)
    if (here & clear).any():
        return False
    left = hidden[: len(changes)].any(axis=0) & ~(here | clear)
    return not (left.any() and is_clear(framed[:, left], was.reach, covered).any())


def _meets_alike_lines(search: Search, changes: Sequence[Change], covered: Covered) -> bool:
    """Whether each place lies on a line where it did and each line crosses as many, whatever of the lines has moved."""
    if not changes:
        return True
    both, count = _both(changes), len(changes)
    if on_a_line(search.framed[:, search.free], both[count:]).any():
        return False
    hidden = search.framed[:, search.clear & ~search.free]
    left = hidden[:, on_a_line(hidden, both[:count])]
    if left.size and not on_a_line(left, covered.lines).all():
        return False
    changes = near(search.around, changes)
    if not changes or not len(search.lines):
        return True
    lines = [Line(*line) for line in search.lines.tolist()]
    return all(cuts(line, Line(*one.was)) == cuts(line, Line(*one.now)) for one in changes for line in lines)


def _covering_least(
    unit: TokenUnit, was: Flagged, frame: Box, changes: Sequence[Change], covered: Covered
) -> Flagged | None:
    """A flag that covers something wherever it stands, if it still covers least at the same place or a little off."""
    search = was.search
    if search.costs is None or not _is_as_clear(was, changes, covered):
        return None
    dear = np.array([1.0 if change.kind == "body" else MARKS_COST for change in changes])
    costs = search.costs + areas(search.framed, _both(changes)) @ np.concatenate((-dear, dear))
    least, second = np.partition(costs, 1)[:2]
    if int(np.argmin(costs)) != int(np.argmin(search.costs)) or second - least < _ALIKE:
        return None
    spot = was.spot
    if _is_else_near(was, frame, changes):
        spot = a_little_off(search.least, frame, was.reach, covered)
    line = was.line if spot == was.spot else line_to(unit, was.body, spot, size_of(frame))
    return replace(was, spot=spot, line=line, search=search._replace(costs=costs))


def _is_else_near(was: Flagged, frame: Box, changes: Sequence[Change]) -> bool:
    """Whether anything else is covered a little off the place, or other things are looked at there."""
    close = a_little_round(was.search.least, frame)
    return any(
        reaches(old, close) or reaches(new, close) or reaches(old, was.reach) != reaches(new, was.reach)
        for old, new, _ in changes
    )


_ALIKE: Final = 1e-6
"""Costs that differ by less may change places by rounding."""


def _both(changes: Sequence[Change]) -> Rows:
    """All as they were, then all as they are."""
    return np.array([*(change.was for change in changes), *(change.now for change in changes)])
