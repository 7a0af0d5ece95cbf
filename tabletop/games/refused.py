"""What a table refuses, apart from what the rules refuse: rights, malformed requests, things that came too late."""

from __future__ import annotations

from rules.core.refusal import Refusal


class Refused(Exception):
    """A command that was not carried out. Nothing has changed; `status` is the answer's over HTTP."""

    def __init__(self, code: str, message: str, allowed: str = "", *, rule: str = "", status: int = 422) -> None:
        super().__init__(message)
        self.refusal = Refusal(code, message, rule, allowed)
        self.status = status

    @property
    def code(self) -> str:
        """The refusal's stable code."""
        return self.refusal.code


def no_right(message: str, allowed: str = "watch", *, code: str = "no-right") -> Refused:
    """Somebody asks for what is not theirs to ask."""
    return Refused(code, message, allowed, status=403)


def malformed(message: str, allowed: str = "", *, code: str = "malformed") -> Refused:
    """A request that makes no sense to any table."""
    return Refused(code, message, allowed)
