"""A choice that waits for a player. It is data: it survives a restart, and nothing is ever chosen by a clock."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

from msgspec import Struct

from rules.core.ids import SideId, UnitId
from rules.core.preview import Doubtful


class Promise(NamedTuple):
    """One number that an option promises, and what it is the number of: "92 % gets away", "1.4 fall on average".

    A pool is so many combat dice that somebody throws. (CRU-DICE-01)
    """

    value: Fraction | float
    meaning: str
    kind: Literal["chance", "mean", "inches", "pool"] = "chance"
    part: Literal["", "bad", "even", "good"] = ""
    """Of chances that make up the whole between them: what each is to whoever answers."""
    in_words: bool = False
    """The words of its option say it already."""


OptionOdds = dict[str, tuple[Promise, ...]]
"""What each option promises, by its id; nothing for options of which nothing can be said."""


class Option(Struct, frozen=True, kw_only=True):
    """One possible answer. A refused option is shown with its reason; a path is drawn on the board (inches)."""

    id: str
    label: str
    detail: str = ""
    rule: str = ""
    refused: str = ""
    path: tuple[tuple[float, float], ...] = ()
    ghosts: tuple[tuple[str, float, float, float], ...] = ()
    """Where each model would stand: id, x, y (inches), facing (degrees)."""


class Prompt(Struct, frozen=True, kw_only=True):
    """What is asked, of which side, about which unit, with which options."""

    side: SideId
    kind: str
    question: str
    options: tuple[Option, ...]
    unit: UnitId | None = None
    about: UnitId | None = None
    rule: str = ""
    decline: str = ""
    """The option that a standing 'decline this' takes; empty where it cannot be declined."""
    free: tuple[tuple[str, float], ...] = ()
    """Models whose places the answer may give, and how many inches each may move."""
    area: tuple[tuple[tuple[float, float], ...], ...] = ()
    """Rings within which the middle of a base may be put, holes among them; none where it is not as simple."""
    doubts: tuple[Doubtful, ...] = ()
    """Lines and figures that are judged by the answer, for drawing."""
    laid: tuple[tuple[tuple[float, float], ...], ...] = ()
    """Outlines of the templates and markers at whose edges those figures are, as they are aimed."""
    note: str = ""
    """What else whoever answers should know: why something is not asked."""

    def option(self, choice: str) -> Option | None:
        """The option of that id, if it is offered."""
        return next((o for o in self.options if o.id == choice), None)
