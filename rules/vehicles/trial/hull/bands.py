"""How far a vehicle has moved, as four bands. (TRI-MOVE-07)"""

from __future__ import annotations

from typing import Final, Literal

from rules.geometry.lengths import is_within

Band = Literal["stationary", "to6", "to12", "over12"]

SLOW_IN: Final = 6.0
"""To here a move is slow: ground, crashes and weapons ask for it."""

REACH: Final[tuple[tuple[Band, float], ...]] = (("to6", SLOW_IN), ("to12", 12.0))

WORDS: Final[dict[Band, str]] = {
    "stationary": "stationary",
    "to6": "moved up to 6″",
    "to12": "moved up to 12″",
    "over12": "moved over 12″",
}


def band(moved_in: float) -> Band:
    """The band of a distance; each is closed at its top, and turning alone is none. (TRI-MOVE-07)"""
    if moved_in <= 0:
        return "stationary"
    return next((name for name, most in REACH if is_within(moved_in, most)), "over12")
