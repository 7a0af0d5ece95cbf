"""What bots go by in Gemini-ARAP: whose turn it is, and how gladly each thing is done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.arap.movement.offers import ROUND
from rules.arap.turn.activation import Activate
from rules.arap.turn.setup import AutoDeploy
from rules.core.ids import SideId
from rules.offers import Offer
from rules.state import GameState

EAGERNESS: Final[Mapping[str, int]] = {
    "charge": 60,
    "shoot": 30,
    "fire": 30,
    "lob": 12,
    "throw": 3,
    "drop": 3,
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
    "stairs": 3,
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
    "jump-out": 1,
    "rappel": 1,
    "swim": 1,
    "stop": 1,
    "block": 1,
    "standing": 0,
    "deploy-all": 1,
}
"""How gladly each kind of thing is done; what ends something least of all. What is not named here is middling."""
LAST: Final = ("finish", "end-activation", "standing")
_ON_DICE: Final = {1: 2, 2: 6, 3: 3}
_TOWARDS: Final = {"enemy": 6, "objective": 2, ROUND: 0}


def to_act(state: GameState) -> SideId | None:
    """The side whose player turn it is, or whose turn to deploy; before the roll-off the first side."""
    return state.turn.order[state.turn.place] if state.turn.order else state.sides[0].id


def liking(offer: Offer) -> int:
    """Two dice rather than one or three; towards the enemy rather than anywhere else, straight on; where the table
    places it."""
    if isinstance(offer.action, Activate):
        return _ON_DICE[offer.action.dice]
    if isinstance(offer.action, AutoDeploy) and offer.action.near is not None:
        return 0
    return _TOWARDS.get(offer.label, 1)
