"""Sides on paper: a side is a letter, a colour, a glyph and a pattern, never a colour alone."""

import re
from typing import Final

LETTERS: Final = "abcd"
GLYPH_WORDS: Final = {"a": "circle", "b": "diamond", "c": "triangle", "d": "square"}


def side_letter(side: str | int) -> str:
    """The letter `a` to `d` of a side given as a letter in either case or as its place at the table from 0."""
    letter = LETTERS[side] if isinstance(side, int) else side.strip().lower()
    if letter not in GLYPH_WORDS:
        raise ValueError(f"no side {side!r}: sides are a, b, c, d")
    return letter


def roster_place(unit: str) -> tuple[str, int, str]:
    """By what units are listed: side, number, part of a squad. A5B comes after A5, A10 after A9."""
    found = re.fullmatch(r"([a-d])(\d+)(.*)", unit.lower())
    return (found[1], int(found[2]), found[3]) if found else (unit, 0, "")
