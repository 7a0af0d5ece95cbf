"""Numbers that an action may hold: finite, and of a size that a table knows."""

from __future__ import annotations

import math
from typing import Final

import msgspec

MOST: Final = 10_000.0
ALLOWED: Final = f"finite numbers from {-MOST:g} to {MOST:g}"


def make_sense(value: object) -> bool:
    """Whether every number in a value, however deep, is finite and no greater than any table needs."""
    if isinstance(value, int | float):
        return math.isfinite(value) and abs(value) <= MOST
    if isinstance(value, msgspec.Struct):
        return all(make_sense(part) for part in msgspec.structs.astuple(value))
    if isinstance(value, tuple | list):
        return all(make_sense(part) for part in value)
    if isinstance(value, dict):
        return all(make_sense(part) for part in value.values())
    return True
