"""What a charge is worth: the first round of blows, by the odds of the preview. (ARAP-CHG-01, ARAP-MELEE-05)"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from rules.arap.charge.declare import OFFERED_BEYOND_IN, Charge
from rules.arap.charge.preview import wounds_expected
from rules.arap.minds import ground
from rules.arap.paths import charge_plan
from rules.core.ids import SideId, UnitId
from rules.forces.unit import Unit
from rules.geometry.rings import bounds
from rules.offers import Offer
from rules.state import GameState
from rules.weighing import Character, Worth


def of_charge(state: GameState, side: SideId, offer: Offer, character: Character) -> Worth:
    """What the first round costs them, less what it costs one's own; leaving ground that is held costs too."""
    if not isinstance(offer.action, Charge):
        return Worth(-1.0, "not weighed")
    unit, target = state.units[offer.action.unit], state.units[offer.action.target]
    if target.is_vehicle or unit.is_vehicle:
        return Worth(-1.0, "blows on armour")
    wounds = wounds_expected(state, unit, target, offer.action.path)
    if wounds is None:
        return Worth(-1.0, "falls short")
    return of_wounds(state, unit, target, wounds, character)


def charges_at_most(state: GameState, side: SideId, unit: Unit, character: Character) -> float:
    """Nothing where nobody on foot is in reach: blows on armour are left alone."""
    if unit.is_vehicle or not unit.alive:
        return -1.0
    if not unit.on_table:
        return math.inf
    reach = max(charge_plan.allowances(state, unit).values(), default=0.0) + OFFERED_BEYOND_IN
    box = bounds(tuple(m.at for m in unit.alive))
    near = (
        enemy
        for enemy in state.enemies_of(side)
        if not enemy.is_vehicle
        if any(box.holds(e.at, reach + _BASES_IN) for e in enemy.alive)
    )
    worth = (points_of(e) + 1.3 * character.ground * ground.stakes(state, e) for e in near)
    return max(worth, default=-1.0)


_BASES_IN: Final = 4.0
"""What two bases take up at most, with room to spare."""


def of_wounds(
    state: GameState, unit: Unit, target: Unit, wounds: Mapping[UnitId, float | Fraction], character: Character
) -> Worth:
    """What a first round with those wounds on average is worth, by who deals them."""
    out, back = float(wounds.get(unit.id, 0)), float(wounds.get(target.id, 0))
    dealt, taken = out / left_of(target), back / left_of(unit)
    lost = _ground_lost(state, unit, target, character)
    won = points_of(target) + character.ground * ground.stakes(state, target)
    locked = 0.3 * character.ground * ground.stakes(state, target)
    worth = min(dealt, 1.0) * won + locked - character.nerve * min(taken, 1.0) * points_of(unit)
    why = f"{out:.1f} wounds for {back:.1f} in the first round"
    return Worth(worth - character.ground * lost, why)


def _ground_lost(state: GameState, unit: Unit, target: Unit, character: Character) -> float:
    """What it gives up by going to where the other stands."""
    places = [m.at for m in target.alive]
    left = (o for o in state.scenario.objectives if ground.within(unit, o) and not ground.near(places, o))
    return sum(ground.adds(state, unit, o, character) for o in left)


def left_of(unit: Unit) -> int:
    """The wounds that its members have left."""
    return max(1, sum(m.wounds for m in unit.alive))


def points_of(unit: Unit) -> float:
    """The points of those who are left of it."""
    return unit.points * len(unit.alive) / max(1, len(unit.models))
