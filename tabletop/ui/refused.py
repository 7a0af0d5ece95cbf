"""What a page refuses, with what would be allowed."""

from __future__ import annotations

from rules.core.refusal import Refusal


class Refused(Exception):
    """Something that was not done. Nothing has changed; `status` is the answer's over HTTP."""

    def __init__(self, code: str, message: str, allowed: str = "", *, rule: str = "", status: int = 422) -> None:
        super().__init__(message)
        self.refusal = Refusal(code, message, rule, allowed)
        self.status = status

    @property
    def code(self) -> str:
        """The refusal's stable code."""
        return self.refusal.code
