"""Street Race drives worth offering: for bots, for the first ghost on the board, and to say why not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rules.arap.turn import race
from rules.core.ids import SideId
from rules.forces.unit import Unit
from rules.geometry import arcs
from rules.geometry.arcs import Stretch
from rules.geometry.lengths import Point, between
from rules.offers import Offer, offered
from rules.progress import Action
from rules.state import GameState
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.motion import momentum
from rules.vehicles.gemini.street import path as street_path
from rules.vehicles.gemini.street.drive import StreetDrive, StreetLeg
from rules.vehicles.gemini.street.manoeuvres import (
    LEAST_SPEED_IN,
    Bootlegger,
    JTurn,
    SlowManoeuvre,
    SlowStep,
    WalkBack,
    most_back,
    room_behind_in,
)
from rules.vehicles.gemini.street.way_round import way_round
from rules.vehicles.shared.hull import hull_of, pose_of


def sample_drives(state: GameState, unit: Unit) -> Iterator[StreetDrive]:
    """At a few speeds: towards the next gate, along the way round, straight on, and round to either side."""
    found = momentum.limits(state, unit)
    middle = (found.least + found.most) / 2
    between_them = ((middle + found.most) / 2, (middle + found.least) / 2) if way_round(state, unit) else ()
    speeds = dict.fromkeys((found.most, middle, momentum.speed_of(unit), found.least, *between_them))
    for speed in speeds:
        if not found.holds(speed):
            continue
        if abs(speed) <= momentum.STILL_IN:
            yield StreetDrive(side=unit.side, unit=unit.id, speed=0)
            continue
        for course in _courses(state, unit, speed):
            yield StreetDrive(side=unit.side, unit=unit.id, speed=speed, legs=legs_of(course))


def _courses(state: GameState, unit: Unit, speed: float) -> Iterator[tuple[Stretch, ...]]:
    radius, length = momentum.bend_radius(state, unit, speed), abs(speed)
    goal = _goal(state, unit)
    if goal is not None and speed > 0:
        yield filled(arcs.towards(pose_of(hull_of(state, unit)), goal, radius), length)
    if speed > 0:
        yield from _round(state, unit, speed, radius)
    yield (Stretch("straight", length),)
    if speed < 0:
        return
    for share in (0.5, 1.0):
        yield filled((Stretch("left", length * share, radius),), length)
        yield filled((Stretch("right", length * share, radius),), length)


def _round(state: GameState, unit: Unit, speed: float, radius: float) -> Iterator[tuple[Stretch, ...]]:
    """A racer's ways along the course, by one curve and by a turn first."""
    way, pose = way_round(state, unit), pose_of(hull_of(state, unit))
    if way is None:
        return
    ahead = way.ahead(unit.gates, (pose[0], pose[1]), speed)
    yield filled(arcs.sweep(pose, ahead, radius), speed)
    yield filled(arcs.towards(pose, ahead, radius), speed)


def _goal(state: GameState, unit: Unit) -> Point | None:
    gate = race.next_gate(state, unit)
    return between(gate.a, gate.b, 0.5) if gate else None


def filled(course: tuple[Stretch, ...], length: float) -> tuple[Stretch, ...]:
    """A course cut, or led straight on, to exactly that length."""
    kept = arcs.first(course, length)
    left = length - arcs.length_of(kept)
    return (*kept, Stretch("straight", left)) if left > 0.001 else kept


def legs_of(course: tuple[Stretch, ...]) -> tuple[StreetLeg, ...]:
    """A course as an action has it."""
    return tuple(StreetLeg(bend=s.bend, length_in=abs(s.length), radius_in=s.radius) for s in course)


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """The acting vehicle's drives, and the manoeuvres that its speed allows."""
    active = state.turn.active
    if state.active_side != side or state.turn.phase != "activation" or active is None:
        return
    unit = state.units[active]
    if not momentum.uses(state, unit):
        return
    yield from _drives(state, unit)
    yield _first_legal(state, unit, "slow", (SlowManoeuvre(side=side, unit=unit.id, steps=s) for s in _STEPS))
    yield offered(state, Bootlegger(side=side, unit=unit.id), kind="bootlegger", unit=unit.id, ap=1)
    back = max(LEAST_SPEED_IN, most_back(state, unit))
    yield offered(state, JTurn(side=side, unit=unit.id, speed=back), kind="j-turn", unit=unit.id, ap=1)
    if profile_of(state, unit).type == "bike" and not momentum.may_reverse(state, unit):
        walk = WalkBack(side=side, unit=unit.id, inches=room_behind_in(state, unit))
        yield offered(state, walk, kind="walk-back", unit=unit.id, ap=1)


_ON, _BACK = SlowStep(), SlowStep(back=True)
_STEPS = ((_ON, _ON, _ON), (_BACK, _BACK, _BACK), (_ON, _BACK, _ON), (_BACK, _ON, _BACK))
"""Slow manoeuvres without a turn: before a wall, with one behind, between two. (VEH-SLOW-01)"""


def _first_legal(state: GameState, unit: Unit, kind: str, actions: Iterable[Action]) -> Offer:
    """The first of those that is legal, so that its button stands; else why the first is not."""
    found = [offered(state, action, kind=kind, unit=unit.id, ap=1) for action in actions]
    return next((offer for offer in found if offer.action is not None), found[0])


def _drives(state: GameState, unit: Unit) -> Iterator[Offer]:
    """Safe ones first; if every sample runs into something, they are on offer all the same."""
    found = [offered(state, d, kind="street", unit=unit.id, ap=1) for d in sample_drives(state, unit)]
    legal = [o for o in found if o.action is not None]
    if not legal:
        yield from found[:1]
        return
    lane = street_path.Lane(state, unit)
    safe = [o for o in legal if isinstance(o.action, StreetDrive) and lane.first_met(o.action.course(state)) is None]
    yield from safe or legal


OFFERED: Final = ("street", "slow", "bootlegger", "j-turn", "walk-back")
