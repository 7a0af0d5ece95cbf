"""Whether a vehicle counts as stationary for boarding, its wake, the hits of jumping. (VEH-BRD-03, VEH-BRD-05)"""

from __future__ import annotations

from typing import NamedTuple

from rules.arap.damage import wounds_and_saves
from rules.arap.morale import casualties
from rules.core.ids import UnitId
from rules.core.preview import Chance, Preview
from rules.dice.odds import chance_high
from rules.forces.unit import Unit
from rules.geometry.hulls import Hull
from rules.geometry.lengths import ceil_tolerant, is_within
from rules.progress import Progress
from rules.state import GameState
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.shared.hull import hull_of, posed

SAFE_IN = 6.0
"""Nobody is hurt on or off a vehicle that goes no faster. (VEH-BRD-05)"""

GREATEST_STRENGTH = 10


class Motion(NamedTuple):
    """How a vehicle moves as far as boarding and leaving go: its speed in inches, 0 for stationary."""

    speed_in: float

    @property
    def is_stationary(self) -> bool:
        """No risk, and doors are used. (VEH-BRD-03)"""
        return self.speed_in == 0

    @property
    def strength(self) -> int:
        """Strength of the hit that each model takes; 0 for none. (VEH-BRD-05)"""
        if is_within(self.speed_in, SAFE_IN):
            return 0
        return min(GREATEST_STRENGTH, ceil_tolerant(self.speed_in - SAFE_IN))


def motion(state: GameState, vehicle: Unit) -> Motion:
    """Stationary if it has neither moved nor will, or was declared Stopped; else its speed. (VEH-BRD-03)"""
    if vehicle.now.stopped or vehicle.before.stopped:
        return Motion(0.0)
    acted = vehicle.now.tried and state.turn.active != vehicle.id
    if vehicle.now.moved_in or acted or state.active_side != vehicle.side:
        return Motion(vehicle.now.moved_in)
    return Motion(vehicle.before.moved_in)


def wake(state: GameState, vehicle: Unit) -> tuple[Hull, ...]:
    """The hulls of its move in this turn, before it moves those of its last one. (VEH-BRD-09)"""
    poses = vehicle.now.path or vehicle.before.path
    return tuple(posed(state, vehicle, p) for p in poses) or (hull_of(state, vehicle),)


def injure(progress: Progress, unit: UnitId, vehicle: Unit, doing: str) -> None:
    """A hit without save on each model that boards or leaves at more than 6 inches. (VEH-BRD-05, ARAP-CAS-07)"""
    moving = motion(progress.state, vehicle)
    if not moving.strength:
        return
    before = casualties.losses(progress.state, unit)
    victims = [m.id for m in progress.state.units[unit].alive]
    why = f"{doing} {vehicle.name} at {moving.speed_in:.3g}″"
    wounds_and_saves.strike(
        progress, victims, moving.strength, by=None, why=why, rules=("VEH-BRD-05",), cause="fall", saves=False
    )
    hurt = progress.state.units[unit]
    lost = casualties.losses(progress.state, unit)
    if lost > before and lost >= casualties.threshold(hurt.n_start) and not hurt.is_gone:
        casualties.test(progress, unit, cause=None, now=True)


def risk(state: GameState, unit: Unit, vehicle: Unit) -> Preview:
    """The hit of boarding or leaving at speed, as a preview."""
    moving = motion(state, vehicle)
    profile = profile_of(state, vehicle)
    rules = ("VEH-BRD-02", "VEH-JOIN-13", *(("VEH-BRD-07",) if profile.open_topped else ()))
    rules = (*rules, "VEH-BRD-06") if not (profile.civilian or profile.open_topped) else rules
    if not moving.strength:
        how = "stationary" if moving.is_stationary else f"at {moving.speed_in:.3g}″"
        return Preview(notes=(f"{vehicle.name} is {how}: no risk",), rules=rules)
    toughness = min(state.profile(m).t for m in unit.alive)
    odds = chance_high(wounds_and_saves.wound_goal(toughness, moving.strength))
    return Preview(
        notes=(f"{vehicle.name} goes at {moving.speed_in:.3g}″: a Strength {moving.strength} hit each, no save",),
        chances=(Chance(label="each model is wounded", exact=str(odds), value=float(odds)),),
        rules=("VEH-BRD-05", *rules),
    )
