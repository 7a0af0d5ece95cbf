"""Where the skirmish rules meet buildings: each chapter declares what it asks, the rules for buildings answer.

The questions of a chapter are a class in its own folder, in `building_interface.py`, whose methods answer for open
ground; whatever is plugged in answers those that it derives from. What was plugged in last is asked first.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from types import ModuleType
from typing import Any, Final, TypeVar

from rules.core.ids import SideId
from rules.offers import Offer, listed
from rules.state import GameState

Questions = TypeVar("Questions")

_shipped: Final[list[object]] = []
_files: Final[list[ModuleType]] = []
_added: ContextVar[tuple[object, ...]] = ContextVar("added rules for buildings", default=())


def ship(answers: object, *files: ModuleType) -> None:
    """Enter what comes with the project; `rules/rulesets.py` does so, and nobody else.

    `files` are rule files with ACTIONS, EVENTS, TASKS and `offers` of their own, in the order in which they offer.
    """
    _shipped.insert(0, answers)
    _files.extend(files)


def gathered(name: str) -> tuple[type, ...]:
    """The ACTIONS, EVENTS or TASKS of the rule files for buildings."""
    return tuple(kind for file in _files for kind in getattr(file, name, ()))


def offers(state: GameState, side: SideId, kinds: frozenset[str] | None = None) -> Iterator[Offer]:
    """What a side may do with buildings now, in a stable order."""
    yield from listed(tuple(_files), state, side, kinds)


@contextmanager
def adding(answers: object) -> Iterator[None]:
    """That answers as well while the block runs, in this thread alone: for tests, and to try one out."""
    token = _added.set((answers, *_added.get()))
    try:
        yield
    finally:
        _added.reset(token)


def ask(questions: type[Questions]) -> Questions:
    """What answers a chapter's questions about buildings: the rules for buildings, else the chapter itself."""
    asked: Any = questions
    found: Questions = _answering(asked, _added.get(), len(_shipped))
    return found


@lru_cache(maxsize=512)
def _answering(questions: Any, added: tuple[object, ...], shipped: int) -> Any:
    """Found once for what is plugged in, which has no state of its own."""
    for answers in (*added, *_shipped):
        if isinstance(answers, questions):
            return answers
    return questions()
