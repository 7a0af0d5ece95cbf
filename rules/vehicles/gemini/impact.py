"""From which quarter something strikes a vehicle, and on which face. (VEH-GEOM-03, VEH-GEOM-02)"""

from __future__ import annotations

import itertools

from rules.core.citations import cite
from rules.forces.unit import Point, Unit
from rules.geometry.facings import bearing, turn
from rules.geometry.hulls import Impact
from rules.geometry.lengths import distance
from rules.state import GameState
from rules.vehicles.gemini.hull import hull_of
from rules.vehicles.gemini.way import SAME_SPOT_IN


def backs(unit: Unit) -> bool:
    """Whether the last leg of its last move led backward, so that its course is not its heading. (VEH-GEOM-03)"""
    poses = unit.now.path or unit.before.path
    legs = [(a, b) for a, b in itertools.pairwise(poses) if distance(a[:2], b[:2]) > SAME_SPOT_IN]
    if not legs:
        return False
    a, b = legs[-1]
    return turn(bearing(a[:2], b[:2]), b[2]) > 90


def quadrant(state: GameState, target: Unit, striker: Point) -> Impact:
    """The quarter in which the striker's centre lies at the moment of contact, seen along the target's course."""
    cite("VEH-GEOM-03")
    return hull_of(state, target).impact_quadrant(striker, backward=backs(target))
