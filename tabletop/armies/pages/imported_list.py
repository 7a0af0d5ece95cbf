"""The page of an army that came from another tool: every selection of the file, and what it is here."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Final, NamedTuple

from tabletop.armies.library.library import Library
from tabletop.armies.lists import placing
from tabletop.armies.lists.listing import Cost, Listing, Selection, Stat
from tabletop.armies.lists.placing import Line, Placed
from tabletop.armies.models import Army, ListFile
from tabletop.armies.roster import build
from tabletop.armies.selectors import library_of

MOST_QUESTIONS: Final = 600
"""Selects on one page; the others follow when these are answered."""


class Choice(NamedTuple):
    """One answer, and the heading that it stands under."""

    value: str
    name: str
    heading: str


class Row(NamedTuple):
    """One selection: what the file says of it, and what it is here.

    `field` is the name of its answer. A row without choices, because another one asks or too many do, has `said`.
    """

    line: Line
    depth: int
    name: str
    costs: str
    words: str
    field: str
    choices: tuple[Choice, ...]
    said: str


class UnitRows(NamedTuple):
    """A unit of the file with what belongs to it."""

    head: Row
    rows: tuple[Row, ...]
    open: int


def page(army: Army, file: ListFile) -> dict[str, object]:
    """Everything that the page shows."""
    library, listing = library_of(army), file.listing
    placed = placing.place(library, listing, file.answers)
    return {
        "army": army,
        "file": file,
        "listing": listing,
        "library": library,
        "own": placing.is_own(listing),
        "totals": [costs_text([cost]) for cost in listing.totals()],
        "disagreements": _disagreements(listing),
        "told": placed.told,
        "units": unit_rows(library, placed),
        "lines": len(placed.lines),
        "open": placed.open,
        "points": sum(unit.points for unit in build.units(library, army.roster_value)),
    }


def _disagreements(listing: Listing) -> list[str]:
    return [
        f"{costs_text([cost])} is what the file says; its parts come to {_number(summed)}."
        for cost, summed in listing.disagreements()
    ]


def unit_rows(library: Library, placed: Placed) -> list[UnitRows]:
    """The lines by units, each question once; where there are very many, those that are open come first."""
    in_order = sorted(placed.lines, key=lambda line: not line.is_open)
    asks = set(list(dict.fromkeys(line.key for line in in_order))[:MOST_QUESTIONS])
    found: list[UnitRows] = []
    for line in placed.lines:
        row = _row(library, line, line.key in asks)
        asks.discard(line.key)
        if line.unit == line.path:
            found.append(UnitRows(row, (), int(line.is_open)))
        else:
            last = found.pop()
            found.append(UnitRows(last.head, (*last.rows, row), last.open + line.is_open))
    return found


def _row(library: Library, line: Line, asks: bool) -> Row:
    selection = line.selection
    choices = _choices(library, line)
    names = {choice.value: choice.name for choice in choices}
    count = f"{selection.number} × " if selection.number != 1 else ""
    return Row(
        line=line,
        depth=min(line.depth, 4),
        name=f"{count}{selection.own_name or selection.name}",
        costs=costs_text(selection.costs),
        words=_words(selection),
        field=field_of(line.key),
        choices=choices if asks else (),
        said=names.get(line.place, "not placed yet"),
    )


def _choices(library: Library, line: Line) -> tuple[Choice, ...]:
    kind = library.kind.get(line.kind)
    if line.path == line.unit:
        headings = {category.id: category.name for category in library.categories}
        kinds = [Choice(f"kind:{k.id}", k.name, headings.get(k.category, "Other")) for k in library.kinds]
        return (*kinds, Choice(placing.LEAVE, "Left out", "Not here"))
    if kind is None:
        return (Choice(placing.LEAVE, "Left out", "Not here"),)
    headings = {"role": "Models", "option": "Options", "included": "Has it anyway", "weapon": "Has it anyway"}
    told = placing.choices(library, kind).items()
    return tuple(Choice(key, name, headings.get(key.partition(":")[0], "Not here")) for key, name in told)


def _words(selection: Selection) -> str:
    """What the file says about it: characteristics and the names of rules."""
    sheets = (f"{sheet.name}: {_stats(sheet.stats)}" for sheet in selection.profiles)
    rules = ", ".join(rule.name for rule in selection.rules)
    return ". ".join([*sheets, *([rules] if rules else [])])[:600]


def _stats(stats: Iterable[Stat]) -> str:
    return ", ".join(f"{stat.name} {stat.text or '–'}" for stat in stats)


def costs_text(costs: Iterable[Cost]) -> str:
    """`65 pts, 3 PL`; costs of nothing are left out, unless there is no other."""
    told = list(costs)
    some = [cost for cost in told if cost.value] or told[:1]
    return ", ".join(f"{_number(cost.value)} {cost.name}".strip() for cost in some)


def _number(value: Decimal) -> str:
    return f"{value.normalize():f}"


def field_of(key: str) -> str:
    """The name of a form's field for that answer."""
    return "a" + hashlib.sha256(key.encode()).hexdigest()[:16]


def answers(army: Army, file: ListFile, sent: Mapping[str, str]) -> dict[str, str]:
    """What a form says, by the keys of the lines. With `leave_rest` whatever is open is left out."""
    placed = placing.place(library_of(army), file.listing, file.answers)
    told: dict[str, str] = {}
    for line in placed.lines:
        said = sent.get(field_of(line.key), "")
        if said and said != line.place:
            told[line.key] = said
        elif line.is_open and not said and sent.get("leave_rest"):
            told[line.key] = placing.LEAVE
    return told
