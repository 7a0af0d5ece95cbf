"""The sample table: a battle played some turns far, so that whoever opens the site finds something alive.

Two imaginary players choose among the legal offers by simple habits: shoot when somebody is in sight, else make for
the objectives. The seed is fixed and nothing looks at a clock, so the same rules always lead to the same battle.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules import legal_actions
from rules.bots import to_act
from rules.core.ids import UnitId
from rules.offers import Offer
from rules.state import Action, GameState

STOP_TURN: Final = 3
"""The game turn in which the battle is left."""

MOST_COMMANDS: Final = 400
"""However the dice fall, the battle is left then."""

_SHOTS: Final = ("shoot", "fire")
_MOVES: Final = ("move", "drive")


class Habits:
    """What both players do, in the order of the day. Remembers only what the unit in hand has done."""

    def __init__(self) -> None:
        self._unit: UnitId | None = None
        self._done: list[str] = []
        self._asked = 0

    def choose(self, state: GameState) -> Action | None:
        """The next action of whoever has to act, or None when nobody has to."""
        side = to_act(state)
        if side is None:
            return None
        legal = [offer for offer in legal_actions(state, side) if offer.action is not None]
        if state.prompt is not None:
            return self._answer(legal)
        if state.turn.active != self._unit:
            self._unit, self._done = state.turn.active, []
        offer = self._in_hand(legal) if self._unit else self._next(state, legal)
        if offer is None:
            return None
        self._done.append(offer.kind)
        return offer.action

    def _answer(self, legal: Sequence[Offer]) -> Action | None:
        """Answers go round, so that not every question ends alike."""
        self._asked += 1
        return legal[self._asked % len(legal)].action if legal else None

    def _in_hand(self, legal: Sequence[Offer]) -> Offer | None:
        """Shoot once, else move towards an objective, else finish."""
        wishes: list[tuple[Sequence[str], int]] = [(_SHOTS, 1), (("charge",), 1), (_MOVES, 2)]
        for kinds, most in wishes:
            offers = [offer for offer in legal if offer.kind in kinds]
            if offers and sum(self._done.count(kind) for kind in kinds) < most:
                return max(offers, key=_promise)
        return _first(legal, "finish", "end-activation")

    def _next(self, state: GameState, legal: Sequence[Offer]) -> Offer | None:
        """Deploy, or activate the next unit: with two dice first, later with one, so that busts stay rare."""
        activations = [offer for offer in legal if offer.kind == "activate"]
        if not activations:
            return _first(legal, "roll-off", "deploy-all", "deploy", "hold-back", "end-activation") or legal[0]
        tried = sum(unit.now.tried for unit in state.units.values() if unit.side == state.active_side)
        dice = 2 if tried % 3 == 2 else 1
        fitting = [offer for offer in activations if getattr(offer.action, "dice", 1) == dice]
        return (fitting or activations)[0]


def _promise(offer: Offer) -> tuple[int, str]:
    """Moves to an objective before others; the rest in the order of the offers."""
    return ("objective" in offer.label, offer.label)


def _first(legal: Sequence[Offer], *kinds: str) -> Offer | None:
    return next((offer for kind in kinds for offer in legal if offer.kind == kind), None)


def is_far_enough(state: GameState) -> bool:
    """In the stopping turn, a unit in hand and nothing waiting for an answer; or the battle is over."""
    turn = state.turn
    begun = turn.number >= STOP_TURN and turn.phase == "activation" and turn.active is not None
    return state.outcome is not None or (begun and state.prompt is None)
