"""What an event did to a unit, and by whose hand: what a battle in figures counts."""

from __future__ import annotations

from typing import NamedTuple

from rules.core.ids import UnitId


class Harm(NamedTuple):
    """Models felled, parts of a hull taken, or a vehicle put out of the battle, all at once or one of them."""

    unit: UnitId
    by: UnitId | None = None
    """Whose attack it was; None for what nobody did."""
    models: int = 0
    hull: int = 0
    vehicle: bool = False
    cause: str = ""
    """What did it, in a word or two, where no enemy did."""
