"""What every ruling needs: its reason, and something that it is about. (CRU-TURN-04)"""

from __future__ import annotations

from typing import Final

from rules.core.ids import UnitId
from rules.core.refusal import Refusal, quoted
from rules.state import GameState

RULE: Final = "CRU-TURN-04"
"""A scenario may replace what is not in the rules, and so may who hosts the battle."""


def unknown_model(state: GameState, unit: UnitId) -> Refusal | None:
    """Refuse a model that is none."""
    if unit in state.units:
        return None
    return Refusal("unknown-unit", f"There is no model {quoted(unit)}.", RULE, f"one of {', '.join(state.units)}")


def no_reason(reason: str) -> Refusal | None:
    """Refuse a ruling without its reason."""
    return (
        None if reason.strip() else Refusal("no-reason", "A ruling needs its reason, for the log.", RULE, "a few words")
    )
