"""Shaken and stunned through a player turn, and stunned skimmers that drift. (TRI-DMG-04, TRI-PASS-04)"""

from __future__ import annotations

from rules.arap.events import ModelsMoved
from rules.forces.unit import Unit
from rules.geometry.lengths import distance
from rules.progress import Progress
from rules.state import Placement
from rules.vehicles.shared.events import MarksCleared
from rules.vehicles.shared.hull import condition, hull_of, pose_of
from rules.vehicles.trial.events import MarksTakeHold
from rules.vehicles.trial.hull.profile import is_skimmer, marks_of
from rules.vehicles.trial.terrain import drift

RULES = ("TRI-DMG-04",)


def turn_begins(progress: Progress) -> None:
    """The side in turn: what was scored since its last turn takes hold; stunned skimmers float off."""
    for unit in _own(progress):
        now, exposed = condition(unit), marks_of(unit).exposed
        if not (now.shaken or now.stunned or now.fired or exposed):
            continue
        shaken = now.shaken and not now.stunned
        rules = (*RULES, *(("TRI-PASS-04",) if exposed else ()))
        progress.emit(MarksTakeHold(side=unit.side, unit=unit.id, shaken=shaken, stunned=now.stunned, rules=rules))
        if now.stunned and is_skimmer(progress.state, unit) and not now.immobilised:
            _drift(progress, unit)


def turn_ends(progress: Progress) -> None:
    """The side in turn: what lasted this turn comes off."""
    for unit in _own(progress):
        now = condition(unit)
        if now.shaken_now or now.stunned_now:
            progress.emit(MarksCleared(side=unit.side, unit=unit.id, rules=RULES))


def _own(progress: Progress) -> list[Unit]:
    side = progress.state.active_side
    return [u for u in progress.state.units.values() if u.side == side and u.is_vehicle and u.on_table]


def _drift(progress: Progress, unit: Unit) -> None:
    """D6 inches on a random bearing, its facing kept; people step aside."""
    why = f"{unit.name} drifts"
    inches = progress.roll_sum("stunned-skimmer-drift", 1, unit=unit.id, why=why, rules=RULES).dice[0]
    rules = (*RULES, "ARAP-SCAT-01")
    way = progress.roll("direction", sides=360, unit=unit.id, why=why, rules=rules).bearing_deg
    start = hull_of(progress.state, unit)
    end = drift.slide(progress.state, unit, way, inches)
    progress.emit(
        ModelsMoved(
            side=unit.side,
            unit=unit.id,
            placements=(Placement(model=unit.models[0].id, at=end.centre, facing=end.heading),),
            how="drift",
            path=(pose_of(start), pose_of(end)),
            length_in=distance(start.centre, end.centre),
            voluntary=False,
            rules=RULES,
        )
    )
    drift.set_aside(progress, end, RULES)
