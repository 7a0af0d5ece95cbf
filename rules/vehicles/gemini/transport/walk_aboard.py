"""The walk to where people step aboard: straight, or the way that is drawn. (VEH-BRD-04, -09, -11, ARAP-MOVE-01)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap.paths import allowance, end_of_move, legality
from rules.arap.paths.allowance import Pace
from rules.arap.paths.march import March, Track, march
from rules.arap.paths.turns import Waypoint
from rules.arap.terrain import ground
from rules.core import kept
from rules.core.ids import ModelId
from rules.core.preview import Chance, Success, success
from rules.core.refusal import Refusal
from rules.dice.odds.chances import chance_low
from rules.forces.unit import Model, Point, Unit
from rules.geometry import rings
from rules.geometry.hulls import Swept, swept
from rules.geometry.lengths import distance, is_within
from rules.geometry.ways.routes import until_within
from rules.state import GameState
from rules.vehicles.gemini.hull.hull import doors
from rules.vehicles.gemini.transport.on_the_move import motion, wake
from rules.vehicles.shared import outside
from rules.vehicles.shared.hull import hull_of

_ROADS = 2
"""By how much the best ground may lengthen a move: from further off nobody looks for a way round a hull."""

RULE = "VEH-BRD-11"


class WayAboard(NamedTuple):
    """One model's way to where it steps aboard, and what bars it."""

    track: Track
    barred: Refusal | None

    @property
    def model(self) -> ModelId:
        """Whose it is."""
        return self.track.model.id


class Boarding(NamedTuple):
    """The ways of all who mean to board, and what they may spend on them."""

    ways: tuple[WayAboard, ...]
    laid: March
    pace: Pace

    def reach(self, allowances: Mapping[ModelId, float]) -> tuple[ModelId, ...]:
        """Who gets there for so much, those with the shortest ways first."""
        there = [w for w in self.ways if w.barred is None and is_within(w.track.spent_in, allowances[w.model])]
        return tuple(w.model for w in sorted(there, key=lambda w: round(w.track.spent_in, 6)))


def may_step(state: GameState, unit: Unit) -> Refusal | None:
    """Why a unit takes no step on or off a vehicle: who may not move does not. (VEH-BRD-11)"""
    barred = legality.may_go(state, replace(unit, aboard=None), "move")
    if barred is None:
        return None
    return replace(barred, message=f"{barred.message} Nobody gets on or off a vehicle who may not move.", rule=RULE)


def boarding(
    state: GameState, unit: Unit, vehicle: Unit, models: Sequence[Model], path: Sequence[Waypoint], *, cling: bool
) -> Boarding:
    """How those models get there; kept, since check, preview and act look at it again and again."""
    about = (unit.id, vehicle.id, tuple(m.id for m in models), tuple(path), cling)
    return kept.lately(state, "walk-aboard", about, lambda: _boarding(state, unit, vehicle, models, path, cling=cling))


def _boarding(
    state: GameState, unit: Unit, vehicle: Unit, models: Sequence[Model], path: Sequence[Waypoint], *, cling: bool
) -> Boarding:
    ways = tuple(_way_of(state, replace(unit, models=(m,)), vehicle, tuple(path), cling=cling) for m in models)
    longest = max(ways, key=lambda w: (w.track.spent_in, w.model))
    laid = March(longest.model, tuple(w.track for w in ways), tuple(path), "walk")
    return Boarding(ways, laid, allowance.pace_of(state, unit, laid, "move"))


def _way_of(state: GameState, alone: Unit, vehicle: Unit, path: tuple[Waypoint, ...], *, cling: bool) -> WayAboard:
    """One model's way; kept, since a unit of which only some get aboard is tried one by one."""
    # Where no door counts, inside and outside are reached alike; who is in the water climbs over any side.
    cling = cling or not _exits(state, vehicle) or bool(swimmers(state, alone.models))
    about = (alone.models[0].id, alone, vehicle, path, cling)
    return kept.lately(
        state, "one way aboard", about, lambda: _way(state, alone, vehicle, path, cling=cling), most=_WAYS_KEPT
    )


_WAYS_KEPT: Final = 60
"""As many models as may board two carriers at once, inside or outside."""


def _way(state: GameState, alone: Unit, vehicle: Unit, path: Sequence[Waypoint], *, cling: bool) -> WayAboard:
    """The cheapest way that nothing bars; where all are barred the cheapest of them.

    By the drawn way or joining it at a later bend, straight if that is too far; where nothing is drawn, straight or
    round the corners of the hull. Up to version 6 a drawn way was taken only where it was the cheapest.
    """
    model = alone.models[0]
    move = allowance.basic_move(state, alone, model)
    at, goes = model.at, _ROADS * move + outside.STEP_OUT_IN
    straight, drawn = list(_by(state, alone, vehicle, (), cling=cling)), tuple(w.at for w in path)
    by_bends = [w for n in range(len(drawn)) for w in _by(state, alone, vehicle, drawn[n:], cling=cling)]
    if not state.is_older_than("7"):
        near = [w for w in by_bends if w.barred is None and is_within(w.track.spent_in, move)]
        straight = [] if near else straight
        by_bends = near or by_bends
    found = [*straight, *by_bends]
    if not path and all(w.barred for w in found) and swept(wake(state, vehicle)).distance_to(at) <= goes:
        round_it = _round(state, model, vehicle)
        found += [w for bends in round_it for w in _by(state, alone, vehicle, bends, cling=cling)]
    return min(found, key=lambda w: (w.barred is not None, round(w.track.spent_in, 6)))


def _by(state: GameState, alone: Unit, vehicle: Unit, bends: tuple[Point, ...], *, cling: bool) -> Iterator[WayAboard]:
    """The ways by those bends to each access point."""
    at = alone.models[0].at
    for goal in _goals(state, bends[-1] if bends else at, vehicle, cling=cling):
        walked = until_within((at, *bends, goal), goal, outside.STEP_OUT_IN) or (at,)
        laid = march(state, alone, tuple(Waypoint(at=p) for p in walked[1:]))
        barred = legality.blocked(state, laid) or legality.in_the_way(state, alone, laid)
        barred = barred or end_of_move.comes_nearer(state, alone, [(at, laid.tracks[0].end)])
        yield WayAboard(laid.tracks[0], barred)


def _round(state: GameState, model: Model, vehicle: Unit) -> Iterator[tuple[Point, ...]]:
    """By one corner of the hull, or along one side of it."""
    hull, room = hull_of(state, vehicle), 2 * state.profile(model).base_radius_in
    corners = hull._replace(length=hull.length + room, width=hull.width + room).corners()
    for n, corner in enumerate(corners):
        yield (corner,)
        yield from ((corner, corners[n - 1]), (corner, corners[n - 3]))


def _goals(state: GameState, at: Point, vehicle: Unit, *, cling: bool) -> Iterator[Point]:
    """Where one steps aboard: a stationary vehicle's doors, else its side, or that of its wake if it moves.

    Who clings holds on anywhere. (VEH-BRD-04, VEH-BRD-07, VEH-BRD-09, VEH-BRD-12)
    """
    exits = () if cling else _exits(state, vehicle)
    if exits:
        yield from sorted(exits, key=lambda e: distance(at, e))
        return
    moving = not motion(state, vehicle).is_stationary
    sweep = swept(wake(state, vehicle)) if moving else Swept((hull_of(state, vehicle).corners(),))
    if sweep.distance_to(at) == 0:
        yield at
    else:
        yield min((rings.nearest_on_edge(p, at) for p in sweep.pieces), key=lambda q: distance(at, q))


def swimmers(state: GameState, models: Sequence[Model]) -> tuple[Model, ...]:
    """Those who climb out of the water, which takes an Initiative roll each. (ARAP-SWIM-02)"""
    if state.is_older_than("13"):
        return ()
    wet = (m for m in models if ground.in_water(state, m.at))
    return tuple(m for m in wet if not any(state.profile(m).has(trait) for trait in ground.AT_HOME_IN_WATER))


def _exits(state: GameState, vehicle: Unit) -> Sequence[Point]:
    """The doors that one has to go to: none of a vehicle that moves. (VEH-BRD-09)"""
    return doors(state, vehicle) if motion(state, vehicle).is_stationary else ()


def chances(found: Boarding) -> tuple[Chance, ...]:
    """The chance that the dice take everybody there; nothing where no dice are thrown. (ARAP-TERR-04)"""
    if not found.pace.dice:
        return ()
    reaches = found.pace.chance_of(found.laid.lead.spent_in)
    return (Chance(label="all get there", exact=str(reaches), value=float(reaches)),)


def out_of_the_water(state: GameState, models: Sequence[Model]) -> tuple[Success, ...]:
    """The chance of each Initiative among swimmers to climb aboard. (ARAP-SWIM-02)"""
    goals = dict.fromkeys(state.profile(m).i for m in swimmers(state, models))
    return tuple(
        success("climbs aboard" if len(goals) == 1 else f"climbs aboard at I{i}", chance_low(i)) for i in goals
    )
