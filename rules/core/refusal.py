"""Why something may not be done. A refusal is a value; it is raised only at the engine's door."""

from typing import Final

from msgspec import Struct

_QUOTED: Final = 40
"""Signs of what somebody sent that a refusal repeats."""


def in_short(sent: object) -> str:
    """What somebody sent and nothing is called, as a refusal repeats it: of a long text the beginning."""
    text = str(sent)
    return text if len(text) <= _QUOTED else f"{text[: _QUOTED - 1]}…"


def quoted(sent: object) -> str:
    """The same in quotes."""
    return repr(in_short(sent))


class Refusal(Struct, frozen=True):
    """One reason against an action: a stable code, a sentence, the rule that says so, and what would be allowed."""

    code: str
    message: str
    rule: str = ""
    allowed: str = ""

    @property
    def in_one_line(self) -> str:
        """All of it in one line, for a button that is shut."""
        way_out = f" Allowed: {self.allowed.rstrip('.')}." if self.allowed else ""
        return f"{self.message}{way_out}{f' ({self.rule})' if self.rule else ''}"


class IllegalAction(Exception):
    """An action that the rules do not allow now; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal

    @property
    def code(self) -> str:
        """The refusal's code."""
        return self.refusal.code

    @property
    def message(self) -> str:
        """The refusal's sentence."""
        return self.refusal.message

    @property
    def rule(self) -> str:
        """The rule id that forbids it, or an empty string."""
        return self.refusal.rule

    @property
    def allowed(self) -> str:
        """What would be allowed instead."""
        return self.refusal.allowed
