"""How many move actions are left, and why none is. (CRU-TURN-03, CRU-MOVE-05, CRU-TRAN-06)"""

from __future__ import annotations

from rules.core.refusal import Refusal
from rules.crusade import hand, marks, models
from rules.crusade.events.words import plural
from rules.forces.crusade import CrusadeHull
from rules.forces.unit import Unit
from rules.geometry.lengths import is_beyond
from rules.state import GameState


def cannot_move(state: GameState, unit: Unit, hull: CrusadeHull, *, extra: bool) -> Refusal | None:
    """Why a vehicle has no such move action left. (CRU-TURN-03, CRU-MOVE-05, CRU-TRAN-06, CRU-FIRE-03)"""
    noted = marks.of(state, unit.id)
    if refusal := _stands_still(state, unit, hull):
        return refusal
    if "heavy" in hull.traits and noted.moves:
        text = f"{unit.name} is HEAVY: it has made its one move action of this turn."
        return Refusal("heavy-moves-once", text, "CRU-MOVE-05", "fire, or finish")
    return _no_extra(state, unit, hull) if extra else _no_move(state, unit, hull)


def _stands_still(state: GameState, unit: Unit, hull: CrusadeHull) -> Refusal | None:
    """Why it goes nowhere at all. (CRU-POD-01, CRU-TRAN-06, CRU-TRAN-07, CRU-RAM-02)"""
    if hull.immobile:
        return Refusal("immobile", f"{unit.name} cannot move.", "CRU-POD-01", "fire, or get out of it")
    if refusal := hand.crewless(state, unit):
        return refusal
    if not models.has_driver(state, unit.id):
        text = f"{unit.name} has no driver: it does not move until a model aboard takes over."
        return Refusal("no-driver", text, "CRU-TRAN-06", "a model aboard takes over")
    if marks.of(state, unit.id).rammed:
        return Refusal("has-rammed", f"{unit.name} has rammed in this turn.", "CRU-RAM-02", "fire, or finish")
    return None


def cannot_go_on(state: GameState, unit: Unit, hull: CrusadeHull, cost_in: float, *, back: bool) -> Refusal | None:
    """Why it does not drive what is left of a move action that an enemy broke off. (CRU-WIPE-02, CRU-MOVE-03)"""
    noted = marks.of(state, unit.id)
    if refusal := _stands_still(state, unit, hull):
        return refusal
    if not noted.left_in:
        text = f"{unit.name} has nothing left of a move action."
        return Refusal("nothing-left", text, "CRU-WIPE-02", "a move action of its own")
    if back != noted.left_back:
        way = "backward" if noted.left_back else "forward"
        text = f"What {unit.name} has left of its move action goes {way}."
        return Refusal("other-way", text, "CRU-MOVE-03", f"drive {way}, or a move action of its own")
    if is_beyond(cost_in, noted.left_in):
        text = f"That takes {cost_in:.4g} inches; {noted.left_in:.4g} inches are left of the move action."
        return Refusal("too-far", text, "CRU-WIPE-02", f"up to {noted.left_in:.4g} inches")
    return None


def needs_action(state: GameState, unit: Unit) -> bool:
    """Whether one more move action costs its action. (CRU-TURN-03)"""
    refusal = cannot_move(state, unit, models.vehicle(state, unit.id), extra=False)
    return refusal is not None and refusal.code == "needs-action"


def _no_move(state: GameState, unit: Unit, hull: CrusadeHull) -> Refusal | None:
    noted, possible = marks.of(state, unit.id), models.move_actions(state, unit.id)
    if noted.moves >= possible:
        drive = "DRIVE" in noted.cards
        text = f"{unit.name} has {plural(possible, 'move action')} in this turn, and has made {noted.moves}."
        return Refusal("no-move-left", text, "CRU-DMG-05" if drive else "CRU-TURN-03", "fire, or finish")
    free = 1 if "heavy" in hull.traits else hull.move_actions - 1
    if noted.moves - noted.extra >= free:
        text = f"{unit.name} has made its {plural(free, 'move action')}; one more costs its action."
        return Refusal("needs-action", text, "CRU-TURN-03", "an extra move action, if the action is left")
    return None


def _no_extra(state: GameState, unit: Unit, hull: CrusadeHull) -> Refusal | None:
    noted = marks.of(state, unit.id)
    if "heavy" in hull.traits:
        text = f"{unit.name} is HEAVY: no move action can be bought for it."
        return Refusal("heavy-moves-once", text, "CRU-MOVE-05", "its one move action")
    if noted.locked:
        text = f"Somebody fired or fought from {unit.name} in this turn: it takes no extra movement."
        return Refusal("passengers-fired", text, "CRU-FIRE-03", "fire, or finish")
    if noted.moves >= models.move_actions(state, unit.id):
        text = f"{unit.name} has no move action left that its action could buy."
        return Refusal("no-move-left", text, "CRU-DMG-05", "fire, or finish")
    return hand.no_action(state, unit, "moving once more")
