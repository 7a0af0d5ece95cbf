"""Where a move action leads and what it meets. Reads only. (CRU-MOVE, CRU-JUMP-01, CRU-OVER-03, CRU-VEH-02)"""

from __future__ import annotations

import math
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from rules.core.ids import TerrainId
from rules.core.preview import Leg
from rules.crusade import grounds, marks, models, sight
from rules.crusade.marks import Blip
from rules.forces.unit import Unit
from rules.geometry.contacts import first_contact
from rules.geometry.facings import normalise
from rules.geometry.hulls import Face, Hull, swept
from rules.geometry.lengths import TOLERANCE, Circle, Point, along, ceil_tolerant, distance, is_within, rotated
from rules.geometry.rings import crossings, encloses, holds_circle, rectangle
from rules.state import GameState
from rules.table.terrain import Terrain

MOVE_IN: Final = 6.0
"""A move action forward. (CRU-MOVE-01)"""
BACK_IN: Final = 3.0
"""A move action backward. (CRU-MOVE-03)"""
BLIP_IN: Final = 6.0
"""How near is past a blip. (CRU-BLIP-01)"""
_STEP_IN: Final = 0.25


class DriveLeg(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A turn in degrees (right if positive) about the middle of a side, then so many inches straight on."""

    inches: float = 0.0
    turn_deg: float = 0.0

    @property
    def cost_in(self) -> float:
        """Inches of the move action that it takes. (CRU-MOVE-02, CRU-MOVE-04)"""
        return self.inches + models.turn_cost_in(self.turn_deg)


def turned(hull: Hull, degrees: float) -> Hull:
    """The hull after a turn about the middle of the side towards which it turns. (CRU-MOVE-02)"""
    pivot = hull.on_table(0, math.copysign(hull.width / 2, degrees))
    return hull._replace(centre=rotated(hull.centre, pivot, degrees), heading=normalise(hull.heading + degrees))


def moved(hull: Hull, leg: DriveLeg, *, back: bool) -> Hull:
    """The hull after a leg that meets nothing."""
    hull = turned(hull, leg.turn_deg) if leg.turn_deg else hull
    return hull.driven(-leg.inches if back else leg.inches)


def end_of(hull: Hull, legs: tuple[DriveLeg, ...], *, back: bool) -> Hull:
    """The hull after all legs."""
    for leg in legs:
        hull = moved(hull, leg, back=back)
    return hull


def bars(piece: Terrain, hull: Hull) -> bool:
    """Whether a vehicle on the ground cannot go there: a structure that it does not fit into, impassable ground."""
    return not fits(piece, hull) and (grounds.structure(piece) is not None or piece.going == "impassable")


def fits(piece: Terrain, hull: Hull) -> bool:
    """Whether it goes through an entrance straight before it. (CRU-VEH-02)"""
    doors = piece.building.openings if piece.building else ()
    for door in doors:
        middle = ((door.a[0] + door.b[0]) / 2, (door.a[1] + door.b[1]) / 2)
        spare = distance(door.a, door.b) - hull.width
        aside = abs(hull.on_hull(middle)[1])
        if door.kind == "door" and door.storey == 0 and spare >= -TOLERANCE and is_within(aside, max(0.0, spare) / 2):
            return True
    return False


def entrance_in(piece: Terrain) -> float:
    """Width of the widest entrance on the ground, 0 without one. (CRU-VEH-02)"""
    doors = piece.building.openings if piece.building else ()
    return max((distance(d.a, d.b) for d in doors if d.kind == "door" and d.storey == 0), default=0.0)


Kind = Literal["troop", "vehicle", "structure", "gap", "blip", "end"]


class Stop(NamedTuple):
    """The first thing that happens on a straight: after how many inches, of what kind, and to whom."""

    inches: float
    kind: Kind
    id: str = ""


def first_stop(
    state: GameState, mover: Unit, hull: Hull, inches: float, *, back: bool, met: tuple[str, ...], ram: str = ""
) -> Stop:
    """What a vehicle meets first on a straight of so many inches. (CRU-OVER-03, CRU-BLIP-01, CRU-MOVE-08)"""
    course = normalise(hull.heading + 180) if back else hull.heading
    flies = models.in_air(state, mover)
    named = list(_obstacles(state, mover, hull, met, ram, flies=flies))
    contact = first_contact(hull, course, inches, tuple(outline for _, _, outline in named))
    stops = [Stop(inches, "end")]
    if contact is not None:
        kind, ident, _ = named[contact.obstacle]
        stops.insert(0, Stop(contact.at_in, kind, ident))
    if not flies:
        stops = [*_blips_passed(state, mover, hull, course, inches, met), *stops]
    return min(stops, key=lambda stop: stop.inches)


def _obstacles(
    state: GameState, mover: Unit, hull: Hull, met: tuple[str, ...], ram: str, *, flies: bool
) -> list[tuple[Kind, str, Circle | Hull | tuple[Point, ...]]]:
    """What bars the way or is driven over; in the air nothing but who is named. (CRU-MOVE-08)"""
    found: list[tuple[Kind, str, Circle | Hull | tuple[Point, ...]]] = []
    for unit in models.standing(state):
        if unit.id == mover.id or unit.id in met or (flies and unit.id != ram):
            continue
        is_hull = models.chassis(state, unit) is not None
        if models.in_air(state, unit) != flies and (is_hull or not flies):
            continue
        found.append(("vehicle" if is_hull else "troop", unit.id, models.body(state, unit)))
    if flies:
        return found
    for piece in state.terrain:
        ring = sight.ring_of(piece)
        if piece.id in met:
            continue
        if bars(piece, hull):
            found.append(("structure", piece.id, ring))
        elif piece.depth_in and not _lies_in(hull, ring):
            found.append(("gap", piece.id, ring))
    return found


def _lies_in(hull: Hull, ring: tuple[Point, ...]) -> bool:
    """Whether it is at the bottom already: whoever fell short of the far edge may be longer than the gap is wide."""
    return encloses(ring, hull.centre)


def is_inside(hull: Hull, ring: tuple[Point, ...]) -> bool:
    """Whether the whole hull is within an outline, so that nothing holds it up. (CRU-FALL-01)"""
    return all(encloses(ring, corner) for corner in hull.corners())


def _blips_passed(
    state: GameState, mover: Unit, hull: Hull, course: float, inches: float, met: tuple[str, ...]
) -> list[Stop]:
    """Covered blips that come within 6 inches of the hull and are seen from there. (CRU-BLIP-01)"""
    steps = max(1, math.ceil(inches / _STEP_IN))
    found = []
    for blip in marks.marks(state).blips:
        if blip.shown or blip.taken_by or blip.id in met:
            continue
        ways = (inches * n / steps for n in range(steps + 1))
        near = next((way for way in ways if _sees_blip(state, mover, hull, course, way, blip)), None)
        if near is not None:
            found.append(Stop(near, "blip", blip.id))
    return found


def _sees_blip(state: GameState, mover: Unit, hull: Hull, course: float, way: float, blip: Blip) -> bool:
    there = hull._replace(centre=along(hull.centre, course, way))
    near = is_within(there.distance_to_point(blip.at), BLIP_IN)
    return near and sight.sees_point(state, mover, there.centre, blip.at)


def blips_near(state: GameState, mover: Unit, hull: Hull) -> tuple[Blip, ...]:
    """Covered blips within 6 inches of a hull on the ground that are seen from there. (CRU-BLIP-01)"""
    if models.in_air(state, mover):
        return ()
    covered = (blip for blip in marks.marks(state).blips if not blip.shown and not blip.taken_by)
    return tuple(blip for blip in covered if _sees_blip(state, mover, hull, 0.0, 0.0, blip))


def turned_into(state: GameState, mover: Unit, hull: Hull, degrees: float, met: tuple[str, ...]) -> Stop | None:
    """What a turn on the spot sweeps over, nearest first; None if nothing. (CRU-OVER-03)"""
    if models.in_air(state, mover):
        return None
    sweep = swept((hull, *(turned(hull, degrees * n / 6) for n in range(1, 7))))
    after = turned(hull, degrees)
    for kind, ident, outline in _obstacles(state, mover, hull, met, "", flies=False):
        if kind == "gap":
            continue
        if isinstance(outline, Circle):
            struck = sweep.covers(outline)
        else:
            struck = after.overlaps(outline) and not hull.overlaps(outline)
        if struck:
            return Stop(0.0, kind, ident)
    return None


def is_on_table(state: GameState, hull: Hull) -> bool:
    """Whether a hull is wholly on the table."""
    table = rectangle(0.0, 0.0, state.scenario.width_in, state.scenario.height_in)
    return all(holds_circle(table, corner, 0.0) for corner in hull.corners())


def gap_width_in(hull: Hull, piece: Terrain, *, back: bool = False) -> float:
    """How wide a gap is straight ahead of the middle of the hull. (CRU-JUMP-01)"""
    start, end = _across(hull, piece, back=back)
    return end - start


def _across(hull: Hull, piece: Terrain, *, back: bool) -> tuple[float, float]:
    """Where a line ahead through the hull's centre enters a gap and where it leaves it, in inches."""
    reach = 200.0
    course = normalise(hull.heading + 180) if back else hull.heading
    found = crossings(sight.ring_of(piece), hull.centre, along(hull.centre, course, reach))
    if not found:
        return 0.0, 0.0
    return found[0][0] * reach, found[0][1] * reach


def beyond_gap(hull: Hull, piece: Terrain, *, back: bool = False) -> Hull:
    """The hull just beyond the far edge. (CRU-JUMP-01)"""
    _, end = _across(hull, piece, back=back)
    course = normalise(hull.heading + 180) if back else hull.heading
    return hull._replace(centre=along(hull.centre, course, end + hull.length / 2))


def has_room(state: GameState, mover: Unit, hull: Hull) -> bool:
    """Whether a hull may stand there: on the table, on no model, structure or gap."""
    if not is_on_table(state, hull):
        return False
    barred = [outline for _, _, outline in _obstacles(state, mover, hull, (), "", flies=False)]
    gaps = [sight.ring_of(piece) for piece in state.terrain if piece.depth_in]
    barred += [ring for ring in gaps if not is_inside(hull, ring)]
    return not any(hull.overlaps(each) for each in barred)


_BESIDE_IN: Final = 0.02
"""Two hulls that touch do not overlap then."""
_FURTHEST_IN: Final = 4


def rounded(at: Point) -> Point:
    """A place as events write it."""
    return (round(at[0], 4), round(at[1], 4))


def beside(state: GameState, mover: Unit, hull: Hull) -> dict[Face, Hull]:
    """Where another hull has room at the middle of each side of one, facing away from it; further off if it must.

    (CRU-DEST-01)
    """
    made = models.vehicle(state, mover.id)
    for apart in range(_FURTHEST_IN + 1):
        out = made.length_in / 2 + apart + _BESIDE_IN
        stands = {
            face: Hull(along(hull.centre, way, reach + out), way, made.length_in, made.width_in)
            for face, way, reach in _sides(hull)
        }
        free = {face: each for face, each in stands.items() if has_room(state, mover, each)}
        if free:
            return free
    return {}


def _sides(hull: Hull) -> tuple[tuple[Face, float, float], ...]:
    """Each side: which way it looks, and how far it is from the middle."""
    ahead, aside = hull.length / 2, hull.width / 2
    return (
        ("front", normalise(hull.heading), ahead),
        ("right", normalise(hull.heading + 90), aside),
        ("rear", normalise(hull.heading + 180), ahead),
        ("left", normalise(hull.heading - 90), aside),
    )


def drop_under(state: GameState, mover: Unit) -> Terrain | None:
    """The gap that the whole hull stands over, if any: it falls into it. (CRU-FALL-01)"""
    if models.in_air(state, mover):
        return None
    hull = models.pose(state, mover)
    return next((p for p in state.terrain if p.depth_in and is_inside(hull, sight.ring_of(p))), None)


def bottom_under(state: GameState, mover: Unit) -> Terrain | None:
    """The gap in which it lies, if any: it drives on from there, and falls no deeper. (CRU-FALL-01)"""
    hull = models.pose(state, mover)
    return next((p for p in state.terrain if p.depth_in and _lies_in(hull, sight.ring_of(p))), None)


def jump_dice(state: GameState, mover: Unit, gap_in: float) -> int:
    """One D6 for each inch of the gap, less one for each move action it has. (CRU-JUMP-01)"""
    return max(0, ceil_tolerant(gap_in) - models.move_actions(state, mover.id))


def shown(hull: Hull, legs: tuple[DriveLeg, ...], *, back: bool) -> tuple[Leg, ...]:
    """The legs as a preview shows them: where each ends and what it costs."""
    found = []
    for leg in legs:
        hull = moved(hull, leg, back=back)
        turn = models.turn_cost_in(leg.turn_deg)
        reason = f"turn of {abs(leg.turn_deg):g}°: {turn:g}″" if leg.turn_deg else ""
        found.append(Leg(to=hull.centre, length_in=leg.inches, cost_in=leg.cost_in, reason=reason))
    return tuple(found)


def structure_named(state: GameState, ident: str) -> Terrain | None:
    """The piece of terrain of that id."""
    return next((p for p in state.terrain if p.id == TerrainId(ident)), None)
