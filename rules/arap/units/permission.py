"""Who may ask for an action: in turn, with a unit of one's own that is active and can pay. (ARAP-ACT-07, -12)

How ready a unit is to act or react. (ARAP-ACT-01)
"""

from __future__ import annotations

from rules.arap.rolls import of_most
from rules.arap.units.vehicle_interface import VehicleCrews, VehiclesInFormation
from rules.arap.vehicle_interface import ask
from rules.core.ids import UnitId
from rules.core.refusal import Refusal, quoted
from rules.forces.unit import Unit
from rules.state import GameState


def whose_turn(state: GameState, side: str) -> Refusal | None:
    """Refuse anybody but the side whose activation phase it is. (ARAP-TURN-01)"""
    if state.turn.phase != "activation":
        return Refusal("wrong-phase", f"This is the {state.turn.phase} phase.", "ARAP-TURN-01", "wait for activation")
    if state.active_side != side:
        acting = state.side(state.active_side).name if state.active_side else "nobody"
        return Refusal("not-your-turn", f"It is the turn of {acting}.", "ARAP-TURN-01", "wait for your own turn")
    return None


def own_unit(state: GameState, side: str, unit: UnitId) -> Refusal | None:
    """Refuse a unit that is unknown, gone, or of another side."""
    found = state.units.get(unit)
    if found is None:
        return Refusal(
            "unknown-unit", f"There is no unit {quoted(unit)} in this battle.", "ARAP-ACT-05", "a unit of your side"
        )
    if found.side != side:
        return Refusal("not-your-unit", f"{found.name} is not on your side.", "ARAP-ACT-05", "a unit of your side")
    if found.is_gone or found.left_table:
        return Refusal(
            "unit-gone", f"{found.name} is out of the battle.", "ARAP-ACT-05", "a unit that is still in play"
        )
    return None


def may_act(state: GameState, side: str, unit: UnitId, ap: int, doing: str = "") -> Refusal | None:
    """Refuse an action that is not the active unit's own, or that it cannot pay. (ARAP-ACT-07, -12)

    `doing` is what a vehicle does, which must be what its squadron did before it. (VEH-JOIN-12)
    """
    refusal = whose_turn(state, side) or own_unit(state, side, unit)
    if refusal:
        return refusal
    name = state.units[unit].name
    if state.turn.active != unit:
        return _idle(state.units[unit])
    if state.turn.ap < ap:
        left = f"{state.turn.ap} left"
        costs = f"{ap} action point{'' if ap == 1 else 's'}"
        return Refusal("too-few-points", f"That costs {costs}; {name} has {left}.", "ARAP-ACT-12", left)
    return ask(state, VehiclesInFormation).out_of_step(state, state.units[unit], doing) if doing else None


def _idle(unit: Unit) -> Refusal:
    """A unit without points: not activated yet in this turn, or done with it. (ARAP-ACT-02, ARAP-ACT-07)"""
    if unit.now.tried:
        text = f"{unit.name} has no action points: its activation of this turn is over."
        return Refusal("not-active", text, "ARAP-ACT-07", "another unit")
    text = f"{unit.name} has no action points: it has not been activated this turn."
    return Refusal("not-active", text, "ARAP-ACT-02", "activate it with 1, 2 or 3 dice")


def activation_value(state: GameState, unit: Unit) -> int:
    """The number each die must not exceed: Initiative kept between 3 and 5. (ARAP-ACT-01, VEH-JOIN-02)

    A unit of mixed Initiatives uses that of most members, the lower on a tie; a squadron of vehicles its lowest.
    """
    if unit.is_vehicle:
        crews = ask(state, VehiclesInFormation).members(state, unit) or [unit]
        initiative = min(ask(state, VehicleCrews).crew_initiative(state, u) for u in crews)
    else:
        initiative = of_most(state, unit.alive or unit.models)
    return max(3, min(5, initiative))
