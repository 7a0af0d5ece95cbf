"""What a game reads of a piece of terrain, for games that do not read all of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class GroundField(NamedTuple):
    """One field: what it is there for, and what its values mean; those of one meaning are one choice."""

    about: str = ""
    words: Mapping[str, str] = {}
