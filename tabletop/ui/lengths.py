"""Lengths as a table shows them: one unit and one precision in everything that leaves the server. (ARAP-GEN-04)

Rules, panels and templates write a length in inches, as a figure before the mark: `7.5″`, `7½″`, `2D6″`. The mark alone
is what a figure counts that is typed beside it. What is sent to a table goes through `shown` last of all: what is kept
in memory and in logs, and what machines are answered, stays in inches. In the browser `static/js/board/lengths.js` does
the same.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import Final

from rules.table.scale import INCHES, TableScale, on_table

MARK: Final = "″"

EIGHTHS: Final = ("", "⅛", "¼", "⅜", "½", "⅝", "¾", "⅞")

_GAP: Final = "\u00a0"
"""What stands between a figure and its unit: no line ends there."""

_SIGNS: Final = f"0123456789.De+- {''.join(EIGHTHS)}"
"""All that figures are written with."""

_FIGURE: Final = re.compile(
    r"(?:(?P<dice>\d{0,3}D\d{1,3}(?: ?\+ ?\d{1,3})?)"
    rf"|(?P<whole>(?:(?:\d{{1,9}}(?:\.\d+)?|\.\d+)(?:e[+-]\d\d?)?)?)(?P<part>[{''.join(EIGHTHS)}]?))$"
)

_SPELT: Final = re.compile(r"(?<=\d) inches\b|(?<=target moved )([\d.]+) in\b")
"""The mark as events of logs spell it, in a question and in a modifier, and people who write scenarios."""


_THROWN: Final = "deviation in inches"
"""What a die of the Rules Crusade is for, as its events spell it."""


def length_text(inches: float, scale: TableScale = INCHES) -> str:
    """A length to the nearest eighth of the table's step: `5½″`, `11 cm`; one too small for an eighth is 0."""
    eighths = math.floor(abs(inches) * 8 + 0.5)
    sign = "−" if inches < 0 and eighths else ""
    if not scale.cm:
        whole, part = divmod(eighths, 8)
        figure = f"{whole or ''}{EIGHTHS[part]}" or "0"
        return f"{sign}{figure}{MARK}"
    measured, unit = on_table(eighths / 8, scale)
    return f"{sign}{math.floor(measured * 10 + 0.5) / 10:g}{_GAP}{unit}"


def unit_name(scale: TableScale) -> str:
    """What the table measures in: `inches`, `cm`."""
    return on_table(0, scale)[1] if scale.cm else "inches"


def _counted(scale: TableScale) -> str:
    """What a figure counts that is typed as the rules have it: `inches`, `cm`, `steps of 2 cm`."""
    return unit_name(scale) if scale.cm in (0, 1) else f"steps of {length_text(1, scale)}"


def mentioned(text: str) -> bool:
    """Whether there may be a length in a text."""
    return MARK in text or _is_spelt(text)


def _is_spelt(text: str) -> bool:
    return " inches" in text or "target moved " in text


def shown(text: str, scale: TableScale) -> str:
    """A text or markup with every length in it as the table shows it."""
    if _is_spelt(text):
        text = _SPELT.sub(lambda found: (found[1] or "") + MARK, text)
        text = text.replace(_THROWN, f"deviation in {_counted(scale)}")
    pieces = text.split(MARK)
    if len(pieces) == 1:
        return text
    return "".join(_ended(piece, scale) for piece in pieces[:-1]) + pieces[-1]


def _ended(piece: str, scale: TableScale) -> str:
    """What stands before a mark, with its figure in the table's unit."""
    before = piece.rstrip(_SIGNS)
    return before + _converted(piece[len(before) :], scale)


@lru_cache(maxsize=4096)
def _converted(tail: str, scale: TableScale) -> str:
    found = _FIGURE.search(tail)
    if found is None or not found[0]:
        return tail + _counted(scale)
    before = tail[: found.start()]
    if found["dice"]:
        return before + _dice(found["dice"], scale)
    inches = float(found["whole"] or 0) + EIGHTHS.index(found["part"]) / 8
    slight = 0 < inches < 1 / 16
    return f"{before}under {length_text(1 / 8, scale)}" if slight else before + length_text(inches, scale)


def _dice(dice: str, scale: TableScale) -> str:
    """A length that is thrown for: so many steps as the dice show."""
    if not scale.cm:
        return dice + MARK
    if scale.cm == 1:
        return f"{dice}{_GAP}cm"
    return f"({dice}) × {length_text(1, scale)}" if "+" in dice else f"{dice} × {length_text(1, scale)}"
