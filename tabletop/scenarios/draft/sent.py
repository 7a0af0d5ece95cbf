"""What a page sends, read: numbers, words, points. Each raises Refused for what cannot be used."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from tabletop.scenarios.draft.limits import FARTHEST, MOST_POINTS
from tabletop.scenarios.draft.shapes import Point, Points, rounded
from tabletop.ui.refused import Refused

Sent = Mapping[str, str]


def number(sent: Sent, name: str, least: float, most: float, what: str = "That") -> float:
    """A number between two others; a refusal names `what` it was to be."""
    try:
        value = float(sent.get(name, "").strip().replace(",", ".")[:20])
    except ValueError:
        value = math.nan
    if not least <= value <= most:
        raise Refused("no-number", f"{what} cannot be {_given(sent, name)}.", f"a number from {least:g} to {most:g}")
    return round(value, 3)


def whole(sent: Sent, name: str, least: int, most: int, what: str = "That") -> int:
    """A whole number between two others."""
    value = number(sent, name, least, most, what)
    if value != int(value):
        text = f"{what} cannot be {_given(sent, name)}."
        raise Refused("no-number", text, f"a whole number from {least} to {most}")
    return int(value)


def _given(sent: Sent, name: str) -> str:
    """What somebody wrote, to be named in a refusal."""
    given = clean(sent.get(name, ""), 20)
    return f"“{given}”" if given else "empty"


def line(sent: Sent, name: str, longest: int) -> str:
    """One line of words."""
    return clean(sent.get(name, ""), longest)


def clean(text: str, longest: int) -> str:
    """Words in one line, without what no page can show."""
    return " ".join(text.replace("\0", "").split())[:longest].rstrip()


def one_of(sent: Sent, name: str, values: Sequence[str], what: str) -> str:
    """One of some words."""
    value = sent.get(name, "")
    if value not in values:
        raise Refused("no-choice", f"That is no {what}.", ", ".join(v for v in values if v) or "nothing")
    return value


def is_on(sent: Sent, name: str) -> bool:
    """Whether a box is ticked."""
    return sent.get(name, "") in ("on", "1", "true", "yes")


def points(sent: Sent, name: str, least: int) -> Points:
    """Places as `x,y x,y`, in inches."""
    found = [_point(part) for part in sent.get(name, "").split()[: MOST_POINTS + 1]]
    if not least <= len(found) <= MOST_POINTS:
        raise Refused("no-outline", "That is no outline.", f"{least} to {MOST_POINTS} points")
    return rounded(found)


def point(sent: Sent, name: str) -> Point:
    """One place."""
    return points(sent, name, 1)[0]


def _point(text: str) -> Point:
    x, _, y = text.partition(",")
    try:
        found = (float(x), float(y))
    except ValueError:
        found = (math.nan, math.nan)
    if not all(abs(value) <= FARTHEST for value in found):
        raise Refused("no-place", "That is no place on or near the table.", "inches from its corner, as x,y")
    return found
