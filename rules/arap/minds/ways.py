"""What going somewhere is worth: ground taken or given up, how near it brings a unit, and what awaits it there."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.arap.minds import ground, threat
from rules.core.ids import SideId
from rules.core.preview import Arrival
from rules.forces.unit import Point, Unit
from rules.geometry.lengths import distance
from rules.offers import Offer
from rules.state import GameState
from rules.weighing import Character, Worth

_CLOSE_IN: Final = 12.0
"""Inches from the enemy at which coming nearer is worth nothing any more."""
_NEARER: Final = 2.0
"""Points an inch towards an enemy who is out of reach."""
_BETTER_SHOT: Final = 0.5
"""The part of what a better shot would fell that coming to it is worth."""


class End(NamedTuple):
    """Where a unit would stand: its leader, its facing, all its places."""

    at: Point
    facing: float
    places: list[Point]


def of_walk(state: GameState, side: SideId, offer: Offer, character: Character) -> Worth:
    """A move on foot, or a drive with all that it runs into."""
    assert offer.action is not None
    unit = state.units[offer.unit] if offer.unit is not None else None
    if unit is None or not unit.alive:
        return Worth(-1.0, "not weighed")
    arrival = offer.action.arrives(state)
    if arrival.barred:
        return Worth(-5.0, arrival.barred)
    return to_place(state, unit, ended(unit, arrival), character)


def ended(unit: Unit, arrival: Arrival) -> End:
    """How a unit stands then."""
    lead = unit.alive[0]
    ghosts = {model: (x, y, facing) for model, x, y, facing in arrival.ghosts}
    x, y, facing = ghosts.get(lead.id, (*lead.at, lead.facing))
    places = [ghosts[m.id][:2] if m.id in ghosts else m.at for m in unit.alive]
    return End((x, y), facing, places)


def to_place(state: GameState, unit: Unit, end: End, character: Character) -> Worth:
    """What standing there instead of here is worth."""
    lead = unit.alive[0]
    here = ground.held_at(state, unit, [m.at for m in unit.alive], character)
    taken = ground.held_at(state, unit, end.places, character) - here
    nearer = _approach(state, unit, lead.at, end.at, taken, character)
    risk = character.nerve * ground.restraint(state, unit.side) * _more_risk(state, unit, end)
    seen = character.fire * _BETTER_SHOT * _better_shot(state, unit, end.at)
    worth = character.ground * (taken + nearer[0]) + seen - risk - 0.5
    beside = ground.backed_up(state, unit, end.places) if taken > 0 else None
    return Worth(
        worth, f"stands by who holds {beside.name}" if beside is not None else _why(taken, nearer[1], risk, seen)
    )


def _more_risk(state: GameState, unit: Unit, end: End) -> float:
    """Points more that are likely to be lost there than here; none when nobody acts any more."""
    if ground.has_last_word(state):
        return 0.0
    lead = unit.alive[0]
    here = threat.at_place(state, unit, lead.at, lead.facing)
    return threat.at_place(state, unit, end.at, end.facing) - here


def _why(taken: float, nearer: str, risk: float, seen: float) -> str:
    if taken > 0:
        return "takes ground that counts"
    if risk < -max(4.0, seen):
        return f"{-risk:.0f} points safer there"
    return nearer if nearer or seen < 4 else "a better shot from there"


def _approach(
    state: GameState, unit: Unit, start: Point, end: Point, taken: float, character: Character
) -> tuple[float, str]:
    """Who holds ground stays; else towards what is wanted, or towards the enemy until it is near."""
    held = ground.held_by(state, unit, character)
    if held is not None and taken <= 0:
        return 0.0, f"holds {held.name}"
    found = ground.approach(state, unit, start, end, character)
    if found is not None:
        return found
    places = [e.alive[0].at for e in state.enemies_of(unit.side)]
    near = min((distance(start, at) for at in places), default=0.0)
    if near <= _CLOSE_IN:
        return 0.0, ""
    gained = near - max(_CLOSE_IN, min((distance(end, at) for at in places), default=near))
    return _NEARER * gained, "nearer to the enemy"


def _better_shot(state: GameState, unit: Unit, end: Point) -> float:
    """How much more it could fell from there, before it fires."""
    if state.turn.ap < 2:
        return 0.0
    here, there = threat.best_fire(state, unit, unit.alive[0].at)[0], threat.best_fire(state, unit, end)[0]
    return max(0.0, there - here)


def out_of(state: GameState, side: SideId, offer: Offer, character: Character) -> Worth:
    """Getting out, whoever is to do it and where."""
    unit = state.units[offer.unit] if offer.unit is not None else None
    return _out(state, unit, character) if unit is not None else Worth(-1.0, "not weighed")


def out_at_most(state: GameState, side: SideId, unit: Unit, character: Character) -> float:
    """What getting out is worth, which is the same for all ways out."""
    return _out(state, unit, character).points


def _out(state: GameState, unit: Unit, character: Character) -> Worth:
    """Where it counts, or where there is somebody to shoot at; else the ride goes on."""
    carrier = state.units.get(unit.aboard) if unit.aboard is not None else None
    if carrier is None:
        return Worth(-1.0, "not weighed")
    at = carrier.alive[0].at if carrier.alive else unit.alive[0].at
    goal = ground.wanted(state, unit, at, character)
    if goal is not None and distance(at, goal.at) - goal.reach_in <= _RIDE_IN:
        return Worth(character.ground * ground.worth_of(state, goal), f"gets out near {goal.name}")
    if goal is not None and _is_stranded(carrier):
        return Worth(character.ground * _GOES_ON, f"{carrier.name} goes no farther")
    fire, _ = threat.best_fire(state, unit, at)
    if fire:
        return Worth(character.fire * fire * 0.5, "gets out to fire")
    return Worth(-5.0, "rides on")


def _is_stranded(carrier: Unit) -> bool:
    return carrier.vehicle is not None and carrier.vehicle.immobilised


_GOES_ON: Final = 10.0
"""Points that it is worth to go on by foot where the ride has ended."""
_RIDE_IN: Final = 6.0
_FAR_IN: Final = 16.0


def aboard(state: GameState, side: SideId, offer: Offer, character: Character) -> Worth:
    """Boarding, whatever and by whichever way."""
    unit = state.units[offer.unit] if offer.unit is not None else None
    carrier = state.units.get(offer.target) if offer.target is not None else None
    if carrier is not None and _is_stranded(carrier):
        return Worth(-5.0, f"{carrier.name} goes no farther")
    return _aboard(state, side, unit, character)


def aboard_at_most(state: GameState, side: SideId, unit: Unit, character: Character) -> float:
    """What boarding is worth, which is the same for all carriers."""
    return _aboard(state, side, unit, character).points


def _aboard(state: GameState, side: SideId, unit: Unit | None, character: Character) -> Worth:
    """For who has far to go."""
    if unit is None or not unit.alive or ground.held_by(state, unit, character) is not None:
        return Worth(-5.0, "stays on foot")
    at = unit.alive[0].at
    goal = ground.wanted(state, unit, at, character)
    enemies = [e.alive[0].at for e in state.enemies_of(side)]
    far = distance(at, goal.at) if goal is not None else min((distance(at, e) for e in enemies), default=0.0)
    if far < _FAR_IN or ground.turns_left(state) < 3:
        return Worth(-5.0, "walks as fast")
    return Worth(character.ground * (far - _FAR_IN) * 2.0, f"{far:.0f}″ to go")
