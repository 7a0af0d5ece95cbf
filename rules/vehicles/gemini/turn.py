"""Shaken and stunned through a player turn, and stunned skimmers that drift. (VEH-JOIN-07, VEH-DMG-03)"""

from __future__ import annotations

from rules.arap.events import ModelsMoved
from rules.forces.unit import Unit
from rules.geometry.lengths import distance
from rules.progress import Progress
from rules.state import Placement
from rules.vehicles.gemini.events import MarksBite
from rules.vehicles.gemini.hull.hull import is_skimmer, marks_of
from rules.vehicles.gemini.motion import momentum, sliding
from rules.vehicles.gemini.street import run as street_run
from rules.vehicles.shared.events import MarksCleared
from rules.vehicles.shared.hull import condition, hull_of, pose_of


def turn_begins(progress: Progress) -> None:
    """The side in turn: what was scored since its last turn takes hold; stunned skimmers float off."""
    for unit in _own(progress):
        now, own = condition(unit), marks_of(unit)
        if not (
            now.shaken
            or now.stunned
            or now.fired
            or own.tried_ground
            or own.doors_used
            or own.ports_open
            or own.mines_met
        ):
            continue
        stunned = now.stunned
        shaken = now.shaken and not stunned
        progress.emit(MarksBite(side=unit.side, unit=unit.id, shaken=shaken, stunned=stunned, rules=("VEH-JOIN-07",)))
        drifts = stunned and is_skimmer(progress.state, unit) and not now.immobilised
        if drifts and not momentum.uses(progress.state, unit):
            _drift(progress, unit)
    momentum.tune(progress)
    lost = [u for u in _own(progress) if marks_of(u).out_of_control]
    progress.queue(*(street_run.OutOfControl(unit=u.id) for u in lost))


def queue_coasting(progress: Progress) -> None:
    """Moving vehicles of the side in turn that nobody has driven go straight on. (VEH-RACE-04)"""
    state = progress.state
    found = [u for u in _own(progress) if momentum.uses(state, u) and not u.now.driven]
    rolling = [u for u in found if not momentum.is_still(u) and not condition(u).immobilised]
    progress.queue(*(street_run.Coast(unit=u.id) for u in rolling))


def turn_ends(progress: Progress) -> None:
    """The side in turn: what lasted this turn comes off."""
    for unit in _own(progress):
        now = condition(unit)
        if now.shaken_now or now.stunned_now:
            progress.emit(MarksCleared(side=unit.side, unit=unit.id, rules=("VEH-JOIN-07",)))


def _own(progress: Progress) -> list[Unit]:
    side = progress.state.active_side
    return [u for u in progress.state.units.values() if u.side == side and u.is_vehicle and u.on_table]


def _drift(progress: Progress, unit: Unit) -> None:
    """D6 inches on a random bearing; it bumps into things without harm, and people step aside. (VEH-DMG-03)"""
    why = f"{unit.name} drifts"
    rules = ("VEH-DMG-03",)
    inches = progress.roll_sum("stunned-skimmer-drift", 1, unit=unit.id, why=why, rules=rules).dice[0]
    way = progress.roll("direction", sides=360, unit=unit.id, why=why, rules=rules).bearing_deg
    start = hull_of(progress.state, unit)
    end = sliding.slide(progress.state, unit, way, inches)
    progress.emit(
        ModelsMoved(
            side=unit.side,
            unit=unit.id,
            placements=(Placement(model=unit.models[0].id, at=end.centre, facing=end.heading),),
            how="drift",
            path=(pose_of(start), pose_of(end)),
            length_in=distance(start.centre, end.centre),
            voluntary=False,
            rules=rules,
        )
    )
    sliding.set_aside(progress, end, rules)
