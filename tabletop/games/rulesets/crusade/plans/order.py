"""Setting up, landing, rulings on places, the end of a turn. (CRU-TURN, CRU-POD)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules import Offer, convert_action
from rules.core import ordering
from rules.core.ids import SideId
from rules.forces.unit import Unit
from rules.questions.crusade import cards, order
from rules.state import GameState
from tabletop.games.board import overlays
from tabletop.games.board.overlays import Overlay
from tabletop.games.plans.drafts import RULE_PLACE, Draft
from tabletop.games.plans.plan import Plan
from tabletop.games.plans.weapons import Control, listed
from tabletop.games.rulesets.crusade.plans.asked import Asked, made, word
from tabletop.ui.board.overlay import clock, touched
from tabletop.ui.words import is_number

END_TURN: Final = "end-turn"
ROLL_OFF: Final = "roll-off"
SET_UP_ALL: Final = "deploy-all"
AS_OFFERED: Final = (
    "take-off",
    "take-over",
    "hide",
    "pick-up",
    "force-entry",
    "close-entry",
    "reload",
    "unjam",
    "finish",
)
"""Kinds of action that are asked as they are on offer."""


def deploy(state: GameState, side: SideId, unit: Unit, draft: Draft) -> Asked:
    """In the own zone; the table finds a place where none is pointed at. (CRU-TURN-04)"""
    plan = Plan("deploy", f"Set up {unit.name}", commit="Set up here")
    at, facing = (draft.path[-1] if draft.path else None), draft.facing
    if draft.ticked.get("auto") and at is None:
        found = order.set_up_at(state, unit)
        if found is None:
            return Asked(None, plan._replace(text="There is no room for it in your zone."))
        at, facing = found[0], found[1] if facing is None else facing
    if at is None:
        return Asked(None, plan._replace(text="Click or drag into your zone, or let the table place it."))
    facing = order.faces_table(state, unit) if facing is None else facing
    action = made("SetUpModel", side, unit, at=at, facing=facing)
    return Asked(action, plan._replace(overlay=overlays.placed(state, unit, [(unit.models[0].id, *at, facing)])))


def deploy_all(side: SideId) -> Asked:
    """Everybody who still waits, where the table finds room. (CRU-TURN-04)"""
    text = "The table places every model that is left, well forward in its zone."
    return Asked(convert_action({"type": "SetUpAll", "side": side}), Plan(SET_UP_ALL, "Place all", text=text))


def rule_place(state: GameState, side: SideId, unit: Unit, draft: Draft) -> Asked:
    """Anybody's model put elsewhere by hand: a ruling, with its reason."""
    reason = draft.ticked.get("reason", "").strip()
    controls = (Control("reason", "Reason", reason, is_text=True),)
    plan = Plan(RULE_PLACE, f"Move {unit.name}", of="by ruling", controls=controls, commit="Rule so")
    if not draft.path and draft.facing is None:
        return Asked(None, plan._replace(text="Drag the model to where it should stand, or use the arrow keys."))
    model = unit.models[0]
    at = draft.path[-1] if draft.path else model.at
    facing = model.facing if draft.facing is None else draft.facing
    action = order.moved_by_hand(unit, at, facing, reason)
    return Asked(action, plan._replace(overlay=overlays.placed(state, unit, [(model.id, *at, facing)])))


def land(state: GameState, side: SideId, unit: Unit, draft: Draft) -> Asked:
    """A target on the table, from which the pod drifts. (CRU-POD-02)"""
    plan = Plan("land", f"Land {unit.name}", aims="place", pointed=bool(draft.path), commit="Let it come down")
    if not draft.path:
        return Asked(None, plan._replace(text="Press on the board where it should land: it drifts 2D6 inches."))
    at = draft.path[-1]
    rings = touched(at, 2.0) + touched(at, 12.0) + clock(at, 12.0)
    ghost = overlays.placed(state, unit, [(unit.models[0].id, *at, 0.0)])
    return Asked(made("LandPod", side, unit, at=at), plan._replace(overlay=Overlay(preview=rings + ghost.preview)))


def offered(state: GameState, side: SideId, unit: Unit, draft: Draft) -> Asked:
    """What is on offer of that kind, as it stands."""
    found = [o for o in order.offers_of(state, side, unit) if o.kind == draft.kind]
    legal = [o for o in found if o.action is not None]
    chosen = draft.ticked.get("which", "0")
    picked = legal[int(chosen)] if is_number(chosen) and int(chosen) < len(legal) else next(iter(legal), None)
    action = picked.action if picked else None
    plan = Plan(draft.kind, word(draft), controls=_which(legal, chosen), notes=_NOTES.get(draft.kind, ()))
    if action is None:
        why = next((o.refusal for o in found if o.refusal is not None), None)
        return Asked(None, plan._replace(refusal=why, text="" if why else "That cannot be done now."))
    if draft.kind == "finish" and found[0].label == "It falls":
        inches, drawn = order.fall_of(state)
        text = f"{unit.name} has not flown 6″ straight on: it falls {inches:g}″, {drawn} damage card"
        text += "." if drawn == 1 else "s."
        plan = plan._replace(title="It falls", text=text, warns=True, rule="CRU-MOVE-07", commit="Let it fall")
    return Asked(action, plan)


def _which(legal: list[Offer], chosen: str) -> tuple[Control, ...]:
    """Of several of that kind, which."""
    if len(legal) < 2:
        return ()
    choices = tuple((str(n), offer.label) for n, offer in enumerate(legal))
    return (Control("which", "Which", chosen, choices, is_list=True),)


_NOTES: Final = {
    "finish": ("nothing more with it in this turn (CRU-TURN-01)",),
    "reload": ("all its empty weapons are ready again (CRU-WEAP-10)",),
    "hide": ("enemies do not know where it is until they see it (CRU-TROOP-06)",),
    "pick-up": ("everybody sees then what it is (CRU-BLIP-01)",),
    "force-entry": ("its melee dice against 2R and armour; open, it bars nobody (CRU-RAM-03)",),
    "close-entry": ("it bars and hides as before (CRU-TURN-02)",),
    "take-over": ("half a move: the vehicle is yours from then on (CRU-TRAN-06)",),
    "take-off": ("one move action (CRU-FALL-01)",),
}


def roll_off(side: SideId) -> Asked:
    """Who goes first, or sets up first. (CRU-TURN-01)"""
    plan = Plan(ROLL_OFF, "Roll off", rule="CRU-TURN-01", commit="Roll off")
    return Asked(convert_action({"type": "RollForPlacement", "side": side}), plan)


def end_turn(state: GameState, side: SideId, draft: Draft) -> Asked:
    """Who has not acted yet, and what burns. (CRU-TURN-01, CRU-DMG-08)"""
    left = order.ready(state, side)
    plan = Plan(END_TURN, "End the turn", rule="CRU-TURN-01", commit="End the turn")
    if left:
        names = ", ".join(f"{u.id.upper()} {u.name}" for u in left[:8]) + (" and more" if len(left) > 8 else "")
        plan = plan._replace(text=f"Not done yet: {names}.", warns=True)
    lit = cards.burning(state, side)
    plan = plan._replace(notes=tuple(f"{unit.name} burns: it is rolled for now (CRU-DMG-08)" for unit in lit))
    controls = _order_of_fires(lit, draft)
    fires = tuple(control.value for control in controls)
    return Asked(convert_action({"type": "EndTurn", "side": side, "fires": fires}), plan._replace(controls=controls))


def _order_of_fires(lit: Sequence[Unit], draft: Draft) -> tuple[Control, ...]:
    """Which burning vehicle is rolled for first, which next; the last of them follows by itself. (CRU-DMG-08)"""
    named = tuple((str(unit.id), f"{unit.id.upper()} {unit.name}") for unit in lit)
    return listed(ordering.places("fire", named, draft.ticked), "Rolled for first")
