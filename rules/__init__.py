"""The game as values: no web, no clock, no chance. This is the front door."""

from rules.engine import active_line, decide, evolve, fold, legal_actions, new_game, preview
from rules.state import RULES_VERSION
from rules.visibility import view, view_event

__version__ = RULES_VERSION

__all__ = ["active_line", "decide", "evolve", "fold", "legal_actions", "new_game", "preview", "view", "view_event"]
