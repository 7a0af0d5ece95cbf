"""Shaken and stunned through a player turn, and stunned skimmers that drift. (VEH-JOIN-07, VEH-DMG-03)"""

from __future__ import annotations

from rules.forces.unit import Unit
from rules.progress import Progress
from rules.vehicles.gemini.events import MarksBite
from rules.vehicles.gemini.hull.hull import is_skimmer, marks_of
from rules.vehicles.gemini.motion import momentum, sliding
from rules.vehicles.gemini.street import run as street_run
from rules.vehicles.shared.hull import condition
from rules.vehicles.shared.turn import drift, in_turn, marks_come_off


def turn_begins(progress: Progress) -> None:
    """The side in turn: what was scored since its last turn takes hold; stunned skimmers float off."""
    for unit in in_turn(progress):
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
    lost = [u for u in in_turn(progress) if marks_of(u).out_of_control]
    progress.queue(*(street_run.OutOfControl(unit=u.id) for u in lost))


def queue_coasting(progress: Progress) -> None:
    """Moving vehicles of the side in turn that nobody has driven go straight on. (VEH-RACE-04)"""
    rolling = street_run.unattended(progress.state, in_turn(progress))
    progress.queue(*(street_run.Coast(unit=u.id) for u in rolling))


def turn_ends(progress: Progress) -> None:
    """The side in turn: what lasted this turn comes off."""
    marks_come_off(progress, ("VEH-JOIN-07",))


def _drift(progress: Progress, unit: Unit) -> None:
    """D6 inches on a random bearing; it bumps into things without harm, and people step aside. (VEH-DMG-03)"""
    rules = ("VEH-DMG-03",)
    sliding.set_aside(progress, drift(progress, unit, sliding.slide, rules, rules), rules)
