"""Trenches under shells: safe from what bursts outside, a confined space for what bursts inside. (ARAP-AREA-06)"""

from __future__ import annotations

import itertools
from typing import Final

from rules.arap.terrain.ground import terrain_at
from rules.core.kept import once
from rules.forces.unit import Point
from rules.geometry import rings
from rules.geometry.facings import bearing
from rules.geometry.lengths import direction, distance, is_within, nearest_on_segment
from rules.state import GameState
from rules.table.terrain import Terrain

REACH_IN: Final = 3.0
"""How far a burst reaches either way along a trench that is not marked out in sections."""


@once
def has_any(state: GameState) -> bool:
    """Whether there are trenches on a table."""
    return any(t.trench for t in state.terrain)


def trench_at(state: GameState, point: Point) -> Terrain | None:
    """The trench that a point is in, if any."""
    if not has_any(state):
        return None
    return next((t for t in terrain_at(state, point) if t.trench), None)


def is_caught(trench: Terrain, centre: Point, at: Point) -> bool:
    """Whether a burst in a trench strikes somebody else in it: in the same section, or near enough along it."""
    return trench.section or is_within(abs(_along(trench, centre) - _along(trench, at)), REACH_IN)


def _along(trench: Terrain, point: Point) -> float:
    """How far along a trench a point is, in inches: along its line, or along its longest side."""
    if trench.line:
        return _along_line(trench.points, point)
    a, b = max(rings.edges(trench.points), key=lambda edge: distance(*edge))
    dx, dy = direction(bearing(a, b))
    return (point[0] - a[0]) * dx + (point[1] - a[1]) * dy


def _along_line(line: tuple[Point, ...], point: Point) -> float:
    gone, best, found = 0.0, float("inf"), 0.0
    for a, b in itertools.pairwise(line):
        near = nearest_on_segment(point, a, b)
        away = distance(point, near)
        if away < best:
            best, found = away, gone + distance(a, near)
        gone += distance(a, b)
    return found
