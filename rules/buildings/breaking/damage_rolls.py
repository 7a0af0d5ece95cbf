"""Damage rolls at walls, doors and windows, and the points they cost. (BLD-WALL-01, -04, -05, BLD-AREA-01 to -03)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap.damage.wounds_and_saves import can_wound, wound_goal
from rules.buildings.breaking import damage
from rules.buildings.breaking.aim import RULE, WallAim
from rules.buildings.doors import openings
from rules.buildings.doors.openings import InWall
from rules.buildings.walls import materials, parts
from rules.buildings.walls.parts import Part
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry.lengths import TOLERANCE, distance_to_segment
from rules.progress import Progress
from rules.table.terrain import Terrain

STRIP_IN: Final = 1.0
"""Half the width of a template: inches of wall to either side that it crosses. (BLD-AREA-01)"""


def scorch(
    progress: Progress,
    unit: Unit,
    piece: Terrain,
    weapon: Weapon,
    strength: int,
    at: Point,
    *,
    rules: tuple[str, ...],
) -> None:
    """A stream strikes the wall there, in every inch that it crosses; what falls, falls. (BLD-TMPL-06, BLD-AREA-01)"""
    aim = WallAim(piece, None, parts.nearest(piece, at))
    cited = ("BLD-AREA-01", "BLD-AREA-02", *rules)
    roll(progress, unit, aim, weapon, crossed(aim, STRIP_IN), strength, close=True, heavy=False, rules=cited)
    damage.settle(progress, unit, piece.id)


def blast(
    progress: Progress, unit: Unit, piece: Terrain, weapon: Weapon, near: Sequence[Part], rules: tuple[str, ...]
) -> None:
    """A blast strikes so many inches of a wall, from the nearest on. (BLD-CONF-05)"""
    aim = WallAim(piece, None, near[0])
    roll(progress, unit, aim, weapon, len(near), weapon.strength, close=True, heavy=False, rules=rules)


def can_scorch(piece: Terrain, strength: int, at: Point) -> bool:
    """Whether a stream can do anything to that wall, and the wall still stands there. (BLD-WALL-01)"""
    part = parts.nearest(piece, at)
    goal = wound_goal(materials.of_wall(piece).toughness, strength)
    return not parts.is_fallen(piece, part.wall, part.section) and can_wound(goal, melee=False, short_range=True)


def crossed(aim: WallAim, radius: float, at: Point | None = None) -> int:
    """Inches of wall within a radius of where it strikes; a door is one. (BLD-AREA-01, BLD-AREA-03)"""
    if aim.part is None:
        return 1
    centre = at or aim.at
    near = [p for p in parts.parts(aim.piece, aim.storey) if p.wall == aim.part.wall]
    return max(1, sum(distance_to_segment(centre, p.a, p.b) < radius - TOLERANCE for p in near))


def roll(
    progress: Progress,
    unit: Unit,
    aim: WallAim,
    weapon: Weapon | None,
    rolls: int,
    strength: int,
    *,
    close: bool,
    heavy: bool,
    rules: tuple[str, ...],
    melee: bool = False,
) -> None:
    goal = wound_goal(aim.toughness, strength)
    if not rolls or not can_wound(goal, melee=melee, short_range=close):
        return
    why = f"{weapon.name if weapon else 'Blows'} on {aim.name}: Strength {strength} against Toughness {aim.toughness}"
    cited = (RULE, "BLD-WALL-07" if aim.part is not None else "BLD-WALL-14", *rules)
    rolled = progress.roll("to-wound", rolls, sense="high", goal=goal, unit=unit.id, why=why, rules=cited)
    points = rolled.successes
    if heavy and points:
        points_rolled = progress.roll_sum("structure-dp", points, unit=unit.id, why=aim.name, rules=("BLD-WALL-04",))
        for dp in points_rolled.dice:
            # What a single blow does beyond the inch that it strikes is lost: only area weapons spread. (BLD-AREA-02)
            _apply(progress, unit, aim, dp, rules, spreads=False)
        return
    if weapon is not None and weapon.has("twin-linked") and progress.state.option("linked_weapon_two_dp"):
        points *= 2
        rules = (*rules, "BLD-WALL-05")
    if points:
        _apply(progress, unit, aim, points, rules)


def _apply(
    progress: Progress, unit: Unit, aim: WallAim, points: int, rules: tuple[str, ...], *, spreads: bool = True
) -> None:
    if aim.part is not None:
        damage.on_wall(progress, unit, aim.piece.id, aim.part, points, rules, spreads=spreads)
        return
    assert aim.opening is not None
    now = openings.find_any(progress.state, aim.piece.id, aim.opening.number)
    if aim.lock:
        _smash(progress, unit, now)
        return
    if now is not None and now.opening.state != "broken":
        damage.on_opening(progress, unit, now, points, rules)


def _smash(progress: Progress, unit: Unit, found: InWall | None) -> None:
    """Its lock works no more on this side; it is as shut as before. (BLD-LOCK-03)"""
    if found is not None and not found.opening.smashed:
        change = openings.changed(found, found.opening.state, "smash", smashed=True)
        progress.emit(replace(change, side=unit.side, unit=unit.id, rules=("BLD-LOCK-03",)))
