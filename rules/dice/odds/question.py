"""Questions of odds that the command line passes on."""

from abc import abstractmethod
from typing import ClassVar, Final

import msgspec


class Question(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """One thing to work out; the answer is built of plain values and chances."""

    example: ClassVar[str]
    """The question as it may be asked, in JSON: the command's help shows it."""

    @abstractmethod
    def answer(self) -> object:
        """The odds asked for."""


MOST_AT_ONCE: Final = 200
"""Shots, blows, models or dice in one question: more are on no table."""


def within(name: str, value: int, least: int, most: int = MOST_AT_ONCE) -> None:
    """Raises ValueError, which says what is allowed, for a number that is on no table."""
    if not least <= value <= most:
        raise ValueError(f"{name} from {least} to {most}, not {value}")
