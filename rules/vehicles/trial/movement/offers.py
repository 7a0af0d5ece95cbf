"""Moves worth offering: for bots, for the first legal ghost on the board, and to say why a vehicle cannot move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.arap.paths.turns import Waypoint
from rules.core.ids import SideId
from rules.forces.unit import Unit
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
    """Straight towards the nearest objective and the nearest enemy, as far as it goes and half as far."""
    enemies = [e.alive[0].at for e in state.enemies_of(unit.side) if not e.hidden]
    for label, places in (("to the objective", [o.at for o in state.scenario.objectives]), ("to the enemy", enemies)):
        nearest = min(places, key=lambda p: distance(hull.centre, p), default=hull.centre)
        if nearest == hull.centre:
            continue
        faced = hull._replace(heading=bearing(hull.centre, nearest))
        run = min(reach, distance(hull.centre, nearest))
        yield label, faced.driven(run)
        yield label, faced.driven(run / 2)


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
    yield from [o for o in moves if o.action is not None] or moves[:1]
    if profile_of(state, unit).is_a("tank") and cannot_move(state, unit) is None:
        yield from shocks(state, unit)


OFFERED: Final = ("drive", "tank-shock")
