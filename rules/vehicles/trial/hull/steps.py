"""Movement, Shooting and Assault: steps that a vehicle buys with action points, in that order. (TRI-JOIN-02)"""

from __future__ import annotations

from typing import Final, Literal

from rules.arap.units.permission import may_act
from rules.core.ids import SideId, UnitId
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.state import GameState
from rules.vehicles.shared.hull import condition
from rules.vehicles.trial.hull.profile import is_walker, marks_of

Step = Literal["movement", "shooting", "assault"]

ORDER: Final[tuple[Step, ...]] = ("movement", "shooting", "assault")

RULE: Final = "TRI-JOIN-02"


def did(state: GameState, unit: Unit) -> tuple[str, ...]:
    """What it has done in this game turn."""
    own = marks_of(unit)
    return own.did if own.turn == state.turn.number else ()


def may_take(state: GameState, side: SideId, unit_id: UnitId, step: Step) -> Refusal | None:
    """One point, a crew that is able to, and neither this step nor a later one taken before."""
    refusal = may_act(state, side, unit_id, 1)
    if refusal:
        return refusal
    unit = state.units[unit_id]
    if not unit.is_vehicle:
        return Refusal("not-a-vehicle", f"{unit.name} goes on foot.", RULE, "what people on foot do")
    if not unit.on_table:
        return Refusal("off-table", f"{unit.name} is not on the table.", RULE, "a vehicle on the table")
    if condition(unit).stunned_now:
        return Refusal("stunned", f"The crew of {unit.name} is stunned.", "TRI-DMG-04", "its next turn")
    later = [s for s in ORDER[ORDER.index(step) :] if s in did(state, unit)]
    if later:
        text = f"{unit.name} has taken its {later[0].title()} step in this turn."
        left = [s.title() for s in ORDER[ORDER.index(later[-1]) + 1 :] if s != "assault" or is_walker(state, unit)]
        over = "TRI-MOVE-05" if step == "movement" and later[0] != step else RULE
        return Refusal("step-taken", text, over, " or ".join(left) or "finishing")
    return None


def may_face(unit: Unit) -> bool:
    """Whether it may still turn to face: neither stuck nor moved. (TRI-FACE-01, TRI-MOVE-04)"""
    return not condition(unit).immobilised and unit.now.moved_in <= 0


def other_than(unit: Unit, other: str) -> str:
    """What is open to one whose weapon does not bear: something else, and turning where it may. (TRI-FACE-01)"""
    return f"turning to face, or {other}" if may_face(unit) else other
