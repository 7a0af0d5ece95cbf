"""Names in a row, and names with what they do, as people say them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

_IRREGULAR = {"has": "have", "is": "are"}

_HEAD = re.compile(r" (?:of|from|in|at) ")
"""What follows says more of the one before: "Riders of Mordin" are riders."""


def listed(names: Iterable[str]) -> str:
    """ "A", "A and B", "A, B and C"."""
    *others, last = list(names) or [""]
    return f"{', '.join(others)} and {last}" if others else last


def does(name: str, verb: str) -> str:
    """A side with what it does: "Ash wins", "Runners win"; the verb is given as it goes with one."""
    return f"{name} {_of_many(verb) if is_plural(name) else verb}"


def is_plural(name: str) -> bool:
    """Whether a side is called by a word for many: "Runners", "Riders of Mordin", "Ash and Birch"."""
    head = _HEAD.split(name.strip().lower())[0]
    return " and " in name or (head.endswith("s") and not head.endswith(("ss", "us", "is", "os")))


def at_a_cost(spent_in: float, length_in: float) -> str:
    """What a way used of an allowance, where that is more than its length in the eighths that are told of both."""
    dearer = math.floor(spent_in * 8 + 0.5) > math.floor(length_in * 8 + 0.5)
    return f" at a cost of {spent_in:.3g}″" if dearer else ""


def _of_many(verb: str) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    return verb[:-2] if verb.endswith(("ches", "shes", "sses", "oes")) else verb.removesuffix("s")
