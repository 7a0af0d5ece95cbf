"""Dice as drawings: solid when made, hollow when missed, dashed when it counts as a failure."""

from typing import Final

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

OUTCOMES: Final = {"": "", "made": "hit", "miss": "miss", "fail": "fail"}
"""How a die came out and the class that shows it; an empty outcome is a die that only counts."""

COMBAT: Final = 0
"""Stands for a combat die where the number of sides of another would: it shows a figure or nothing. (CRU-DICE-01)"""

CARD: Final = -1
"""Stands there for a card that lies face up: what it shows is its name. (CRU-DMG-03)"""

_WORDS: Final = {"": "", "made": "made", "miss": "miss", "fail": "failure"}
_PIPS: Final[dict[int, tuple[tuple[str, str], ...]]] = {
    1: (("10", "10"),),
    2: (("6", "6"), ("14", "14")),
    3: (("5.5", "5.5"), ("10", "10"), ("14.5", "14.5")),
    4: (("6", "6"), ("14", "6"), ("6", "14"), ("14", "14")),
    5: (("5.8", "5.8"), ("14.2", "5.8"), ("10", "10"), ("5.8", "14.2"), ("14.2", "14.2")),
    6: (("6", "5.2"), ("14", "5.2"), ("6", "10"), ("14", "10"), ("6", "14.8"), ("14", "14.8")),
}


def die(
    face: int | str, outcome: str = "", *, size: str = "", word: str = "", sides: int = 6, tone: int = 0
) -> SafeString:
    """One die. Six-sided dice show pips, others their figure; the spoken name is the face and how it came out.

    A combat die has cut corners and is blank where it shows nothing. (CRU-DICE-01)

    `tone` 1 to 4 is the colour of a group of shots; 0 is a die like any other.
    """
    if outcome not in OUTCOMES:
        raise ValueError(f"a die is made, miss, fail or plain, not {outcome!r}")
    if sides == CARD:
        return format_html('<span class="{}">{}</span>', f"drawn-card {size}".strip(), face)
    if sides == COMBAT:
        return _combat(int(face), size)
    css = " ".join(part for part in ("die", OUTCOMES[outcome], size, f"g{tone}" if tone else "") if part)
    said = ", ".join(part for part in (str(face), word or _WORDS[outcome]) if part)
    return format_html(
        '<svg class="{}" viewBox="0 0 20 20" role="img" aria-label="{}">'
        '<rect x="1" y="1" width="18" height="18" rx="4"/>{}</svg>',
        css,
        said,
        mark_safe(_marks(face, sides)),  # noqa: S308 -- escaped where it is made
    )


def _combat(face: int, size: str) -> SafeString:
    """A die of the pools: cut corners, a figure, or hollow where it is blank."""
    css = " ".join(part for part in ("die combat", "" if face else "blank", size) if part)
    return format_html(
        '<svg class="{}" viewBox="0 0 20 20" role="img" aria-label="{}">'
        '<path d="M5.5 1H14.5L19 5.5V14.5L14.5 19H5.5L1 14.5V5.5z"/>{}</svg>',
        css,
        face or "blank",
        format_html('<text x="10" y="13.8" aria-hidden="true">{}</text>', face) if face else "",
    )


def _marks(face: int | str, sides: int) -> str:
    if sides == 6 and isinstance(face, int) and face in _PIPS:
        return "".join(f'<circle cx="{x}" cy="{y}" r="1.9"/>' for x, y in _PIPS[face])
    return f'<text x="10" y="13.6" aria-hidden="true">{escape(str(face))}</text>'
