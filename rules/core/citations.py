"""Which rules were cited: read from what came out at the public door, and from nothing else.

`door` marks the functions that make up the front door. Play itself never reads or writes here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

from msgspec import Struct

from rules.core.refusal import IllegalAction

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")

_listeners: list[set[str]] = []


def cited_in(value: object) -> Iterator[str]:
    """Every rule id that a value carries: in `rule` and `rules` of itself and of all that is in it."""
    if isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from _cited_by(name, getattr(value, name))
    elif isinstance(value, tuple | list | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from cited_in(each)


def _cited_by(name: str, value: object) -> Iterator[str]:
    if name == "rule" and isinstance(value, str):
        yield from filter(None, (value,))
    elif name == "rules" and isinstance(value, tuple):
        yield from value
    elif name != "agenda":
        yield from cited_in(value)


def door(function: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """The function as a part of the front door: whoever listens hears which rules its answer cites."""

    @wraps(function)
    def through(*args: Asked.args, **kwargs: Asked.kwargs) -> Answer:
        try:
            answer = function(*args, **kwargs)
        except IllegalAction as refused:
            hear(refused.refusal)
            raise
        hear(answer)
        return answer

    return through


def hear(value: object) -> None:
    """Tell every listener what a value cites. Costs nothing while nobody listens."""
    for heard in _listeners:
        heard.update(cited_in(value))


@contextmanager
def listen() -> Iterator[set[str]]:
    """The ids that come out at the door while the block runs. For tests and tools: play never reads it."""
    heard: set[str] = set()
    _listeners.append(heard)
    try:
        yield heard
    finally:
        # By identity: two sets that heard the same are equal.
        _listeners[:] = [other for other in _listeners if other is not heard]
