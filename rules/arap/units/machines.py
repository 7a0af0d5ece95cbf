"""Machines with a Weapon Skill: fought like creatures, damaged like vehicles. (VEH-WS-01 to -06, VEH-MECH-01)"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from rules.core.refusal import Refusal
from rules.forces.profile import Profile
from rules.forces.unit import Model, Unit
from rules.state import GameState

Arc = Literal["ordinary", "claw", "stomp"]

BASIC_MOVE_IN: Final = 6.0
"""Basic move of a mechanoid whose profile names none. (VEH-MECH-01)"""

OUTNUMBERED: Final = 2
"""So many enemies for each of its own, and a machine that lost a round is hit once more. (VEH-WS-06)"""


def is_machine(state: GameState, unit: Unit) -> bool:
    """Whether it is a vehicle that has a WS. (VEH-WS-01)"""
    if not unit.is_vehicle:
        return False
    return state.profile(unit.models[0]).is_machine


def is_hull(state: GameState, unit: Unit) -> bool:
    """Whether it is a vehicle without WS, which is struck and never locked. (VEH-JOIN-09)"""
    return unit.is_vehicle and not is_machine(state, unit)


def has_no_nerves(state: GameState, unit: Unit) -> bool:
    """Whether it is a vehicle, never pinned; bikes that drive by themselves are no better than cavalry in this.

    (VEH-JOIN-11, VEH-BIKE-01)
    """
    return unit.is_vehicle and state.profiles[unit.models[0].profile].bike is None


def arc_of(profile: Profile, hand_weapons: int) -> Arc:
    """Where a machine strikes: dreadnoughts to front and sides, with two weapons all round, others to the front.

    (VEH-WS-04)
    """
    if profile.hull is None:
        return "ordinary"
    if not profile.has("dreadnought"):
        return "ordinary"
    return "claw" if hand_weapons < 2 else "stomp"


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


def is_stuck(unit: Unit) -> bool:
    """Whether it is a vehicle that cannot so much as turn. (VEH-DMG-05, VEH-JOIN-07)"""
    return unit.vehicle is not None and (unit.vehicle.immobilised or unit.vehicle.stunned_now)


def may_charge(unit: Unit) -> Refusal | None:
    """Why a machine may not charge, if so. (VEH-DMG-05, VEH-JOIN-07)"""
    now = unit.vehicle
    if now is not None and now.immobilised:
        text = f"{unit.name} is immobilised: it may not charge."
        return Refusal("immobilised", text, "VEH-DMG-05", "firing, or finishing")
    if now is not None and now.stunned_now:
        return Refusal("stunned", f"The crew of {unit.name} is stunned.", "VEH-JOIN-07", "its next turn")
    return None


def places(state: GameState, models: Iterable[Model]) -> int:
    """How many fighters they count as: by their transport places, a machine as one. (VEH-WS-06)"""
    profiles = (state.profile(m) for m in models)
    return sum(1 if p.hull is not None else p.counts_as for p in profiles)
