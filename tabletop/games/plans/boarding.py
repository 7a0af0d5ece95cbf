"""Boarding: the way that is drawn round what is in it, and who of a unit goes aboard. (VEH-BRD-04, VEH-JOIN-05)"""

from __future__ import annotations

from rules.core.ids import ModelId, UnitId
from rules.forces.unit import Unit
from rules.questions import drives
from rules.questions.drives import Waypoint
from rules.state import GameState
from tabletop.games.plans import split_unit
from tabletop.games.plans.drafts import Draft, Made, Wanted, sent
from tabletop.games.plans.weapons import Control

KINDS = ("board", "cling")


def board(state: GameState, unit: Unit, draft: Draft) -> Made:
    """All of the unit, or those who are ticked, by the drawn way if there is one."""
    if not draft.target:
        return Wanted("Choose a target, on the board or from the list.")
    models: list[ModelId] = []
    if draft.ticked.get("some"):
        models = split_unit.ticked(unit, draft)
        if not models:
            return Wanted("Press the models that board, on the board or in the list.")
    path = tuple(Waypoint(at=point) for point in draft.path)
    clings = draft.kind == "cling"
    return sent(drives.board(state, unit, UnitId(draft.target), models=models, path=path, cling=clings))


def controls(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    """Whether only some board, and then a box for each."""
    if not draft.target or len(unit.alive) < 2 or not drives.boards_in_part(state):
        return ()
    some = Control("some", "Only some of them", draft.ticked.get("some", ""))
    return (some, *(split_unit.controls(state, unit, draft) if some.value else ()))
