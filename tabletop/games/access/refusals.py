"""What a table refuses, apart from what the rules refuse: rights, malformed requests, things that came too late."""

from __future__ import annotations

from tabletop.ui.refused import Refused

__all__ = ["Refused", "malformed", "no_right"]


def no_right(message: str, allowed: str = "watch", *, code: str = "no-right") -> Refused:
    """Somebody asks for what is not theirs to ask."""
    return Refused(code, message, allowed, status=403)


def malformed(message: str, allowed: str = "", *, code: str = "malformed") -> Refused:
    """A request that makes no sense to any table."""
    return Refused(code, message, allowed)
