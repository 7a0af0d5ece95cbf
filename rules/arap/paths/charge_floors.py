"""A charge up or down stairs and ladders, between floors that are laid out apart. (BLD-MOVE-01, BLD-LADR-03)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap.positions import single_models
from rules.arap.positions.placing import Spot
from rules.arap.positions.single_models import StraightWalk
from rules.arap.terrain import floor_ways
from rules.arap.terrain.floor_ways import FloorWays
from rules.core import kept
from rules.core.ids import ModelId, TerrainId
from rules.forces.unit import Model, Point, Unit
from rules.geometry.facings import bearing
from rules.geometry.hulls import Hull, distance_between
from rules.geometry.lengths import along, distance, is_within
from rules.state import GameState

OFF_IN: Final = 0.25
"""Steps of the places that a model tries that comes off a ladder."""
OFF_AT_MOST_IN: Final = 4.0
_TURNS: Final = (0, 30, -30, 60, -60, 90, -90, 120, -120, 150, -150, 180)


class ChargeApproach(NamedTuple):
    """How one model gets at the nearest enemy: how far that is, and by which ladders and stairs, if by any."""

    model: Model
    enemy: Model
    gap_in: float
    climbs: FloorWays = ()

    @property
    def order(self) -> float:
        """By how far it is; what differs by a hair is alike."""
        return round(self.gap_in, 6)

    @property
    def comes_from(self) -> Point:
        """Where it is when it gets to the enemy's floor."""
        return self.climbs[-1].far if self.climbs else self.model.at


def approach(state: GameState, model: Model, enemies: Sequence[Model], path: Sequence[Point] = ()) -> ChargeApproach:
    """The nearest enemy by straight lines on each floor; `path` are places that the way should pass.

    Where no stairs lead to any of them, the nearest on the board.
    """
    plain = ChargeApproach(model, *_nearest(state, model, enemies))
    if not floor_ways.climbs(state):
        return plain
    here = floor_ways.floor_at(state, model.at)
    by_floor: dict[TerrainId, list[Model]] = {}
    for enemy in enemies:
        by_floor.setdefault(floor_ways.floor_at(state, enemy.at), []).append(enemy)
    if here in by_floor:
        return ChargeApproach(model, *_nearest(state, model, by_floor[here]))
    start = next((p for p in reversed(path) if floor_ways.floor_at(state, p) == here), model.at)
    found = [
        ChargeApproach(model, enemy, floor_ways.length_of(way, start, enemy.at), way)
        for floor, those in by_floor.items()
        for way in floor_ways.ways(state, here, floor)
        for enemy in those
    ]
    return min(found, key=lambda each: (each.climbs[0].near not in path, each.order), default=plain)


def _nearest(state: GameState, model: Model, enemies: Sequence[Model]) -> tuple[Model, float]:
    own = _outline(state, model)
    gaps = ((enemy, _gap(state, model, own, enemy)) for enemy in enemies)
    return min(gaps, key=lambda pair: round(pair[1], 6))


def _gap(state: GameState, model: Model, one: Hull | None, enemy: Model) -> float:
    """Inches between two models, of machines from their outlines. (ARAP-CHG-01, TRI-WALK-01)"""
    other = _outline(state, enemy)
    if one is not None and other is not None:
        return distance_between(one, other)
    if one is not None:
        return one.distance_to_point(enemy.at)
    return other.distance_to_point(model.at) if other is not None else distance(model.at, enemy.at)


def _outline(state: GameState, model: Model) -> Hull | None:
    """Its hull; up to version 8 a charge was measured between the middles of machines."""
    hull = state.profile(model).hull
    if hull is None or state.is_older_than("9"):
        return None
    return Hull(model.at, model.facing, hull.length_in, hull.width_in)


def nearest(state: GameState, unit: Unit, target: Unit, path: Sequence[Point] = ()) -> ChargeApproach:
    """That of the member which is nearest to any enemy, and leads the charge."""
    about = (unit, target, tuple(path))
    return kept.lately(state, "charge lead", about, lambda: _foremost_of(state, *about), most=_LEADS_KEPT)


_LEADS_KEPT: Final = 16
"""Latest answers: every check and offer of a charge asks for its own."""


def _foremost_of(state: GameState, unit: Unit, target: Unit, path: Sequence[Point]) -> ChargeApproach:
    return foremost(approach(state, m, target.alive, path) for m in unit.alive)


def foremost(members: Iterable[ChargeApproach]) -> ChargeApproach:
    """The nearest of those on their feet; of equals the first. (ARAP-AGIL-02)"""
    return min(members, key=lambda each: (each.model.sprawled, each.order))


def on_floor(state: GameState, unit: Unit, at: Point) -> Unit:
    """The unit as if it had those members alone that are on the floor of a place."""
    if not floor_ways.climbs(state):
        return unit
    floor = floor_ways.floor_at(state, at)
    return replace(unit, models=tuple(m for m in unit.models if floor_ways.floor_at(state, m.at) == floor))


def as_they_come(state: GameState, unit: Unit, target: Unit) -> Unit:
    """The chargers as the charged see them come: those from other floors where their stairs end. (ARAP-STAND-01)"""
    if not floor_ways.climbs(state):
        return unit
    comes = {m.id: approach(state, m, target.alive).comes_from for m in unit.alive}
    return replace(unit, models=tuple(replace(m, at=comes.get(m.id, m.at)) for m in unit.models))


def other_ways(state: GameState, unit: Unit, target: Unit) -> tuple[FloorWays, ...]:
    """The ways to the enemy's floor besides the shortest, of those which begin at another ladder or other stairs."""
    found = nearest(state, unit, target)
    if not found.climbs:
        return ()
    here, there = (floor_ways.floor_at(state, m.at) for m in (found.model, found.enemy))
    firsts = {way[0].ladder.id: way for way in reversed([*floor_ways.ways(state, here, there)])}
    return tuple(way for ladder, way in firsts.items() if ladder != found.climbs[0].ladder.id)


def joined(state: GameState, unit: Unit, target: Unit) -> bool:
    """Whether any member is on the floor of an enemy, or stairs and ladders lead there."""
    own, theirs = ({floor_ways.floor_at(state, m.at) for m in u.alive} for u in (unit, target))
    return any(a == b or any(floor_ways.ways(state, a, b)) for a in own for b in theirs)


def split(state: GameState, model: Model, path: Sequence[Point]) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """Waypoints on the model's own floor, and those beyond its stairs."""
    here = floor_ways.floor_at(state, model.at)
    own = tuple(p for p in path if floor_ways.floor_at(state, p) == here)
    return own, tuple(p for p in path if p not in own)


def starts(state: GameState, unit: Unit, paths: Mapping[ModelId, Sequence[Point]]) -> dict[ModelId, Point]:
    """Where each charger's way begins on the floor on which it fights."""
    found = {}
    for model, points in paths.items():
        up = floor_ways.taken(state, points)
        found[model] = up[-1].far if up else unit.model(model).at
    return found


def climbs_of(state: GameState, paths: Mapping[ModelId, Sequence[Point]]) -> FloorWays:
    """The ladders and stairs of a charge, each once."""
    return tuple(dict.fromkeys(way for points in paths.values() for way in floor_ways.taken(state, points)))


def arrived(model: Model, way: FloorWays, towards: Point) -> Model:
    """A model at the far end of its stairs, looking where it goes."""
    at = way[-1].far
    facing = bearing(at, towards) if towards != at else model.facing
    return replace(model, at=at, facing=facing, on_face=TerrainId(""), level_in=0.0)


def walk_to(state: GameState, model: Model, to: Point, allowance: float) -> StraightWalk | None:
    """The walk to a place, straight on each floor, where difficult ground does not slow it; None if none is bought.

    (ARAP-MELEE-08)
    """
    here, there = (floor_ways.floor_at(state, at) for at in (model.at, to))
    if here == there or not floor_ways.climbs(state):
        return single_models.walk_to(state, model, to, allowance, slowed=False)
    walks = (_by(state, model, way, to) for way in floor_ways.ways(state, here, there))
    bought = [w for w in walks if w is not None and is_within(w.cost_in, allowance)]
    return min(bought, key=lambda walk: walk.cost_in, default=None)


def _by(state: GameState, model: Model, way: FloorWays, to: Point) -> StraightWalk | None:
    stops = [model.at, *(p for c in way for p in (c.near, c.far)), to]
    for a, b in zip(stops[::2], stops[1::2], strict=True):
        if a != b and single_models.walk_to(state, replace(model, at=a), b, inf, slowed=False) is None:
            return None
    inches = floor_ways.length_of(way, model.at, to)
    return StraightWalk(to, inches, inches)


def up_to(state: GameState, found: ChargeApproach, allowance: float, taken: Sequence[Spot]) -> Iterator[StraightWalk]:
    """Walks of a model to free places where its stairs end, the nearest first, then as near as it gets to them.

    Nobody is on a ladder while others fight.
    """
    here = arrived(found.model, found.climbs, found.enemy.at)
    laddered = any(way.is_ladder for way in found.climbs)
    way = None if laddered else walk_to(state, found.model, here.at, allowance)
    for walk in steps_off(state, here, allowance - way.cost_in, taken) if way is not None else ():
        yield StraightWalk(walk.to, way.length_in + walk.length_in, way.cost_in + walk.cost_in) if way else walk
    yield single_models.walk_towards(state, found.model, found.climbs[0].near, allowance, taken, slowed=False)


def steps_off(state: GameState, here: Model, left_in: float, taken: Sequence[Spot]) -> Iterator[StraightWalk]:
    """Free places round the end of a ladder within reach, the nearest first."""
    rings = [OFF_IN * n for n in range(1 + int(min(left_in, OFF_AT_MOST_IN) / OFF_IN))]
    for ring in rings:
        for turned in _TURNS if ring else (0,):
            place = along(here.at, here.facing + turned, ring)
            if not single_models.is_free(state, here, place, taken):
                continue
            walk = single_models.walk_to(state, here, place, left_in)
            if walk is not None:
                yield walk
