"""Vehicles through a player turn, by whichever rules: whose they are, marks that come off, drifting off.

(VEH-JOIN-07, VEH-DMG-03, TRI-DMG-04)
"""

from __future__ import annotations

from collections.abc import Callable

from rules.arap.events import ModelsMoved
from rules.forces.unit import Unit
from rules.geometry.hulls import Hull
from rules.geometry.lengths import distance
from rules.progress import Progress
from rules.state import GameState, Placement
from rules.vehicles.shared.events import MarksCleared
from rules.vehicles.shared.hull import condition, hull_of, pose_of

Slide = Callable[[GameState, Unit, float, float], Hull]
"""The hull after sliding on a bearing, in degrees, so many inches."""


def in_turn(progress: Progress) -> list[Unit]:
    """Vehicles of the side in turn."""
    side = progress.state.active_side
    return [u for u in progress.state.units.values() if u.side == side and u.is_vehicle and u.on_table]


def marks_come_off(progress: Progress, rules: tuple[str, ...]) -> None:
    """The side in turn: what lasted this turn comes off."""
    for unit in in_turn(progress):
        now = condition(unit)
        if now.shaken_now or now.stunned_now:
            progress.emit(MarksCleared(side=unit.side, unit=unit.id, rules=rules))


def drift(progress: Progress, unit: Unit, slide: Slide, rules: tuple[str, ...], way_rules: tuple[str, ...]) -> Hull:
    """A stunned skimmer floats D6 inches on a random bearing, its facing kept; where it comes to stand."""
    why = f"{unit.name} drifts"
    inches = progress.roll_sum("stunned-skimmer-drift", 1, unit=unit.id, why=why, rules=rules).dice[0]
    way = progress.roll("direction", sides=360, unit=unit.id, why=why, rules=way_rules).bearing_deg
    return go_aside(progress, unit, slide(progress.state, unit, way, inches), "drift", way_rules)


def go_aside(progress: Progress, unit: Unit, end: Hull, how: str, rules: tuple[str, ...]) -> Hull:
    """The hull comes to stand there, its heading kept, without its crew's doing."""
    start = hull_of(progress.state, unit)
    progress.emit(
        ModelsMoved(
            side=unit.side,
            unit=unit.id,
            placements=(Placement(model=unit.models[0].id, at=end.centre, facing=end.heading),),
            how=how,
            path=(pose_of(start), pose_of(end)),
            length_in=distance(start.centre, end.centre),
            voluntary=False,
            rules=rules,
        )
    )
    return end
