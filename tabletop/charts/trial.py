"""Tables of the trial vehicle rules on the page of odds, with exact chances. (TRI-FIRE-12, TRI-DMG-05, TRI-TERR-04)"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from rules.questions.charts import trial_charts
from rules.questions.charts.calculator import NAMES
from rules.questions.charts.trial_charts import FiringChart
from tabletop.ui.words import percent_text


class Share(NamedTuple):
    """A chance by one or two columns, in percent."""

    name: str
    chances: tuple[str, ...]


class TrialTables(NamedTuple):
    """All of them."""

    firing: FiringChart
    glancing: tuple[Share, ...]
    ground: tuple[Share, ...]
    blows: tuple[Share, ...]


def tables() -> TrialTables:
    """As the page shows them."""
    return TrialTables(
        trial_charts.firing(),
        tuple(_share(NAMES[name], *columns) for name, *columns in trial_charts.glancing()),
        tuple(_share(f"{kind} ground", chance) for kind, chance in trial_charts.ground()),
        tuple(_share(how, chance) for how, chance in trial_charts.blows()),
    )


def _share(name: str, *chances: Fraction) -> Share:
    return Share(name, tuple(percent_text(chance) for chance in chances))
