"""Which armour is struck, how hard it is to hit, what hides it. (TRI-DMG-01, TRI-DMG-09, TRI-JOIN-04)"""

from __future__ import annotations

from typing import Final

from rules.core.modifier import Modifier
from rules.dice.odds.armour import Kind
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry.lengths import is_beyond
from rules.state import GameState
from rules.table.terrain import Cover
from rules.vehicles.shared import cover
from rules.vehicles.shared.hull import Armour, armour_of, hull_of
from rules.vehicles.shared.shooting import calculator
from rules.vehicles.trial.hull.profile import profile_of

HULL_DOWN_TO: Final = 3
"""A penetrating hit on a hull half hidden glances on this or less. (TRI-DMG-09)"""

FAST_STEP_IN: Final = 12.0
"""Every full 12 inches of its last turn take one from the roll to hit. (TRI-JOIN-04)"""


def armour_towards(state: GameState, unit: Unit, origin: Point) -> Armour:
    """The armour of the zone that the shot comes from; on the line between two the higher. (TRI-DMG-01)"""
    profile = profile_of(state, unit)
    return max((armour_of(profile, f) for f in hull_of(state, unit).face_towards(origin)), key=lambda a: a.av)


def last_moved_in(state: GameState, unit: Unit) -> float:
    """How far it moved in its previous player turn. (TRI-JOIN-04)"""
    return unit.before.moved_in if state.active_side == unit.side else unit.now.moved_in


def to_hit_modifiers(state: GameState, target: Unit, weapon: Weapon, eye: Point) -> tuple[Modifier, ...]:
    """What a shot at a vehicle takes off for speed and, unless it strikes an area, cover. (TRI-JOIN-04)"""
    found: Cover = "none" if _strikes_area(weapon) else cover.hidden(state, target, eye)
    return named(weapon, last_moved_in(state, target), found)


def named(weapon: Weapon, speed_in: float, found: Cover) -> tuple[Modifier, ...]:
    """What that speed in inches and that cover take off. (TRI-JOIN-04)"""
    steps = int((speed_in + 0.01) // FAST_STEP_IN)
    fast = (Modifier(-steps, "fast target", "TRI-JOIN-04"),) if steps and not weapon.has("laser") else ()
    if found == "none" or _strikes_area(weapon):
        return fast
    return (*fast, Modifier(-1 if found == "soft" else -2, f"{found} cover", "TRI-JOIN-04"))


def _strikes_area(weapon: Weapon) -> bool:
    return weapon.marker_in > 0 or weapon.template


def hull_down_goal(state: GameState, target: Unit, weapon: Weapon, eye: Point) -> int:
    """A penetrating hit on a half hidden hull glances on this or less; 0 if it is not hidden. (TRI-DMG-09)"""
    if weapon.is_lobbed and not state.option("hull_down_against_plunging_fire"):
        return 0
    return HULL_DOWN_TO if cover.hidden(state, target, eye) != "none" else 0


def kind_of(state: GameState, target: Unit, weapon: Weapon, origin: Point, *, held: bool = False) -> Kind:
    """One die; two for melta under half its range, or held against the hull; the higher of two for ordnance.

    (TRI-DMG-02, TRI-ORD-06)
    """
    near = held or is_beyond(weapon.range_in / 2, hull_of(state, target).distance_to_point(origin))
    return calculator.kind_of(weapon, near=near)
