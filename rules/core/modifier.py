"""A named change to a goal."""

from msgspec import Struct


class Modifier(Struct, frozen=True):
    """By how much, why, and which rule says so. The sign is as printed: +1 raises the number."""

    value: int
    reason: str
    rule: str = ""
