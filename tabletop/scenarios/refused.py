"""What the scenarios' pages refuse."""

from __future__ import annotations

from rules.core.refusal import Refusal


class Refused(Exception):
    """Something that was not done. Nothing has changed; `status` is the answer's over HTTP."""

    def __init__(self, code: str, message: str, allowed: str = "", *, status: int = 422) -> None:
        super().__init__(message)
        self.refusal = Refusal(code, message, "", allowed)
        self.status = status
