"""Questions of odds that the command line passes on."""

from abc import abstractmethod
from typing import ClassVar

import msgspec


class Question(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """One thing to work out; the answer is built of plain values and chances."""

    example: ClassVar[str]
    """The question as it may be asked, in JSON: the command's help shows it."""

    @abstractmethod
    def answer(self) -> object:
        """The odds asked for."""
