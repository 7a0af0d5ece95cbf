"""How a vehicle ends, and what becomes of those aboard and around. (TRI-DMG-04, TRI-DMG-07, TRI-TRAN-14, -15)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.arap.damage import wounds_and_saves
from rules.arap.turn.activation import CloseUnit
from rules.core.ids import ModelId, UnitId
from rules.forces.unit import Unit
from rules.geometry.hulls import Hull
from rules.geometry.lengths import distance
from rules.progress import Progress
from rules.vehicles.shared.damage.penetration import creatures_within
from rules.vehicles.shared.damage.suffering import wrecked
from rules.vehicles.shared.events import VehicleThrown, VehicleWrecked, Wreck, remains
from rules.vehicles.shared.hull import hull_of
from rules.vehicles.trial.hull.profile import profile_of
from rules.vehicles.trial.terrain import drift
from rules.vehicles.trial.transport import aboard

RULE: Final = ("TRI-DMG-04",)

THROWN: Final = (4, 3)
"""Strength of the hit on each passenger of a flipped vehicle, closed and open-topped."""

BLAST: Final = 5
"""On each passenger of one that explodes."""

DEBRIS: Final = 4
"""On everybody whom its pieces reach."""

FRAGMENTS_IN: Final = 6.0
"""How far the pieces of an annihilated vehicle fly."""


def destroy(progress: Progress, unit: Unit, by: UnitId | None, *, rules: tuple[str, ...] = RULE) -> None:
    """The crew are killed; passengers are forced out and test for pinning. (TRI-DMG-07)"""
    hull = hull_of(progress.state, unit)
    after = _wreck(progress, unit, hull, "destroyed", by, rules)
    aboard.out_of_wreck(progress, unit, hull, by, pinned=False)
    progress.queue(*after)


def flip(progress: Progress, unit: Unit, by: UnitId | None) -> None:
    """The wreck is thrown D6 inches on a random bearing; passengers take a hit each first."""
    why = f"{unit.name} is flipped"
    inches = progress.roll_sum("flip-distance", 1, unit=unit.id, why=why, rules=RULE).dice[0]
    scattered = (*RULE, "ARAP-SCAT-01")
    way = progress.roll("direction", sides=360, unit=unit.id, why=why, rules=scattered).bearing_deg
    start = hull_of(progress.state, unit)
    hull = drift.slide(progress.state, unit, way, inches)
    closed, opened = THROWN
    strength = opened if profile_of(progress.state, unit).open_topped else closed
    aboard.hurt(progress, unit.id, strength, by)
    gap = distance(start.centre, hull.centre)
    thrown = VehicleThrown(side=unit.side, unit=unit.id, at=hull.centre, inches=gap, start=start.centre, rules=RULE)
    progress.emit(thrown)
    drift.set_aside(progress, hull, RULE)
    after = _wreck(progress, unit, hull, "flipped", by, RULE)
    aboard.out_of_wreck(progress, unit, hull, by, pinned=False)
    progress.queue(*after)


def explode(progress: Progress, unit: Unit, by: UnitId | None) -> None:
    """Debris flies D6 inches; passengers and bystanders are hit, survivors are pinned without a test."""
    hull = hull_of(progress.state, unit)
    why = f"debris of {unit.name}"
    radius = progress.roll_sum("explosion-radius", 1, unit=unit.id, why=why, rules=RULE).dice[0]
    after = _wreck(progress, unit, hull, "exploded", by, RULE, reach_in=radius)
    aboard.hurt(progress, unit.id, BLAST, by)
    _strike(progress, creatures_within(progress.state, hull, radius), why, by)
    aboard.out_of_wreck(progress, unit, hull, by, pinned=True)
    progress.queue(*after)


def annihilate(progress: Progress, unit: Unit, by: UnitId | None) -> None:
    """Vehicle, crew and passengers are gone; a crater is left."""
    hull = hull_of(progress.state, unit)
    after = _wreck(progress, unit, hull, "annihilated", by, RULE, reach_in=FRAGMENTS_IN)
    aboard.kill(progress, unit.id, by)
    _strike(progress, creatures_within(progress.state, hull, FRAGMENTS_IN), f"fragments of {unit.name}", by)
    progress.queue(*after)


def _wreck(
    progress: Progress,
    unit: Unit,
    hull: Hull,
    how: Wreck,
    by: UnitId | None,
    rules: tuple[str, ...],
    *,
    reach_in: float = 0,
) -> tuple[CloseUnit, ...]:
    leaves = remains(unit, how, hull.corners(), profile_of(progress.state, unit).height_in)
    end = VehicleWrecked(side=unit.side, unit=unit.id, how=how, leaves=leaves, by=by, reach_in=reach_in, rules=rules)
    return wrecked(progress, unit, end)


def _strike(progress: Progress, victims: Sequence[ModelId], why: str, by: UnitId | None) -> None:
    wounds_and_saves.strike(progress, victims, DEBRIS, by=by, why=why, rules=RULE, cause="explosion")
