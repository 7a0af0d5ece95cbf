"""The unit of a table, in which everything that is sent to it shows lengths. (ARAP-GEN-04)"""

from __future__ import annotations

from rules.table.scale import TableScale, scale_of
from tabletop.games.log import journal
from tabletop.games.models import Table
from tabletop.ui import lengths


def scale_at(table: Table, seq: int) -> TableScale:
    """The scale of a table: of its battle after event `seq`, or, before the first, as it is being set up."""
    if seq:
        return scale_of(journal.state_at(table, seq).options)
    return scale_of({**(table.scenario_content or {}).get("options", {}), **table.options})


def in_its_unit(table: Table, markup: str, seq: int | None = None) -> str:
    """Markup for a table with every length in its unit."""
    if not lengths.mentioned(markup):
        return markup
    return lengths.shown(markup, scale_at(table, table.seq if seq is None else seq))
