"""Numbers that an action may hold: finite, and of a size that a table knows."""

from __future__ import annotations

from typing import Final

import msgspec

MOST: Final = 10_000.0
ALLOWED: Final = f"finite numbers from {-MOST:g} to {MOST:g}"


def make_sense(value: object) -> bool:
    """Whether every number in a value, however deep, is finite and no greater than any table needs."""
    if isinstance(value, float | int):
        return -MOST <= value <= MOST  # NaN is neither
    if isinstance(value, str):  # most of what is no number, and asked first: each action is looked through
        return True
    if isinstance(value, tuple | list):
        return all(map(make_sense, value))
    if isinstance(value, msgspec.Struct):
        return all(map(make_sense, msgspec.structs.astuple(value)))
    if isinstance(value, dict):
        return all(map(make_sense, value.values()))
    return True
