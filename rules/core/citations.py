"""Which rules were cited: read from what came out at the public door, and from nothing else.

`door` marks the functions that make up the front door. Play itself never reads or writes here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from msgspec import Struct

from rules.core.refusal import IllegalAction

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


class Heard(set[str]):
    """The rule ids that came out at the door, and by which ways each did: "action Move", "preview Move", "page".

    `deeds` are the ways of all that was carried out, whatever it cites. While `aside` what is heard came by no way.
    """

    def __init__(self) -> None:
        super().__init__()
        self.ways: dict[str, set[str]] = {}
        self.deeds: set[str] = set()
        self.aside = False

    def note(self, way: str, rules: Iterable[str], state: object = None) -> None:
        """These rules came out that way, in the game of that state where it was one."""
        for rule in rules:
            self.add(rule)
            if not self.aside:
                self.ways.setdefault(rule, set()).add(way)


_listeners: list[Heard] = []


def cited_in(value: object) -> list[str]:
    """Every rule id that a value carries: in `rule` and `rules` of itself and of all that is in it."""
    found: list[str] = []
    _look_into(value, found)
    return found


_PLAIN: Final = frozenset({str, int, float, bool, bytes, type(None)})
"""What most of a state is made of, and carries no rules."""


def _look_into(value: object, found: list[str]) -> None:
    """Add the rule ids that are in a value. Whole states are looked through: what is plain costs no call."""
    if isinstance(value, Struct):
        for name in value.__struct_fields__:
            inside = getattr(value, name)
            if name == "rule" and isinstance(inside, str):
                if inside:
                    found.append(inside)
            elif name == "rules" and isinstance(inside, tuple):
                found += inside
            elif type(inside) not in _PLAIN and name != "agenda":
                _look_into(inside, found)
    elif isinstance(value, tuple | list | dict):
        for each in value.values() if isinstance(value, dict) else value:
            if type(each) not in _PLAIN:
                _look_into(each, found)


def door(function: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """The function as a part of the front door: whoever listens hears which rules its answer cites."""

    @wraps(function)
    def through(*args: Asked.args, **kwargs: Asked.kwargs) -> Answer:
        try:
            answer = function(*args, **kwargs)
        except IllegalAction as refused:
            _hear(refused.refusal, function.__name__, args)
            raise
        _hear(answer, function.__name__, args)
        return answer

    return through


def _hear(value: object, asked: str, args: tuple[object, ...]) -> None:
    """Tell every listener what a value cites. Costs nothing while nobody listens."""
    if not _listeners:
        return
    way = _WAYS.get(asked) or _way_of(asked, args)
    for each in value if isinstance(value, list) else (value,):
        prompt = getattr(each, "prompt", None) if asked == "decide" else None
        rules = cited_in(each)
        for heard in _listeners:
            heard.note(f"prompt {prompt.kind}" if prompt is not None else way, rules, args[0] if args else None)
    if asked == "decide" and isinstance(value, list):
        for heard in _listeners:
            heard.deeds.add(way)


_WAYS: Final = {
    "new_game": "set-up",
    "legal_actions": "offer",
    "view": "view",
    "view_event": "view",
}


def _way_of(asked: str, args: tuple[object, ...]) -> str:
    """The action or ruling that was decided or whose plan was asked for, or the question that was answered."""
    state, action = (*args, None, None)[:2]
    prompt = getattr(state, "prompt", None)
    if asked == "preview":
        return f"preview {type(action).__name__}"
    if prompt is not None and type(action).__name__ == "Answer":
        return f"prompt {prompt.kind}"
    return f"{'ruling' if getattr(action, 'host_only', False) else 'action'} {type(action).__name__}"


@contextmanager
def listen(heard: Heard | None = None) -> Iterator[Heard]:
    """The ids that come out at the door while the block runs. For tests and tools: play never reads it."""
    heard = Heard() if heard is None else heard
    _listeners.append(heard)
    try:
        yield heard
    finally:
        # By identity: two sets that heard the same are equal.
        _listeners[:] = [other for other in _listeners if other is not heard]


@contextmanager
def aside() -> Iterator[None]:
    """What comes out at the door while the block runs is heard, but no player got there that way: tests begin there."""
    before = [(heard, heard.aside) for heard in _listeners]
    for heard, _ in before:
        heard.aside = True
    try:
        yield
    finally:
        for heard, was in before:
            heard.aside = was
