"""What faces, gaps and high walls are held to cost on a far way, and how far it still is for who hangs on one.

An action is held to be worth so many inches of a way, a test what it takes on average until it is passed.
(ARAP-CLIMB-04, -09 to -11, ARAP-FALL-02, ARAP-JUMP-02, ARAP-LADR-01)
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from rules.arap.paths.manners import LEAP_IN
from rules.arap.terrain import floor_ways, ground
from rules.arap.terrain.ground import Piece
from rules.arap.terrain.levels import FACTORS, STEP_IN, is_obstacle
from rules.core.kept import on_these_grounds, once
from rules.forces.unit import Point, Unit
from rules.geometry import rings
from rules.geometry.facings import bearing
from rules.geometry.lengths import along, between, distance
from rules.geometry.ways.roadmap import Join
from rules.state import GameState
from rules.table.terrain import Terrain

TALL_IN: Final = 1.5
"""What people of ordinary size step over without climbing. (ARAP-CLIMB-03)"""
OFF_IN: Final = 0.8
"""So far from an edge somebody stands who has come over it."""
ACTION_IN: Final = 5.0
"""Inches that an action is held to be worth."""
BY_HAND_IN: Final = 15.0
"""A climb takes two actions, and more than one try of three fails."""
A_CLIMB_IN: Final = 4.0
"""Inches of a face that one climb takes."""
A_TEST_IN: Final = 2.5
"""What each test of a jump down, or of sliding down a rope, is held to cost."""
HIGHEST_JUMP_IN: Final = 6.0
APART_IN: Final = 6.0
"""How far apart the places are on an edge where ways lead up."""
HANGS_IN: Final = 1.0
"""What getting off a face costs in any case."""
NARROW_IN: Final = 3.0
"""Gaps no wider are jumped."""


class Feats(NamedTuple):
    """What a unit can do on faces, as far as it changes its ways."""

    climbs: bool = True
    packs: bool = False
    ropes: bool = False
    soft: bool = False
    """It lands without tests."""


def feats_of(state: GameState, unit: Unit) -> Feats:
    """What all its members can do."""
    if unit.is_vehicle or not unit.alive:
        return Feats(climbs=False)
    kept = on_these_grounds(unit, "feats", state.profiles)
    if () not in kept:
        kept[()] = _feats_of(state, unit)
    found: Feats = kept[()]
    return found


def _feats_of(state: GameState, unit: Unit) -> Feats:
    known = [state.profiles[name] for name in {m.profile for m in unit.alive}]
    packs = all(p.has("jump-pack") for p in known)
    ropes = "ropes" in unit.tags or all(p.has("ropes") for p in known)
    return Feats(True, packs, ropes, packs or all(p.has("gravity-chute") for p in known))


def is_high(piece: Terrain) -> bool:
    """Whether a wall, fence or sill is too high to step over."""
    least = STEP_IN if piece.vertical == "impassable" else TALL_IN
    return is_obstacle(piece) and piece.going != "impassable" and piece.height_in > least


def _is_face(piece: Terrain) -> bool:
    return piece.going != "impassable" and (piece.is_steep or is_high(piece))


@once
def has_any(state: GameState) -> bool:
    """Whether there is anything to climb on the table."""
    return any(_is_face(p.terrain) or p.terrain.ladder for p in ground.table_of(state).pieces)


def joins(state: GameState, feats: Feats) -> Iterator[Join]:
    """Ways over the edges of what is steep, and over what is high, for who climbs, leaps or jumps down there."""
    for piece in ground.table_of(state).pieces if feats.climbs else ():
        if _is_face(piece.terrain):
            yield from _over_wall(piece, feats) if not piece.terrain.is_steep else _over_edges(piece, feats)


def _over_wall(piece: Piece, feats: Feats) -> Iterator[Join]:
    """Up one side and down the other in one climb: the long sides of its outline, from each to the one opposite."""
    cost = _up(piece.terrain, piece.terrain.height_in, feats)
    longest = sorted(rings.edges(piece.ring), key=lambda e: -distance(*e))[: max(1, len(piece.ring) // 2 - 1)]
    for n, at in enumerate(p for edge in longest for p in _places(*edge)):
        near, far = (_off(piece, at, out) for out in (True, False))
        if math.isfinite(cost) and near is not None and far is not None:
            yield Join(f"{piece.terrain.id}~f{n}", near, far, cost)


def _over_edges(piece: Piece, feats: Feats) -> Iterator[Join]:
    """Up and down the edges of high ground, down into a gap and up again, across a narrow one."""
    terrain = piece.terrain
    rise = terrain.elevation_in or terrain.depth_in
    up, down = _up(terrain, rise, feats), _down(terrain, rise, feats)
    if terrain.depth_in:
        up, down = down, up
    for n, at in enumerate(p for edge in rings.edges(piece.ring) for p in _places(*edge)):
        out, within = _beside(piece, at)
        if math.isfinite(up) or math.isfinite(down):
            yield Join(f"{terrain.id}~f{n}", out, within, up, down)
        over = _across(piece, out, within) if terrain.depth_in else None
        if over is not None:
            yield Join(f"{terrain.id}~f{n}", out, over, 2 * ACTION_IN)


def _places(a: Point, b: Point) -> Iterator[Point]:
    """Places on an edge, none of them at its ends."""
    many = math.ceil(distance(a, b) / APART_IN) if distance(a, b) > 2 * STEP_IN else 0
    yield from (between(a, b, (n + 0.5) / many) for n in range(many))


def _beside(piece: Piece, at: Point) -> tuple[Point, Point]:
    """Places outside and inside of an outline by a place on its edge."""
    edge = min(rings.edges(piece.ring), key=lambda e: abs(distance(e[0], at) + distance(at, e[1]) - distance(*e)))
    across = bearing(*edge) + 90
    one, other = along(at, across, OFF_IN), along(at, across, -OFF_IN)
    return (other, one) if rings.encloses(piece.ring, along(at, across, 0.05)) else (one, other)


def _off(piece: Piece, at: Point, out: bool) -> Point | None:
    """Clear of a wall on this side of it, or straight across on the other."""
    near, within = _beside(piece, at)
    if out:
        return near
    far = along(at, bearing(near, within), 3 * OFF_IN + piece.terrain.width_in)
    parts = rings.crossings(piece.ring, near, far)
    return along(near, bearing(near, within), parts[-1][1] * distance(near, far) + OFF_IN) if parts else None


def _across(piece: Piece, start: Point, ahead: Point) -> Point | None:
    """Beyond a gap that is narrow enough."""
    course, reach = bearing(start, ahead), NARROW_IN + 2 * OFF_IN
    parts = rings.crossings(piece.ring, start, along(start, course, reach))
    return along(start, course, parts[0][1] * reach + OFF_IN) if parts and parts[0][1] < 1 else None


def _up(terrain: Terrain, rise: float, feats: Feats) -> float:
    """What rising it is held to cost; endless where nobody does."""
    if feats.packs and rise <= LEAP_IN and not is_high(terrain):
        return ACTION_IN
    if terrain.vertical == "impassable" or terrain.overhang_in > STEP_IN:
        return math.inf
    return BY_HAND_IN * max(1.0, rise * FACTORS.get(terrain.vertical, 1.0) / A_CLIMB_IN)


def _down(terrain: Terrain, rise: float, feats: Feats) -> float:
    """What coming down is held to cost: by hands, ropes or with a jump."""
    ways = [_up(terrain, rise, feats) if rise > TALL_IN else ACTION_IN]
    if feats.soft:
        ways.append(ACTION_IN)
    if rise <= HIGHEST_JUMP_IN:
        ways.append(ACTION_IN + A_TEST_IN * math.floor(rise / 2))
    if (feats.ropes or terrain.ropes) and terrain.vertical != "impassable":
        ways.append(ACTION_IN + A_TEST_IN)
    return min(ways)


class WayOff(NamedTuple):
    """A way off a face for who hangs on it: where it ends, and the inches that it is held to cost."""

    at: Point
    cost_in: float


def ways_off(state: GameState, unit: Unit, face: str, level_in: float) -> tuple[WayOff, ...]:
    """Up and down, for the leader, from so many inches up a ladder or face."""
    piece = next((t for t in state.terrain if t.id == face), None)
    span = floor_ways.span_of(state, piece) if piece is not None and piece.ladder else None
    if span is not None:
        inch = span.cost_in / span.rise_in
        up, down = (span.rise_in - level_in) * inch, level_in * inch
        return WayOff(span.head, up + HANGS_IN), WayOff(span.foot, down + HANGS_IN)
    found = next((p for p in ground.table_of(state).pieces if p.terrain.id == face), None)
    if found is None:
        return ()
    rise = max(found.terrain.elevation_in, found.terrain.depth_in, found.terrain.height_in, 0.1)
    out, within = _beside(found, rings.nearest_on_edge(found.ring, unit.alive[0].at))
    top, foot = (out, within) if found.terrain.depth_in else (within, out)
    up = _up(found.terrain, rise - level_in, Feats())
    down = _down(found.terrain, level_in, feats_of(state, unit))
    return WayOff(top, up + HANGS_IN), WayOff(foot, down + HANGS_IN)
