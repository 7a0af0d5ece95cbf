"""The damage chart as it is printed on the card of a vehicle. (VEH-CHART-01)"""

from __future__ import annotations

from functools import cache
from typing import Final

from rules.rulebook import charts
from tabletop.ui.figures import ChartCell, ChartRow, DamageChart

_NAMES: Final = {
    "no-effect": "No effect",
    "crew-shaken": "Crew shaken",
    "crew-stunned": "Crew stunned",
    "armament-destroyed": "Armament destroyed",
    "immobilised": "Immobilised",
    "destroyed": "Destroyed",
    "flipped": "Destroyed and flipped",
    "explodes": "Explodes",
    "annihilated": "Annihilated",
}
_COLUMNS: Final = {"glancing": "Glance", "penetrating": "Penetr.", "ordnance": "Ordn."}


@cache
def printed_chart() -> DamageChart:
    """Every result with the scores that lead to it, by kind of hit."""
    columns = charts.damage_chart()
    rows = tuple(
        ChartRow(name, tuple(ChartCell(_scores(columns[column], key)) for column in _COLUMNS))
        for key, name in _NAMES.items()
    )
    return DamageChart("Damage, D6", tuple(_COLUMNS.values()), rows)


def _scores(column: charts.ChartColumn, key: str) -> str:
    scores = [n for n, results in enumerate(column, 1) if results[0] == key]
    if not scores:
        return "–"
    span = str(scores[0]) if len(scores) == 1 else f"{scores[0]}–{scores[-1]}"
    return span + ("+" if scores[-1] == len(column) else "")
