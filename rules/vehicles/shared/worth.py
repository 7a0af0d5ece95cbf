"""What drives are worth: the ground, the passengers' way, and which armour is turned to whom. (ARAP-TURN-08)"""

from __future__ import annotations

from typing import Final

from rules.arap.minds import ground, threat, ways
from rules.core.ids import SideId
from rules.forces.unit import Point, Unit
from rules.geometry.facings import off_axis
from rules.geometry.lengths import distance
from rules.offers import Offer
from rules.state import GameState
from rules.weighing import Character, Worth

_SIDE_DEG: Final = 45.0
_REAR_DEG: Final = 135.0
_SIDE, _REAR = 0.03, 0.06
"""Parts of a hull's points that a gun in its flank, or at its back, is held to be worth, with nerve 1."""
_REACH_IN: Final = 36.0
_AMONG_THEM_IN: Final = 6.0


def of_drive(state: GameState, side: SideId, offer: Offer, character: Character) -> Worth:
    """Standing there instead of here, for itself and for who rides along; the front towards guns."""
    assert offer.action is not None
    unit = state.units[offer.unit] if offer.unit is not None else None
    if unit is None:
        return Worth(-1.0, "not weighed")
    arrival = offer.action.arrives(state)
    if arrival.barred:
        return Worth(-5.0, arrival.barred)
    end = ways.ended(unit, arrival)
    found = ways.to_place(state, unit, end, character)
    lead = unit.alive[0]
    turned = exposed(state, unit, end.at, end.facing) - exposed(state, unit, lead.at, lead.facing)
    carried = sum(_carried(state, each, lead.at, end.at, character) for each in state.passengers(unit.id))
    points = found.points - character.nerve * turned + character.ground * carried
    if turned < 0 and -character.nerve * turned > max(found.points, carried):
        return Worth(points, "front towards their guns")
    return Worth(points, "carries who rides along" if carried > max(found.points, 0.0) else found.why)


def before_fire(state: GameState, offer: Offer, found: Worth, character: Character) -> Worth:
    """A move that is worth something, by rules under which nobody moves once he has fired: fire may follow."""
    unit = state.units[offer.unit] if offer.unit is not None else None
    if unit is None or offer.action is None or found.points <= 0 or state.turn.ap < _MOVES_AND_FIRES:
        return found
    end = ways.ended(unit, offer.action.arrives(state))
    felled = threat.best_fire(state, unit, end.at)[0]
    return Worth(found.points + _ON_THE_MOVE * character.fire * felled * ground.kills_count(state), found.why)


_MOVES_AND_FIRES: Final = 2
_ON_THE_MOVE: Final = 0.6
"""The part of its fire that a vehicle which has moved still has."""


def exposed(state: GameState, unit: Unit, at: Point, facing: float) -> float:
    """Points of it that flank and rear lay open to enemies in reach."""
    share = 0.0
    for enemy in state.enemies_of(unit.side):
        place = enemy.alive[0].at
        away = distance(at, place)
        if away <= _REACH_IN and threat.harm(state, enemy, unit, away, 0):
            off = off_axis(facing, at, place)
            share += _REAR if off > _REAR_DEG else _SIDE if off > _SIDE_DEG else 0.0
    return share * unit.points


def _carried(state: GameState, rider: Unit, start: Point, end: Point, character: Character) -> float:
    found = ground.approach(state, rider, start, end, character)
    return 0.5 * found[0] if found is not None else 0.0


def of_shock(state: GameState, side: SideId, offer: Offer, character: Character) -> Worth:
    """Driving among people, who may break, and may strike back: worth it where they hold ground. (VEH-SHOCK-01)"""
    target = state.units[offer.target] if offer.target is not None and offer.target in state.units else None
    unit = state.units[offer.unit] if offer.unit is not None else None
    if target is None or unit is None:
        return Worth(-1.0, "not weighed")
    worth = 0.15 * target.points + character.ground * 0.4 * ground.stakes(state, target)
    return Worth(worth - character.nerve * 0.1 * unit.points, f"drives among {target.name}")
