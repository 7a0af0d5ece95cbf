"""Large blasts in confined rooms strike the walls round them. (BLD-CONF-05)"""

from __future__ import annotations

from typing import Final

from rules.buildings import confined
from rules.buildings.breaking import damage, damage_rolls
from rules.buildings.walls import materials, outline, parts
from rules.buildings.walls.parts import Part
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry import rings
from rules.geometry.lengths import distance, distance_to_segment, is_within
from rules.progress import Progress
from rules.state import GameState
from rules.table.terrain import Terrain

LARGE_IN: Final = 5.0
"""Markers that are no smaller strike walls. (BLD-CONF-05)"""

MOST_PARTS: Final = 5
"""Inches of one wall that are rolled for, the nearest first."""

IN_WALL_IN: Final = 0.3

RULES: Final = ("BLD-CONF-05", "BLD-AREA-01")


def touched(state: GameState, piece: Terrain, centre: Point) -> dict[int, list[Part]]:
    """Inches of each wall that a blast there touches: all of a small room, else those within its reach.

    Where a door or window is open there is no wall; up to version 10 its inches were struck too.
    """
    gaps = () if state.is_older_than("11") else [o for o in outline.openings_of(piece) if not o.is_shut]
    ring = confined.room_at(piece, centre)
    small, reach = confined.is_small(ring), confined.reach_near(confined.nearest_wall(state, piece, centre))
    found: dict[int, list[Part]] = {}
    for part in sorted(parts.parts(piece), key=lambda p: round(distance(centre, p.middle), 4)):
        if rings.edge_distance(ring, part.middle) > IN_WALL_IN or parts.is_fallen(piece, part.wall, part.section):
            continue
        if any(distance_to_segment(part.middle, gap.a, gap.b) < IN_WALL_IN for gap in gaps):
            continue
        if small or is_within(distance(centre, part.middle), reach):
            found.setdefault(part.wall, []).append(part)
    return {wall: near[:MOST_PARTS] for wall, near in sorted(found.items())}


def strike(progress: Progress, unit: Unit, centre: Point, weapon: Weapon) -> None:
    """A damage roll for each inch of wall that it touches, at full Strength. (BLD-CONF-05)"""
    piece = confined.house_at(progress.state, centre)
    if piece is None or weapon.marker_in < LARGE_IN or weapon.is_lobbed:
        return
    for near in touched(progress.state, piece, centre).values():
        damage_rolls.blast(progress, unit, piece, weapon, near, RULES)
    damage.settle(progress, unit, piece.id)


def note(state: GameState, piece: Terrain, centre: Point, weapon: Weapon) -> str:
    """That the walls are rolled for as well."""
    if weapon.marker_in < LARGE_IN or weapon.is_lobbed:
        return ""
    inches, need = sum(len(near) for near in touched(state, piece, centre).values()), materials.of_wall(piece).toughness
    return f"{inches} inches of wall are struck as well, Strength {weapon.strength} against {need} (BLD-CONF-05)"
