"""The game as values: no web, no clock, no chance. The front door; pages ask the rest of `rules.questions`.

Read in this order: `core`, `dice`, `geometry`, `rulebook`, `forces`, `table`, `state`, `events`, `progress`,
`offers`, `any_game`, `weighing`, `answers`, `hand_dice`, `arap`, `crusade`, `vehicles`, `buildings`, `rulesets`,
`engine`, `codec`, `visibility`, `verification`, `bots`, `characters`, `log_lines`, `sealed_rolls`, `questions`,
`cli`.
"""

from rules.answers import Answer
from rules.any_game import AdviceAsked
from rules.arap.vehicle_interface import played as vehicle_rules
from rules.codec import action_types, convert_action, decode_action, decode_event, decode_events, decode_state, encode
from rules.core.ids import Viewer
from rules.engine import active_line, decide, evolve, fold, legal_actions, new_game, preview, resumed
from rules.hand_dice import EnterDice, LeaveDice, LetDiceStand, RuleDice
from rules.log_lines import BadLineError, EventLine, Head, LinedLog
from rules.offers import Offer
from rules.progress import Action
from rules.rulesets import names as games
from rules.rulesets import read_in_whole
from rules.sealed_rolls import SealedRolls, sealed_rolls
from rules.state import RULES_VERSION, Event, GameState
from rules.verification import Asked, FinishedLog, StatedEnd, Verdict, sealed_dice, stated_end, verified
from rules.visibility import choices_in_words, sees, tells_of_hidden, view, view_event, without_secrets

__version__ = RULES_VERSION

__all__ = [
    "RULES_VERSION",
    "Action",
    "AdviceAsked",
    "Answer",
    "Asked",
    "BadLineError",
    "EnterDice",
    "Event",
    "EventLine",
    "FinishedLog",
    "GameState",
    "Head",
    "LeaveDice",
    "LetDiceStand",
    "LinedLog",
    "Offer",
    "RuleDice",
    "SealedRolls",
    "StatedEnd",
    "Verdict",
    "Viewer",
    "action_types",
    "active_line",
    "choices_in_words",
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
    "read_in_whole",
    "resumed",
    "sealed_dice",
    "sealed_rolls",
    "sees",
    "stated_end",
    "tells_of_hidden",
    "vehicle_rules",
    "verified",
    "view",
    "view_event",
    "without_secrets",
]
