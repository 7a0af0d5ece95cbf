"""States of a unit in the rules' words, as rows: when it is so, the words for it, the rule behind it."""

from __future__ import annotations

from typing import NamedTuple


class UnitState(NamedTuple):
    """One state that a unit is in: the name of its glyph, the words, and the rule behind it."""

    name: str
    words: str
    rule: str
