"""The profile of a vehicle, and what these rules remember of it. (TRI-CHAR-01 to -04, TRI-TYPE-01 to -06)"""

from __future__ import annotations

from typing import Final

from rules.forces.trial import TrialHull, TrialMarks
from rules.forces.unit import Unit
from rules.state import GameState
from rules.vehicles.shared.hull import vehicle_of

NO_MARKS: Final = TrialMarks()
"""Of a vehicle that these rules have nothing to remember of."""


def profile_of(state: GameState, unit: Unit) -> TrialHull:
    """BS, armour and type. (TRI-CHAR-01)"""
    vehicle = vehicle_of(state, unit)
    assert isinstance(vehicle, TrialHull), f"{unit.id} is no vehicle of these rules"
    return vehicle


def marks_of(unit: Unit) -> TrialMarks:
    """What these rules remember of a vehicle."""
    own = unit.vehicle.own if unit.vehicle is not None else None
    return own if isinstance(own, TrialMarks) else NO_MARKS


def is_walker(state: GameState, unit: Unit) -> bool:
    """Which overrides Fast and Skimmer. (TRI-CHAR-03)"""
    return profile_of(state, unit).walks


def is_skimmer(state: GameState, unit: Unit) -> bool:
    """Whether it hovers: what floats but walks is a walker. (TRI-TYPE-04, TRI-TYPE-05)"""
    profile = profile_of(state, unit)
    return profile.skims and not profile.walks


def is_tracked_tank(profile: TrialHull) -> bool:
    """Whom some ground favours: a Tank on tracks. (TRI-CHAR-04, TRI-TYPE-03)"""
    return profile.is_a("tank") and profile.locomotion == "tracked"


def is_exposed(state: GameState, unit: Unit) -> bool:
    """Whether hits on it are hits on an open top. (TRI-DMG-06, TRI-PASS-04)"""
    return profile_of(state, unit).open_topped or marks_of(unit).exposed > 0
