"""Players without a person: legal choices at random, for tests, measurements and practice games."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.ids import SideId
from rules.dice.sources import Dice
from rules.engine import legal_actions
from rules.offers import Offer
from rules.state import Action, GameState

RELUCTANT = frozenset({"end-activation", "finish", "deploy-all"})
"""What a bot does only when nothing else is left, or now and then."""


def to_act(state: GameState) -> SideId | None:
    """The side that has to do something now: to answer, to deploy, or to play its turn. None once it is over."""
    if state.outcome is not None:
        return None
    if state.prompt is not None:
        return state.prompt.side
    if not state.turn.order:
        return state.sides[0].id
    return state.turn.order[state.turn.place]


def choose(offers: Sequence[Offer], dice: Dice, k: int) -> Action | None:
    """One of the legal offers, picked with die number `k`; ending things is one choice in ten while others remain."""
    legal = [o for o in offers if o.action is not None]
    eager = [o for o in legal if o.kind not in RELUCTANT]
    if eager and dice.throw("pick", 10, 1, k)[0] > 1:
        legal = eager
    if not legal:
        return None
    kinds = sorted({o.kind for o in legal})
    kind = kinds[dice.throw("pick", len(kinds), 1, k + 1)[0] - 1]
    of_kind = [o for o in legal if o.kind == kind]
    return of_kind[dice.throw("pick", len(of_kind), 1, k + 2)[0] - 1].action


def next_action(state: GameState, dice: Dice, k: int) -> Action | None:
    """What a random legal player does now; None when the game is over."""
    side = to_act(state)
    return choose(legal_actions(state, side), dice, k) if side else None
