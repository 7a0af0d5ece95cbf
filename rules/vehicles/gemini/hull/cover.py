"""How much of a hull terrain hides, and what that is worth. (VEH-COV-01 to -03)"""

from __future__ import annotations

from rules.core.modifier import Modifier
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.state import GameState
from rules.vehicles.gemini.hull.hull import target_speed_in
from rules.vehicles.shared.cover import Hidden, hidden

FAST_STEP_IN = 12.0
"""Every full 12 inches of speed take one from the roll to hit. (VEH-AT-02)"""


def to_hit_modifiers(state: GameState, target: Unit, weapon: Weapon, eye: Point) -> tuple[Modifier, ...]:
    """What a shot at a vehicle takes off for speed and, unless it hits an area, cover. (VEH-AT-02, VEH-COV-01)"""
    found: Hidden = "none" if hits_an_area(weapon) else hidden(state, target, eye)
    return named(weapon, target_speed_in(state, target), found)


def named(weapon: Weapon, speed_in: float, found: Hidden) -> tuple[Modifier, ...]:
    """What that speed in inches and that cover take off. (VEH-AT-02, VEH-COV-01)"""
    steps = int((speed_in + 0.01) // FAST_STEP_IN)
    fast = (Modifier(-steps, "fast target", "VEH-AT-02"),) if steps and not weapon.has("laser") else ()
    if found == "none" or hits_an_area(weapon):
        return fast
    return (*fast, Modifier(-1 if found == "soft" else -2, f"{found} cover", "VEH-COV-01"))


def hits_an_area(weapon: Weapon) -> bool:
    """Whether cover takes nothing off its roll to hit."""
    return weapon.marker_in > 0 or weapon.template


def hull_down_goal(state: GameState, target: Unit, weapon: Weapon, eye: Point) -> int:
    """A penetrating hit on a half hidden hull glances on this or less; 0 if it is not hidden. (VEH-COV-02, -03)"""
    if weapon.is_lobbed and not state.option("hull_down_against_plunging_fire"):
        return 0
    return int(state.option("hull_down_roll")) if hidden(state, target, eye) != "none" else 0
