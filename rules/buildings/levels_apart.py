"""What is fired up and down: streams by one storey, slow missiles less far, nothing right under one's wall.

(BLD-TMPL-02, BLD-HIGH-06, BLD-HIGH-01)
"""

from __future__ import annotations

from typing import Final

from rules.arap.shooting.plan import Firing
from rules.arap.terrain import ground
from rules.arap.units.weapons import range_of
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point
from rules.forces.weapon import Weapon
from rules.geometry import rings
from rules.geometry.lengths import TOLERANCE, is_within
from rules.geometry.rings import Ring
from rules.geometry.templates import STRIP_LENGTH_IN
from rules.state import GameState
from rules.table.building import STOREY_IN


def height_of(state: GameState, model: Model) -> float:
    """How high somebody stands above the table, in inches."""
    return model.level_in + ground.height_at(state, model.at)


OR_LEAN: Final = "or lean out, or fire blind"
"""What else those do who would have to lean out. (BLD-HIGH-02, BLD-HIGH-03)"""

UNDER_IN: Final = 3.0
"""Nobody so near to the foot of the house is fired at from level 2 or higher. (BLD-HIGH-01)"""


def dead_zone(height_in: float) -> float:
    """How near to the foot of a wall nobody is fired at from such a height. (BLD-HIGH-01)"""
    return max(UNDER_IN, height_in / 2) if height_in >= STOREY_IN - TOLERANCE else height_in / 2


def in_dead_zone(name: str, ring: Ring, height_in: float, at: Point, otherwise: str) -> Refusal | None:
    """Why somebody at such a height of a house or wall would have to lean out to fire at that place. (BLD-HIGH-01)"""
    if rings.holds(ring, at):
        return None
    zone, away = dead_zone(height_in), rings.distance_to_ring(ring, at)
    if is_within(zone, away):
        return None
    text = f"The target is {away:.3g}″ from the foot of {name}, {height_in:g}″ below."
    return Refusal("dead-zone", text, "BLD-HIGH-01", f"{zone:g}″ from it or further; {otherwise}")


def unfit(state: GameState, firing: Firing) -> Refusal | None:
    """Why something is not fired at a storey so far above or below. (BLD-TMPL-02, BLD-HIGH-06)"""
    return _storeys_off(state, firing) or _too_high(state, firing)


def _storeys_off(state: GameState, firing: Firing) -> Refusal | None:
    """That streams are fired at the storey above or below one's own at most. (BLD-TMPL-02)"""
    if not firing.weapon.template:
        return None
    rise = height_of(state, firing.aim) - height_of(state, firing.model)
    levels = int((abs(rise) + TOLERANCE) // STOREY_IN)
    if levels <= 1:
        return None
    text = f"{firing.weapon.name} is fired at the storey above or below; the target is {levels} off."
    return Refusal("storeys-off", text, "BLD-TMPL-02", "one’s own storey, the next above or below")


def _too_high(state: GameState, firing: Firing) -> Refusal | None:
    """That what is thrown, flamers and slow missiles lose 3 inches of range for each level up. (BLD-HIGH-06)"""
    weapon = firing.weapon
    if not (weapon.template or weapon.is_thrown or weapon.has("low-velocity")):
        return None
    rise = height_of(state, firing.aim) - height_of(state, firing.model)
    most = range_of(weapon) + (STRIP_LENGTH_IN if weapon.template else 0)
    return out_of_reach(weapon, rise, firing.range_in, most)


def out_of_reach(weapon: Weapon, rise: float, far: float, most: float) -> Refusal | None:
    """Why a missile that reaches so far does not get there, so much higher up. (BLD-HIGH-06)"""
    levels = int((rise + TOLERANCE) // STOREY_IN)
    needed = far + levels * STOREY_IN
    if levels <= 0 or is_within(needed, most):
        return None
    height = f"{levels} level{'s' if levels > 1 else ''} up"
    text = f"{weapon.name} reaches {most:g}″; {far:.2f}″ and {height} count as {needed:.2f}″."
    return Refusal(
        "out-of-range", text, "BLD-HIGH-06", f"at most {max(0.0, most - levels * STOREY_IN):g}″ off, {height}"
    )
