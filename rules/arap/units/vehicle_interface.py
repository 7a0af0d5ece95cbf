"""What a unit's activation asks of vehicles: their crews, and whether they may act at all."""

from __future__ import annotations

from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.state import GameState


class VehicleCrews:
    """Who sits in a vehicle, and whether it may act."""

    def crew_initiative(self, state: GameState, unit: Unit) -> int:
        """Initiative that the activation value comes from; as a rule that of the profile. (VEH-JOIN-02)"""
        return state.profile(unit.models[0]).i

    def may_roll(self, state: GameState, unit: Unit) -> Refusal | None:
        """Why the vehicle makes no activation roll, if so. (VEH-JOIN-07)"""
        return None

    def may_go_on(self, state: GameState, unit: Unit) -> bool:
        """Whether a unit that has spent its points may still do what is part of a move. (VEH-TOW-04)"""
        return False
