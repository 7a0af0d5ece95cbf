"""Troops on foot beside a hull: who reaches it, and at which face they stand. (VEH-CC-01, VEH-CC-07, TRI-CC-01)"""

from __future__ import annotations

from collections.abc import Sequence

from rules.arap.melee.charge_home import by_majority
from rules.arap.melee.join import Direction
from rules.arap.positions import engagement
from rules.forces.unit import Model, Point, Unit
from rules.geometry.hulls import Face, Hull
from rules.geometry.lengths import distance, is_within
from rules.state import GameState


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


def direction(hull: Hull, models: Sequence[Model]) -> Direction:
    """The face at which most stand, as the direction of a charge; unclear, the mildest. (VEH-CC-02)"""
    words: dict[Face, Direction] = {"front": "front", "rear": "rear", "left": "flank", "right": "flank"}
    return by_majority([words[faces_at(hull, m.at)[0]] for m in models])
