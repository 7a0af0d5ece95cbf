"""Vehicles built of sections: one unit of several hulls, the first of which drives the others. (VEH-HULL-04)"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.forces.profile import Profile
from rules.forces.unit import Model, Point, Unit
from rules.gemini.facts import ModelsMoved, Placement
from rules.geometry.hulls import Hull
from rules.progress import Progress
from rules.state import GameState

RULE: Final = "VEH-HULL-04"

GAP_IN: Final = 0.25
"""Between one section and the next."""


def sections_of(state: GameState, unit: Unit) -> list[Unit]:
    """The sections that a drive section pulls, from front to rear, as many as are left."""
    return [u for u in state.units.values() if u.section_of == unit.id and not u.is_gone]


def drive_of(state: GameState, unit: Unit) -> Unit | None:
    """The drive section that pulls this one, while it is in play."""
    drive = state.units.get(unit.section_of) if unit.section_of else None
    return drive if drive is not None and not drive.is_gone and not drive.left_table else None


def alone(state: GameState, unit: Unit) -> GameState:
    """The state in which a section fires: the others of its vehicle hide nothing from it."""
    if not unit.is_vehicle:
        return state
    drive = unit.section_of or unit.id
    rest = [u for u in state.units.values() if u.id != unit.id and drive in (u.id, u.section_of)]
    return state.with_units(*(replace(u, deployed=False) for u in rest)) if rest else state


def whole(state: GameState, unit: Unit) -> list[Unit]:
    """All sections of the vehicle that this is the drive section of, it first; nothing for any other unit."""
    rest = sections_of(state, unit) if unit.is_vehicle and not unit.section_of else []
    return [unit, *rest] if rest else []


def has_something_to_do(unit: Unit, profile: Profile) -> bool:
    """Whether a section can act at all: it fires or does nothing, so it needs a weapon and a crew that may shoot."""
    now = unit.vehicle
    if now is None or profile.vehicle is None or now.shaken_now or now.stunned_now:
        return False
    return any(mount not in now.lost_mounts for mount in range(len(profile.vehicle.mounts)))


def hull_at(state: GameState, model: Model, at: Point, facing: float) -> Hull:
    """The hull of a section as it would stand there."""
    vehicle = state.profile(model).vehicle
    assert vehicle is not None, f"{model.id} is no vehicle"
    return Hull(at, facing, vehicle.length_in, vehicle.width_in)


def lined_up(state: GameState, drive: Unit, at: Point, facing: float) -> list[tuple[Unit, Hull]]:
    """The other sections in a straight line behind their drive section."""
    pulled = sections_of(state, drive)
    if not pulled:
        return []
    last = hull_at(state, drive.models[0], at, facing)
    found = []
    for unit in pulled:
        own = hull_at(state, unit.models[0], at, facing)
        back = last.length / 2 + GAP_IN + own.length / 2
        last = own._replace(centre=last.on_table(-back, 0))
        found.append((unit, last))
    return found


def line_up(progress: Progress, drive: Unit) -> None:
    """They stand behind it, now that it has been placed."""
    model = progress.state.units[drive.id].models[0]
    for unit, hull in lined_up(progress.state, drive, model.at, model.facing):
        there = (Placement(model=unit.models[0].id, at=hull.centre, facing=hull.heading),)
        seen_by = (unit.side,) if unit.hidden else None
        progress.emit(
            ModelsMoved(
                side=unit.side,
                unit=unit.id,
                placements=there,
                how="place",
                voluntary=False,
                rules=(RULE,),
                seen_by=seen_by,
            )
        )
