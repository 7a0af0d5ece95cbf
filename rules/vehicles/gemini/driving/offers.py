"""Drives worth offering: for bots, for the first legal ghost on the board, and to say why a vehicle cannot drive."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from rules.arap.movement.offers import ROUND
from rules.arap.paths.turns import Waypoint
from rules.core.ids import SideId
from rules.forces.unit import Point, Unit
from rules.geometry.facings import bearing, turn
from rules.geometry.hulls import Hull
from rules.geometry.lengths import distance
from rules.offers import Lister, Offer, offered
from rules.state import GameState
from rules.vehicles.gemini.driving.drive import Drive, cannot_move
from rules.vehicles.gemini.driving.stop import DeclareStopped
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.motion import momentum
from rules.vehicles.gemini.motion.path import BONUS_IN, turning_cost
from rules.vehicles.gemini.tank_shock import shock
from rules.vehicles.shared.hull import hull_of


def sample_drives(state: GameState, unit: Unit, points: int) -> Iterator[tuple[str, Drive]]:
    """A few drives worth trying: to the nearest objective and enemy, on, back, and round to either side."""
    hull = hull_of(state, unit)
    half = profile_of(state, unit).battle_speed_in / 2
    for actions in (1, 2):
        if actions > points:
            return
        reach = half * actions
        ends = [*_goals(state, unit, hull, reach), *_courses(hull, reach)]
        for label, end in ends:
            if end != hull:
                path = (Waypoint(at=end.centre, facing=end.heading),)
                yield label, Drive(side=unit.side, unit=unit.id, path=path, actions=1 if actions == 1 else 2)


def _goals(state: GameState, unit: Unit, hull: Hull, reach: float) -> Iterator[tuple[str, Hull]]:
    """Straight towards the nearest objectives and the nearest enemy, as far as it goes and half as far."""
    enemies = [e.alive[0].at for e in state.enemies_of(unit.side) if not e.hidden]
    goals = [("to the objective", p) for p in _nearest(hull, [o.at for o in state.scenario.objectives])[:_GOALS]]
    for label, place in (*goals, *(("to the enemy", p) for p in _nearest(hull, enemies)[:1])):
        if place == hull.centre:
            continue
        faced = hull._replace(heading=bearing(hull.centre, place))
        left = min(reach - turning_cost(turn(hull.heading, faced.heading)), distance(hull.centre, place))
        for run in (left, left / 2):
            yield label, faced.driven(max(0.0, run))


_GOALS: Final = 3
"""Objectives to which drives are offered, the nearest first."""


def _nearest(hull: Hull, places: Sequence[Point]) -> list[Point]:
    return sorted(places, key=lambda p: distance(hull.centre, p))


def _courses(hull: Hull, reach: float) -> Iterator[tuple[str, Hull]]:
    for degrees, run in ((0, reach), (0, reach / 2), (45, reach - 2), (-45, reach - 2), (0, -reach / 2), (90, 0)):
        yield "", hull.turned(degrees).driven(run)


def _ways_out(state: GameState, unit: Unit) -> Iterator[Drive]:
    """Shorter drives to all sides, for who is hemmed in or on ground that is too heavy for the others."""
    hull, reach = hull_of(state, unit), profile_of(state, unit).battle_speed_in / 2
    for share in _SHARES:
        for degrees in _ROUND:
            run = (reach - turning_cost(abs(degrees))) * share
            if run > 0:
                end = hull.turned(degrees).driven(run)
                yield Drive(side=unit.side, unit=unit.id, path=(Waypoint(at=end.centre, facing=end.heading),))


_SHARES: Final = (1.0, 0.5, 0.25)
_ROUND: Final = (0, 22.5, -22.5, 45, -45, 67.5, -67.5, 90, -90, 135, -135, 180)
"""Degrees by which it turns first."""


def shocking_drives(state: GameState, unit: Unit, points: int) -> Iterator[tuple[Unit, Drive]]:
    """For each enemy unit near enough the cheapest straight drive that tank shocks it. (VEH-SHOCK-01)"""
    hull = hull_of(state, unit)
    if not shock.shocks(state, unit):
        return
    for enemy in state.enemies_of(unit.side):
        far = min(hull.distance_to_point(m.at) for m in enemy.alive)
        if enemy.is_vehicle or enemy.hidden or far > profile_of(state, unit).battle_speed_in:
            continue
        drives = (
            _straight(state, unit, hull, heading, actions)
            for actions in range(1, min(2, points) + 1)
            for heading in (hull.heading, bearing(hull.centre, _middle(enemy)))
        )
        found = next((d for d in drives if _does_shock(state, unit, d, enemy)), None)
        if found is not None:
            yield enemy, found


def _middle(unit: Unit) -> tuple[float, float]:
    """The middle of a unit."""
    places = [m.at for m in unit.alive]
    return (sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places))


def _straight(state: GameState, unit: Unit, hull: Hull, heading: float, actions: int) -> Drive:
    """One turn and then straight on for all that so many actions allow."""
    run = profile_of(state, unit).battle_speed_in / 2 * actions - turning_cost(turn(hull.heading, heading))
    end = hull._replace(heading=heading).driven(max(0.0, run))
    path = (Waypoint(at=end.centre, facing=heading),)
    return Drive(side=unit.side, unit=unit.id, path=path, actions=1 if actions == 1 else 2)


def _does_shock(state: GameState, unit: Unit, drive: Drive, enemy: Unit) -> bool:
    return drive.check(state) is None and enemy in shock.shocked(state, unit, drive.way(state).hulls)


def _stops(state: GameState, side: SideId) -> Iterator[Offer]:
    """Stopping, for carriers that have acted."""
    if state.active_side != side or state.turn.phase != "activation":
        return
    for carrier in state.units_of(side):
        if carrier.is_vehicle and carrier.on_table and carrier.now.tried and profile_of(state, carrier).capacity:
            yield offered(state, DeclareStopped(side=side, unit=carrier.id), kind="stop", unit=carrier.id)


def _driven(state: GameState, side: SideId) -> Iterator[Unit]:
    """The acting vehicle, where it drives at battle speed."""
    active = state.turn.active
    if state.active_side != side or state.turn.phase != "activation" or active is None:
        return
    unit = state.units[active]
    if unit.is_vehicle and not momentum.uses(state, unit):
        yield unit


def _drives(state: GameState, side: SideId) -> Iterator[Offer]:
    """Sample drives of the acting vehicle, or why it may not drive."""
    for unit in _driven(state, side):
        drives = list(sample_drives(state, unit, max(1, state.turn.ap)))
        found = [each for each in drives if each[1].is_open(state)]
        here = hull_of(state, unit).centre
        if not any(name for name, _ in found) and cannot_move(state, unit) is None:  # nothing leads anywhere
            name = "" if all(drive.path[-1].at == here for _, drive in found) else ROUND
            found += [(name, drive) for drive in _ways_out(state, unit) if drive.is_open(state)]
        for label, drive in found or drives[:1]:
            yield offered(state, drive, kind="drive", unit=unit.id, ap=drive.actions, label=label)


def _shocks(state: GameState, side: SideId) -> Iterator[Offer]:
    """Drives among enemies on foot."""
    for unit in _driven(state, side):
        for enemy, drive in shocking_drives(state, unit, state.turn.ap) if cannot_move(state, unit) is None else ():
            yield Offer(
                kind="tank-shock", unit=unit.id, target=enemy.id, ap=drive.actions, label=enemy.name, action=drive
            )


def _rams(state: GameState, side: SideId) -> Iterator[Offer]:
    """Drives into enemy hulls."""
    for unit in _driven(state, side):
        yield from rams(state, unit, max(1, state.turn.ap))


def rams(state: GameState, unit: Unit, points: int) -> Iterator[Offer]:
    """Straight at each enemy hull that is near enough, with as few actions as will do. (VEH-RAM-01)"""
    hull, reach = hull_of(state, unit), profile_of(state, unit).battle_speed_in + BONUS_IN
    for enemy in state.enemies_of(unit.side):
        if not enemy.is_vehicle or enemy.hidden or not enemy.on_table:
            continue
        other = hull_of(state, enemy)
        if distance(hull.centre, other.centre) > reach + hull.length + other.length:
            continue
        path = (Waypoint(at=other.centre),)
        tried = [
            offered(
                state,
                Drive(side=unit.side, unit=unit.id, path=path, actions=n, ram=True),
                kind="ram",
                unit=unit.id,
                target=enemy.id,
                ap=n,
            )
            for n in _ACTIONS[:points]
        ]
        yield next((o for o in tried if o.action is not None), tried[-1])


_ACTIONS: Final[tuple[Literal[1, 2, 3], ...]] = (1, 2, 3)

LISTERS: Final = (
    Lister(_stops, ("stop",)),
    Lister(_drives, ("drive",)),
    Lister(_shocks, ("tank-shock",)),
    Lister(_rams, ("ram",)),
)
