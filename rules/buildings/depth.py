"""Buildings are area terrain: how deep inside one sees out, and is seen. (BLD-INTO-03, BLD-OUT-02, BLD-OUT-03)"""

from __future__ import annotations

from typing import Final

from rules.buildings.walls import parts
from rules.core.modifier import Modifier
from rules.core.refusal import Refusal
from rules.forces.unit import Point
from rules.geometry import rings
from rules.geometry.lengths import distance, is_beyond
from rules.table.terrain import Terrain

FREELY_IN: Final = 2.0
"""So near to the opening one fires out freely. (BLD-OUT-02)"""

DEEPEST_IN: Final = 6.0
"""Further inside nobody fires out or is seen from outside. (BLD-INTO-03, BLD-OUT-02)"""


def depth_in(piece: Terrain, inner: Point, outer: Point) -> float | None:
    """Inches from somebody inside to where the line leaves the house; None unless one is inside, the other not."""
    if not is_roofed(piece) or not rings.encloses(piece.points, inner) or rings.encloses(piece.points, outer):
        return None
    parts = rings.crossings(piece.points, inner, outer)
    return parts[0][1] * distance(inner, outer) if parts else 0.0


def is_roofed(piece: Terrain) -> bool:
    """Whether it is the inside of a house: its flat roof is not. (BLD-OUT-03)"""
    return piece.has_interior and not piece.is_roof


def behind_parapet(piece: Terrain, eye: Point, target: Point) -> bool:
    """Whether battlements stand between an eye and somebody on that roof or wall. (BLD-OUT-03)"""
    return piece.has_parapet and rings.holds(piece.points, target) and not rings.holds(piece.points, eye)


def are_both_inside(piece: Terrain, a: Point, b: Point) -> bool:
    """Whether two places are in the same house that is entered."""
    return piece.has_interior and rings.encloses(piece.points, a) and rings.encloses(piece.points, b)


def too_deep(piece: Terrain, eye: Point, target: Point) -> Refusal | None:
    """Why nothing is seen between two places, one of them more than 6 inches inside."""
    inside = depth_in(piece, target, eye)
    if inside is not None and _by_port(piece, eye, target):
        text = f"The line into {piece.name} leads through a firing port."
        return Refusal("firing-port", text, "BLD-PORT-01", "fire at its ports")
    if inside is not None and is_beyond(inside, DEEPEST_IN):
        text = f"The target is more than {DEEPEST_IN:g}″ inside {piece.name}."
        return Refusal("too-deep", text, "BLD-INTO-03", f"targets up to {DEEPEST_IN:g}″ inside")
    inside = depth_in(piece, eye, target)
    if inside is not None and is_beyond(inside, DEEPEST_IN):
        text = f"The opening is more than {DEEPEST_IN:g}″ away: nobody fires out of {piece.name} from there."
        return Refusal("too-deep", text, "BLD-OUT-02", f"within {DEEPEST_IN:g}″ of the opening")
    return None


def _by_port(piece: Terrain, eye: Point, target: Point) -> bool:
    """Whether a line goes through a firing port and by no door, window or hole. (BLD-PORT-01)"""
    if piece.building is None:
        return False
    met = [o.kind for o in piece.building.openings if o.storey == 0 and rings.segments_meet(o.a, o.b, eye, target)]
    return "port" in met and not any(rings.segments_meet(*gap, eye, target) for gap in parts.broken(piece))


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
