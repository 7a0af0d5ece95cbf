"""How ready a unit is to act or react. (ARAP-ACT-01)"""

from __future__ import annotations

from rules.forces.unit import Unit
from rules.gemini import ports, squadrons
from rules.gemini.initiative import of_most
from rules.state import GameState


def activation_value(state: GameState, unit: Unit) -> int:
    """The number each die must not exceed: Initiative kept between 3 and 5. (ARAP-ACT-01, VEH-JOIN-02)

    A unit of mixed Initiatives uses that of most members, the lower on a tie; a squadron of vehicles its lowest.
    """
    if unit.is_vehicle:
        crews = squadrons.members(state, unit) or [unit]
        initiative = min(ports.vehicles(state).crew_initiative(state, u) for u in crews)
    else:
        initiative = of_most(state, unit.alive or unit.models)
    return max(3, min(5, initiative))
