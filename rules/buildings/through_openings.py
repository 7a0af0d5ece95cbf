"""Fire and template weapons through open doors and windows: what it costs, whom they reach inside.

(BLD-TMPL-01, BLD-TMPL-05, BLD-INTO-04, BLD-INTO-06, BLD-INTO-07)
"""

from __future__ import annotations

import math
from typing import Final

from rules.buildings import inside
from rules.buildings.walls import outline, parts
from rules.core.modifier import Modifier
from rules.forces.unit import Point
from rules.forces.weapon import Weapon
from rules.geometry import rings
from rules.geometry.areas import Area
from rules.geometry.facings import bearing
from rules.geometry.lengths import TOLERANCE, between, distance, distance_to_segment, is_beyond, is_within
from rules.geometry.templates import Strip
from rules.state import GameState
from rules.table.terrain import Cover, Terrain

SLANT_DEG: Final = 45.0
"""At no more than this to the wall an opening is narrow; steeper up or down it is, too. (BLD-INTO-04, BLD-INTO-05)"""

SMALL_IN: Final = 1.0
"""An opening under this is small for what is thrown. (BLD-INTO-06)"""

CLOSE_IN: Final = 2.0
"""From no further off one throws and shoots through an opening without fail. (BLD-INTO-06, BLD-INTO-10)"""

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
    houses = (p for p in state.interiors if rings.encloses(p.points, at))
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


def angle_deg(gap: tuple[Point, Point], eye: Point, target: Point) -> float:
    """Degrees between a line and the wall that an opening is in: 90 is square on."""
    turn = abs(bearing(*gap) - bearing(eye, target)) % 180
    return min(turn, 180 - turn)


def steepness_deg(eye: Point, eye_in: float, at: Point, at_in: float) -> float:
    """How steeply one looks up or down at an opening, in degrees. (BLD-INTO-05)"""
    return math.degrees(math.atan2(abs(at_in - eye_in), distance(eye, at)))


def steeply(eye: Point, eye_in: float, at: Point, at_in: float) -> tuple[Modifier, ...]:
    """What it costs to fire at an opening far above or below. (BLD-INTO-05)"""
    steep = Modifier(-1, f"steeply at an opening, over {SLANT_DEG:.0f}°", "BLD-INTO-05")
    return (steep,) * is_beyond(steepness_deg(eye, eye_in, at, at_in), SLANT_DEG)


def at_opening(gap: tuple[Point, Point], eye: Point, at: Point, weapon: Weapon) -> tuple[Modifier, ...]:
    """What it costs to get something through one opening that is aimed at. (BLD-INTO-04, BLD-INTO-06, BLD-INTO-07)"""
    slant = angle_deg(gap, eye, at)
    if not weapon.is_thrown:
        return (Modifier(-1, f"at {SLANT_DEG:.0f}° or less to the wall", "BLD-INTO-04"),) * (slant <= SLANT_DEG)
    rule = "BLD-INTO-06" if is_within(distance(eye, at), CLOSE_IN) else "BLD-INTO-07"
    small = (Modifier(-1, "through a small opening", rule),) * (distance(*gap) < SMALL_IN - TOLERANCE)
    aside = Modifier(-1, f"over {SLANT_DEG:.0f}° to the side of the opening", rule)
    return (*small, aside) if slant < SLANT_DEG - TOLERANCE else small
