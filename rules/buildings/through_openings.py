"""Template weapons through open doors and windows: whom they reach inside. (BLD-TMPL-01, BLD-TMPL-05)"""

from __future__ import annotations

from typing import Final

from rules.buildings import inside
from rules.buildings.walls import outline, parts
from rules.forces.unit import Point
from rules.geometry import rings
from rules.geometry.areas import Area
from rules.geometry.lengths import TOLERANCE, between, distance, distance_to_segment
from rules.geometry.templates import Strip
from rules.state import GameState
from rules.table.terrain import Cover, Terrain

STANDARD_IN: Final = 1.0
"""An opening no narrower is of standard size. (BLD-TMPL-05)"""

IN_WALL_IN: Final = 0.3
"""An opening no further from a wall is in it."""


def lets_through(state: GameState, shape: Strip, area: Area) -> bool:
    """Whether a stream that runs into that wall overlaps an opening of standard size in it. (BLD-TMPL-01)"""
    terrain, is_wall, _ = area.id.partition("~w")
    piece = next((p for p in state.terrain if p.id == terrain and p.has_interior), None) if is_wall else None
    if piece is None:
        return False
    met = rings.crossings(area.points, shape.origin, shape.end)
    if not met:
        return False
    at = between(shape.origin, shape.end, met[0][0])
    wall = min(parts.walls(piece), key=lambda each: distance_to_segment(at, *each))
    return any(_is_in(wall, gap) and rings.crossings(shape.corners(), *gap) for gap in gaps(piece))


def _is_in(wall: tuple[Point, Point], gap: tuple[Point, Point]) -> bool:
    return distance_to_segment(between(*gap, 0.5), *wall) <= IN_WALL_IN


def gaps(piece: Terrain) -> list[tuple[Point, Point]]:
    """What stands open in its walls and is of standard size: doors, windows, holes, fallen sections."""
    open_ways = [(o.a, o.b) for o in outline.openings_of(piece) if not o.is_shut]
    every = (*open_ways, *outline.openings(piece), *parts.broken(piece))
    return [gap for gap in every if distance(*gap) >= STANDARD_IN - TOLERANCE]


def house_between(state: GameState, eye: Point, at: Point) -> Terrain | None:
    """The house that is set out in which somebody is whom an eye outside of it burns. (BLD-TMPL-05)"""
    houses = (p for p in state.terrain if p.has_interior and rings.encloses(p.points, at))
    return next((p for p in houses if not rings.encloses(p.points, eye)), None)


def cover_inside(state: GameState, eye: Point, at: Point) -> Cover | None:
    """Of somebody inside whom a stream from outside reaches; None for anybody else. (BLD-TMPL-05)

    Walls between are hard cover, furniture as it is; whoever has neither between is in the open.
    """
    if house_between(state, eye, at) is None:
        return None
    if inside.is_parted(state, eye, at):
        return "hard"
    covers = [p.cover for p in state.terrain if p.look == outline.FURNITURE and rings.holds(p.points, at)]
    return "hard" if "hard" in covers else "soft" if covers else "none"
