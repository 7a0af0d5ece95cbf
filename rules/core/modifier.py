"""A named change to a goal."""

from msgspec import Struct

from rules.core.citations import cite


class Modifier(Struct, frozen=True):
    """By how much, why, and which rule says so. The sign is as printed: +1 raises the number."""

    value: int
    reason: str
    rule: str = ""

    def __post_init__(self) -> None:
        if self.rule:
            cite(self.rule)
