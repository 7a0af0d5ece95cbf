"""The game as values: no web, no clock, no chance. The front door; pages ask the rest of `rules.questions`."""

from rules.answers import Answer
from rules.arap.vehicle_interface import played as vehicle_rules
from rules.codec import action_types, convert_action, decode_action, decode_event, decode_events, decode_state, encode
from rules.core.ids import Viewer
from rules.engine import active_line, decide, evolve, fold, legal_actions, new_game, preview
from rules.hand_dice import EnterDice, LeaveDice, LetDiceStand, RuleDice
from rules.offers import Offer
from rules.progress import Action
from rules.rulesets import names as games
from rules.state import RULES_VERSION, Event, GameState
from rules.verification import Asked, FinishedLog, Verdict, sealed_dice, stated_end, verified
from rules.visibility import sees, tells_of_hidden, view, view_event, without_secrets

__version__ = RULES_VERSION

__all__ = [
    "RULES_VERSION",
    "Action",
    "Answer",
    "Asked",
    "EnterDice",
    "Event",
    "FinishedLog",
    "GameState",
    "LeaveDice",
    "LetDiceStand",
    "Offer",
    "RuleDice",
    "Verdict",
    "Viewer",
    "action_types",
    "active_line",
    "convert_action",
    "decide",
    "decode_action",
    "decode_event",
    "decode_events",
    "decode_state",
    "encode",
    "evolve",
    "fold",
    "games",
    "legal_actions",
    "new_game",
    "preview",
    "sealed_dice",
    "sees",
    "stated_end",
    "tells_of_hidden",
    "vehicle_rules",
    "verified",
    "view",
    "view_event",
    "without_secrets",
]
