"""Who stands where: bases and hulls of the units on the table, found quickly. (ARAP-GEN-05)"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from rules.core.ids import ModelId, ProfileId, SideId, UnitId
from rules.core.kept import once
from rules.forces.profile import Profile
from rules.forces.unit import Model, Point, Unit
from rules.geometry import rings
from rules.geometry.hulls import Hull
from rules.geometry.lengths import TOLERANCE, Circle, distance, distance_to_segment
from rules.geometry.rings import Bounds, Ring
from rules.state import GameState

TURN_STEP_DEG: Final = 5
"""By so much a hull turns aside from where it wants to look, as often as it takes."""


class Spot(NamedTuple):
    """One model's room on the table: a base of that radius in inches, or a hull."""

    model: ModelId
    unit: UnitId
    side: SideId
    at: Point
    radius: float
    hull: Hull | None = None

    @property
    def least_radius(self) -> float:
        """The radius of the greatest circle about its centre that it covers."""
        return self.radius if self.hull is None else min(self.hull.length, self.hull.width) / 2

    def is_far_from_way(self, a: Point, b: Point, room: float) -> bool:
        """Whether a straight way passes all of a circle round it by more than that: then it is not measured exactly."""
        most = self.radius if self.hull is None else math.hypot(self.hull.length, self.hull.width) / 2
        return distance_to_segment(self.at, a, b) - most > room

    def gap(self, at: Point) -> float:
        """Inches from its edge to a point, no less than 0."""
        if self.hull is not None:
            return self.hull.distance_to_point(at)
        return max(0.0, distance(self.at, at) - self.radius)

    def gap_on_way(self, a: Point, b: Point) -> float:
        """Inches from its edge to the nearest point of the straight way from a to b."""
        if self.hull is not None:
            return rings.segment_distance(self.hull.corners(), a, b)
        return max(0.0, distance_to_segment(self.at, a, b) - self.radius)

    def is_overlapped(self, at: Point, radius: float) -> bool:
        """Whether a base of that radius set down there would overlap it; touching is not overlapping."""
        if self.hull is not None:
            return self.hull.distance_to_point(at) < radius - TOLERANCE
        return distance(self.at, at) < self.radius + radius - TOLERANCE

    def overlaps(self, other: Spot) -> bool:
        """Whether the two stand on each other; touching is not overlapping."""
        if other.hull is None:
            return self.is_overlapped(other.at, other.radius)
        return other.hull.overlaps(self.hull or Circle(self.at, self.radius))

    def is_inside(self, ring: Ring) -> bool:
        """Whether all of it is in a polygon, give or take the tolerance."""
        if self.hull is not None:
            return all(rings.holds(ring, corner) for corner in self.hull.corners())
        return rings.holds_circle(ring, self.at, self.radius)

    def is_on(self, ring: Ring) -> bool:
        """Whether it stands on some of a polygon by more than the tolerance."""
        if self.hull is not None:
            return self.hull.overlaps(ring)
        return rings.distance_to_ring(ring, self.at) < self.radius - TOLERANCE


class Footprint(NamedTuple):
    """The room that a unit takes."""

    bounds: Bounds
    spots: tuple[Spot, ...]


def hull_of(profile: Profile, at: Point, facing: float) -> Hull | None:
    """The hull of a model of that profile standing there; None for a model on a base."""
    if profile.hull is None:
        return None
    return Hull(at, facing, profile.hull.length_in, profile.hull.width_in)


def spot_of(state: GameState, unit: Unit, model: Model) -> Spot:
    """The room of one model."""
    profile = state.profile(model)
    hull = hull_of(profile, model.at, model.facing)
    radius = max(hull.length, hull.width) / 2 if hull else profile.base_radius_in
    return Spot(model.id, unit.id, unit.side, model.at, radius, hull)


def footprint(state: GameState, unit: Unit) -> Footprint:
    """The room of a unit's living models, climbers apart; kept on the unit as it stands, for these profiles."""
    kept: tuple[dict[ProfileId, Profile], Footprint] | None = unit.__dict__.get("footprint")
    if kept is not None and kept[0] is state.profiles:
        return kept[1]
    made = _footprint(state, unit)
    unit.__dict__["footprint"] = (state.profiles, made)
    return made


def _footprint(state: GameState, unit: Unit) -> Footprint:
    spots = tuple(spot_of(state, unit, m) for m in unit.alive if not m.on_face)
    reach = max((s.radius for s in spots), default=0.0) * 1.5
    bounds = rings.bounds(tuple(s.at for s in spots)).grown(reach) if spots else Bounds(0, 0, 0, 0)
    return Footprint(bounds, spots)


@once
def hulls(state: GameState) -> tuple[Spot, ...]:
    """The hulls on the table that nobody walks through: those of vehicles without WS. (ARAP-MOVE-01, VEH-WS-01)"""
    vehicles = [u for u in state.units.values() if u.is_vehicle and u.on_table and not u.hidden]
    return tuple(s for u in vehicles for s in footprint(state, u).spots if not _fights(state, u))


def facing_with_room(state: GameState, unit: Unit, model: Model, at: Point, facing: float) -> float:
    """The facing nearest to that one at which a hull stands on no other; its own as it is where there is none.

    Degrees. A base turns freely. (ARAP-GEN-05)
    """
    profile = state.profile(model)
    if profile.hull is None:
        return facing
    near = [u for u in state.units.values() if u.on_table and u.id != unit.id]
    others = [spot.hull for other in near for spot in footprint(state, other).spots if spot.hull]
    for aside in (0, *(sign * by for by in range(TURN_STEP_DEG, 181, TURN_STEP_DEG) for sign in (1, -1))):
        hull = hull_of(profile, at, (facing + aside) % 360)
        if hull is not None and not any(hull.overlaps(other) for other in others):
            return hull.heading
    return model.facing


def _fights(state: GameState, unit: Unit) -> bool:
    return any(state.profile(m).is_machine for m in unit.models)


def spots_near(state: GameState, box: Bounds, *, but: UnitId, seen_by: SideId) -> Iterator[Spot]:
    """The room of other units on the table near a rectangle; enemies hidden from that side are left out."""
    for unit in state.units.values():
        if unit.id == but or not unit.on_table or (unit.hidden and unit.side != seen_by):
            continue
        found = footprint(state, unit)
        if found.bounds.meets(box):
            yield from found.spots
