"""Rows of small figures: action points, busts, hull boxes, the armour diagram and the damage chart."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from tabletop.ui.words import count_text


def action_points(held: int, *, planned: int = 0, spent: int = 0, size: str = "") -> SafeString:
    """Action points: yellow the planned part of those held, then the rest, then hollow the spent ones."""
    if not 0 <= planned <= held:
        raise ValueError(f"{planned} of {held} action points cannot be planned")
    states = ["plan"] * planned + ["on"] * (held - planned) + [""] * spent
    said = count_text(held, "action point") + (f", {planned} planned" if planned else "")
    return _pips(states, said, size)


def busts(happened: int, allowed: int, *, size: str = "") -> SafeString:
    """Square pips: the busts that happened of those that a side may have."""
    states = ["fail"] * happened + ["bust"] * max(0, allowed - happened)
    return _pips(states, f"{count_text(happened, 'bust')} of {allowed} allowed", size)


def _pips(states: Sequence[str], said: str, size: str) -> SafeString:
    marks = format_html_join("", '<i class="{}"></i>', ((f"pip {state}".rstrip(),) for state in states))
    return format_html('<span class="{}" role="img" aria-label="{}">{}</span>', f"pips {size}".rstrip(), said, marks)


def hull_boxes(left: int, full: int) -> SafeString:
    """Hull points: a box each, filled while it is left."""
    marks = format_html_join("", '<i class="{}"></i>', (("on" if box < left else "",) for box in range(full)))
    return format_html('<span class="hp" role="img" aria-label="{} of {}">{}</span>', left, _hull(full), marks)


def pool_dice(held: int, full: int = 0) -> SafeString:
    """Combat dice with cut corners: those held, then those lost, dashed. (CRU-DICE-01)"""
    states = ["rdie"] * held + ["rdie lost"] * max(0, full - held)
    marks = format_html_join("", '<i class="{}"></i>', ((state,) for state in states))
    return format_html(
        '<span class="rdice" role="img" aria-label="{}">{}</span>', count_text(held, "die", "dice"), marks
    )


def _hull(full: int) -> str:
    return count_text(full, "hull point")


_PLATES: Final = {
    "front": ("M8 4H76L58 24H26z", "42", "18"),
    "right": ("M80 8V76L61 58V27z", "70.5", "46"),
    "rear": ("M76 80H8L26 60H58z", "42", "75"),
    "left": ("M4 8L23 27V58L4 76z", "13.5", "46"),
}


def armour_diagram(front: int, side: int, rear: int, *, hit: str = "") -> SafeString:
    """A hull seen from above, front up, with the armour value of each facing; the facing hit is marked."""
    if hit and hit not in _PLATES:
        raise ValueError(f"a facing is {', '.join(_PLATES)}, not {hit!r}")
    values = {"front": front, "right": side, "rear": rear, "left": side}
    struck = f" The shot strikes the {hit}{' side' if hit in ('left', 'right') else ''}, {values[hit]}." if hit else ""
    plates = format_html_join(
        "",
        '<path class="{}" d="{}"/><text class="{}" x="{}" y="{}">{}</text>',
        (
            ("p hit" if facing == hit else "p", shape, "on" if facing == hit else "", x, y, values[facing])
            for facing, (shape, x, y) in _PLATES.items()
        ),
    )
    return format_html(
        '<svg class="avd" viewBox="0 0 84 84" role="img" aria-label="Armour: front {}, side {}, rear {}.{}">{}'
        '<path class="h" d="M30 28H54V54L51 57H33L30 54z"/><path class="h gunline" d="M42 40V27"/></svg>',
        front,
        side,
        rear,
        struck,
        plates,
    )


class ChartCell(NamedTuple):
    """One cell of a damage chart: what to roll, how likely it is of the likeliest (0 to 1), and its marks.

    `hot` is where the latest roll came to, `before` where its die alone would have.
    """

    text: str
    share: float = 0
    live: bool = False
    hot: bool = False
    before: bool = False


def scores_text(column: Sequence[Sequence[str]], scores: Sequence[int]) -> str:
    """The scores that lead to a result, and what comes with it: "6+", "2, stunned". (VEH-CHART-01, TRI-DMG-03)

    `column` has the results of each score, from 1 on.
    """
    first, last = scores[0], scores[-1]
    open_end = "+" if last == len(column) else ""
    span = str(first) if first == last else f"{first}–{last}"
    return ", ".join((span + open_end, *(result.removeprefix("crew-") for result in column[first - 1][1:])))


class ChartRow(NamedTuple):
    """One result of a damage chart; `severe` for those that end the vehicle, `now` when it holds already."""

    name: str
    cells: tuple[ChartCell, ...]
    severe: bool = False
    now: bool = False


class DamageChart(NamedTuple):
    """A damage chart as it is printed: its title, its columns and its rows; `column` is the one in question."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[ChartRow, ...]
    column: int = -1
    note: str = ""
    """What an outlined cell says."""
