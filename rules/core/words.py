"""Names in a row, as people say them."""

from __future__ import annotations

from collections.abc import Iterable


def listed(names: Iterable[str]) -> str:
    """ "A", "A and B", "A, B and C"."""
    *others, last = list(names) or [""]
    return f"{', '.join(others)} and {last}" if others else last
