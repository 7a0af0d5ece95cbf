"""How figures are written: inches, odds, goals and table codes."""

from fractions import Fraction
from typing import Final

from tabletop.ui.lengths import length_text

_SAFE_CODE: Final = 6
COMPASS: Final = (
    "north",
    "north-north-east",
    "north-east",
    "east-north-east",
    "east",
    "east-south-east",
    "south-east",
    "south-south-east",
    "south",
    "south-south-west",
    "south-west",
    "west-south-west",
    "west",
    "west-north-west",
    "north-west",
    "north-north-west",
)
"""Directions clockwise from the top of the table."""


def inches_text(inches: float) -> str:
    """Inches to the nearest eighth, `5½″`, which a table of another scale shows in its own unit. (ARAP-GEN-04)"""
    return length_text(inches)


def signed_text(value: float) -> str:
    """A modifier with its sign: `+1`, `−2`, `0`."""
    figure = f"{abs(value):g}"
    return f"+{figure}" if value > 0 else f"−{figure}" if value < 0 else figure


def percent_text(chance: Fraction | float) -> str:
    """A chance in whole percent; what can happen is never 0%, what can fail never 100%."""
    if chance <= 0:
        return "0%"
    if chance >= 1:
        return "100%"
    percent = int(chance * 100 + Fraction(1, 2))
    return "under 1%" if percent == 0 else "over 99%" if percent == 100 else f"{percent}%"


def needed_text(goal: int, sense: str) -> str:
    """What a die must show: never a bare figure. The sense is `low` (or less) or `high` (or more)."""
    if sense not in ("low", "high"):
        raise ValueError(f"a roll is low or high, not {sense!r}")
    return f"{goal} or {'less' if sense == 'low' else 'more'}"


def code_text(code: str) -> str:
    """A table code as it is shown and read aloud: four signs, a gap, two signs."""
    plain = plain_code(code)
    return f"{plain[:4]} {plain[4:]}" if len(plain) == _SAFE_CODE else plain


def plain_code(typed: str) -> str:
    """A table code as it is kept, typed in any way: case, gaps and dashes do not count."""
    return "".join(sign for sign in typed.upper() if sign.isascii() and sign.isalnum())


def is_number(typed: str, digits: int = 9) -> bool:
    """Whether something is a whole number of so many digits at most, which `int` reads: not every digit is one."""
    return typed.isascii() and typed.isdigit() and len(typed) <= digits


def count_text(count: int, noun: str, plural: str = "") -> str:
    """A count with its noun: `1 model`, `8 models`."""
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def compass_text(deg: float, points: int = len(COMPASS)) -> str:
    """A bearing in words, by so many points of the compass (4, 8 or 16), north at the top of the table: 90 is east."""
    names = COMPASS[:: len(COMPASS) // points]
    return names[round(deg * points / 360) % points]
