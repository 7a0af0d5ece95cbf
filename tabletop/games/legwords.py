"""The cost of a way in words: what the ground adds, leg by leg."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules.core.preview import Leg
from tabletop.ui.words import inches_text

MOST = 3
"""Legs that a plan tells of."""

_COUNTED = re.compile(r"([\d.]+)″ (.+) counted (.+)")
_SLIGHT_IN = 0.05
"""Less than this is no difference to a player."""


def leg_notes(legs: Sequence[Leg]) -> tuple[str, ...]:
    """What costs more than its length: `4¼″ cost 8½″: Hollin Hill counts double`."""
    told = [
        (f"leg {n}: " if len(legs) > 1 else "") + _told(leg)
        for n, leg in enumerate(legs, 1)
        if leg.reason and abs(leg.cost_in - leg.length_in) > _SLIGHT_IN
    ]
    return tuple(told[:MOST])


def _told(leg: Leg) -> str:
    why = ", ".join(_reason(part, leg) for part in leg.reason.split("; "))
    if not leg.length_in:
        return f"{inches_text(leg.cost_in)}: {why}"
    return f"{inches_text(leg.length_in)} cost {inches_text(leg.cost_in)}: {why}"


def _reason(part: str, leg: Leg) -> str:
    found = _COUNTED.fullmatch(part)
    if found is None:
        return part
    length, name, times = float(found[1]), found[2], found[3]
    if abs(length - leg.length_in) <= _SLIGHT_IN:
        return f"{name} counts {times}"
    return f"{inches_text(length)} of {name} count {times}"


def leg_plate(leg: Leg) -> str:
    """What stands beside a leg on the board: its cost, and the ground that makes it dear."""
    names = [found[2] for part in leg.reason.split("; ") if (found := _COUNTED.fullmatch(part))]
    what = names[-1] if names else "" if leg.reason else "open"
    return f"{inches_text(leg.cost_in)} {what[:16]}".strip()
