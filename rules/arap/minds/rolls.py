"""What an activation roll is worth: what its points may do, and what the others lose by a bust. (ARAP-ACT-02 to -04)"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, islice, pairwise
from typing import Final, NamedTuple

from rules.arap.minds import ground, threat
from rules.arap.minds.vehicle_interface import InATurn, VehiclesWeighed
from rules.arap.paths import far_ways
from rules.arap.turn.activation import Activate, odds_of, untried
from rules.arap.vehicle_interface import ask
from rules.core import kept
from rules.core.ids import SideId, UnitId
from rules.dice.odds.activation import Activation
from rules.forces.unit import Point, Unit
from rules.geometry.lengths import distance, toward
from rules.offers import Offer
from rules.state import GameState
from rules.weighing import Character, Worth

_DICE: Final = (1, 2, 3)
_LEAST: Final = 4.0
"""Points that an action point is worth to who has nothing in particular to do."""
_AGAIN: Final = 0.8
"""The part of a volley that the next one is worth: fewer are left to hit, and they have gone to ground."""
_ON_FOOT: Final = 0.7
"""The part of a way as the crow flies that a move brings: ground is rough, and the others have to keep up."""
_IN_EVERY_ORDER: Final = 5
"""So many units are weighed in every order in which they may roll; those before them by their promise."""

Ways = tuple[tuple[float, float], ...]
"""For each number of dice that a unit may roll what that is worth, and its chance of a bust."""


class Prospects(NamedTuple):
    """What the first, second and third action point of a unit are worth to it."""

    each: tuple[float, float, float]

    def of(self, odds: Activation) -> float:
        """On average."""
        return sum(chance * worth for chance, worth in zip(_at_least(odds), self.each, strict=False))


@kept.once
def _at_least(odds: Activation) -> tuple[float, ...]:
    """The chances of one point or more, of two or more, of three."""
    chances = [float(each) for each in odds.ap]
    return tuple(sum(chances[n:]) for n in range(1, len(chances)))


@kept.once
def _in_words(odds: Activation) -> str:
    return f"{float(odds.mean):.1f} points on average, {float(odds.bust):.0%} bust"


def of_roll(state: GameState, side: SideId, offer: Offer, character: Character) -> Worth:
    """Points on average, and those that the others still get: a bust may end the phase."""
    assert isinstance(offer.action, Activate)
    unit = state.units[offer.action.unit]
    odds = offer.action.odds(state)
    ways = tuple(each for other, each in _all_ways(state, character) if other != unit.id)
    left = int(state.option("busts_allowed")) - state.turn.busts
    bust = float(odds.bust) * _caution(state, side, character)
    worth = _with_rest(prospects(state, unit, character).of(odds), bust, ways, left)
    return Worth(worth, _in_words(odds))


def _all_ways(state: GameState, character: Character) -> list[tuple[UnitId, Ways]]:
    """The ways of all who may still roll, the most promising first; worked out once for a state."""
    known = _known_ways(state)
    if character.id not in known:
        found = [(u.id, _ways(state, u, character)) for u in untried(state)]
        known[character.id] = sorted(found, key=lambda each: -each[1][0][0])
    return known[character.id]


def _ways(state: GameState, unit: Unit, character: Character) -> Ways:
    """The unit's ways, the most promising first."""
    found = prospects(state, unit, character)
    all_odds = [odds_of(state, unit, dice) for dice in _DICE]
    caution = _caution(state, unit.side, character)
    return tuple(sorted(((found.of(odds), float(odds.bust) * caution) for odds in all_odds), reverse=True))


def _caution(state: GameState, side: SideId, character: Character) -> float:
    """How much likelier than it is it holds a bust to be: no more than it is, the later it must get ahead."""
    return 1.0 + (character.caution - 1.0) * ground.restraint(state, side)


def _with_rest(value: float, bust: float, rest: tuple[Ways, ...], busts_left: int) -> float:
    """What a roll is worth with all that comes after it, if each of the others then rolls as well as it may."""
    bust = min(bust, 1.0)
    lost = _best(rest, busts_left - 1) if busts_left > 1 else 0.0
    return value + (1 - bust) * _best(rest, busts_left) + bust * lost


@lru_cache(maxsize=1024)
def _best(rest: tuple[Ways, ...], busts_left: int) -> float:
    """The most that units may get one after the other, the safest as a rule first; of many, the most promising."""
    if not rest or not busts_left:
        return 0.0
    firsts = range(len(rest)) if len(rest) <= _IN_EVERY_ORDER else (0,)
    return max(_first(rest[first], rest[:first] + rest[first + 1 :], busts_left) for first in firsts)


def _first(ways: Ways, rest: tuple[Ways, ...], busts_left: int) -> float:
    goes_on, after_bust = _best(rest, busts_left), _best(rest, busts_left - 1)
    return max(value + (1 - min(b, 1.0)) * goes_on + min(b, 1.0) * after_bust for value, b in ways)


@kept.once
def _known(state: GameState) -> dict[tuple[UnitId, str], Prospects]:
    """What has been worked out of this state; it only grows."""
    return {}


@kept.once
def _known_ways(state: GameState) -> dict[str, list[tuple[UnitId, Ways]]]:
    """The ways that have been worked out of this state, by character."""
    return {}


def prospects(state: GameState, unit: Unit, character: Character) -> Prospects:
    """What a unit could do with its points: fire, take ground, get away."""
    known = _known(state)
    key = (unit.id, character.id)
    if key not in known:
        known[key] = _prospects(state, unit, character)
    return known[key]


def _prospects(state: GameState, unit: Unit, character: Character) -> Prospects:
    at = _place(state, unit)
    if at is None:
        return Prospects((_LEAST, _LEAST / 2, _LEAST / 4))
    bounds = ask(state, VehiclesWeighed).in_a_turn(state, unit) if unit.is_vehicle else None
    moves, volleys, step_in = bounds or InATurn(len(_DICE), len(_DICE), state.profile(unit.alive[0]).m or 6.0)
    volley = _fire(state, unit, at, character)
    shots = [0.0, *accumulate(volley * _AGAIN**n if n < volleys else 0.0 for n in range(len(_DICE)))]
    worth_of_steps = _steps(state, unit, at, step_in, character)
    steps = [0.0, *accumulate(worth if n < moves else 0.0 for n, worth in enumerate(worth_of_steps))]
    best = [max(steps[n] + shots[points - n] for n in range(points + 1)) for points in range(len(_DICE) + 1)]
    first, second, third = (after - before for before, after in pairwise(best))
    wheel = ask(state, VehiclesWeighed).wheel_worth(state, unit)
    return Prospects((_LEAST + first + wheel, _LEAST + second, _LEAST / 2 + third))


def _fire(state: GameState, unit: Unit, at: Point, character: Character) -> float:
    """What its best volley from there is worth."""
    felled, target = threat.best_fire(state, unit, at)
    if target is None:
        return 0.0
    enemy = state.units[target]
    gone = min(1.0, felled / max(1.0, float(enemy.points))) ** 2
    return character.fire * felled * ground.kills_count(state) + character.ground * gone * ground.stakes(state, enemy)


def _place(state: GameState, unit: Unit) -> Point | None:
    carrier = state.units.get(unit.aboard) if unit.aboard is not None else unit
    return carrier.alive[0].at if carrier is not None and carrier.alive else None


def _steps(state: GameState, unit: Unit, at: Point, step: float, character: Character) -> Iterator[float]:
    """What each of its next moves is worth to it on the way to what it goes for: to come nearer, to take it."""
    goal = ground.wanted(state, unit, at, character) if ground.held_by(state, unit, character) is None else None
    if goal is None:
        yield from (0.0 for _ in _DICE)
        return
    taken = 0.0
    if far_ways.roads(state, unit) is not None:
        ahead = ground.steps_to(state, unit, goal, step, character)
        yield from (character.ground * _ON_FOOT * gained for gained in islice(ahead, len(_DICE)))
        return
    for _ in _DICE:
        end = toward(at, goal.at, min(step, distance(at, goal.at)))
        nearer = None if taken else ground.approach(state, unit, at, end, character)
        held = ground.held_at(state, unit, [end], character)
        gained = held - taken + (nearer[0] if nearer is not None else 0.0)
        yield character.ground * _ON_FOOT * gained
        at, taken = end, held
