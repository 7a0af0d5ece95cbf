"""Cards laid out on sheets of paper: two columns by three rows, or enlarged, two to a sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from tabletop.armies.cards.unit_card import Card

Paper = Literal["a4", "letter"]
Size = Literal["standard", "large"]

ROWS: Final[dict[Size, int]] = {"standard": 3, "large": 2}
_FITS: Final = 6
"""Lines of profiles, weapons, traits and notes that a narrow card has room for."""


class Sheet(NamedTuple):
    """One page: rows of one wide card or up to two narrow ones."""

    rows: tuple[tuple[Card, ...], ...]


def sheets(cards: Sequence[Card], size: Size) -> tuple[Sheet, ...]:
    """The cards in their order, but that narrow ones stand in pairs."""
    rows = _rows(cards, 2 if size == "standard" else 1)
    step = ROWS[size]
    return tuple(Sheet(tuple(rows[at : at + step])) for at in range(0, len(rows), step))


def _rows(cards: Sequence[Card], width: int) -> list[tuple[Card, ...]]:
    rows: list[tuple[Card, ...]] = []
    waits: int | None = None
    for card in cards:
        if is_wide(card) or width == 1:
            rows.append((card,))
        elif waits is None:
            waits = len(rows)
            rows.append((card,))
        else:
            rows[waits] = (*rows[waits], card)
            waits = None
    return rows


def is_wide(card: Card) -> bool:
    """Vehicles, with their diagram and chart, and units that carry much."""
    words = bool(card.traits) + bool(card.note) + bool(card.serves)
    return card.is_vehicle or len(card.profiles) + len(card.weapons) + words > _FITS
