"""Moves on foot that walls bar: by an open door instead, in single file where ranks do not get through."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from rules import encode
from rules.core.ids import UnitId
from rules.core.preview import Preview
from rules.forces.unit import Point
from rules.geometry.lengths import distance
from rules.questions import reach
from rules.state import GameState
from tabletop.games.plans import drafts
from tabletop.games.plans.drafts import Draft

GAIN_IN: Final = 1.0
"""So much further it has to lead than straight on in ranks."""
_WALLED: Final = frozenset({"impassable", "no-room", "too-far", "not-coherent"})
"""Refusals of moves that walls may be the reason of."""
_AS_DRAWN: Final = ("gait", "file", "single", "prone")
"""Who ticks one of these goes as it is drawn."""


def led(state: GameState, draft: Draft, seen: Preview, straight: Draft | None) -> Draft | None:
    """The draft by what is open, or in single file, as much as can be gone; None where that is hardly better.

    `straight` is what can be gone as it was drawn. Where there are no buildings to go into, and for who was put
    somewhere by hand or goes otherwise than straight ahead, all stays as it was drawn. (ARAP-MOVE-01, BLD-DOOR-03)
    """
    if draft.kind != "move" or not draft.path or draft.exact or draft.models or draft.facing is not None:
        return None
    why = seen.refusal.code if seen.refusal is not None else ""
    if why not in _WALLED or drafts.actions_of(draft) > 1 or any(draft.ticked.get(tick) for tick in _AS_DRAWN):
        return None
    unit = state.units[UnitId(draft.unit)]
    order = reach.by_doors(state, unit, draft.path, is_stuck=straight is None or why == "impassable")
    if order is None:
        return None
    path, start = tuple(point.at for point in order.path), drafts.lead_of(unit).at
    if straight is not None and _length(start, path) <= _length(start, straight.path) + GAIN_IN:
        return None
    exact: dict[str, Any] = msgspec.json.decode(encode(order))
    return replace(draft, path=path, exact=exact)


def _length(start: Point, path: Sequence[Point]) -> float:
    return round(sum(distance(a, b) for a, b in itertools.pairwise((start, *path))), 2)
