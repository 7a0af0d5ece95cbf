"""Charts and tables of the ledgers, typed: the page that shows a chart and the code that reads it use the same rows."""

from collections.abc import Mapping
from functools import cache
from typing import cast

from rules.rulebook.ledgers import rule

Cell = object
Row = Mapping[str, Cell]

ChartColumn = tuple[tuple[str, ...], ...]
"""Results by score: the first is a 1 or less, the last the highest printed score or more."""

DamageChart = Mapping[str, ChartColumn]
"""Columns by the kind of hit: glancing, penetrating, ordnance."""


class NoTable(LookupError):
    """The rule has no table of the form asked for."""


def rows(rule_id: str) -> tuple[Row, ...]:
    """The table of a rule that is a list of rows. NoTable when it is none."""
    table = rule(rule_id).table
    if not isinstance(table, list) or not all(isinstance(row, dict) for row in table):
        raise NoTable(f"{rule_id} has no rows")
    return tuple(cast("list[Row]", table))


def row(rule_id: str, key: str, value: Cell) -> Row:
    """The first row whose cell `key` is `value`. NoTable when no row has it."""
    for found in rows(rule_id):
        if found.get(key) == value:
            return found
    raise NoTable(f"{rule_id} has no row where {key} is {value!r}")


def by_key(rule_id: str) -> Mapping[str, Cell]:
    """The table of a rule that is a mapping, its keys as text. NoTable when it is none."""
    table = rule(rule_id).table
    if not isinstance(table, dict):
        raise NoTable(f"{rule_id} has no mapping")
    return {str(key): value for key, value in table.items()}


def grid(rule_id: str) -> Mapping[str, Mapping[str, Cell]]:
    """The table of a rule that is a mapping of mappings, such as the damage chart. NoTable when it is none."""
    outer = by_key(rule_id)
    if not all(isinstance(inner, dict) for inner in outer.values()):
        raise NoTable(f"{rule_id} has no columns")
    return {name: {str(key): cell for key, cell in cast("Row", inner).items()} for name, inner in outer.items()}


def chart_result(column: ChartColumn, score: int) -> tuple[str, ...]:
    """What a score means: below the first row the first, above the last the last (VEH-CHART-02)."""
    return column[min(max(score, 1), len(column)) - 1]


@cache
def damage_chart(rule_id: str = "VEH-CHART-01", instead: str = "") -> DamageChart:
    """The vehicle damage chart of a rule; columns of the rule `instead` take the place of its own. (TRI-DMG-05)

    Results are named alike in all of them: no-effect, crew-shaken, crew-stunned, armament-destroyed, immobilised,
    destroyed, flipped, explodes, annihilated.
    """
    columns = {**grid(rule_id), **(grid(instead) if instead else {})}
    return {name: _column(cells) for name, cells in columns.items()}


_SHORT_NAMES = {"none": "no-effect", "shaken": "crew-shaken", "stunned": "crew-stunned"}


def _column(cells: Mapping[str, Cell]) -> ChartColumn:
    return tuple(_results(str(cells[key])) for key in sorted(cells, key=lambda key: int(key.rstrip("+"))))


def _results(cell: str) -> tuple[str, ...]:
    names = (part.strip().replace(" ", "-") for part in cell.replace(" and ", "+").split("+"))
    return tuple(_SHORT_NAMES.get(name, name) for name in names)


def _span(cell: Cell) -> range:
    """The scores of a cell such as "2-3", "4" or "6 or more"; none for an empty one."""
    if cell is None:
        return range(0)
    first, _, last = str(cell).removesuffix(" or more").partition("-")
    return range(int(first), int(last or first) + 1)
