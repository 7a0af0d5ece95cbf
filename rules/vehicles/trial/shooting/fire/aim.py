"""Turning to face, who may fire, and whom at. (TRI-FACE-01, TRI-FACE-02, TRI-FIRE-01)"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.core.ids import ModelId, SideId, UnitId
from rules.core.refusal import Refusal, quoted
from rules.forces.unit import Unit
from rules.state import GameState
from rules.vehicles.shared.hull import condition, hull_of, others, weapon_of
from rules.vehicles.shared.shooting import behind_walls
from rules.vehicles.trial.hull.profile import profile_of
from rules.vehicles.trial.hull.steps import did, may_face, may_take
from rules.vehicles.trial.shooting import allowance


class AimedMount(Struct, frozen=True, kw_only=True):
    """One mounted weapon, by its number on the hull, and whom it fires at; `aim` is the model under a marker."""

    mount: int
    target: UnitId
    aim: ModelId = ModelId("")


def turned(state: GameState, unit: Unit, turn_to: float | None) -> GameState:
    """The state in which the vehicle has turned to face. (TRI-FACE-01)"""
    if turn_to is None:
        return state
    model = replace(unit.models[0], facing=turn_to % 360)
    return state.with_unit(replace(unit, models=(model,)))


def turn_barred(state: GameState, unit: Unit, turn_to: float | None) -> Refusal | None:
    """Who has moved or is stuck does not turn; its turrets always do. (TRI-FACE-01, TRI-FACE-02, TRI-MOVE-04)"""
    if turn_to is None:
        return None
    if not may_face(unit):
        why = "is immobilised" if condition(unit).immobilised else f"has moved {unit.now.moved_in:.2f}″ in this turn"
        text = f"{unit.name} {why} and may not turn to face; only a turret still turns."
        return Refusal("may-not-turn", text, "TRI-FACE-01", "weapons that bear as it stands")
    hull = hull_of(turned(state, unit, turn_to), turned(state, unit, turn_to).units[unit.id])
    if any(hull.overlaps(hull_of(state, o)) for o in others(state, unit)):
        text = f"{unit.name} has no room to turn there."
        return Refusal("no-room", text, "TRI-FACE-01", "another facing")
    return None


def crew_barred(state: GameState, side: SideId, unit_id: UnitId, mounts: Sequence[int]) -> Refusal | None:
    """What keeps a crew from firing those weapons, at whatever."""
    refusal = may_take(state, side, unit_id, "shooting")
    if refusal:
        return refusal
    unit = state.units[unit_id]
    if condition(unit).shaken_now:
        text = f"The crew of {unit.name} is shaken and may not shoot in this turn."
        return Refusal("shaken", text, "TRI-DMG-04", "moving, or finishing")
    if "road" in did(state, unit):
        text = f"{unit.name} has used the road: it fires nothing in this turn."
        return Refusal("road-bonus", text, "TRI-ROAD-01", "finishing")
    if not mounts or len(set(mounts)) != len(mounts):
        return Refusal("no-weapon", "Name each weapon that fires once.", "TRI-FIRE-01", "a working weapon")
    for mount in mounts:
        if not 0 <= mount < len(profile_of(state, unit).mounts):
            return Refusal("no-weapon", f"{unit.name} has no such weapon.", "TRI-FIRE-01", "a weapon of its own")
        if mount in condition(unit).lost_mounts:
            name = weapon_of(state, unit, mount).name
            return Refusal("weapon-lost", f"{name} is destroyed.", "TRI-DMG-04", "a working weapon")
    return allowance.exceeded(state, unit, mounts)


def not_a_target(state: GameState, unit: Unit, target_id: UnitId) -> Refusal | None:
    """Why a unit is no target for mounted weapons."""
    target = state.units.get(target_id)
    if target is None or (target.hidden and target.side != unit.side):
        return Refusal(
            "unknown-target", f"There is no target {quoted(target_id)}.", "ARAP-SHOOT-03", "an enemy in sight"
        )
    if target.side == unit.side:
        return Refusal("own-target", f"{target.name} is on your side.", "ARAP-SHOOT-01", "an enemy unit")
    if state.is_locked(target.id):
        text = f"{target.name} is locked in melee: nobody can say whom a shot would hit."
        return Refusal("target-locked", text, "ARAP-GEN-01", "an enemy that is not in a melee")
    return behind_walls.barred(state, unit, target)
