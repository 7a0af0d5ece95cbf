"""What events of the Rules Crusade look like on the board. (CRU-MOVE, CRU-FIRE, CRU-WEAP-08, CRU-WEAP-09, CRU-POD)"""

from __future__ import annotations

from rules.core.ids import ModelId, UnitId
from rules.core.motion import Burst, Fired, Motion, Walked
from rules.crusade import models, sight
from rules.crusade.events.moves import TroopMoved, VehicleDriven
from rules.crusade.events.turns import ModelPlaced
from rules.crusade.events.weapons import ShellFell, WeaponFired
from rules.crusade.pods import UNDER_IN
from rules.crusade.shooting import numbers
from rules.crusade.shooting.aim import muzzle
from rules.geometry.lengths import Point
from rules.state import Event, GameState


def motions(before: GameState, event: Event) -> tuple[Motion, ...]:
    """From where to where, as the models stood before it."""
    match event:
        case VehicleDriven() | ModelPlaced():
            return _driven(before, event)
        case TroopMoved():
            return (_walked(before, event),)
        case WeaponFired(target=str()):
            return _fired(before, event)
        case ShellFell():
            return (_burst(before, event.aim, event.at, event.radius_in),)
        case _:
            return ()


def _driven(before: GameState, event: VehicleDriven | ModelPlaced) -> tuple[Motion, ...]:
    """One leg, or how a pod came down; nothing of others who were not on the table yet."""
    unit = before.units[event.unit]
    if isinstance(event, VehicleDriven) and event.drift:
        return (_burst(before, event.drift.aim, event.at, UNDER_IN),)
    if not (unit.on_table and unit.deployed):
        return ()
    stood = unit.models[0]
    how = "aside" if isinstance(event, ModelPlaced) else "turn" if event.turn_deg else event.how or "drive"
    return (Walked(how, ((*stood.at, stood.facing), (*event.at, event.facing))),)


def _walked(before: GameState, event: TroopMoved) -> Motion:
    """Round its bends."""
    stood = before.units[event.unit].models[0]
    bends = tuple((*at, event.facing) for at in event.bends)
    return Walked("move", ((*stood.at, stood.facing), *bends, (*event.at, event.facing)))


def _fired(before: GameState, event: WeaponFired) -> tuple[Motion, ...]:
    """From the tip of the barrel to the target, and the blast about it. (CRU-FIRE-02, CRU-WEAP-08)"""
    unit, target = before.units[event.unit], before.units[UnitId(event.target or "")]
    at = sight.aim_point(before, target)
    _, tip = muzzle(before, unit, event.weapon, at)
    line = Fired(target.id, ((tip, at),), sight.range_to(before, tip, target))
    found = models.weapon(before, unit, event.weapon)
    if found is None or not found[1].blast_in:
        return (line,)
    aloft = numbers.is_aloft(before, unit, found[1], target)
    return (line, _burst(before, at, at, found[1].blast_in, aloft=aloft))


def _burst(before: GameState, aim: Point, at: Point, radius_in: float, *, aloft: bool = False) -> Motion:
    return Burst(aim, at, 2 * radius_in, _under(before, at, radius_in, aloft=aloft))


def _under(before: GameState, at: Point, radius_in: float, *, aloft: bool) -> tuple[ModelId, ...]:
    """Whom it strikes: riders in the open stand for nobody but their vehicle on the board."""
    struck = (before.units[unit] for unit in numbers.under(before, at, radius_in, aloft=aloft))
    return tuple(unit.models[0].id for unit in struck if unit.aboard is None)
