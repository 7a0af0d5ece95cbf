"""A card that a roll has drawn, and what the cards that lie at a unit come to."""

from __future__ import annotations

from typing import NamedTuple


class DrawnCard(NamedTuple):
    """One card as it lies face up."""

    name: str
    does: str = ""
    """What it does to whoever draws it, in words."""
    left: int = 0
    """Cards that are left on the pile then, of `full`."""
    full: int = 0
    held: int = 0
    """Cards that the unit holds with it, of the `most` that it bears; 0 of 0 where it goes to nobody."""
    most: int = 0


class CardsHeld(NamedTuple):
    """The cards of a unit, and what holds of it now: each line with the card that it comes of, or none."""

    cards: tuple[str, ...]
    most: int
    lines: tuple[tuple[str, str], ...]
