"""Riders who fire while their horse or bike moves. (VEH-FROM-01, VEH-FROM-02, VEH-FROM-03, VEH-FROM-05)"""

from __future__ import annotations

from rules.arap.shooting.plan import Firing
from rules.arap.shooting.to_hit import BUILT_IN
from rules.arap.shooting.vehicle_interface import ShotsFromTheSaddle
from rules.arap.units import weapons
from rules.core.ids import ModelId, WeaponId
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Unit
from rules.forces.weapon import Weapon
from rules.geometry.lengths import is_within
from rules.state import GameState


class GeminiSaddle(ShotsFromTheSaddle):
    """By the Gemini vehicle rules."""

    def keeps_riders_from(self, state: GameState, unit: Unit, firing: Firing) -> Refusal | None:
        """At short range alone; who steers a bike fires his pistol or what is built into it. (VEH-FROM-05)"""
        if state.is_older_than("14"):
            return None
        return _hands_full(state, unit, firing.model, firing.weapon) or _too_far(firing)

    def keeps_riders_from_casting(
        self, state: GameState, unit: Unit, model: Model, weapon: Weapon, far: float
    ) -> Refusal | None:
        """The same of what is thrown or lobbed; up to version 14 they threw as those who stand. (VEH-FROM-02)"""
        if state.is_older_than("15"):
            return None
        return _hands_full(state, unit, model, weapon) or _guessed_too_far(weapon, far)


def _hands_full(state: GameState, unit: Unit, model: Model, weapon: Weapon) -> Refusal | None:
    """Whoever rides a bike is its driver, unless it steers itself."""
    profile = state.profiles[model.profile]
    if profile.bike is None or profile.has("auto-drive"):
        return None
    if weapon.type != "pistol" and not weapon.has(BUILT_IN):
        text = f"{profile.name} steers {profile.bike.name} and has no hand for {weapon.name}."
        return Refusal("driving", text, "VEH-FROM-05", "a pistol, what is built into the bike, or standing still")
    fired = [state.weapons[name] for name in _fired(unit, model.id)]
    other = next((each for each in fired if each.has(BUILT_IN) != weapon.has(BUILT_IN)), None)
    if other is None:
        return None
    text = f"{profile.name} has fired {other.name} while he steers {profile.bike.name}."
    return Refusal("driving", text, "VEH-FROM-05", "his pistol or the bike’s own weapons, not both on the move")


def _fired(unit: Unit, model: ModelId) -> list[WeaponId]:
    """What a model has fired in this turn."""
    return [WeaponId(weapon) for key in unit.now.shots for name, _, weapon in (key.partition("/"),) if name == model]


def _too_far(firing: Firing) -> Refusal | None:
    weapon, reach = firing.weapon, weapons.short_range(firing.weapon)
    if weapon.has(BUILT_IN) or firing.strip is not None or is_within(firing.range_in, reach):
        return None
    text = f"From the saddle, on the move, {weapon.name} reaches {reach:g}″; the target is {firing.range_in:.3g}″ away."
    return Refusal("moving-mount", text, "VEH-FROM-02", f"a target within {reach:g}″, or shooting before it moves")


def _guessed_too_far(weapon: Weapon, far: float) -> Refusal | None:
    reach = weapons.short_range(weapon)
    if weapon.has(BUILT_IN) or is_within(far, reach):
        return None
    text = f"From the saddle, on the move, {weapon.name} reaches {reach:g}″; {far:.3g}″ were guessed."
    return Refusal("moving-mount", text, "VEH-FROM-02", f"a guess of up to {reach:g}″, or throwing before it moves")
