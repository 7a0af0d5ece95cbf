"""How much of a hull terrain hides, and what that is worth. (VEH-COV-01 to -03)"""

from __future__ import annotations

from typing import Literal

from rules.arap.terrain.ground import table_of
from rules.core.modifier import Modifier
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry.areas import Area
from rules.geometry.lengths import is_within
from rules.geometry.sight import hidden_fraction
from rules.state import GameState
from rules.table.terrain import Terrain
from rules.vehicles.gemini.hull.hull import hull_of, profile_of, target_speed_in

HALF = 0.5
"""A vehicle is in cover if at least this share of what could be seen of it is hidden."""

Hidden = Literal["none", "soft", "hard"]

FAST_STEP_IN = 12.0
"""Every full 12 inches of speed take one from the roll to hit. (VEH-AT-02)"""


def hidden(state: GameState, target: Unit, eye: Point) -> Hidden:
    """Whether terrain hides half or more of the hull, and how solid it is. (VEH-COV-01)"""
    hull, height = hull_of(state, target), profile_of(state, target).height_in
    covering = [(t, a) for t, a in _areas(state) if t.cover != "none"]
    if not is_within(HALF, hidden_fraction(eye, hull, tuple(a for _, a in covering), hull_height=height)):
        return "none"
    hard = tuple(a for t, a in covering if t.cover == "hard")
    return "hard" if is_within(HALF, hidden_fraction(eye, hull, hard, hull_height=height)) else "soft"


def _areas(state: GameState) -> list[tuple[Terrain, Area]]:
    """Pieces with their true heights: a low wall hides part of a hull though it stops no sight line."""
    table = table_of(state)
    found = [(table.terrain[a.id], a) for a in table.ground.areas]
    return [(t, a._replace(height=t.height_in)) for t, a in found if t.height_in > 0]


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
