"""Where hulls get into a house that is entered: fallen sections, large holes, gates. (BLD-MOUSE-05, BLD-DOOR-08)"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from rules.arap.terrain.building_interface import FrontOfHull
from rules.buildings.walls import outline, parts
from rules.forces.unit import Point
from rules.geometry import rings
from rules.geometry.areas import Area
from rules.geometry.lengths import TOLERANCE, between, distance
from rules.geometry.rings import Ring
from rules.table.building import STOREY_IN
from rules.table.terrain import Terrain

GATE: Final = 3
"""The least size that hulls have: doors are for Size Two unless the scenario says more. (BLD-DOOR-08)"""

SPARE_IN: Final = 0.5
"""How much wider than the hull a hole is torn that it fits through."""


def points_needed(front: FrontOfHull) -> int:
    """Damage points of a hole that a hull fits through: its frontal area, rounded up. (BLD-MOUSE-05)"""
    return math.ceil(round(front.width_in * front.height_in, 4))


Gap = tuple[Point, Point]


def gaps(piece: Terrain, front: FrontOfHull) -> tuple[Ring, ...]:
    """What a hull fits through, as gaps in the walls."""
    return tuple(rings.thick_line(gap, parts.FALLEN_IN) for gap, _ in _ways(piece, front))


def rules(piece: Terrain, front: FrontOfHull) -> tuple[str, ...]:
    """By which rules it fits through something."""
    return tuple(dict.fromkeys(rule for _, rule in _ways(piece, front)))


def would_let_in(piece: Terrain, front: FrontOfHull) -> str:
    """What a hull would fit through, in words."""
    if not piece.has_interior:
        return ""
    return f"an open gate, a fallen section or a hole of {points_needed(front)} damage points (BLD-MOUSE-05)"


def _ways(piece: Terrain, front: FrontOfHull) -> Iterator[tuple[Gap, str]]:
    """Fallen sections and gates that are wide enough, and holes with points enough."""
    if not piece.has_interior or piece.building is None:
        return
    fallen = ((parts.section_ends(piece, *section), "BLD-MOUSE-05") for section in parts.fallen(piece, None))
    ground = (o for o in piece.building.openings if o.storey == 0 and not o.is_shut and o.fits >= GATE)
    for gap, rule in (*fallen, *(((o.a, o.b), "BLD-DOOR-08") for o in ground)):
        if distance(*gap) >= front.width_in - TOLERANCE:
            yield gap, rule
    yield from ((gap, "BLD-MOUSE-05") for gap in _torn(piece, front))


def _torn(piece: Terrain, front: FrontOfHull) -> Iterator[Gap]:
    """Holes with points enough, as wide as the hull."""
    known = parts.walls(piece)
    for hole in parts.holes(piece):
        part = parts.part_of(piece, hole.wall, hole.part)
        if part is not None and not hole.vent and hole.dp >= points_needed(front):
            a, b = known[hole.wall]
            half = (front.width_in + SPARE_IN) / 2 / max(distance(a, b), SPARE_IN)
            middle = distance(a, part.middle) / max(distance(a, b), SPARE_IN)
            yield between(a, b, max(0.0, middle - half)), between(a, b, min(1.0, middle + half))


def walls(piece: Terrain, front: FrontOfHull | None) -> Iterator[Area]:
    """What stands of a house for those who drive in: the outline, and of a house that is entered what is within."""
    if front is None or not piece.has_interior:
        yield from outline.walls_of(piece.id, piece.points, piece.breaches, piece.height_in)
        return
    open_there = (*piece.breaches, *gaps(piece, front))
    height = piece.height_in or STOREY_IN
    yield from outline.walls_of(piece.id, piece.points, open_there, height)
    inside = piece.building.partitions if piece.building is not None else ()
    for n, (a, b) in enumerate(inside, len(piece.points)):
        yield from outline.wall_of(piece.id, n, a, b, open_there, height)
