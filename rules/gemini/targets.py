"""Who may be shot at, and who may shoot: what the shooting actions have in common. (ARAP-SHOOT-01, ARAP-GEN-01)"""

from __future__ import annotations

from rules.core.ids import UnitId
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.state import GameState


def shooter_barred(state: GameState, unit: Unit, *, aboard: bool) -> Refusal | None:
    """What keeps a unit as a whole from shooting; `aboard` lets it shoot from a vehicle."""
    if unit.is_vehicle:
        why = f"{unit.name} fires its mounted weapons."
        return Refusal("mounted-weapons", why, "VEH-VFIRE-02", "the vehicle's own shooting action")
    if not unit.on_table and not (aboard and unit.aboard is not None):
        return Refusal("off-table", f"{unit.name} is not on the table.", "ARAP-SHOOT-01", "a unit on the table")
    if unit.dazed_now:
        why = f"{unit.name} is {unit.dazed_now} by the blow on its bunker and may not fire in this turn."
        code = "stunned" if unit.dazed_now == "stunned" else "shaken"
        return Refusal(code, why, "BLD-BUNK-11", "its next turn")
    if state.is_locked(unit.id):
        return Refusal("locked", f"{unit.name} is locked in melee.", "ARAP-ACT-10", "fight or disengage")
    return None


def target_barred(state: GameState, side: str, name: UnitId, *, aboard: bool) -> Refusal | None:
    """Why a unit is no target: not an enemy, not known to be there, in a fight; `aboard` a vehicle it may be one."""
    target = state.units.get(name)
    if target is None or target.hidden:
        return Refusal("unknown-target", f"There is no target {name!r}.", allowed="an enemy in sight")
    if target.side == side:
        return Refusal("own-target", f"{target.name} is on your side.", "ARAP-SHOOT-01", "an enemy unit")
    if not target.on_table and (not aboard or target.aboard is None or target.is_gone):
        return Refusal("target-gone", f"{target.name} is not on the table.", "ARAP-SHOOT-03", "an enemy in sight")
    if state.is_locked(target.id):
        why = f"{target.name} is locked in melee: nobody can say whom a shot would hit."
        return Refusal("target-locked", why, "ARAP-GEN-01", "an enemy that is not in a melee")
    return None
