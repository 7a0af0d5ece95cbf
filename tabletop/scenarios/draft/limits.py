"""How long, how far and how many: what holds for everything in a scenario."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

MOST_POINTS: Final = 100
SMALLEST: Final = 12.0
"""Inches of a table's side at least."""
LARGEST: Final = 240.0
"""And at most."""
FARTHEST: Final = 1000.0
"""Inches from the table's corner at which anything may lie."""
LONGEST_NAME: Final = 80


def all_near(points: Iterable[tuple[float, float]]) -> bool:
    """Whether none of these places is further off than anything may lie."""
    return all(math.isfinite(v) and abs(v) <= FARTHEST for point in points for v in point)
