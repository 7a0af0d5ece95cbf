"""Answers kept on the frozen value that they are about: they go when it goes, and no other table can come upon them.

An owner never changes, so that two threads which ask at the same time work out the same answer, and either may keep
its own. Owners are structs with a `__dict__` (`dict=True`); what is kept there is no field: it is neither compared nor
written to JSON, and `replace` leaves it behind.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeVar

from msgspec import Struct

Owner = TypeVar("Owner", bound=Struct)
Answer = TypeVar("Answer")

MOST_KEPT: Final = 4
"""Latest answers to one question: a preview, its check and the act ask about the same action."""


def once(work: Callable[[Owner], Answer]) -> Callable[[Owner], Answer]:
    """A question about one value alone, worked out when it is asked first."""
    name = f"{work.__module__}.{work.__qualname__}"

    @wraps(work)
    def ask(owner: Owner) -> Answer:
        kept: dict[str, Answer] = owner.__dict__
        if name not in kept:
            kept[name] = work(owner)
        return kept[name]

    return ask


def lately(owner: Struct, question: str, about: object, work: Callable[[], Answer], *, most: int = MOST_KEPT) -> Answer:
    """The answer to a question about an owner and something else, if that was among the latest asked about."""
    kept: tuple[tuple[object, Answer], ...] = owner.__dict__.get(question, ())
    for known, answer in kept:
        if known == about:
            return answer
    made = work()
    owner.__dict__[question] = ((about, made), *kept[: most - 1])  # one store: nobody sees half of it
    return made


def on_these_grounds(owner: Struct, question: str, *grounds: object) -> dict[object, Any]:
    """What has been worked out about an owner on these grounds, by what was asked; it only grows.

    For owners that outlive the grounds, such as a unit the state in which it stands: on others it begins empty again.
    """
    kept: tuple[tuple[object, ...], dict[object, Any]] | None = owner.__dict__.get(question)
    if kept is None or kept[0] != grounds:
        owner.__dict__[question] = kept = (grounds, {})  # one store: nobody sees half of it
    return kept[1]
