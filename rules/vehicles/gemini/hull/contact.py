"""Troops on foot beside a hull: who reaches it, at which face, how it is hit. (VEH-CC-01, -05 to -07, VEH-WS-02)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from rules.arap.melee.join import Direction, by_majority
from rules.arap.positions import engagement
from rules.arap.units.machines import is_machine
from rules.forces.unit import Model, Point, Unit
from rules.geometry.hulls import Face, Hull
from rules.geometry.lengths import distance, is_beyond, is_within
from rules.state import GameState
from rules.vehicles.gemini.hull.hull import armour_of, profile_of
from rules.vehicles.gemini.hull.low_rolls import low_goal
from rules.vehicles.shared.hull import Armour, condition, hull_of, speed_in

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


def reaches(state: GameState, model: Model, hull: Hull) -> bool:
    """Whether a model may strike a hull: within its melee radius of the outline, or in contact. (VEH-CC-01)"""
    base_in = state.profile(model).base_radius_in
    if distance(model.at, hull.centre) > hull.half_diagonal_in + max(engagement.longest_reach_in(state), base_in) + 1:
        return False  # far off: most are
    gap = hull.distance_to_point(model.at)
    return is_within(gap, max(engagement.reach_in(state, model), base_in))


def in_reach(state: GameState, unit: Unit, hull: Hull) -> list[Model]:
    """Members of a unit who may strike a hull."""
    return [m for m in unit.alive if reaches(state, m, hull)]


def faces_at(hull: Hull, at: Point) -> tuple[Face, ...]:
    """The face that a model stands at: the nearest edge, or the two that are equally near."""
    forward, right = hull.on_hull(at)
    ahead, aside = abs(forward) - hull.length / 2, abs(right) - hull.width / 2
    ends: Face = "front" if forward >= 0 else "rear"
    sides: Face = "right" if right >= 0 else "left"
    if is_within(abs(ahead - aside), 0):
        return (ends, sides)
    return (ends,) if ahead > aside else (sides,)


def armour_at(state: GameState, vehicle: Unit, hull: Hull, at: Point) -> Armour:
    """The armour that a blow from there meets; of a machine with WS always the front. (VEH-CC-07, VEH-WS-02)"""
    profile = profile_of(state, vehicle)
    if is_machine(state, vehicle):
        return Armour("front", profile.front)
    return min((armour_of(profile, f) for f in faces_at(hull, at)), key=lambda a: a.av)


def direction(hull: Hull, models: Sequence[Model]) -> Direction:
    """The face at which most stand, as the direction of a charge; unclear, the mildest. (VEH-CC-02)"""
    words: dict[Face, Direction] = {"front": "front", "rear": "rear", "left": "flank", "right": "flank"}
    return by_majority([words[faces_at(hull, m.at)[0]] for m in models])


def fights(state: GameState, unit: Unit, vehicle: Unit) -> bool:
    """Whether troops are in close combat with a vehicle: they reach it, and charged or fought it. (VEH-CC-08)"""
    at_it = vehicle.id in (unit.now.storms, unit.at_hull)
    return at_it and bool(in_reach(state, unit, hull_of(state, vehicle)))


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
