"""Tables of the vehicle rules on the page of odds, with exact chances. (TRI-FIRE-12, TRI-DMG-05, TRI-TERR-04)"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from rules.forces.modules import name_of
from rules.questions.charts.calculator import NAMES
from rules.questions.charts.vehicle_charts import VehicleChart, vehicle_charts
from tabletop.ui.words import percent_text


class Table(NamedTuple):
    """A chart with everything in words; one without columns makes a sentence of its rows."""

    chart: VehicleChart
    rows: tuple[tuple[str, tuple[str, ...]], ...]


class OfModule(NamedTuple):
    """Those of one set of vehicle rules."""

    name: str
    tables: tuple[Table, ...]
    sentences: tuple[Table, ...]


def tables() -> tuple[OfModule, ...]:
    """As the page shows them."""
    return tuple(_of(name_of(module), charts) for module, charts in vehicle_charts())


def _of(name: str, charts: tuple[VehicleChart, ...]) -> OfModule:
    shown = [
        Table(chart, tuple((NAMES.get(row, row), tuple(map(_cell, cells))) for row, cells in chart.rows))
        for chart in charts
    ]
    return OfModule(
        name,
        tuple(table for table in shown if table.chart.columns),
        tuple(table for table in shown if not table.chart.columns),
    )


def _cell(cell: str | Fraction) -> str:
    return percent_text(cell) if isinstance(cell, Fraction) else cell
