"""How large the body of a request may be: refused by its length before it is read, on each server.

A form with a file may hold 11 MB, everything else 1 MB. Django checks its own limit only when a view asks for a
field, after the whole body has gone to memory or disk; addresses like `/healthz` never ask.
"""

from __future__ import annotations

from typing import Any, Final

FILES: Final = 11_000_000
"""Bytes of a form with files: 10 MB of list and what goes with it."""

OTHERS: Final = 1_000_000
"""Bytes of everything else."""

REFUSAL: Final = "That is too long: at most 11 MB for a form with a file, 1 MB for everything else.\n"


def limit(content_type: bytes) -> int:
    """The largest body of that content type, in bytes."""
    return FILES if content_type.strip().lower().startswith(b"multipart/form-data") else OTHERS


def is_too_long(headers: list[tuple[bytes, bytes]]) -> bool:
    """Whether a request says itself that its body is beyond the limit; headers as ASGI has them."""
    found = {name.lower(): value for name, value in headers}
    stated = found.get(b"content-length", b"0").strip()
    return stated.isdigit() and int(stated) > limit(found.get(b"content-type", b""))


class Counted:
    """What an ASGI server hands on of a body, counted: `over` is true once more than the limit came, length or not."""

    def __init__(self, receive: Any, headers: list[tuple[bytes, bytes]]) -> None:
        self._receive = receive
        self._left = limit(next((value for name, value in headers if name.lower() == b"content-type"), b""))
        self.over = False

    async def __call__(self) -> Any:
        """The next message; the first one beyond the limit ends the body."""
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        self.over = self._left < 0
        return {"type": "http.request", "body": b"", "more_body": False} if self.over else message
