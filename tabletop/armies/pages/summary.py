"""An army on one page, and as plain text to paste into a message."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tabletop.armies.models import Army
from tabletop.armies.pages import builder
from tabletop.armies.pages.builder import Heading, Row
from tabletop.armies.roster import build
from tabletop.armies.selectors import library_of
from tabletop.ui.words import count_text


class Summary(NamedTuple):
    """What the page shows. `source` is the library that it was built on."""

    name: str
    points: str
    line: str
    source: str
    headings: tuple[Heading, ...]
    text: str


def of(army: Army) -> Summary:
    """An army in short; one that was not built here has its units without headings."""
    points = points_text(army.points, army.limit)
    line = ", ".join([count_text(army.unit_count, "unit"), count_text(army.model_count, "model")])
    headings, source = _plain(army), ""
    if army.roster is not None:
        library = library_of(army)
        units = build.units(library, army.roster_value)
        headings, source = builder.headings(library, units), f"{library.name}, version {library.version}"
        line = builder.summary(units)
    notes = builder.notes(army)
    text = "\n".join(_lines(army.name, points, line, source, headings, notes))
    return Summary(army.name, points, line, source, headings, text)


def points_text(points: int, limit: int) -> str:
    """`77 of 500 points`, or `77 points, no limit`."""
    return f"{points} of {limit} points" if limit else f"{points} points, no limit"


def _plain(army: Army) -> tuple[Heading, ...]:
    entries = army.value.entries
    rows = tuple(
        _entry_row(n, entry.name, sum(m.count for m in entry.members), entry.points, entry.inside)
        for n, entry in enumerate(entries)
    )
    return (Heading("Units", army.points, rows, 100),) if rows else ()


def _entry_row(number: int, name: str, models: int, points: int, inside: str) -> Row:
    line = count_text(models, "model") + (f", in {inside}" if inside else "")
    return Row(f"u{number}", "", name, line, points, "", False, models)


def _lines(
    name: str, points: str, line: str, source: str, headings: tuple[Heading, ...], notes: dict[str, str]
) -> Iterator[str]:
    yield name
    yield f"{points}: {line}"
    if source:
        yield source
    for heading in headings:
        yield ""
        if heading.force:
            yield f"== {heading.force}, {heading.force_points} points =="
        yield f"{heading.name}, {heading.points} points"
        for row in heading.rows:
            note = notes.get(row.name, "")
            yield f"- {row.name}, {row.points}: {row.line}" + (f" ({note})" if note else "")
    yield ""
