"""The page of an army that came from another tool: every selection of the file, and what it is here."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Final, NamedTuple

from tabletop.armies.library.library import Library
from tabletop.armies.lists import placing
from tabletop.armies.lists.listing import Cost, Force, Listing, Selection, Stat, sums
from tabletop.armies.lists.placing import Line, Placed
from tabletop.armies.models import Army, ListFile, OriginalFile
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
    `why` says where an answer came from that its owner did not give here.
    """

    line: Line
    depth: int
    name: str
    costs: str
    words: tuple[str, ...]
    field: str
    choices: tuple[Choice, ...]
    said: str
    why: str


class UnitRows(NamedTuple):
    """A unit of the file with what belongs to it."""

    head: Row
    rows: tuple[Row, ...]
    open: int
    subtotal: str
    """What it costs with its parts, where it has some that cost anything."""


class ForceRows(NamedTuple):
    """A force of the file with its units; `depth` where it is within another."""

    force: Force
    depth: int
    catalogue: str
    costs: str
    units: tuple[UnitRows, ...]


class Text(NamedTuple):
    """The text of a rule, with where it is printed."""

    name: str
    text: str
    where: str


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
        "totals": _totals(listing),
        "disagreements": _disagreements(listing),
        "notes": placed.notes,
        "forces": force_rows(listing, unit_rows(library, placed, file.reused)),
        "rules": rule_texts(listing),
        "reused": len(file.reused),
        "lines": len(placed.lines),
        "open": placed.open,
        "original": OriginalFile.objects.filter(army=army).defer("packed").first(),
        "points": sum(unit.points for unit in build.units(library, army.roster_value)),
    }


def _totals(listing: Listing) -> list[str]:
    """`217 of 500 pts`, `4.5 Water`."""
    limits = {cost.type: cost.value for cost in listing.limits if cost.value > 0}
    return [
        f"{_number(cost.value)} of {_number(limits[cost.type])} {cost.name}"
        if cost.type in limits
        else costs_text([cost])
        for cost in listing.totals()
    ]


def _disagreements(listing: Listing) -> list[str]:
    return [
        f"{costs_text([cost])} is what the file says; its parts come to {_number(summed)}."
        for cost, summed in listing.disagreements()
    ]


def force_rows(listing: Listing, units: Sequence[UnitRows]) -> list[ForceRows]:
    """The units by the forces of the file."""
    by_force: dict[str, list[UnitRows]] = {}
    for unit in units:
        by_force.setdefault(_force_of(unit.head.line.path), []).append(unit)
    return [
        ForceRows(force, path.count("f"), _catalogue(force), costs_text(force.summed()), tuple(by_force.get(path, ())))
        for path, force in _forces(listing.forces)
    ]


def _forces(forces: Iterable[Force], above: str = "") -> Iterator[tuple[str, Force]]:
    """Every force with its path, as the lines have it."""
    for n, force in enumerate(forces):
        path = f"{above}.f{n}" if above else str(n)
        yield path, force
        yield from _forces(force.forces, path)


def _force_of(path: str) -> str:
    first, *steps = path.split(".")
    return ".".join([first, *itertools.takewhile(lambda step: step.startswith("f"), steps)])


def _catalogue(force: Force) -> str:
    if not force.catalogue_name or not force.catalogue_revision:
        return force.catalogue_name
    return f"{force.catalogue_name}, revision {force.catalogue_revision}"


def rule_texts(listing: Listing) -> list[Text]:
    """Every rule of the list that has a text, once."""
    rules = itertools.chain(
        (rule for force in listing.all_forces() for rule in force.rules),
        (rule for selection in listing.all() for rule in selection.rules),
    )
    found = dict.fromkeys((rule.name, rule.text, _printed(listing, rule.publication, rule.page)) for rule in rules)
    return sorted(Text(*each) for each in found if each[1])


def _printed(listing: Listing, publication: str, page: str) -> str:
    return ", ".join(filter(None, [listing.publications.get(publication, ""), page and f"page {page}"]))


def unit_rows(library: Library, placed: Placed, reused: Collection[str] = ()) -> list[UnitRows]:
    """The lines by units, each question once; where there are very many, those that are open come first."""
    in_order = sorted(placed.lines, key=lambda line: not line.is_open)
    asks = set(list(dict.fromkeys(line.key for line in in_order))[:MOST_QUESTIONS])
    by_unit: dict[str, list[Row]] = {}
    for line in placed.lines:
        row = _row(library, line, asks=line.key in asks, reused=line.key in reused)
        asks.discard(line.key)
        by_unit.setdefault(line.unit, []).append(row)
    return [_unit_rows(*rows) for rows in by_unit.values()]


def _unit_rows(head: Row, *rows: Row) -> UnitRows:
    whole = sums(cost for row in (head, *rows) for cost in row.line.selection.costs)
    subtotal = costs_text(whole) if whole != head.line.selection.costs and any(cost.value for cost in whole) else ""
    return UnitRows(head, rows, sum(row.line.is_open for row in (head, *rows)), subtotal)


def _row(library: Library, line: Line, *, asks: bool, reused: bool) -> Row:
    selection = line.selection
    choices = _choices(library, line)
    names = {choice.value: choice.name for choice in choices}
    count = f"{selection.number} × " if selection.number != 1 else ""
    return Row(
        line=line,
        depth=min(line.depth, 4),
        name=f"{count}{selection.name}" + (f", “{selection.own_name}”" if selection.own_name else ""),
        costs=costs_text(selection.costs),
        words=_words(selection),
        field=field_of(line.key),
        choices=choices if asks else (),
        said=names.get(line.place, "not placed yet"),
        why="configuration or reference" if line.by_itself else "as in your earlier list" if reused else "",
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
    choices = placing.choices(library, kind).items()
    return tuple(Choice(key, name, headings.get(key.partition(":")[0], "Not here")) for key, name in choices)


def _words(selection: Selection) -> tuple[str, ...]:
    """What the file says about it: characteristics, the names of rules, categories."""
    sheets = (f"{sheet.name}: {_stats(sheet.stats)}" for sheet in selection.profiles)
    rules = ", ".join(rule.name for rule in selection.rules)
    categories = ", ".join(category.name for category in selection.categories)
    named = (f"{what}: {said}" for what, said in (("Rules", rules), ("Categories", categories)) if said)
    return (*sheets, *named)


def _stats(stats: Iterable[Stat]) -> str:
    return ", ".join(f"{stat.name} {stat.text or '–'}" for stat in stats)


def costs_text(costs: Iterable[Cost]) -> str:
    """`65 pts, 3 PL`; costs of nothing are left out, unless there is no other."""
    left = list(costs)
    some = [cost for cost in left if cost.value] or left[:1]
    return ", ".join(f"{_number(cost.value)} {cost.name}".strip() for cost in some)


def _number(value: Decimal) -> str:
    return f"{value.normalize():f}"


def field_of(key: str) -> str:
    """The name of a form's field for that answer."""
    return "a" + hashlib.sha256(key.encode()).hexdigest()[:16]


class Said(NamedTuple):
    """What a form says, by the keys of the lines; an empty answer takes one back. `once`: for this list alone."""

    answers: dict[str, str]
    once: frozenset[str]


def answers(army: Army, file: ListFile, sent: Mapping[str, str]) -> Said:
    """With `leave_rest` whatever is open is left out, this once; without `remember` every answer holds once."""
    placed = placing.place(library_of(army), file.listing, file.answers)
    found: dict[str, str] = {}
    rest: set[str] = set()
    for line in placed.lines:
        said = sent.get(field_of(line.key))
        if said and said != line.place:
            found[line.key] = said
        elif said == "" and line.key in file.answers and line.place:
            found[line.key] = ""
        elif line.is_open and not said and sent.get("leave_rest"):
            found[line.key] = placing.LEAVE
            rest.add(line.key)
    return Said(found, frozenset(rest if sent.get("remember") else found))
