"""What actions and answers are worth to whoever chooses among them: values that each game fills in by its own rules.

Worth is counted in points of the army lists. Nobody who compares them needs to know which game is played.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from msgspec import Struct

from rules.offers import Offer


class Character(Struct, frozen=True, kw_only=True):
    """What a bot goes by.

    `caution` is how much likelier than it is it holds a bust to be; `nerve` how much its own losses weigh against the
    enemy's.
    """

    id: str
    name: str
    caution: float
    nerve: float
    fire: float = 1.0
    """How much it makes of the enemy's losses, beside ground."""
    ground: float = 1.0
    """How much it makes of ground."""
    depth: float = 0.0
    """How much it makes of a second unit on ground that the first may lose."""
    forward: float = 1.0
    """What it makes of beginning near its ground, beside ground; below nothing it would rather begin far away."""
    tempo: float = 12.0
    """Points that it holds a unit's next activation to be worth, when it may lie low instead."""


class Worth(NamedTuple):
    """What something is worth, in points of the army lists, and why, in a few words."""

    points: float
    why: str


class Considered(NamedTuple):
    """One legal offer with what it is worth, in points, and why, in a few words."""

    offer: Offer
    worth: float
    why: str


class Portion(NamedTuple):
    """Kinds of offers that are weighed together, and the most that any of them can be worth.

    Who looks for the best need not ask for a portion that cannot hold it.
    """

    kinds: frozenset[str]
    at_most: float = math.inf
