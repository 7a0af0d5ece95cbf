"""Where the skirmish rules meet vehicles: each chapter declares what it asks, the game's vehicle module answers.

The questions of a chapter are a class in its own folder, in `vehicle_interface.py`, whose methods answer "no such thing
here"; a vehicle module derives from those that it has an answer to. (TRI-JOIN-01)
"""

from __future__ import annotations

from typing import TypeVar

from rules.state import GameState

Questions = TypeVar("Questions")

MODULES: dict[str, object] = {}
"""What answers for each vehicle module, by name; each enters itself when it is imported."""


def ask(state: GameState, questions: type[Questions]) -> Questions:
    """What answers a chapter's questions in this game: its vehicle module, else the chapter's own "no such thing"."""
    answers = MODULES[str(state.options.get("vehicle_module", "gemini"))]
    return answers if isinstance(answers, questions) else questions()
