"""Single models on the move in charges, pursuits and close combat: how far, and to which free place. (ARAP-CHG-03, -04)

The way is straight; what it costs is the ground's business. Places are tried in a fixed order, so that the same
battle always gives the same places.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap.positions import engagement
from rules.arap.positions import occupied as positions_occupied
from rules.arap.positions.placing import Spot, radius_of
from rules.arap.terrain import ground
from rules.core.ids import ModelId, UnitId
from rules.forces.unit import Model, Point, Unit
from rules.geometry.facings import bearing, normalise
from rules.geometry.lengths import TOLERANCE, along, distance, distance_to_segment, is_beyond, is_within, toward
from rules.state import GameState

MARGIN_IN: Final = 0.1
"""How far inside its melee radius a model stops by itself."""

_STEP_IN: Final = 0.25
_OFFSETS: Final = (0, 15, -15, 30, -30, 45, -45, 60, -60, 75, -75, 90, -90, 105, -105)


class StraightWalk(NamedTuple):
    """Where a straight walk ends, how long it is and what it costs, in inches."""

    to: Point
    length_in: float
    cost_in: float


def stay(model: Model) -> StraightWalk:
    """No walk at all."""
    return StraightWalk(model.at, 0.0, 0.0)


def occupied(state: GameState, but: Collection[ModelId]) -> list[Spot]:
    """Where models stand on the table, some left out; hulls that nobody walks through are not among them."""
    solid = {spot.model for spot in positions_occupied.hulls(state)}
    return [
        (m.at, radius_of(state, m))
        for u in state.units.values()
        if u.on_table
        for m in u.alive
        if m.id not in but and m.id not in solid and not m.on_face
    ]


def occupied_near(state: GameState, unit: Unit, reach_in: float) -> list[Spot]:
    """Where models of others stand that members of a unit could run into within so many inches."""
    own = unit.alive
    left, right = min(m.at[0] for m in own) - reach_in, max(m.at[0] for m in own) + reach_in
    top, bottom = min(m.at[1] for m in own) - reach_in, max(m.at[1] for m in own) + reach_in
    spots = occupied(state, {m.id for m in own})
    return [
        (at, room)
        for at, room in spots
        if left - room <= at[0] <= right + room and top - room <= at[1] <= bottom + room
    ]


def occupied_round(state: GameState, model: Model, reach_in: float) -> list[Spot]:
    """Where other models stand that one could run into within so many inches of where it stands."""
    x, y = model.at
    most = reach_in + radius_of(state, model)
    spots = occupied(state, (model.id,))
    return [(at, room) for at, room in spots if abs(at[0] - x) <= most + room and abs(at[1] - y) <= most + room]


def near_way(state: GameState, unit: Unit, step: Point, length: float, taken: Iterable[Spot]) -> list[Spot]:
    """Of those places the ones that members could come upon who go so many inches in that direction."""
    own = unit.alive
    room = max(radius_of(state, m) for m in own)
    xs, ys = ([m.at[n] + part for m in own for part in (0.0, step[n] * length)] for n in (0, 1))
    left, right, top, bottom = min(xs) - room, max(xs) + room, min(ys) - room, max(ys) + room
    return [(at, r) for at, r in taken if left - r <= at[0] <= right + r and top - r <= at[1] <= bottom + r]


def is_free(state: GameState, model: Model, at: Point, taken: Iterable[Spot], *, but: UnitId | None = None) -> bool:
    """Whether the model may end there: on the table, on ground that it may enter, on nobody's base or hull."""
    width, depth = state.scenario.width_in, state.scenario.height_in
    if not (0 <= at[0] <= width and 0 <= at[1] <= depth):
        return False
    radius = radius_of(state, model)
    for spot, room in taken:
        apart = radius + room - TOLERANCE
        if abs(at[0] - spot[0]) < apart and distance(at, spot) < apart:
            return False
    profile = state.profile(model)
    here = ground.terrain_at(state, at)
    bridged = any(t.going == "road" or t.landing for t in here)
    if any(ground.bars(t, profile) and not (bridged and t.going == "water") for t in here):
        return False
    if any(
        s.unit != but and s.model != model.id and s.is_overlapped(at, radius) for s in positions_occupied.hulls(state)
    ):
        return False
    return not ground.is_on_barred(state, at, profile)


def meets_hull(state: GameState, model: Model, a: Point, b: Point, *, but: UnitId | None = None) -> bool:
    """Whether a base would push through a hull on its straight way; one that touches it may still move away."""
    if not (solid := positions_occupied.hulls(state)) or state.profile(model).hull is not None:
        return False
    radius = radius_of(state, model)
    return any(
        spot.gap_on_way(a, b) < min(radius, spot.gap(a)) - TOLERANCE
        for spot in solid
        if spot.unit != but and distance_to_segment(spot.at, a, b) < 1.5 * spot.radius + radius
    )


def before_hulls(
    state: GameState, unit: Unit, model: Model, walk: StraightWalk, facing: float
) -> tuple[StraightWalk, float]:
    """As far of a machine's straight way as its own hull stands on no other, corners too; not so up to version 16.

    (ARAP-PURS-01, ARAP-MOVE-01)
    """
    profile = state.profile(model)
    if profile.hull is None or state.is_older_than("17"):
        return walk, facing
    near = (u for u in state.units.values() if u.on_table and u.id != unit.id)
    others = [spot.hull for other in near for spot in positions_occupied.footprint(state, other).spots if spot.hull]
    gone, last = 0.0, stay(model)
    while True:
        at = toward(model.at, walk.to, gone) if gone else model.at
        hull = positions_occupied.hull_of(profile, at, facing)
        if hull is not None and any(hull.overlaps(other) for other in others):
            break
        last = StraightWalk(at, gone, ground.cost_of_leg(state, model, model.at, at).cost_in if gone else 0.0)
        if gone >= walk.length_in:
            return walk, facing
        gone = min(gone + _STEP_IN, walk.length_in)
    return last, positions_occupied.facing_with_room(state, unit, model, last.to, facing)


def walk_to(
    state: GameState, model: Model, to: Point, allowance: float, *, slowed: bool = True, but: UnitId | None = None
) -> StraightWalk | None:
    """The straight walk to a place, if the allowance buys it and nothing bars the way, the hull `but` left out.

    Not `slowed`, difficult ground costs no more than open ground, as in closing up. (ARAP-MELEE-08)
    """
    leg = ground.cost_of_leg(state, model, model.at, to)
    cost = leg.cost_in if slowed else leg.length_in
    if leg.barred is not None or not is_within(cost, allowance) or meets_hull(state, model, model.at, to, but=but):
        return None
    return StraightWalk(to, leg.length_in, cost)


def walk_towards(
    state: GameState, model: Model, to: Point, allowance: float, taken: Sequence[Spot], *, slowed: bool = True
) -> StraightWalk:
    """As far straight towards a place as the allowance buys, stopping short of what is in the way."""
    leg = ground.cost_of_leg(state, model, model.at, to)
    length = min(leg.length_in, leg.length_for(allowance) if slowed else allowance)
    while length > 0:
        end = to if length >= leg.length_in else toward(model.at, to, length)
        walk = walk_to(state, model, end, allowance, slowed=slowed)
        if walk is not None and is_free(state, model, end, taken):
            return walk
        length -= _STEP_IN
    return stay(model)


def strike_distance(state: GameState, model: Model, enemy: Model) -> float:
    """Inches at which a model stops to strike an enemy: just inside its radius, at least in base contact."""
    contact = radius_of(state, model) + radius_of(state, enemy)
    return max(contact, engagement.reach_in(state, model) - MARGIN_IN)


def approach(
    state: GameState,
    model: Model,
    enemy: Model,
    allowance: float,
    taken: Sequence[Spot],
    *,
    slowed: bool = True,
    stands: bool = True,
) -> StraightWalk | None:
    """The walk that brings an enemy into the model's melee radius, straight on or round to a side; None without one.

    One that only passes where it is, as it does not if it `stands` there, stays there if nobody else does.
    """
    if engagement.reaches(state, model, enemy) and (stands or is_free(state, model, model.at, taken)):
        return stay(model)
    if is_beyond(distance(model.at, enemy.at) - furthest_stop(state, model, enemy), allowance):
        return None
    faced = ground.table_of(state).has_faces and not state.is_older_than("9")
    for spot in _spots(state, model, enemy):
        if is_beyond(distance(model.at, spot), allowance) or not is_free(state, model, spot, taken):
            continue
        if faced and not engagement.reaches(state, replace(model, at=spot), enemy):
            continue  # a face is between them: there it would stand below or above the enemy
        walk = walk_to(state, model, spot, allowance, slowed=slowed)
        if walk is not None:
            return walk
    return None


def furthest_stop(state: GameState, model: Model, enemy: Model) -> float:
    """Inches from an enemy at which a model may stop and still strike it."""
    return max(strike_distance(state, model, enemy), engagement.reach_in(state, model))


def _spots(state: GameState, model: Model, enemy: Model) -> Iterator[Point]:
    """Places round an enemy: straight ahead first, then to the sides; at the very edge of the radius last."""
    back = bearing(enemy.at, model.at)
    near = strike_distance(state, model, enemy)
    for reach in dict.fromkeys((near, max(near, engagement.reach_in(state, model)))):
        for offset in _OFFSETS:
            yield along(enemy.at, normalise(back + offset), reach)


def nearest_first(model: Model, enemies: Iterable[Model]) -> list[Model]:
    """Enemies by distance; of equals the first in their order."""
    return sorted(enemies, key=lambda e: round(distance(model.at, e.at), 6))


def gap(model: Model, enemies: Iterable[Model]) -> list[float]:
    """Inches to each enemy, in their order."""
    return [distance(model.at, e.at) for e in enemies]


def chase(
    state: GameState, model: Model, enemies: Sequence[Model], allowance: float, taken: Sequence[Spot]
) -> tuple[StraightWalk, float]:
    """The walk to where an enemy is in melee radius, or as far towards the nearest as it goes; and the facing."""
    nearest = nearest_first(model, enemies)
    for enemy in nearest:
        walk = approach(state, model, enemy, allowance, taken)
        if walk is not None:
            return walk, bearing(walk.to, enemy.at)
    walk = walk_towards(state, model, nearest[0].at, allowance, taken)
    return walk, bearing(walk.to, nearest[0].at)
