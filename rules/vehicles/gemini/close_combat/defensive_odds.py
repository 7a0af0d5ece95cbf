"""How likely a charged vehicle and the people aboard fell a charger. (VEH-CC-03, VEH-CC-04)

Units aboard fire one after the other, each after a test of its own, and count together for ports and hatches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from rules.arap.events import placed
from rules.arap.shooting import odds, template_odds
from rules.arap.shooting.plan import FirePlan
from rules.arap.units.permission import activation_value
from rules.core.ids import UnitId
from rules.dice.odds import chance_low
from rules.forces.unit import Unit
from rules.state import GameState
from rules.vehicles.gemini.close_combat import defensive_fire
from rules.vehicles.gemini.shooting import by_passengers


class DefensiveVolley(NamedTuple):
    """Fire that is thrown at chargers where they stand then."""

    state: GameState
    by: UnitId
    plan: FirePlan


def nobody_falls(
    state: GameState, charger: Unit, vehicle: Unit, fired: Sequence[DefensiveVolley] = ()
) -> Fraction | None:
    """The chance that nobody falls to what has been fired and to the people aboard, their tests included.

    None where it cannot be told: wounds of shells or flames add up.
    """
    waiting = [u.id for u in defensive_fire.riders(state, charger, vehicle)]
    return _missed(state, charger.id, waiting, tuple(fired))


def _missed(
    state: GameState, charger: UnitId, waiting: Sequence[UnitId], fired: tuple[DefensiveVolley, ...]
) -> Fraction | None:
    """The same once so many units aboard have still to test."""
    if not waiting:
        return _spared(charger, fired)
    first, *rest = waiting
    total = Fraction(0)
    for likely, (volleys, after) in _tests(state, state.units[charger], state.units[first]):
        missed = _missed(after, charger, rest, (*fired, *volleys))
        if missed is None:
            return None
        total += likely * missed
    return total


Fired = tuple[tuple[DefensiveVolley, ...], GameState]
"""What a unit aboard fires, and the table after it: places taken, chargers come near."""


def _tests(state: GameState, charger: Unit, unit: Unit) -> Iterator[tuple[Fraction, Fired]]:
    """What the test of two dice lets a unit aboard fire, each with its chance; what comes to the same together."""
    made = chance_low(activation_value(state, unit))
    chances = ((1 - made) ** 2, 2 * made * (1 - made), made**2)
    found = [(likely, _fires(state, charger, unit, successes)) for successes, likely in enumerate(chances)]
    for _, same in groupby(found, key=lambda each: tuple(v.plan for v in each[1][0])):
        alike = list(same)
        yield sum((likely for likely, _ in alike), start=Fraction(0)), alike[0][1]


def _fires(state: GameState, charger: Unit, unit: Unit, successes: int) -> Fired:
    """Its shots, then its flames once the chargers have come near. (VEH-CC-04, ARAP-STAND-05)"""
    volleys: list[DefensiveVolley] = []
    for laid, there in _plans(state, charger, unit, successes):
        here = state.with_unit(there)
        if laid.firings:
            volleys.append(DefensiveVolley(here, unit.id, laid))
            state = by_passengers.shot_out(here, here.units[unit.id], there, laid).evolve(here)
    return tuple(volleys), state


def _plans(state: GameState, charger: Unit, unit: Unit, successes: int) -> Iterator[tuple[FirePlan, Unit]]:
    yield defensive_fire.shots_of(state, charger, unit, successes), charger
    burning = defensive_fire.flames_of(state, charger, unit, successes)
    if burning is not None:
        near, laid = burning
        yield laid, placed(charger, near.placements)


def _spared(charger: UnitId, fired: Sequence[DefensiveVolley]) -> Fraction | None:
    """The chance that all of that fells nobody; where figures have several wounds, those of all shots add up."""
    if not fired:
        return Fraction(1)
    target = fired[0].state.units[charger]
    if len(fired) > 1 and any(m.wounds > 1 for m in target.alive):
        return _adding_up(target, fired)
    total = Fraction(1)
    for each in fired:
        spared = spares(each.state, each.state.units[each.by], each.state.units[charger], each.plan)
        if spared is None:
            return None
        total *= spared
    return total


def _adding_up(target: Unit, fired: Sequence[DefensiveVolley]) -> Fraction | None:
    firings = [f for each in fired for f in each.plan.firings]
    if any(f.strip is not None or f.weapon.marker_in for f in firings) or len({v.plan.covered for v in fired}) > 1:
        return None
    together = FirePlan(tuple(firings), (), fired[0].plan.covered)
    fallen = odds.fallen_odds(fired[0].state, target, together)
    return None if fallen is None else 1 - fallen.at_least(1)


def spares(state: GameState, by: Unit, charger: Unit, laid: FirePlan) -> Fraction | None:
    """The chance that a volley fells none of the chargers, where that can be told."""
    if not laid.firings:
        return Fraction(1)
    if any(f.strip is not None or f.weapon.marker_in for f in laid.firings):
        found = template_odds.losses(state, by, charger, laid.groups()).any
        return None if found is None else 1 - found
    fallen = odds.fallen_odds(state, charger, laid)
    return None if fallen is None else 1 - fallen.at_least(1)
