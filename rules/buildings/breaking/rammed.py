"""Walls and doors that a vehicle runs into: what withstands it there, and what it loses. (BLD-WALL-06, VEH-RAM-08)

The points are lost as to any other attack: holes, sections that fall, doors that give way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.arap.damage.building_interface import WallRammed
from rules.buildings.breaking import damage
from rules.buildings.breaking.aim import WallAim
from rules.buildings.bunkers.armour import armour_of
from rules.buildings.doors.openings import InWall
from rules.buildings.walls import materials, parts
from rules.core.ids import UnitId
from rules.forces.unit import Point
from rules.geometry.lengths import distance_to_segment, is_within
from rules.progress import Progress
from rules.state import GameState
from rules.table.terrain import Terrain

DOOR_IN: Final = 0.5
"""A hull whose middle strikes no further from a shut door strikes that."""


def met(piece: Terrain, at: Point) -> WallRammed | None:
    """What of a building is struck there; None for what has armour instead, or no walls of its own. (BLD-GEN-04)"""
    if piece.building is None or not piece.is_structure or armour_of(piece) is not None:
        return None
    if not piece.has_doors:
        solid = materials.of_wall(piece)
        return WallRammed(piece.called, solid.toughness, max(0, solid.points - piece.damage), keeps_count=False)
    aim = _aim(piece, at)
    return WallRammed(aim.name, aim.toughness, aim.left, keeps_count=True)


def take_points(progress: Progress, piece: Terrain, at: Point, dp: int, by: UnitId, rules: tuple[str, ...]) -> None:
    """A house that is entered loses so many points there; what falls, falls. (BLD-WALL-06, BLD-WALL-03)"""
    rammer, aim = progress.state.units[by], _aim(piece, at)
    if aim.opening is not None:
        damage.on_opening(progress, rammer, aim.opening, dp, rules)
        return
    assert aim.part is not None
    damage.on_wall(progress, rammer, piece.id, aim.part, dp, rules)
    damage.settle(progress, rammer, piece.id)


def beneath(state: GameState, piece: Terrain, at: Point, path: Sequence[Point]) -> dict[UnitId, int] | None:
    """How many the wall there would hit if it fell, unit by unit; None where it is just gone. (BLD-WALL-09)"""
    if not damage.walls_fall(state, piece):
        return None
    if not piece.has_doors:
        return {unit: len(models) for unit, models in damage.beneath(state, piece, path).items()}
    part = _aim(piece, at).part
    return damage.beneath_section(state, piece, part.wall, part.section) if part is not None else None


def wall_falls(progress: Progress, piece: Terrain, path: Sequence[Point], toughness: int, by: UnitId) -> None:
    """A wall of a solid piece falls on everybody within an inch and a half, where walls do. (BLD-WALL-09)"""
    if damage.walls_fall(progress.state, piece):
        wall = damage.Falling(piece.called, toughness, tuple(path))
        damage.crush(progress, progress.state.units[by], wall, piece)


def _aim(piece: Terrain, at: Point) -> WallAim:
    """A shut door or window at the ground that is struck, else the nearest inch of wall that stands."""
    ways = piece.building.openings if piece.building is not None else ()
    shut = [InWall(piece, n, o) for n, o in enumerate(ways) if o.is_shut and not o.storey and o.kind != "port"]
    near = [(distance_to_segment(at, o.opening.a, o.opening.b), o.number, o) for o in shut]
    off, _, door = min(near, default=(DOOR_IN + 1, 0, None))
    if door is not None and is_within(off, DOOR_IN):
        return WallAim(piece, door, None)
    return WallAim(piece, None, parts.nearest_standing(piece, at))
