"""Reading faces as other dice (ARAP-DICE-09 to -13) and as a bearing (ARAP-SCAT-01)."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple


def d2(face: int) -> int:
    """A D6 read as 1 when odd, 2 when even (ARAP-DICE-11)."""
    return 1 if face % 2 else 2


def d3(face: int) -> int:
    """A D6 with three taken off 4 to 6 (ARAP-DICE-09)."""
    return face if face <= 3 else face - 3


def d5(face: int) -> int:
    """A D10 with five taken off 6 to 10; the printed 0 is face 10 (ARAP-DICE-10)."""
    return face if face <= 5 else face - 5


def d66(first: int, second: int) -> int:
    """Two D6 as tens and units, 11 to 66 (ARAP-DICE-13)."""
    return 10 * first + second


def d100(tens: int, units: int) -> int:
    """Two D10 as tens and units, their face 10 being the printed 0; a double 0 is 100 (ARAP-DICE-12)."""
    return 10 * (tens % 10) + units % 10 or 100


def bearing_deg(face: float) -> float:
    """A D360, or the line of real dice, as degrees clockwise from table north; 360 is 0 (ARAP-SCAT-01)."""
    return face % 360


COMBAT_DIE: Final = 1
"""Stands for a combat die where the number after the D of another would: there is no D1."""

_COMBAT_FACES: Final = (0, 0, 0, 1, 2, 3)


def combat(face: int) -> int:
    """A D6 read as a combat die: 1 to 3 are blank, then 1, 2 and 3. (CRU-DICE-01)"""
    return _COMBAT_FACES[face - 1]


class ReadDie(NamedTuple):
    """A die that nobody owns: which real dice are thrown for it, how many, how their faces are read, by which rule."""

    sides: int
    each: int
    reads: Callable[..., int]
    rule: str


READ_DICE: Final = {
    2: ReadDie(6, 1, d2, "ARAP-DICE-11"),
    3: ReadDie(6, 1, d3, "ARAP-DICE-09"),
    5: ReadDie(10, 1, d5, "ARAP-DICE-10"),
    66: ReadDie(6, 2, d66, "ARAP-DICE-13"),
    100: ReadDie(10, 2, d100, "ARAP-DICE-12"),
}
"""By the number after the D."""

REAL_DICE: Final = (4, 6, 8, 10, 12, 20)
"""Dice that are read as they lie. (ARAP-DICE-15)"""

KINDS_OF_DICE: Final = tuple(sorted((*READ_DICE, *REAL_DICE)))
"""Every kind of die that may be thrown at the table, by the number after the D. (ARAP-DICE-15)"""


def readings(kind: int, faces: Sequence[int]) -> tuple[int, ...]:
    """What faces thrown for dice of a kind are read as, pair by pair where two make one; nothing of real dice."""
    if kind == COMBAT_DIE:
        return tuple(combat(face) for face in faces)
    die = READ_DICE.get(kind)
    if die is None:
        return ()
    return tuple(die.reads(*faces[n : n + die.each]) for n in range(0, len(faces), die.each))
