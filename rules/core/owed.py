"""Dice that somebody throws by hand: what a roll asks, what has been entered for it, what has fallen so far."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from rules.core.ids import SideId, UnitId
from rules.core.modifier import Modifier

BEARING: int = 360
"""Sides of the die that stands for a direction: whole degrees clockwise from table north. (ARAP-SCAT-01)"""


class RollAsked(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a roll asks before its dice fall; the fields are those of `Rolled`, with how many dice instead of faces."""

    label: str
    count: int
    sides: int = 6
    kind: int = 0
    """The number after the D where real dice stand for another: 3, 66, 100. (ARAP-DICE-09 to -13)"""
    summed: bool = False
    """The dice are added up; a goal is for their total."""
    sense: str = "none"
    goal: int | None = None
    base: int | None = None
    modifiers: tuple[Modifier, ...] = ()
    unit: UnitId | None = None
    side: SideId | None = None
    """Whose dice they are: the unit's side; else, once it is owed, the side that acts."""
    target: UnitId | None = None
    why: str = ""
    rules: tuple[str, ...] = ()

    def bad(self, faces: tuple[int, ...]) -> str:
        """What is wrong with faces that were entered for it, in words; empty if nothing is."""
        if len(faces) != self.count:
            return f"{len(faces)} {'face is' if len(faces) == 1 else 'faces are'} given, {self.count} dice are thrown"
        wrong = [str(face) for face in faces if not 1 <= face <= self.sides]
        return f"a D{self.sides} has no {' and no '.join(dict.fromkeys(wrong))}" if wrong else ""

    @property
    def allowed(self) -> str:
        """Which faces may be entered."""
        if self.sides == BEARING:
            return "whole degrees from 1 to 360, clockwise from table north; or the two places of the dice"
        one = self.count == 1
        return f"{self.count} {'face' if one else 'faces'}{'' if one else ', each'} from 1 to {self.sides}"


class HandEntry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was said about one roll that was owed: its faces and who entered them, or that the server throws it."""

    faces: tuple[int, ...] = ()
    by: str = ""
    line_deg: float | None = None
    """The exact bearing of the line between two real dice, for a direction. (ARAP-SCAT-01)"""

    @property
    def is_left(self) -> bool:
        """Whether it was left to the server."""
        return not self.faces


class Lying(NamedTuple):
    """Dice as they lie: their faces, who entered them where they were thrown by hand, and the line that they show."""

    faces: tuple[int, ...] = ()
    by: str = ""
    line_deg: float | None = None


class RollFallen(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A roll of the command in hand that has fallen already, by hand or by the server."""

    asked: RollAsked
    dice: tuple[int, ...]
    made: tuple[bool | None, ...] = ()
    total: int | None = None
    readings: tuple[int, ...] = ()
    entered_by: str = ""
