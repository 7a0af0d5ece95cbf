"""The damage chart as it is printed on the card of a vehicle. (VEH-CHART-01, TRI-DMG-03, CRU-DMG-03)"""

from __future__ import annotations

from functools import cache
from typing import Final

from rules.questions.charts.calculator import numbers_of
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

_DECK: Final = {
    "Crew": "no action next turn; 1R at each aboard",
    "Drive": "wipeout check; 1 move action fewer *",
    "Hull": "1 die fewer in defence *",
    "Weapon": "one weapon lost, attacker’s choice *",
    "Fire": "1R at the end of its turn *; explodes if destroyed",
}
"""The damage cards of the Rules Crusade; what a star marks adds up. (CRU-DMG-02, CRU-DMG-04 to -08)"""


@cache
def printed_chart(module: str) -> DamageChart:
    """Every result with the scores that lead to it, by kind of hit; for the Rules Crusade the damage cards."""
    if module in _OWN:
        return _OWN[module]
    columns = numbers_of(module).chart(third_edition=False)
    rows = tuple(
        ChartRow(name, tuple(ChartCell(_scores(columns[column], key)) for column in _COLUMNS))
        for key, name in _NAMES.items()
    )
    return DamageChart("Damage, D6", tuple(_COLUMNS.values()), rows)


def _card(name: str, effect: str) -> ChartRow:
    return ChartRow(name, (ChartCell(effect),))


_OWN: Final = {"crusade": DamageChart("Card", ("Effect, * adds up",), tuple(_card(*card) for card in _DECK.items()))}
"""What is printed in place of a chart for vehicles whose hits come to something else, by what they are made for."""


def _scores(column: charts.ChartColumn, key: str) -> str:
    """All scores that lead to a result, alone or beside another one: ordnance stuns on 1 to 3. (VEH-CHART-01)"""
    scores = [n for n, results in enumerate(column, 1) if key in results]
    if not scores:
        return "–"
    span = str(scores[0]) if len(scores) == 1 else f"{scores[0]}–{scores[-1]}"
    return span + ("+" if scores[-1] == len(column) else "")
