"""Doors, windows and walls of their own section, which those in it strike at from inside. (BLD-WALL-01, BLD-SECT-01)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.buildings.breaking.aim import WallAim
from rules.buildings.bunkers.armour import armour_of
from rules.buildings.sections import doors, graph, occupants
from rules.buildings.sections.graph import HouseSection
from rules.buildings.walls import parts
from rules.buildings.walls.parts import Part
from rules.core.ids import TerrainId
from rules.forces.unit import Model, Unit
from rules.geometry import rings
from rules.geometry.facings import bearing
from rules.geometry.lengths import distance, toward
from rules.state import GameState
from rules.table.terrain import Terrain

BEFORE_IN: Final = 1.0
"""How near to a wall of its section whoever fires at it from inside counts as standing."""


class InOwnWalls(NamedTuple):
    """A door or window by its number, or an inch of wall by the wall and the inch."""

    terrain: TerrainId
    opening: int | None = None
    wall: int = 0
    part: int = 0


def is_at(state: GameState, unit: Unit, model: Model, aim: WallAim) -> bool:
    """Whether a member is in a section in whose walls that is."""
    here = graph.at_place(state, unit.housed.get(model.id, ""))
    if here is None or here.piece.id != aim.piece.id:
        return False
    if aim.opening is not None:
        return aim.opening.number in doors.doors_of(here)
    return aim.part is not None and _is_wall_of(here, aim.part)


def _is_wall_of(here: HouseSection, part: Part) -> bool:
    inner = parts.divides(here.piece, part.wall)
    if inner is not None:
        return here.room.letter in inner.letters
    on_storey = parts.storey_of(here.piece, part.wall) == here.room.storey
    return on_storey and rings.edge_distance(here.room.points, part.middle) <= parts.IN_WALL_IN


def standing(state: GameState, unit: Unit, model: Model, aim: WallAim, floor_in: float) -> Unit | None:
    """The unit as if that member alone stood an inch before what he fires at; None for what is in no wall of his.

    Nobody's place counts in a section, so that he may step up to its walls. (BLD-SECT-01, BLD-WALL-02)
    """
    here = graph.at_place(state, unit.housed.get(model.id, ""))
    if here is None or not is_at(state, unit, model, aim):
        return None
    at = toward(aim.at, here.middle, BEFORE_IN)
    there = replace(model, at=at, facing=bearing(at, aim.at), level_in=floor_in)
    return replace(unit, models=(there,), housed={})


def targets(state: GameState, unit: Unit) -> Iterator[InOwnWalls]:
    """What is shut in the walls of its sections, and the inch of their outer walls nearest to their middle."""
    for place in occupants.sections_of(state, unit):
        here = graph.at_place(state, place)
        if here is None or here.piece.building is None:
            continue
        terrain, ways = here.piece.id, here.piece.building.openings
        shut = (n for n in doors.doors_of(here) if ways[n].is_shut)
        yield from (InOwnWalls(terrain, n) for n in shut)
        part = _nearest(here) if armour_of(here.piece) is None else None
        if part is not None:
            yield InOwnWalls(terrain, None, part.wall, part.number)
        yield from _dividing(here) if armour_of(here.piece) is None else ()


def _dividing(here: HouseSection) -> Iterator[InOwnWalls]:
    """Of each wall to a section to which no door or window leads the inch where most is broken, else the middle one.

    Points at one place add up. (BLD-SMOV-02, BLD-MOUSE-02)
    """
    led = {link.other(here.room.letter) for link in graph.links_of(here) if link.opening is not None}
    for n, wall in enumerate(parts.dividing(here.piece), parts.INNER):
        other = {*wall.letters} - {here.room.letter}
        if len(other) == 1 and not other <= led:
            part = _weakest(here.piece, n, int(distance(wall.a, wall.b) / 2))
            if part is not None:
                yield InOwnWalls(here.piece.id, None, n, part.number)


def _weakest(piece: Terrain, wall: int, middle: int) -> Part | None:
    standing = (p for p in parts.inches_of(piece, wall) if not parts.is_fallen(piece, wall, p.section))
    lost = ((-parts.at_part(piece, wall, p.number), abs(p.number - middle), p.number, p) for p in standing)
    return min(lost, default=(0, 0, 0, None))[3]


def _nearest(here: HouseSection) -> Part | None:
    standing = (
        p
        for p in parts.parts(here.piece, here.room.storey)
        if _is_wall_of(here, p) and not parts.is_fallen(here.piece, p.wall, p.section)
    )
    return min(standing, key=lambda p: (round(distance(p.middle, here.middle), 4), p.wall, p.number), default=None)
