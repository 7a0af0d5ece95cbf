"""Coherency: links of 3 inches join a unit into one chain. (ARAP-COH-01)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.forces.unit import Point
from rules.geometry.lengths import distance, is_within

LINK_IN: Final = 3.0
"""Longest link between two members of a unit, centre to centre."""


def groups(points: Sequence[Point]) -> tuple[tuple[int, ...], ...]:
    """The chains that points fall into, as places in the list, each in order and by their first. (ARAP-COH-02)"""
    left = list(range(len(points)))
    found = []
    while left:
        chain = [left.pop(0)]
        for here in chain:
            near = [n for n in left if is_within(distance(points[here], points[n]), LINK_IN)]
            chain += near
            left = [n for n in left if n not in near]
        found.append(tuple(sorted(chain)))
    return tuple(found)


def is_coherent(points: Sequence[Point]) -> bool:
    """Whether the links join all of them."""
    return len(groups(points)) <= 1
