"""Fire through doors, windows and holes: at a slant, steeply, through small ones. (BLD-INTO-01, BLD-INTO-04 to -07)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.arap.sight.building_interface import Place
from rules.buildings import depth, storeys
from rules.buildings.through_openings import CLOSE_IN, SLANT_DEG, SMALL_IN, angle_deg, steepness_deg
from rules.buildings.walls import parts
from rules.core.modifier import Modifier
from rules.forces.unit import Point
from rules.forces.weapon import Weapon
from rules.geometry import rings
from rules.geometry.lengths import TOLERANCE, distance, is_beyond, is_within
from rules.state import GameState
from rules.table.building import STOREY_IN
from rules.table.terrain import Terrain


class OpeningPassed(NamedTuple):
    """An opening that a line of fire goes through: of which floor, from where to where, at which place, how high."""

    plan: Terrain
    a: Point
    b: Point
    at: Point
    height_in: float

    @property
    def is_small(self) -> bool:
        """Whether it is too small to throw through without care. (BLD-INTO-06)"""
        return distance(self.a, self.b) < SMALL_IN - TOLERANCE

    def angle(self, eye: Point, target: Point) -> float:
        """Degrees between a line and its wall: 90 is square on."""
        return angle_deg((self.a, self.b), eye, target)


def passages(state: GameState, eye: Place, target: Place) -> Iterator[OpeningPassed]:
    """The openings that are not shut on a line of fire, of the floors at its ends or right through a ground floor."""
    for plan in state.terrain:
        inside = plan.building
        if inside is None or not depth.is_roofed(plan) or not _concerns(plan, eye, target):
            continue
        gaps = [(o.a, o.b, o.sill_in) for o in inside.openings if o.storey == 0 and (not o.is_shut or o.kind == "port")]
        for a, b, sill in (*gaps, *((a, b, 0.0) for a, b in parts.broken(plan))):
            at = rings.meeting(a, b, eye.at, target.at)
            if at is not None:
                yield OpeningPassed(plan, a, b, at, storeys.floor_in(inside.level) + sill)


def _concerns(plan: Terrain, eye: Place, target: Place) -> bool:
    """Whether one of the ends is on that floor, or both are out of doors and it is a ground floor."""
    within = [place for place in (eye, target) if rings.encloses(plan.points, place.at)]
    level = plan.building.level if plan.building is not None else 1
    if not within:
        return level == 1
    return any(abs(place.height_in - storeys.floor_in(level)) < STOREY_IN / 2 for place in within) or level == 1


def modifiers(state: GameState, eye: Place, target: Place, weapon: Weapon) -> Iterator[Modifier]:
    """What it costs to fire through openings: the worst slant, and the steepest. (BLD-INTO-04 to -07)"""
    found = list(passages(state, eye, target))
    if not found:
        return
    slant = min((p.angle(eye.at, target.at) for p in found if not _leads_out(p, eye, target)), default=90.0)
    if weapon.is_thrown:
        yield from _thrown(found, eye, slant)
    elif not is_beyond(slant, SLANT_DEG):
        yield Modifier(-1, f"at {SLANT_DEG:.0f}° or less to the wall", "BLD-INTO-04")
    steepest = max(_steepness(passage, eye) for passage in found)
    if is_beyond(steepest, SLANT_DEG) and state.options.get("vertical_angle_modifier"):
        yield Modifier(-1, f"steeply at an opening, over {SLANT_DEG:.0f}°", "BLD-INTO-05")


def _leads_out(passage: OpeningPassed, eye: Place, target: Place) -> bool:
    """Whether somebody fires out of a house there: it is no smaller for him who is inside. (BLD-OUT-02)"""
    ring = passage.plan.points
    return rings.encloses(ring, eye.at) and not rings.encloses(ring, target.at)


def _thrown(found: list[OpeningPassed], eye: Place, slant: float) -> Iterator[Modifier]:
    """A throw through a small opening, or from far to its side; other rules from over 2 inches. (BLD-INTO-06, -07)"""
    rule = "BLD-INTO-06" if any(is_within(distance(eye.at, p.at), CLOSE_IN) for p in found) else "BLD-INTO-07"
    if any(passage.is_small for passage in found):
        yield Modifier(-1, "through a small opening", rule)
    if slant < SLANT_DEG - TOLERANCE:
        yield Modifier(-1, f"over {SLANT_DEG:.0f}° to the side of the opening", rule)


def _steepness(passage: OpeningPassed, eye: Place) -> float:
    """How steeply one fires up or down at an opening, in degrees; out of one's own not at all. (BLD-INTO-05)"""
    if rings.encloses(passage.plan.points, eye.at):
        return 0.0
    return steepness_deg(eye.at, eye.height_in, passage.at, passage.height_in)
