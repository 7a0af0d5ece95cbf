"""What may be said against a guess: who makes it, which way, how far. (ARAP-AREA-10, ARAP-SHOOT-06)"""

from __future__ import annotations

from typing import Final

from rules.arap.shooting import to_hit
from rules.arap.sight.lines import can_bring_to_bear
from rules.arap.units import weapons
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Unit
from rules.forces.weapon import Weapon
from rules.geometry.facings import bearing, normalise, turn
from rules.geometry.lengths import along, is_beyond, is_within
from rules.state import GameState

AWRY_DEG: Final = 15.0
"""How far off the way to its target a shot may be pointed."""


def model_barred(state: GameState, unit: Unit, model: Model, weapon: Weapon) -> Refusal | None:
    """Why one model cannot fire or throw: it is unable to, or has fired all it has."""
    refusal = to_hit.unable(state, model, weapon)
    if refusal is not None:
        return refusal
    if weapons.shots_left(unit, model, weapon) == 0:
        why = f"{weapon.name} has fired its {weapon.shots} shot{'s' if weapon.shots > 1 else ''} in this turn."
        return Refusal("weapon-spent", why, "ARAP-WPN-02", "another weapon, or another action")
    return None


def bears(model: Model, heading: float) -> bool:
    """Whether the free turn brings a direction into the fire arc. (ARAP-ACT-14)"""
    return can_bring_to_bear(model.facing, model.at, along(model.at, heading, 1.0))


def range_barred(weapon: Weapon, reach: float, far: float | None, *, measured: bool) -> Refusal | None:
    """Why a guess will not do: none made, measured first, nothing, beyond reach. (ARAP-AREA-10)"""
    if far is None:
        return Refusal("no-range", "Say first how far it is.", "ARAP-AREA-10", f"a guess of up to {reach:g}″")
    if measured:
        why = "That distance was measured before it was guessed."
        return Refusal("measured-first", why, "ARAP-AREA-10", "another place, or a ruling of the host")
    if far <= 0:
        return Refusal("bad-range", "A range is more than nothing.", "ARAP-AREA-10", f"up to {reach:g}″")
    if is_beyond(far, reach):
        why = f"{weapon.name} reaches {reach:g}″; {far:g}″ were guessed."
        return Refusal("too-far", why, "ARAP-SHOOT-02", f"a guess of up to {reach:g}″")
    return None


def leads_to(model: Model, heading: float, target: Unit) -> bool:
    """Whether a direction is that of some member of the target, near enough."""
    ways = (turn(normalise(heading), bearing(model.at, m.at)) for m in target.alive if m.at != model.at)
    return any(is_within(off, AWRY_DEG) for off in ways)
