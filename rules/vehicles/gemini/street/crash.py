"""What a Street Race vehicle strikes: other vehicles, walls, people, the ground. (VEH-RACE-05, VEH-LOC-05)"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.core.ids import ModelId, TerrainId, UnitId
from rules.core.preview import ShotLine
from rules.events import Note
from rules.forces.unit import Unit
from rules.geometry.facings import normalise
from rules.geometry.hulls import Hull
from rules.geometry.lengths import is_within
from rules.progress import Progress, TaskStruct
from rules.state import GameState
from rules.vehicles.gemini.damage import results, wreck
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.motion import impact
from rules.vehicles.gemini.motion.first_contact import HullContact, face_touched
from rules.vehicles.gemini.motion.impact import ram_strength
from rules.vehicles.gemini.ramming import blows as ramming_blows
from rules.vehicles.gemini.ramming import ram, structures
from rules.vehicles.gemini.ramming.blows import RamBlow
from rules.vehicles.gemini.street.path import CourseContact, Obstacle, vehicle_of
from rules.vehicles.shared.hull import FACE, armour_of, hull_of, pose_of

CRASH_IN: Final = 6.0


def collide(progress: Progress, unit: Unit, met: Obstacle, into: Hull, speed: float) -> None:
    """A collision at full speed: with a vehicle or a wall as any ram, with what does not give way alone.

    (VEH-RACE-05, VEH-RAM-01, VEH-RAM-08)
    """
    text = f"{unit.name} runs into {met.name} at {abs(speed):.3g}″"
    progress.emit(Note(side=unit.side, unit=unit.id, text=text, rules=("VEH-RACE-05",)))
    contact = contact_of(progress.state, unit, met, into, speed)
    if _gives_way(progress.state, contact):
        ram.collide(progress, unit, contact, abs(speed))
        return
    armour = armour_of(profile_of(progress.state, unit), FACE[contact.face])
    blow = RamBlow(unit.id, armour, ram_strength(None, abs(speed)))
    ramming_blows.land(progress, [blow], ("VEH-RACE-05", "VEH-RAM-08"), None)


def swipes(state: GameState, unit: Unit, met: CourseContact, speed: float) -> bool:
    """Whether what a course would run into is only raked or sideswiped. (VEH-REL-02)"""
    moved = unit.with_model(replace(unit.models[0], at=met.hull.centre, facing=met.hull.heading))
    return contact_of(state.with_unit(moved), moved, met.obstacle, met.into, speed).is_swipe


def lines(state: GameState, unit: Unit, met: CourseContact, speed: float) -> tuple[ShotLine, ...]:
    """Both blows of what a course would run into, with exact chances, for its preview."""
    there = replace(unit.models[0], at=met.hull.centre, facing=met.hull.heading)
    moved = unit.with_model(there)
    state = state.with_unit(moved)
    contact = contact_of(state, moved, met.obstacle, met.into, speed)
    if _gives_way(state, contact):
        return ram.lines(state, moved, contact, abs(speed))
    armour = armour_of(profile_of(state, moved), FACE[contact.face])
    return (ramming_blows.line(state, RamBlow(unit.id, armour, ram_strength(None, abs(speed)))),)


def _gives_way(state: GameState, contact: HullContact) -> bool:
    """Whether what is struck takes harm: a vehicle, a creature, a wall of some Toughness or armour."""
    if contact.unit is not None or contact.model is not None:
        return True
    piece = structures.piece_of(state, contact)
    return piece is not None and structures.structure_of(state, piece) is not None


def contact_of(state: GameState, unit: Unit, met: Obstacle, into: Hull, speed: float) -> HullContact:
    """How the hull that would touch strikes what it met."""
    hull = hull_of(state, unit)
    course = normalise(into.heading + 180) if speed < 0 else into.heading
    other = vehicle_of(state, met)
    return HullContact(
        unit=other.id if other else None,
        terrain=TerrainId(met.id) if met.what == "ground" and met.id else None,
        model=ModelId(met.id) if met.what == "creature" else None,
        pose=pose_of(hull),
        course=course,
        face="rear" if speed < 0 else "front",
        touched=face_touched(state, other, hull, course) if other else "side",
        quadrant=impact.quadrant(state, other, hull.centre) if other else "side",
    )


class StrikeGround(TaskStruct, frozen=True, kw_only=True, tag="StrikeGround"):
    """A skimmer out of control touches the ground: immobilised, above 6 inches destroyed. (VEH-LOC-05)"""

    unit: UnitId
    speed: float

    def run(self, progress: Progress) -> None:
        """At the new speed, at the end of the move."""
        unit = progress.state.units[self.unit]
        if unit.is_gone:
            return
        if is_within(self.speed, CRASH_IN):
            results.suffer_lasting(progress, unit, "immobilised", None)
        else:
            wreck.destroy(progress, unit, None, rule="VEH-LOC-05")


class Stall(TaskStruct, frozen=True, kw_only=True, tag="Stall"):
    """A skimmer's nose rises: it stalls and flips over, two dice of inches away. (VEH-LOC-05)"""

    unit: UnitId

    def run(self, progress: Progress) -> None:
        """As a flipped vehicle, further."""
        unit = progress.state.units[self.unit]
        if not unit.is_gone:
            wreck.flip(progress, unit, None, distance_roll=("skimmer-flip-distance", 2), rule="VEH-LOC-05")


TASKS: tuple[type[TaskStruct], ...] = (StrikeGround, Stall)
