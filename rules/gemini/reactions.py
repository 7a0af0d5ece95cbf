"""What a unit may do about a charge: run, or hold. (ARAP-ACT-11, ARAP-REACT-01)"""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.prompt import Option
from rules.forces.unit import Unit
from rules.gemini import paces
from rules.state import GameState


def options(state: GameState, target: Unit) -> list[Option]:
    """The reactions of a charged unit; those that are barred say why. (ARAP-REACT-01)"""
    run = why_no_run(state, target)
    dice = paces.flee_dice(state, target)
    return [
        Option(id="hold", label="Hold", detail="receive the charge", rule="ARAP-REACT-01"),
        Option(
            id="run",
            label="Run",
            detail=f"{dice}D6″ directly away; caught, it routs",
            rule=run[1] if run else "ARAP-RUN-01",
            refused=run[0] if run else "",
        ),
    ]


def _barred(target: Unit) -> Iterator[tuple[bool, str]]:
    yield target.is_pinned, "is pinned"
    yield target.gone_to_ground, "has gone to ground"
    yield target.routing, "is routing"
    yield target.pursuing is not None, "is in pursuit"


def why_no_run(state: GameState, target: Unit) -> tuple[str, str] | None:
    """Why the unit cannot run, with the rule; None if it may. (ARAP-RUN-02)"""
    for true, why in (*_barred(target), (state.is_locked(target.id), "is locked in melee")):
        if true:
            return f"{target.name} {why} and cannot run.", "ARAP-RUN-02"
    return None
