"""Tables of the ledgers as heads and rows. A table may be a list of rows, a mapping, or a mapping of either."""

from typing import NamedTuple

from tabletop.reference import wording


class Cell(NamedTuple):
    """One cell; figures stand right."""

    text: str
    figure: bool


class Grid(NamedTuple):
    """A table ready to be drawn; `first` heads each row when `headed`."""

    caption: str
    heads: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    headed: bool


def grids(table: object) -> tuple[Grid, ...]:
    """The tables of one rule: none, one, or one for each named list of rows."""
    if isinstance(table, list):
        return (_list(table),)
    if not isinstance(table, dict):
        return ()
    inner = list(table.values())
    if all(isinstance(each, dict) for each in inner):
        return (_crossed(table),)
    if all(isinstance(each, list) and each and isinstance(each[0], dict) for each in inner):
        return tuple(_list(each, wording.name(str(key))) for key, each in table.items())
    return (_mapping(table),)


def _list(rows: list[object], caption: str = "") -> Grid:
    mappings = [row for row in rows if isinstance(row, dict)]
    if len(mappings) != len(rows):
        return _grid(caption, (), [[row] for row in rows])
    keys = tuple(dict.fromkeys(str(key) for row in mappings for key in row))
    return _grid(caption, keys, [[row.get(key, "") for key in keys] for row in mappings])


def _mapping(table: dict[str, object]) -> Grid:
    return _grid("", (), [[str(key), each] for key, each in table.items()], headed=True)


def _crossed(table: dict[str, dict[str, object]]) -> Grid:
    """A mapping of mappings: the inner keys head the rows, the outer ones the columns."""
    keys = dict.fromkeys(str(key) for column in table.values() for key in column)
    columns = [{str(key): cell for key, cell in column.items()} for column in table.values()]
    rows: list[list[object]] = [[key, *(column.get(key, "") for column in columns)] for key in keys]
    return _grid("", ("", *map(str, table)), rows, headed=True)


def _grid(caption: str, heads: tuple[str, ...], rows: list[list[object]], *, headed: bool = False) -> Grid:
    said = [[wording.value(cell) for cell in row] for row in rows]
    count = len(said[0]) if said else 0
    figures = [all(wording.is_figure(row[at]) for row in said if row[at]) for at in range(count)]
    cells = tuple(tuple(Cell(text, figures[at]) for at, text in enumerate(row)) for row in said)
    return Grid(caption, tuple(Cell(wording.name(head), figures[at]) for at, head in enumerate(heads)), cells, headed)
