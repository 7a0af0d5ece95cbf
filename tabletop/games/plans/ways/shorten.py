"""Ways that were drawn too long: as much of them as the unit can pay for."""

from __future__ import annotations

import itertools
import math
from typing import Final

from msgspec.structs import replace

from rules import preview
from rules.core.ids import SideId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Point
from rules.geometry.lengths import between, distance, path_until
from rules.state import GameState
from tabletop.games.access import actions
from tabletop.games.plans import drafts
from tabletop.games.plans.drafts import Draft, Wanted

ON_FOOT: Final = frozenset({"move", "crawl", "tactical", "swim"})
KINDS: Final = ON_FOOT | {"drive"}
LEAST_IN: Final = 0.25
"""A way shorter than this is not worth a move."""
MOST_ON_FOOT_IN: Final = 72.0
CARRIED_IN: Final = 12.0
"""Nobody goes farther in a turn than that, or so much farther than it may walk: no more of a way is tried."""
FINE_IN: Final = 0.05
BACK_IN: Final = 0.25
"""By so much less goes who would end where there is no room."""
MOST_APART: Final = 8
"""So many members are led as near to their places as they come: each is tried a few times."""
_ON_THE_WAY: Final = frozenset({"impassable", "no-room", "in-gap", "on-edge", "not-coherent", "off-table", "too-deep"})
"""Refusals of where a way leads that is no longer than it may be: somewhere before, it may have been open."""
_FOR_HULLS: Final = frozenset(
    {
        "leaves-table",
        "off-table",
        "impassable",
        "vehicle-in-the-way",
        "stops-on-people",
        "enemy-in-the-way",
        "too-fast-inside",
        "fired-too-much",
        "no-room-for-load",
        "no-room-for-sections",
    }
)
"""Refusals of what a hull meets on a way: before that it may be open."""
_AT_THE_END: Final = frozenset(
    {"broke-off", "in-gap", "no-room", "no-water", "not-coherent", "on-edge", "too-few-points"}
)
"""Refusals of where a way ends or what it costs in points: a longer one may do."""


def to_reach(state: GameState, side: SideId, draft: Draft, preview: Preview) -> Draft | None:
    """The draft with its way cut where it becomes too long; None if it is not, or cannot be mended like that.

    What bars a way cuts it too, and a place without room is fallen short of.
    """
    if draft.kind not in KINDS or not draft.path or preview.refusal is None:
        return None
    points = (drafts.lead_of(state.units[UnitId(draft.unit)]).at, *draft.path)
    whole = sum(distance(a, b) for a, b in itertools.pairwise(points))
    if draft.kind in ON_FOOT:
        whole = min(whole, _farthest(state, side, draft, points, preview))
    if preview.refusal.code == "too-far" or (
        draft.kind in ON_FOOT and preview.spent_in > preview.allowance_in + FINE_IN
    ):
        if 0 < len(draft.models) <= MOST_APART and (nearer := _less_apart(state, side, draft)) is not None:
            return nearer
        paid_in = _paid_for(state, side, draft, points, whole)
        return (_longest if draft.kind in ON_FOOT else _driven)(state, side, draft, points, paid_in)
    if draft.kind not in ON_FOOT and preview.refusal.code in _FOR_HULLS:
        return _driven(state, side, draft, points, whole)
    if draft.kind in ON_FOOT and preview.refusal.code in _ON_THE_WAY and not draft.models:
        return _longest(state, side, draft, points, whole - BACK_IN)
    return None


def _farthest(state: GameState, side: SideId, draft: Draft, points: tuple[Point, ...], seen: Preview) -> float:
    """How much of a way on foot is worth trying: what a step of it says may be spent, where the whole does not."""
    may_in = seen.allowance_in
    if not may_in:
        step = drafts.action_of(state, side, _cut(draft, points, LEAST_IN))
        may_in = 0.0 if isinstance(step, Wanted) else preview(state, actions.action(step, side)).allowance_in
    return may_in + CARRIED_IN if may_in else MOST_ON_FOOT_IN


def bars_beyond(state: GameState, side: SideId, drawn: Draft, reached: Draft, why: Refusal | None) -> Refusal | None:
    """What bars the rest of a way: of one that is too long as well what it met before, if anything. (VEH-MOVE-06)"""
    if why is None or why.code != "too-far":
        return why
    start = drafts.lead_of(state.units[UnitId(drawn.unit)]).at
    kept = sum(distance(a, b) for a, b in itertools.pairwise((start, *reached.path)))
    met = _refusal(state, side, _cut(drawn, (start, *drawn.path), kept + BACK_IN))
    return met if met is not None and met.code in _FOR_HULLS | _ON_THE_WAY else None


def _paid_for(state: GameState, side: SideId, draft: Draft, points: tuple[Point, ...], whole: float) -> float:
    """How much of a way does not cost too much."""
    low, high = 0.0, whole
    while high - low > FINE_IN:
        middle = (low + high) / 2
        low, high = (low, middle) if _is_too_far(state, side, _cut(draft, points, middle)) else (middle, high)
    neat = round(high * 4) / 4
    return low if _is_too_far(state, side, _cut(draft, points, neat)) else neat


def _less_apart(state: GameState, side: SideId, draft: Draft) -> Draft | None:
    """The same way with each who is placed apart as near to his place as he comes; None if the way itself is too long.

    (ARAP-MOVE-01)
    """
    made = drafts.action_of(state, side, replace(draft, models={}))
    seen = preview(state, actions.action(made, side)) if not isinstance(made, Wanted) else None
    if seen is None or seen.refusal is not None:
        return None
    ends = {name: (x, y) for name, x, y, _ in seen.ghosts}
    kept: dict[str, Point] = {}
    for name, place in draft.models.items():
        nearest = _nearest(state, side, replace(draft, models=kept), name, ends[name], place) if name in ends else None
        kept |= {name: nearest} if nearest is not None else {}
    return replace(draft, models=kept)


def _nearest(state: GameState, side: SideId, draft: Draft, model: str, end: Point, place: Point) -> Point | None:
    """As far from the end of the common way towards his place as a model comes; None where that is no way at all."""

    def at(part: float) -> Point:
        x, y = between(end, place, part)
        return (round(x, 3), round(y, 3))

    def is_too_far(part: float) -> bool:
        return _is_too_far(state, side, replace(draft, models={**draft.models, model: at(part)}))

    if not is_too_far(1.0):
        return place
    low, high = 0.0, 1.0
    while (high - low) * distance(end, place) > FINE_IN:
        middle = (low + high) / 2
        low, high = (low, middle) if is_too_far(middle) else (middle, high)
    return at(low) if low else None


def _longest(state: GameState, side: SideId, draft: Draft, points: tuple[Point, ...], length: float) -> Draft | None:
    """As much of that length as is open on foot."""
    while length >= LEAST_IN:
        kept = _cut(draft, points, length)
        if _refusal(state, side, kept) is None:
            return kept
        length -= BACK_IN
    return None


def _driven(state: GameState, side: SideId, draft: Draft, points: tuple[Point, ...], length: float) -> Draft | None:
    """As much of that length as a hull may drive: what it meets first bars all that lies behind, so by halving."""
    kept = _cut(draft, points, length)
    if _refusal(state, side, kept) is None:
        return kept
    free, barred = 0, math.ceil(length / BACK_IN)
    while barred - free > 1:
        middle = (free + barred) // 2
        open_so_far = _refusal(state, side, _cut(draft, points, middle * BACK_IN)) is None
        free, barred = (middle, barred) if open_so_far else (free, middle)
    return _cut(draft, points, free * BACK_IN) if free else None


def _cut(draft: Draft, points: tuple[Point, ...], length_in: float) -> Draft:
    kept = path_until(points, length_in)[1:]
    return replace(draft, path=tuple((round(x, 3), round(y, 3)) for x, y in kept), models={})


def _is_too_far(state: GameState, side: SideId, draft: Draft) -> bool:
    refusal = _refusal(state, side, draft)
    if refusal is None or draft.kind not in ON_FOOT:
        return refusal is not None and refusal.code == "too-far"
    return refusal.code not in _AT_THE_END


def _refusal(state: GameState, side: SideId, draft: Draft) -> Refusal | None:
    made = drafts.action_of(state, side, draft)
    return None if isinstance(made, Wanted) else preview(state, actions.action(made, side)).refusal
