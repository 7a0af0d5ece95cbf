"""Buildings are area terrain: how deep inside one sees out, and is seen. (BLD-INTO-03, BLD-OUT-02)"""

from __future__ import annotations

from typing import Final

from rules.buildings.breaking import parts
from rules.core.modifier import Modifier
from rules.core.refusal import Refusal
from rules.forces.unit import Point
from rules.geometry import rings
from rules.geometry.facings import bearing
from rules.geometry.lengths import distance, is_beyond
from rules.table.terrain import Terrain

FREELY_IN: Final = 2.0
"""So near to the opening one fires out freely. (BLD-OUT-02)"""

SLANT_DEG: Final = 45.0
"""At no more than this to the wall an opening is narrow. (BLD-INTO-04)"""

DEEPEST_IN: Final = 6.0
"""Further inside nobody fires out or is seen from outside. (BLD-INTO-03, BLD-OUT-02)"""


def depth_in(piece: Terrain, inner: Point, outer: Point) -> float | None:
    """Inches from somebody inside to where the line leaves the house; None unless one is inside, the other not."""
    if not piece.has_interior or not rings.encloses(piece.points, inner) or rings.encloses(piece.points, outer):
        return None
    parts = rings.crossings(piece.points, inner, outer)
    return parts[0][1] * distance(inner, outer) if parts else 0.0


def are_both_inside(piece: Terrain, a: Point, b: Point) -> bool:
    """Whether two places are in the same house that is entered."""
    return piece.has_interior and rings.encloses(piece.points, a) and rings.encloses(piece.points, b)


def too_deep(piece: Terrain, eye: Point, target: Point) -> Refusal | None:
    """Why nothing is seen between two places, one of them more than 6 inches inside."""
    inside = depth_in(piece, target, eye)
    if inside is not None and is_beyond(inside, DEEPEST_IN):
        text = f"The target is {inside:.3g}″ inside {piece.name}."
        return Refusal("too-deep", text, "BLD-INTO-03", f"targets up to {DEEPEST_IN:g}″ inside")
    inside = depth_in(piece, eye, target)
    if inside is not None and is_beyond(inside, DEEPEST_IN):
        text = f"The opening is {inside:.3g}″ away: nobody fires out of {piece.name} from there."
        return Refusal("too-deep", text, "BLD-OUT-02", f"within {DEEPEST_IN:g}″ of the opening")
    return None


def from_inside(piece: Terrain, eye: Point, target: Point) -> Modifier | None:
    """One less to hit for whoever fires out from over 2 inches inside. (BLD-OUT-02)"""
    inside = depth_in(piece, eye, target)
    if inside is None or not is_beyond(inside, FREELY_IN):
        return None
    return Modifier(-1, f"{inside:.3g}″ from the opening", "BLD-OUT-02")


def cited(piece: Terrain, eye: Point, target: Point) -> str:
    """Within 2 inches of the opening one fires out of it, else one is inside. (BLD-OUT-01, BLD-INTO-02)"""
    inside = depth_in(piece, target, eye)
    return "" if inside is None else "BLD-INTO-02" if is_beyond(inside, FREELY_IN) else "BLD-OUT-01"


def angled(piece: Terrain, eye: Point, target: Point) -> Modifier | None:
    """One less through an opening whose wall the line meets at 45 degrees or less. (BLD-INTO-04)"""
    if not piece.has_interior or piece.building is None:
        return None
    gaps = [(o.a, o.b) for o in piece.building.openings if o.storey == 0 and not o.is_shut]
    crossed = [gap for gap in (*gaps, *parts.broken(piece)) if meets(gap, eye, target)]
    least = min((_angle(gap, eye, target) for gap in crossed), default=90.0)
    if is_beyond(least, SLANT_DEG):
        return None
    return Modifier(-1, f"at {least:.0f}° to the wall", "BLD-INTO-04")


def meets(gap: tuple[Point, Point], a: Point, b: Point) -> bool:
    """Whether a line passes through an opening."""
    return rings.segments_meet(*gap, a, b)


def _angle(gap: tuple[Point, Point], a: Point, b: Point) -> float:
    """Degrees between a line and the wall that an opening is in: 90 is square on."""
    turn = abs(bearing(*gap) - bearing(a, b)) % 180
    return min(turn, 180 - turn)
