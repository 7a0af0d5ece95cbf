"""The library of bikes: what each withstands, and its figures for Street Race. (VEH-BIKE-02)"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from rules.forces.profile import NO_SAVE, Bike
from rules.rulebook.charts import rows

STREET_JET: Final = (32.0, 16.0, 0.5)
"""Maximum speed, Acc/Dec and TRR of a jet bike in Street Race."""


class BikeMake(NamedTuple):
    """One make of bike: what it withstands, its fixed Street Race figures, what it carries."""

    name: str
    bike: Bike
    top_speed_in: float
    acc_dec_in: float
    trr: float
    weapons: str
    equipment: str


@cache
def library() -> dict[str, BikeMake]:
    """Every bike of the table by its name, with the fixed figures; those for dice are rolled for in play."""
    return {str(row["name"]): _model(row) for row in rows("VEH-BIKE-02")}


def _model(row: Mapping[str, object]) -> BikeMake:
    name = str(row["name"])
    bike = Bike(
        name=name.partition(" (")[0][:1].upper() + name.partition(" (")[0][1:],
        t=_first(row["T"]),
        sv=_save(str(row["save"])),
        bodywork="+1" in str(row["bodywork"]),
    )
    top, acc, trr = (row[key] for key in ("max_speed", "acc_dec", "TRR"))
    figures = STREET_JET if top is None else (float(_first(top)), float(_first(acc)), float(str(trr)))
    return BikeMake(name, bike, *figures, str(row["weapons"]), str(row["equipment"]))


def _first(cell: object) -> int:
    """The first number of a cell such as "4-5 or D3+2"."""
    found = re.match(r"\d+", str(cell))
    assert found is not None, cell
    return int(found.group())


def _save(cell: str) -> int:
    """5+ for mercenaries is the figure in between that the table fixes; none is 7."""
    return NO_SAVE if cell == "none" else _first(cell)
