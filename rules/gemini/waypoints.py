"""Where on a path of several waypoints a refusal begins to hold. (ARAP-MOVE-01, VEH-JOIN-03)"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from rules.core.refusal import Refusal

ON_THE_WAY: Final = frozenset(
    {
        "drop",
        "enemy-in-the-way",
        "gap",
        "impassable",
        "in-the-way",
        "leaves-table",
        "off-table",
        "too-far",
        "too-high",
        "unclimbable",
        "vehicle-in-the-way",
        "water",
    }
)
"""Refusals that a part of a path may bring about."""


def named(refusal: Refusal | None, count: int, check: Callable[[int], Refusal | None]) -> Refusal | None:
    """The refusal with the waypoint on the way to which it begins to hold; `check` judges the first so many of them.

    What bars the first waypoints bars all that follow, so that the place is found by halving.
    """
    if refusal is None or count < 2 or refusal.code not in ON_THE_WAY:
        return refusal
    free, barred = 0, count
    while barred - free > 1:
        middle = (free + barred) // 2
        found = check(middle)
        free, barred = (free, middle) if found is not None and found.code == refusal.code else (middle, barred)
    where = f"On the way to waypoint {barred} of {count}"
    return replace(refusal, message=f"{where}: {refusal.message}")
