"""Reading faces as other dice (ARAP-DICE-09 to -13) and as a bearing (ARAP-SCAT-01)."""

from rules.core.citations import cite


def d2(face: int) -> int:
    """A D6 read as 1 when odd, 2 when even (ARAP-DICE-11)."""
    cite("ARAP-DICE-11")
    return 1 if face % 2 else 2


def d3(face: int) -> int:
    """A D6 with three taken off 4 to 6 (ARAP-DICE-09)."""
    cite("ARAP-DICE-09")
    return face if face <= 3 else face - 3


def d5(face: int) -> int:
    """A D10 with five taken off 6 to 10; the printed 0 is face 10 (ARAP-DICE-10)."""
    cite("ARAP-DICE-10")
    return face if face <= 5 else face - 5


def d66(first: int, second: int) -> int:
    """Two D6 as tens and units, 11 to 66 (ARAP-DICE-13)."""
    cite("ARAP-DICE-13")
    return 10 * first + second


def d100(tens: int, units: int) -> int:
    """Two D10 as tens and units, their face 10 being the printed 0; a double 0 is 100 (ARAP-DICE-12)."""
    cite("ARAP-DICE-12")
    return 10 * (tens % 10) + units % 10 or 100


def bearing_deg(face: int) -> int:
    """A D360 as whole degrees clockwise from table north; 360 is 0 (ARAP-SCAT-01)."""
    return face % 360
