"""Shaken and stunned through a player turn, and stunned skimmers that drift. (TRI-DMG-04, TRI-PASS-04)"""

from __future__ import annotations

from rules.forces.unit import Unit
from rules.progress import Progress
from rules.vehicles.shared.hull import condition
from rules.vehicles.shared.turn import drift as floats
from rules.vehicles.shared.turn import in_turn, marks_come_off
from rules.vehicles.trial.events import MarksTakeHold
from rules.vehicles.trial.hull.profile import is_skimmer, marks_of
from rules.vehicles.trial.terrain import drift

RULES = ("TRI-DMG-04",)


def turn_begins(progress: Progress) -> None:
    """The side in turn: what was scored since its last turn takes hold; stunned skimmers float off."""
    for unit in in_turn(progress):
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
    marks_come_off(progress, RULES)


def _drift(progress: Progress, unit: Unit) -> None:
    """D6 inches on a random bearing, its facing kept; people step aside."""
    end = floats(progress, unit, drift.slide, RULES, (*RULES, "ARAP-SCAT-01"))
    drift.set_aside(progress, end, RULES)
