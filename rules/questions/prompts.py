"""What the options of the open question promise."""

from __future__ import annotations

from rules.core.ids import ModelId
from rules.core.prompt import OptionOdds
from rules.progress import TaskStruct
from rules.state import GameState


def firers(seen: GameState, whole: GameState) -> dict[str, tuple[ModelId, ...]]:
    """By option, those of whom the side that is asked may choose who fire. (ARAP-WPN-01)"""
    asking = whole.agenda[0] if whole.agenda else None
    if seen.prompt is None or not isinstance(asking, TaskStruct):
        return {}
    shown = {o.id for o in seen.prompt.options if not o.refused}
    return {option: models for option, models in asking.who_fires(seen).items() if option in shown and models}


def odds(seen: GameState, whole: GameState) -> OptionOdds:
    """The figures of each open option, by its id; those that its words tell already are left out.

    `seen` is what the side that is asked knows, `whole` everything.
    """
    prompt = seen.prompt
    asking = whole.agenda[0] if whole.agenda else None
    if prompt is None or prompt.unit is None or not isinstance(asking, TaskStruct):
        return {}
    shown = {o.id for o in prompt.options if not o.refused}
    found = {o: tuple(p for p in promises if not p.in_words) for o, promises in asking.odds(seen, whole).items()}
    return {option: promises for option, promises in found.items() if option in shown and promises}
