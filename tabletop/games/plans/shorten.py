"""Ways that were drawn too long: as much of them as the unit can pay for."""

from __future__ import annotations

import itertools
from typing import Final

from msgspec.structs import replace

from rules import preview
from rules.core.ids import SideId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Point
from rules.geometry.lengths import distance, path_until
from rules.state import GameState
from tabletop.games.access import actions
from tabletop.games.plans import drafts
from tabletop.games.plans.drafts import Draft, Wanted

ON_FOOT: Final = frozenset({"move", "crawl", "tactical"})
KINDS: Final = ON_FOOT | {"drive"}
LEAST_IN: Final = 0.25
"""A way shorter than this is not worth a move."""
FINE_IN: Final = 0.05
BACK_IN: Final = 0.25
"""By so much less goes who would end where there is no room."""
_AT_THE_END: Final = frozenset({"broke-off", "in-gap", "no-room", "not-coherent", "on-edge", "too-few-points"})
"""Refusals of where a way ends or what it costs in points: a longer one may do."""


def to_reach(state: GameState, side: SideId, draft: Draft, told: Preview) -> Draft | None:
    """The draft with its way cut where it becomes too long; None if it is not, or cannot be mended like that.

    On foot what bars a way that is too long cuts it too, and a place without room is fallen short of.
    """
    if draft.kind not in KINDS or not draft.path or told.refusal is None:
        return None
    if told.refusal.code != "too-far" and not (draft.kind in ON_FOOT and told.spent_in > told.allowance_in + FINE_IN):
        return None
    points = (drafts.lead_of(state.units[UnitId(draft.unit)]).at, *draft.path)
    low, high = 0.0, sum(distance(a, b) for a, b in itertools.pairwise(points))
    while high - low > FINE_IN:
        middle = (low + high) / 2
        low, high = (low, middle) if _is_too_far(state, side, _cut(draft, points, middle)) else (middle, high)
    neat = round(high * 4) / 4
    length = low if _is_too_far(state, side, _cut(draft, points, neat)) else neat
    while length >= LEAST_IN:
        kept = _cut(draft, points, length)
        if _refusal(state, side, kept) is None:
            return kept
        if draft.kind not in ON_FOOT:
            return None
        length -= BACK_IN
    return None


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
