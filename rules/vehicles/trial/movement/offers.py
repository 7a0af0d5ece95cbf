"""Moves worth offering: for bots, for the first legal ghost on the board, and to say why a vehicle cannot move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.arap.movement.offers import ROUND
from rules.arap.paths.turns import Waypoint
from rules.core.ids import SideId
from rules.forces.unit import Point, Unit
from rules.geometry.facings import bearing
from rules.geometry.hulls import Hull
from rules.geometry.lengths import distance
from rules.offers import Offer, offered
from rules.state import GameState
from rules.vehicles.shared.hull import hull_of
from rules.vehicles.trial.hull.profile import profile_of
from rules.vehicles.trial.movement.step import MovementStep, cannot_move, most_in


def sample_moves(state: GameState, unit: Unit) -> Iterator[tuple[str, MovementStep]]:
    """A few moves worth trying: to the nearest objective and enemy, on, back, and round to either side."""
    hull, reach = hull_of(state, unit), most_in(state, unit)
    for label, end in (*_goals(state, unit, hull, reach), *_courses(hull, reach)):
        if end != hull:
            path = (Waypoint(at=end.centre, facing=end.heading),)
            yield label, MovementStep(side=unit.side, unit=unit.id, path=path)


def _goals(state: GameState, unit: Unit, hull: Hull, reach: float) -> Iterator[tuple[str, Hull]]:
    """Straight towards the nearest objectives and the nearest enemy, as far as it goes and half as far."""
    enemies = [e.alive[0].at for e in state.enemies_of(unit.side) if not e.hidden]
    goals = [("to the objective", p) for p in _nearest(hull, [o.at for o in state.scenario.objectives])[:_GOALS]]
    for label, place in (*goals, *(("to the enemy", p) for p in _nearest(hull, enemies)[:1])):
        if place == hull.centre:
            continue
        faced = hull._replace(heading=bearing(hull.centre, place))
        run = min(reach, distance(hull.centre, place))
        yield label, faced.driven(run)
        yield label, faced.driven(run / 2)


_GOALS: Final = 3
"""Objectives to which moves are offered, the nearest first."""


def _nearest(hull: Hull, places: Sequence[Point]) -> list[Point]:
    return sorted(places, key=lambda p: distance(hull.centre, p))


def _ways_out(state: GameState, unit: Unit) -> Iterator[MovementStep]:
    """Shorter moves to all sides, for who is hemmed in or on ground that is too heavy for the others."""
    hull, reach = hull_of(state, unit), most_in(state, unit)
    for share in _SHARES:
        for degrees in _ROUND:
            end = hull.turned(degrees).driven(reach * share)
            yield MovementStep(side=unit.side, unit=unit.id, path=(Waypoint(at=end.centre, facing=end.heading),))


_SHARES: Final = (0.5, 0.25)
_ROUND: Final = (0, 30, -30, 60, -60, 90, -90, 135, -135, 180)
"""Degrees by which it turns first."""


def _courses(hull: Hull, reach: float) -> Iterator[tuple[str, Hull]]:
    for degrees, run in ((0, reach), (0, min(6.0, reach)), (45, reach), (-45, reach), (0, -reach / 2), (90, 0)):
        yield "", hull.turned(degrees).driven(run)


def shocks(state: GameState, unit: Unit) -> Iterator[Offer]:
    """For each enemy on foot near enough a straight tank shock at it. (TRI-SHOCK-01)"""
    hull, reach = hull_of(state, unit), most_in(state, unit)
    for enemy in state.enemies_of(unit.side):
        if enemy.is_vehicle or enemy.hidden or not enemy.on_table:
            continue
        nearest = min((m.at for m in enemy.alive), key=lambda at: distance(hull.centre, at))
        if distance(hull.centre, nearest) > reach + hull.length:
            continue
        path = (Waypoint(at=hull._replace(heading=bearing(hull.centre, nearest)).driven(reach).centre),)
        action = MovementStep(side=unit.side, unit=unit.id, path=path, shock=True)
        if action.check(state) is None:
            yield Offer(kind="tank-shock", unit=unit.id, target=enemy.id, ap=1, label=enemy.name, action=action)


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """Sample moves of the acting vehicle, or why it may not move."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if not unit.is_vehicle or not unit.on_table:
        return
    moves = [
        offered(state, move, kind="drive", unit=unit.id, ap=1, label=label) for label, move in sample_moves(state, unit)
    ]
    found = [o for o in moves if o.action is not None]
    here = hull_of(state, unit).centre
    if not any(o.label for o in found) and cannot_move(state, unit) is None:  # nothing leads anywhere in particular
        label = "" if all(_end(o) == here for o in found) else ROUND
        ways = _ways_out(state, unit)
        aside = [offered(state, move, kind="drive", unit=unit.id, ap=1, label=label) for move in ways]
        found += [o for o in aside if o.action is not None]
    yield from found or moves[:1]
    if profile_of(state, unit).is_a("tank") and cannot_move(state, unit) is None:
        yield from shocks(state, unit)


def _end(offer: Offer) -> Point | None:
    return offer.action.path[-1].at if isinstance(offer.action, MovementStep) else None


OFFERED: Final = ("drive", "tank-shock")
