"""Whose turn it is and which model is in hand: what every action asks first. (CRU-TURN-01, CRU-TURN-02)"""

from __future__ import annotations

from typing import Final

from rules.core.ids import SideId, UnitId
from rules.core.refusal import Refusal, quoted
from rules.core.words import does
from rules.crusade import marks, models
from rules.crusade.events.turns import ActionSpent, TakenInHand
from rules.forces.unit import Unit
from rules.progress import Progress
from rules.state import GameState


def not_now(state: GameState, side: SideId) -> Refusal | None:
    """Refuse what is asked before the battle or out of turn. (CRU-TURN-01)"""
    if state.turn.phase != "activation":
        return Refusal("wrong-phase", "The battle has not begun.", "CRU-TURN-01", "set up your models")
    if state.active_side != side:
        assert state.active_side
        name = state.side(state.active_side).name
        return Refusal("not-your-turn", f"{does(name, 'finishes')} every model first.", "CRU-TURN-01", "wait")
    return None


def not_ready(state: GameState, side: SideId, unit_id: UnitId) -> Refusal | None:
    """Refuse a model that may not act now. (CRU-TURN-01)"""
    if refusal := not_now(state, side):
        return refusal
    unit = state.units.get(unit_id)
    if unit is None or unit.side != side:
        return Refusal("unknown-unit", f"You have no model {quoted(unit_id)}.", "CRU-TURN-01", "a model of your side")
    if not models.in_play(state, unit):
        return Refusal("not-on-table", f"{unit.name} is not on the table.", "CRU-TURN-01", "a model on the table")
    if models.is_wreck(state, unit_id):
        return Refusal("wreck", f"{unit.name} is destroyed.", "CRU-DEST-01", "another model")
    if marks.of(state, unit_id).done:
        return Refusal("model-done", f"{unit.name} is done for this turn.", "CRU-TURN-01", "another model")
    return _pod_first(state, side) or owing(state, unit_id)


ARRIVAL: Final = 2
"""The turn of its owner in which a drop pod lands. (CRU-POD-01)"""


def is_pod(state: GameState, unit: Unit) -> bool:
    """Whether it is a vehicle that cannot move. (CRU-POD-01)"""
    hull = models.chassis(state, unit)
    return hull is not None and hull.immobile


def waiting_pods(state: GameState, side: SideId) -> tuple[Unit, ...]:
    """Pods of a side that have not landed. (CRU-POD-01)"""
    return tuple(u for u in state.units_of(side) if is_pod(state, u) and not u.deployed and not u.is_gone)


def _pod_first(state: GameState, side: SideId) -> Refusal | None:
    """Pods arrive at the start of the turn; up to version 13 any time in it. (CRU-POD-01)"""
    if state.turn.number != ARRIVAL or state.is_older_than("14"):
        return None
    due = waiting_pods(state, side)
    return pod_lands(due[0]) if due else None


def pod_lands(pod: Unit) -> Refusal:
    """It comes down before anything else is done."""
    return Refusal("pod-lands", f"{pod.name} lands in this turn.", "CRU-POD-01", "say where it lands")


def owing(state: GameState, taken: UnitId | None = None) -> Refusal | None:
    """Refuse to leave a FLYER in hand that has not flown straight on. (CRU-MOVE-07)"""
    active = state.turn.active
    if active is None or active == taken or not must_fly(state, active):
        return None
    return flyer_must_fly(state, active)


def must_fly(state: GameState, unit_id: UnitId) -> bool:
    """Whether it is a FLYER in the air that still owes its 6 inches straight forward. (CRU-MOVE-07)"""
    unit = state.units[unit_id]
    noted = marks.of(state, unit_id)
    return unit.on_table and models.in_air(state, unit) and not noted.straight and not noted.done


def flyer_must_fly(state: GameState, unit_id: UnitId) -> Refusal:
    """It falls if it finishes now. (CRU-MOVE-07)"""
    name = state.units[unit_id].name
    text = f"{name} has not gone 6 inches straight forward: it falls if it finishes."
    return Refusal("flyer-must-fly", text, "CRU-MOVE-07", "6 inches straight on, or finish and accept the fall")


def no_action(state: GameState, unit: Unit, what: str) -> Refusal | None:
    """Refuse an action to a model whose only one is spent or lost. (CRU-TURN-02)"""
    noted = marks.of(state, unit.id)
    if not noted.acted:
        return None
    if noted.stunned_now:
        text = f"{unit.name} is stunned and loses its action."
        return Refusal("stunned", text, "CRU-TROOP-04", "its normal move")
    if noted.extra:
        text = f"{unit.name} spent its action on an extra move; {what} is an action too."
        return Refusal("action-spent", text, "CRU-FIRE-01" if unit.is_vehicle else "CRU-TURN-02", "finish the model")
    rule = "CRU-DMG-04" if unit.is_vehicle and "CREW" in noted.cards else "CRU-TURN-02"
    return Refusal("action-spent", f"{unit.name} has no action left this turn.", rule, "finish the model")


def crewless(state: GameState, unit: Unit) -> Refusal | None:
    """A vehicle whose open crew are all gone cannot act. (CRU-TRAN-07)"""
    if not marks.of(state, unit.id).crew or any(models.serves(state, u) for u in models.aboard(state, unit.id)):
        return None
    return Refusal("no-crew", f"Nobody is left to serve {unit.name}.", "CRU-TRAN-07", "another model")


def take(progress: Progress, unit: UnitId) -> None:
    """The model is in hand from now on; the one before it is done. (CRU-TURN-01)"""
    if progress.state.turn.active != unit:
        side = progress.state.units[unit].side
        progress.emit(TakenInHand(side=side, unit=unit, rules=("CRU-TURN-01",)))


def spend_action(progress: Progress, unit: UnitId, *, extra: bool = False, moves: bool = False) -> None:
    """Its one action is spent, before or after its move: that of a troop which has moved is over. (CRU-TURN-02)

    `moves` says that it walks as a part of the action. Up to version 14 it went on with what was left of its move.
    """
    state = progress.state
    moved = (moves or marks.of(state, unit).spent_in > 0) and not (extra or state.is_older_than("15"))
    after = moved and not state.units[unit].is_vehicle
    spent = ActionSpent(side=state.units[unit].side, unit=unit, extra=extra, after_move=after, rules=("CRU-TURN-02",))
    progress.emit(spent)
