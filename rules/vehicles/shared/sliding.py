"""A hull that slides: drifting without its crew, thrown, pushed. (VEH-DMG-03, VEH-DMG-07, TRI-DMG-04)"""

from __future__ import annotations

from typing import Final

from rules.forces.unit import Unit
from rules.geometry.areas import Ground
from rules.geometry.hulls import Hull
from rules.geometry.lengths import TOLERANCE, along
from rules.state import GameState
from rules.vehicles.shared.hull import hull_of, others

STEP_IN: Final = 0.125
"""How finely the way is felt out."""


def slid(state: GameState, unit: Unit, solid: Ground, bearing: float, inches: float) -> Hull:
    """The hull after sliding so far on a bearing; it stops at vehicles, `solid` ground and the table's edge."""
    start = hull_of(state, unit)
    hulls = [h for h in (hull_of(state, o) for o in others(state, unit)) if not h.overlaps(start)]
    already = set(solid.hull_hits(start))
    found, steps = start, round(inches / STEP_IN)
    for n in range(1, steps + 1):
        moved = start._replace(centre=along(start.centre, bearing, n * inches / steps))
        if is_off(state, moved) or any(h.overlaps(moved) for h in hulls):
            break
        if any(a not in already for a in solid.hull_hits(moved)):
            break
        found = moved
    return found


def is_off(state: GameState, hull: Hull) -> bool:
    """Whether any corner is off the table."""
    width, height = state.scenario.width_in, state.scenario.height_in
    return any(min(x, y, width - x, height - y) < -TOLERANCE for x, y in hull.corners())
