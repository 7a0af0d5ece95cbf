"""Players without a person: legal choices by weighted chance, for tests, measurements and practice games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.arap.turn.activation import Activate
from rules.core.ids import SideId
from rules.dice.sources import Dice
from rules.engine import legal_actions
from rules.offers import Offer
from rules.state import Action, GameState

DICE_PER_CHOICE: Final = 3
"""Dice that one choice may throw: callers number their choices that far apart, at least."""

EAGERNESS: Final[Mapping[str, int]] = {
    "charge": 60,
    "shoot": 30,
    "fire": 30,
    "lob": 12,
    "throw": 3,
    "blind": 3,
    "answer": 20,
    "activate": 60,
    "deploy": 20,
    "move": 12,
    "drive": 12,
    "get-out": 6,
    "regroup": 4,
    "stand-up": 3,
    "ladder": 3,
    "climb": 2,
    "jump": 2,
    "leap": 2,
    "board": 2,
    "tactical": 2,
    "aim": 2,
    "finish": 1,
    "end-activation": 1,
    "hold-back": 1,
    "go-prone": 1,
    "go-to-ground": 1,
    "crawl": 1,
    "jump-down": 1,
    "rappel": 1,
    "swim": 1,
    "stop": 1,
    "deploy-all": 1,
}
"""How gladly a bot does a kind of thing: its chance against the other kinds that it may do now."""
_OTHERWISE: Final = 5
_WHIM: Final = 12
"""One choice in so many gives every kind the same chance, but for those that end something."""
_LAST: Final = ("finish", "end-activation")
_ON_DICE: Final = {1: 2, 2: 6, 3: 3}
_TOWARDS: Final = {"enemy": 6, "objective": 2}


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
    """One of the legal offers: first a kind by its weight, then one of that kind; dice from number `k` on decide."""
    legal = [o for o in offers if o.action is not None]
    if not legal:
        return None
    kinds = sorted({o.kind for o in legal})
    whim = dice.throw("pick", _WHIM, 1, k)[0] == 1
    whims = [int(name not in _LAST) for name in kinds] if whim else []
    weights = whims if any(whims) else [EAGERNESS.get(name, _OTHERWISE) for name in kinds]
    kind = kinds[_weighted(weights, dice, k + 1)]
    of_kind = [o for o in legal if o.kind == kind]
    return of_kind[_weighted([_liking(o) for o in of_kind], dice, k + 2)].action


def _liking(offer: Offer) -> int:
    """Two dice rather than one or three; towards the enemy rather than anywhere else."""
    if isinstance(offer.action, Activate):
        return _ON_DICE[offer.action.dice]
    return _TOWARDS.get(offer.label, 1)


def _weighted(weights: Sequence[int], dice: Dice, k: int) -> int:
    """A place in `weights`, with chances as they stand to each other; one die of as many sides as they add up to."""
    left = dice.throw("pick", sum(weights), 1, k)[0]
    for place, weight in enumerate(weights):
        left -= weight
        if left <= 0:
            return place
    raise AssertionError("the die has as many sides as the weights add up to")


def next_action(state: GameState, dice: Dice, k: int) -> Action | None:
    """What a bot does now; None when the game is over."""
    side = to_act(state)
    return choose(legal_actions(state, side), dice, k) if side else None
