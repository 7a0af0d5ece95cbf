"""Nearest pairs and base contact. (ARAP-GEN-05, ARAP-MELEE-01)"""

from typing import NamedTuple

from rules.geometry.lengths import Path, Point, distance, is_within


class Pair(NamedTuple):
    """Two points, by their places in the lists they came from, and the inches between them."""

    first: int
    second: int
    distance_in: float


def nearest_pair(firsts: Path, seconds: Path) -> Pair | None:
    """The two points of two groups that are nearest to each other; of equals the first; None if a group is empty."""
    pairs = (Pair(i, j, distance(a, b)) for i, a in enumerate(firsts) for j, b in enumerate(seconds))
    return min(pairs, key=lambda pair: pair.distance_in, default=None)


def gap_between(firsts: Path, seconds: Path) -> float:
    """Inches between the nearest members of two groups of points, neither of them empty."""
    return min(distance(a, b) for a in firsts for b in seconds)


def in_base_contact(a: Point, a_radius: float, b: Point, b_radius: float) -> bool:
    """Whether two bases touch. (ARAP-MELEE-01)"""
    return is_within(distance(a, b), a_radius + b_radius)
