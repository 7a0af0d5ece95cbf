"""What Fire and Charge and Stand and Fire have in common: BS1, shotguns, templates. (ARAP-STAND-04, ARAP-FCHG-02)"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.core.modifier import Modifier
from rules.forces.unit import Unit
from rules.gemini import charging
from rules.gemini.fire_plan import Firing
from rules.geometry.facings import bearing
from rules.geometry.lengths import along

SKILL: Final = 1
"""Ballistic Skill of every shot in a charge. (ARAP-STAND-04, ARAP-FCHG-01)"""

TEMPLATE_IN: Final = 7.0
"""How far off the chargers are for template weapons. (ARAP-STAND-05, ARAP-FCHG-02)"""

AT_HALF_RANGE: Final = "shotgun at half range"


def at_half_range(firing: Firing) -> Firing:
    """The fire of a shotgun with its +1, whatever the distance. (ARAP-STAND-04, ARAP-FCHG-02)"""
    if not firing.weapon.has("shotgun") or any(m.reason == AT_HALF_RANGE for m in firing.modifiers):
        return firing
    return firing._replace(modifiers=(*firing.modifiers, Modifier(1, AT_HALF_RANGE, "ARAP-FCHG-02")))


def brought_near(charger: Unit, target: Unit) -> Unit:
    """The chargers as they will be when they are 7 inches from the enemy, or where they began if that is nearer."""
    lead, enemy = charging.nearest_pair(charger, target)
    ahead = max(0.0, charging.gap_in(charger, target) - TEMPLATE_IN)
    heading = bearing(lead.at, enemy.at)
    return replace(charger, models=tuple(replace(m, at=along(m.at, heading, ahead)) for m in charger.models))
