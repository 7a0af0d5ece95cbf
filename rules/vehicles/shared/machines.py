"""Machines with a Weapon Skill: fought like creatures, damaged like vehicles. (VEH-WS-01 to -06, VEH-MECH-01)"""

from __future__ import annotations

from typing import Final

from rules.arap.units.vehicle_interface import Arc, MachinesThatFight, VehicleCrews
from rules.core.refusal import Refusal
from rules.forces.profile import Profile
from rules.forces.unit import Unit
from rules.state import GameState

BASIC_MOVE_IN: Final = 6.0
"""Basic move of a mechanoid whose profile names none. (VEH-MECH-01)"""


def is_machine(state: GameState, unit: Unit) -> bool:
    """Whether it is a vehicle that has a WS. (VEH-WS-01)"""
    if not unit.is_vehicle:
        return False
    return state.profile(unit.models[0]).is_machine


def is_hull(state: GameState, unit: Unit) -> bool:
    """Whether it is a vehicle without WS, which is struck and never locked. (VEH-JOIN-09)"""
    return unit.is_vehicle and not is_machine(state, unit)


def attacks_of(unit: Unit, count: int) -> int:
    """Its attacks in a round: one less for each of immobilised, shaken and stunned, to no less than one; none while a
    stun spoils its turn. (VEH-WS-03)
    """
    now = unit.vehicle
    if now is None:
        return count
    if now.stunned_now:
        return 0
    lost = int(now.immobilised) + int(now.shaken or now.shaken_now) + int(now.stunned)
    return max(min(1, count), count - lost)


class Machines(MachinesThatFight, VehicleCrews):
    """Machines, as both sets of vehicle rules have them."""

    def never_locked(self, state: GameState, unit: Unit) -> bool:
        """Whether it is a hull without WS. (VEH-JOIN-09)"""
        return is_hull(state, unit)

    def has_no_nerves(self, state: GameState, unit: Unit) -> bool:
        """Bikes that drive by themselves are no better than cavalry in this. (VEH-JOIN-11, VEH-BIKE-01)"""
        return unit.is_vehicle and state.profiles[unit.models[0].profile].bike is None

    def is_stuck(self, unit: Unit) -> bool:
        """Immobilised or stunned. (VEH-DMG-05, VEH-JOIN-07)"""
        return unit.vehicle is not None and (unit.vehicle.immobilised or unit.vehicle.stunned_now)

    def may_charge(self, unit: Unit) -> Refusal | None:
        """Not while it is immobilised or stunned. (VEH-DMG-05, VEH-JOIN-07)"""
        now = unit.vehicle
        if now is not None and now.immobilised:
            text = f"{unit.name} is immobilised: it may not charge."
            return Refusal("immobilised", text, self.cited("immobilised")[0], "firing, or finishing")
        if now is not None and now.stunned_now:
            text = f"The crew of {unit.name} is stunned."
            return Refusal("stunned", text, self.cited("stunned crew")[0], "its next turn")
        return None

    def basic_move(self, profile: Profile) -> float:
        """Of a mechanoid whose profile names none a fixed number of inches. (VEH-MECH-01)"""
        walks = profile.hull is not None and profile.hull.is_mechanoid
        return profile.m or (BASIC_MOVE_IN if walks else 0.0)

    def arc(self, profile: Profile, hand_weapons: int) -> Arc:
        """Dreadnoughts strike to front and sides, with two weapons all round, others to the front. (VEH-WS-04)"""
        if profile.hull is None or not profile.has("dreadnought"):
            return "ordinary"
        return "claw" if hand_weapons < 2 else "stomp"

    def attacks(self, unit: Unit, printed: int) -> int:
        """Less what its state takes off. (VEH-WS-03)"""
        return attacks_of(unit, printed)

    def fighters(self, profile: Profile) -> int:
        """A machine counts as one, whatever places it would take. (VEH-WS-06)"""
        return 1 if profile.hull is not None else profile.counts_as
