"""Where the skirmish rules meet buildings: each chapter declares what it asks, the rules for buildings answer.

The questions of a chapter are a class in its own folder, `building_interface.py`, whose methods answer for open ground;
whatever is plugged in answers those that it derives from. The last that was plugged in is asked first.
"""

from __future__ import annotations

from typing import TypeVar

Questions = TypeVar("Questions")

_plugged_in: list[object] = []


def plug_in(answers: object) -> None:
    """Have questions answered by that from now on; called where the rules are put together, at import."""
    _plugged_in.insert(0, answers)


def ask(questions: type[Questions]) -> Questions:
    """What answers a chapter's questions about buildings: the rules for buildings, else the chapter itself."""
    return next((answers for answers in _plugged_in if isinstance(answers, questions)), None) or questions()
