"""Tables of the building rules as the odds page prints them. (BLD-WALL-07, -08, -14, BLD-BUNK-05)"""

from __future__ import annotations

from typing import NamedTuple

from rules.rulebook import charts


class ChartOfBuildings(NamedTuple):
    """One table of the ledger: what it tells, its rule, the heads of its columns, its rows."""

    title: str
    rule: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def withstood() -> tuple[ChartOfBuildings, ...]:
    """What walls and doors withstand, and hull points by size. (BLD-WALL-07, -08, -14, BLD-BUNK-05)"""
    return (
        _chart("Walls, floors and roofs", "BLD-WALL-07", material="Made of", toughness="Toughness"),
        _chart("Six inches of wall", "BLD-WALL-08", section="Wall", dp="Damage points"),
        _chart("Doors and windows", "BLD-WALL-14", door="Made of", toughness="Toughness", dp="Damage points"),
        _chart("Bunkers by size", "BLD-BUNK-05", size="Size", capacity="Holds", hp="Hull points"),
    )


def _chart(title: str, rule: str, **columns: str) -> ChartOfBuildings:
    rows = tuple(tuple(str(row[key]) for key in columns) for row in charts.rows(rule))
    return ChartOfBuildings(title, rule, tuple(columns.values()), rows)
