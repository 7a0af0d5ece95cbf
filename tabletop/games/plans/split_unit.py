"""Splitting a unit: which of its models leave, as boxes and as presses on the board. (ARAP-COH-02)"""

from __future__ import annotations

from rules.core.ids import ModelId
from rules.forces.unit import Model, Unit
from rules.state import GameState
from tabletop.games.plans.drafts import Draft, Made, Wanted
from tabletop.games.plans.weapons import Control


def split(state: GameState, unit: Unit, draft: Draft) -> Made:
    """The part that is ticked leaves."""
    models = ticked(unit, draft)
    if not models:
        return Wanted("Press the models that leave, on the board or in the list.")
    name = named(draft)
    return {"type": "SplitOff", "unit": unit.id, "models": models} | ({"name": name} if name else {})


def ticked(unit: Unit, draft: Draft) -> list[ModelId]:
    """The living members whose boxes are ticked."""
    return [m.id for m in unit.alive if draft.ticked.get(_box(m))]


def controls(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    """A box for each living member, and a name for the part."""
    return boxes(unit, draft, "Name of the part")


def boxes(unit: Unit, draft: Draft, label: str) -> tuple[Control, ...]:
    """A box for each living member, and a field for the name of a part."""
    each = tuple(Control(_box(m), _name(m), draft.ticked.get(_box(m), "")) for m in unit.alive)
    return (*each, Control("name", label, named(draft), is_text=True))


def named(draft: Draft) -> str:
    """What is typed as the name of a part. (ARAP-COH-02)"""
    return draft.ticked.get("name", "").strip()


def _box(model: Model) -> str:
    return f"s:{model.id}"


def _name(model: Model) -> str:
    return f"{model.id.upper()}, leader" if model.leader else model.id.upper()
