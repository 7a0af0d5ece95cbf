"""What was ruled where a line or an edge is doubtful. (ARAP-SHOOT-03, ARAP-SHOOT-07, ARAP-TMPL-06)

The host rules on all such cases between two units until the end of the shooter's turn ("seen:b1" in its turn's
rulings). What the sides settled for one attack names the model as well ("seen:b1:a1.2") and holds while both stay.
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from rules.core.ids import ModelId, UnitId
from rules.forces.unit import Model, Unit
from rules.state import GameState

Matter = Literal["seen", "clear", "under"]
"""Whether the target is seen, whether friends leave the line clear, whether a figure is under a template."""


def settled(unit: Unit, matter: Matter, other: Unit, model: ModelId) -> bool | None:
    """What was ruled for the line or edge of one model between a shooting unit and another; None if nothing was."""
    rulings = unit.now.rulings
    if not rulings:
        return None
    for answer in (True, False):
        if rulings.get(f"{matter}:{other.id}:{model}") == _word(unit, other, answer=answer):
            return answer
    return ruled(unit, matter, other)


def ruled(unit: Unit, matter: Matter, other: Unit) -> bool | None:
    """The host's word alone on all such cases between two units; None where there is none."""
    said = unit.now.rulings.get(f"{matter}:{other.id}")
    return None if said is None else said == matter


def noted(state: GameState, unit: Unit, matter: Matter, other: Unit, answers: dict[ModelId, bool]) -> GameState:
    """The state in which that is settled for these models."""
    new = {f"{matter}:{other.id}:{model}": _word(unit, other, answer=yes) for model, yes in answers.items()}
    now = replace(unit.now, rulings={**unit.now.rulings, **new})
    return state.with_unit(replace(unit, now=now))


def _word(unit: Unit, other: Unit, *, answer: bool) -> str:
    """The answer with the counts of moves at which it was given, so that it lapses when either moves."""
    return f"{'yes' if answer else 'no'} {unit.moves}/{other.moves}"


def unit_of(model: Model) -> UnitId:
    """The unit that a model belongs to."""
    return UnitId(model.id.rsplit(".", 1)[0])
