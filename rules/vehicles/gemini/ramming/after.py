"""What becomes of the move of a vehicle that has struck something. (VEH-RAM-04, VEH-RAM-06, VEH-REL-02)"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from rules.arap.events import ModelsMoved
from rules.core.ids import UnitId
from rules.forces.unit import Unit
from rules.geometry.facings import normalise, turn
from rules.geometry.hulls import Hull
from rules.geometry.lengths import along, is_beyond
from rules.progress import Progress, TaskStruct
from rules.state import GameState, Placement
from rules.vehicles.gemini.hazards import indoors, minefields
from rules.vehicles.gemini.hull import speed_bands
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.motion import clearance, first_contact
from rules.vehicles.gemini.motion.first_contact import HullContact
from rules.vehicles.gemini.motion.impact import backs
from rules.vehicles.gemini.motion.path import Way, affordable, plan, rules_of, upto
from rules.vehicles.gemini.motion.terrain_cost import field_for
from rules.vehicles.gemini.tank_shock.drive_through import Crossing
from rules.vehicles.shared.hull import Pose, condition, hull_of, pose_of

SHORTER_IN = 0.25
"""How much is taken off a way at a time until it is free."""
NUDGE_IN = 0.05


class Onward(TaskStruct, frozen=True, kw_only=True, tag="Onward"):
    """A vehicle that struck something goes on, if nothing holds it: ahead, beneath a skimmer, or beside its target.

    `rest` are the places that it was yet to drive to, `left_in` the allowance left.
    """

    unit: UnitId
    contact: HullContact
    how: Literal["ahead", "beneath", "beside"] = "ahead"
    rest: tuple[Pose, ...] = ()
    left_in: float = 0

    def run(self, progress: Progress) -> None:
        """Turn beside the target after a rake; then drive as far as the way is free."""
        unit = progress.state.units[self.unit]
        if unit.is_gone or _is_held(unit):
            return
        if self.how == "beside":
            self._turn_beside(progress, unit)
        unit = progress.state.units[self.unit]
        way = self._way(progress.state, unit)
        if way is None:
            return
        below = (self.contact.unit,) if self.how == "beneath" and self.contact.unit else ()
        way = free_part(progress.state, unit, affordable(way, self.left_in), beneath=below)
        way, fate = indoors.brave(progress, unit, indoors.slowed(progress.state, unit, way))
        speed = unit.now.moved_in + way.length_in
        if is_beyond(way.length_in, 0) and speed_bands.fits(progress.state, unit, condition(unit).fired, speed):
            progress.queue(
                *minefields.parted(
                    progress.state,
                    Crossing(
                        unit=unit.id,
                        poses=tuple(pose_of(h) for h in way.hulls),
                        length_in=way.length_in,
                        spent_in=min(way.spent_in, self.left_in),
                        speed_in=speed,
                        rules=(*rules_of(way), "VEH-RAM-04"),
                    ),
                ),
                *indoors.stuck(unit, way, fate),
            )
        else:
            progress.queue(*indoors.stuck(unit, way, fate))

    def _way(self, state: GameState, unit: Unit) -> Way | None:
        """The way that is left: to the places that were pointed at, or straight on beside the target."""
        if not is_beyond(self.left_in, 0):
            return None
        hull, profile = hull_of(state, unit), profile_of(state, unit)
        places = self.rest
        if self.how == "beside":
            run = -self.left_in if self.contact.face == "rear" else self.left_in
            places = (pose_of(hull.driven(run)),)
        return plan(hull, places, profile, field_for(state, profile)) if places else None

    def _turn_beside(self, progress: Progress, unit: Unit) -> None:
        """Parallel to the target's course, just clear of it; free of cost. (VEH-REL-02)"""
        assert self.contact.unit is not None
        hull = beside(progress.state, unit, progress.state.units[self.contact.unit], self.contact)
        if hull is None:
            return
        there = (Placement(model=unit.models[0].id, at=hull.centre, facing=hull.heading),)
        progress.emit(
            ModelsMoved(
                side=unit.side, unit=unit.id, placements=there, how="place", voluntary=False, rules=("VEH-REL-02",)
            )
        )


def _is_held(unit: Unit) -> bool:
    """Whether it cannot move any more. (VEH-RAM-04)"""
    now = condition(unit)
    return now.immobilised or now.stunned or now.stunned_now


def beside(state: GameState, unit: Unit, target: Unit, contact: HullContact) -> Hull | None:
    """The hull set parallel to its target's course and clear of it; None if there is no room. (VEH-REL-02)

    Of the course and its opposite the one nearer to the rammer's own; of two alike the one away from the nose.
    """
    hull, other = hull_of(state, unit), hull_of(state, target)
    course = normalise(other.heading + 180) if backs(target) else other.heading
    opposite = normalise(course + 180)
    gap, far = round(turn(contact.course, course), 1), round(turn(contact.course, opposite), 1)
    chosen = course if gap < far else opposite if far < gap else normalise(other.heading + 180)
    heading = normalise(chosen + 180) if contact.face == "rear" else chosen
    turned = hull._replace(heading=heading)
    _, right = other.on_hull(hull.centre)
    away = normalise(other.heading + (90 if right >= 0 else 270))
    for _ in range(400):
        if not turned.overlaps(other):
            break
        turned = turned._replace(centre=along(turned.centre, away, NUDGE_IN))
    free = clearance.blocked(state, unit, (hull, turned), beneath=(target.id,)) is None
    return turned if free else None


def free_part(state: GameState, unit: Unit, way: Way, *, beneath: Collection[UnitId] = ()) -> Way:
    """As much of a way as leads through nothing and ends on nobody."""
    met = first_contact.first_met(state, unit, way, ignoring=beneath)
    if met is not None:
        way = upto(way, met.gone_in, met.leg)
    while is_beyond(way.length_in, 0) and clearance.blocked(state, unit, way.hulls, beneath=beneath):
        way = upto(way, max(0.0, way.length_in - SHORTER_IN))
    return way


TASKS: tuple[type[TaskStruct], ...] = (Onward,)
