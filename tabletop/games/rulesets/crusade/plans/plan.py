"""The plan of a draft on a state as its side may know it. (CRU)"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rules import convert_action
from rules.core.ids import SideId, UnitId
from rules.forces.unit import Unit
from rules.questions.crusade import order
from rules.state import GameState
from tabletop.games.plans.drafts import RULE_PLACE, Draft
from tabletop.games.plans.plan import NOTHING, Plan
from tabletop.games.rulesets.crusade.plans.asked import Asked, finished, word
from tabletop.games.rulesets.crusade.plans.firing import fire
from tabletop.games.rulesets.crusade.plans.meeting import board, get_in, melee
from tabletop.games.rulesets.crusade.plans.moving import drive, get_out, move
from tabletop.games.rulesets.crusade.plans.order import (
    AS_OFFERED,
    END_TURN,
    ROLL_OFF,
    SET_UP_ALL,
    deploy,
    deploy_all,
    end_turn,
    land,
    offered,
    roll_off,
    rule_place,
)


def plan(state: GameState, side: SideId, draft: Draft) -> Plan:
    """The plan of a draft on a state as its side may know it."""
    if draft.kind == END_TURN:
        return finished(state, end_turn(state, side, draft))
    if draft.kind == ROLL_OFF:
        return finished(state, roll_off(side))
    if draft.kind == SET_UP_ALL:
        return finished(state, deploy_all(side))
    unit = state.units.get(UnitId(draft.unit))
    maker = _MAKERS.get(draft.kind)
    if unit is None or maker is None:
        return NOTHING
    if unit.side != side and draft.kind != RULE_PLACE and order.wiped_out(state, side) != unit:
        return Plan(draft.kind, word(draft), text="Pick a model of your own, on the board or from the list.")
    if draft.exact:
        plan = Plan(draft.kind, word(draft))
        return finished(state, Asked(convert_action({**draft.exact, "side": side}), plan))
    asked = maker(state, side, unit, draft)
    return finished(state, asked._replace(plan=_leaves(state, side, unit, asked.plan)))


def _leaves(state: GameState, side: SideId, unit: Unit, plan: Plan) -> Plan:
    """Whoever takes another model is done with the one in hand. (CRU-TURN-01)"""
    active = state.units.get(state.turn.active) if state.turn.active else None
    if active is None or active.id == unit.id or active not in order.ready(state, side):
        return plan
    if plan.kind in ("land", "finish", RULE_PLACE) or unit.side != side:
        return plan
    return plan._replace(notes=(*plan.notes, f"{active.name} is done then (CRU-TURN-01)"))


_MAKERS: Final[dict[str, Callable[[GameState, SideId, Unit, Draft], Asked]]] = {
    RULE_PLACE: rule_place,
    "deploy": deploy,
    "land": land,
    "drive": drive,
    "move": move,
    "get-out": get_out,
    "get-in": get_in,
    "melee": melee,
    "board": board,
    "fire": fire,
    **dict.fromkeys(AS_OFFERED, offered),
}
