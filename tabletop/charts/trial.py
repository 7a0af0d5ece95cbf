"""Tables of the trial vehicle rules on the page of odds, with exact chances. (TRI-FIRE-12, TRI-DMG-05, TRI-TERR-04)"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from rules.questions.charts.calculator import NAMES
from rules.questions.charts.vehicle_charts import VehicleChart, vehicle_charts
from tabletop.ui.words import percent_text


class Share(NamedTuple):
    """A chance by one or two columns, in percent."""

    name: str
    chances: tuple[str, ...]


class TrialTables(NamedTuple):
    """All of them."""

    firing: VehicleChart
    glancing: tuple[Share, ...]
    ground: tuple[Share, ...]
    blows: tuple[Share, ...]


def tables() -> TrialTables:
    """As the page shows them."""
    found = vehicle_charts("trial")
    return TrialTables(
        found["firing"],
        tuple(_share(NAMES[name], cells) for name, cells in found["glancing"].rows),
        tuple(_share(f"{kind} ground", cells) for kind, cells in found["ground"].rows),
        tuple(_share(how, cells) for how, cells in found["blows"].rows),
    )


def _share(name: str, cells: tuple[str | Fraction, ...]) -> Share:
    return Share(name, tuple(percent_text(cell) for cell in cells if isinstance(cell, Fraction)))
