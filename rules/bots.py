"""Players without a person: legal choices by weighted chance, for tests, measurements and practice games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from rules import rulesets
from rules.core.ids import SideId
from rules.core.owed import RollAsked
from rules.dice.sources import Dice
from rules.engine import legal_actions
from rules.hand_dice import EnterDice
from rules.offers import Offer
from rules.progress import Action
from rules.state import GameState

DICE_PER_CHOICE: Final = 3
"""Dice that one choice may throw: callers number their choices that far apart, at least."""

_THROWN_FROM: Final = 1 << 40
_THROWN_APART: Final = 256
"""Where the dice of rolls that a bot throws by hand are numbered from, and how far apart."""

_OTHERWISE: Final = 5
"""How gladly a kind of thing is done of which the ruleset says nothing."""
_WHIM: Final = 12
"""One choice in so many gives every kind the same chance, but for those that end something."""


def to_act(state: GameState) -> SideId | None:
    """The side that has to do something now: to answer, to deploy, or to play its turn. None once it is over."""
    if state.outcome is not None:
        return None
    if state.waits_for is not None:
        return state.waits_for
    return rulesets.of(state).to_act(state)


def choose(state: GameState, offers: Sequence[Offer], dice: Dice, k: int) -> Action | None:
    """One of the legal offers: first a kind by its weight, then one of that kind; dice from number `k` on decide."""
    rules = rulesets.of(state)
    legal = [o for o in offers if o.action is not None and rules.liking(o)]
    if not legal:
        return None
    kinds = sorted({o.kind for o in legal})
    whim = dice.throw("pick", _WHIM, 1, k)[0] == 1
    whims = [int(name not in rules.last) for name in kinds] if whim else []
    weights = whims if any(whims) else [rules.eagerness.get(name, _OTHERWISE) for name in kinds]
    kind = kinds[_weighted(weights, dice, k + 1)]
    of_kind = [o for o in legal if o.kind == kind]
    action = of_kind[_weighted([rules.liking(o) for o in of_kind], dice, k + 2)].action
    return _thrown(action, state.owed.asked, dice, k) if isinstance(action, EnterDice) and state.owed else action


def _thrown(entering: EnterDice, asked: RollAsked, dice: Dice, k: int) -> EnterDice:
    """Dice that a bot throws by hand, apart from those that its choices take."""
    faces = dice.throw(asked.label, asked.sides, asked.count, _THROWN_FROM + k * _THROWN_APART)
    return replace(entering, faces=faces, by="bot")


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
    return choose(state, legal_actions(state, side), dice, k) if side else None
