"""Troops on foot beside a hull: who reaches it, at which face, how it is hit. (VEH-CC-01, -05 to -07, VEH-WS-02)"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from rules.forces.unit import Point, Unit
from rules.geometry.hulls import Hull
from rules.geometry.lengths import is_beyond
from rules.state import GameState
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.hull.low_rolls import low_goal
from rules.vehicles.shared import beside
from rules.vehicles.shared.hull import Armour, armour_of, condition, hull_of, speed_in
from rules.vehicles.shared.machines import is_machine

SLOW_IN: Final = 6.0
"""Below this speed a vehicle is hit on even odds, from it on only on one face. (VEH-CC-05)"""

ON_EVEN_ODDS: Final = low_goal(4)
ON_ONE_FACE: Final = low_goal(6)

Motion = Literal["static", "slow", "fast"]


class Ease(NamedTuple):
    """How hard a vehicle is to hit in melee: how it moves, and the goal; 0 for automatic hits."""

    motion: Motion
    goal: int

    @property
    def automatic(self) -> bool:
        """No roll is needed."""
        return self.goal == 0


def armour_at(state: GameState, vehicle: Unit, hull: Hull, at: Point) -> Armour:
    """The armour that a blow from there meets; of a machine with WS always the front. (VEH-CC-07, VEH-WS-02)"""
    profile = profile_of(state, vehicle)
    if is_machine(state, vehicle):
        return Armour("front", profile.front)
    return min((armour_of(profile, f) for f in beside.faces_at(hull, at)), key=lambda a: a.av)


def fights(state: GameState, unit: Unit, vehicle: Unit) -> bool:
    """Whether troops are in close combat with a vehicle: they reach it, and charged or fought it. (VEH-CC-08)"""
    at_it = vehicle.id in (unit.now.storms, unit.at_hull)
    return at_it and bool(beside.in_reach(state, unit, hull_of(state, vehicle)))


def is_out_of_reach(state: GameState, vehicle: Unit) -> bool:
    """A flying skimmer that is not down is too high for contact weapons. (VEH-CC-06)"""
    if profile_of(state, vehicle).type != "flying-skimmer":
        return False
    return not condition(vehicle).immobilised


def ease(state: GameState, vehicle: Unit) -> Ease:
    """What it takes to hit a vehicle without WS. Immobilised or stunned it counts as stationary. (VEH-CC-05)"""
    if is_out_of_reach(state, vehicle):
        return Ease("fast", ON_ONE_FACE)
    speed, now = speed_in(vehicle), condition(vehicle)
    if now.immobilised or now.stunned or now.stunned_now or not is_beyond(speed, 0):
        return Ease("static", 0)
    return Ease("fast", ON_ONE_FACE) if not is_beyond(SLOW_IN, speed) else Ease("slow", ON_EVEN_ODDS)
