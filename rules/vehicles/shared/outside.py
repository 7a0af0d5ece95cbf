"""Where people stand when they get out: near an exit, clear of everything, as close together as there is room."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from rules.arap.movement.vehicle_interface import WayOut
from rules.arap.positions.placing import is_chain
from rules.arap.terrain import ground
from rules.core.ids import ModelId, UnitId
from rules.core.refusal import Refusal
from rules.forces.mount import Door
from rules.forces.profile import Profile
from rules.forces.unit import Model, Point, Unit
from rules.geometry import rings
from rules.geometry.facings import bearing
from rules.geometry.hulls import Hull
from rules.geometry.lengths import TOLERANCE, Circle, distance, is_within
from rules.geometry.regions import left_over
from rules.geometry.rings import Ring
from rules.state import GameState, Placement
from rules.table.terrain import Terrain
from rules.vehicles.shared.hull import hull_of

STEP_OUT_IN = 2.0
"""How far from an exit or hull people are set down. (VEH-BRD-10, VEH-BRD-11)"""

ENEMY_GAP_IN = 1.0
"""Nobody is set down nearer than this to an enemy. (VEH-BRD-10)"""

GRID_IN = 0.25

WHY_NOT: Final = {
    "far": ("too-far-out", "is set down more than 2″ from an exit", "within 2″ of a door or of the hull"),
    "edge": ("off-table", "would stand off the table", "on the table"),
    "no-room": ("no-room", "would stand on something", "a free place"),
    "ground": ("impassable", "cannot stand there", "ground that it can enter"),
    "enemy": ("near-enemy", "would stand within 1″ of an enemy", "more than 1″ from enemies"),
}
"""By what `may_stand` says: code, what is wrong with it, what would be allowed."""


def cannot_stand(room: Around, who: str, why: str, rule: str) -> Refusal:
    """Why somebody is not set down there, as `may_stand` says it."""
    code, text, allowed = WHY_NOT[why]
    if why == "far" and room.partly:
        text, allowed = "is set down out of reach of an access point", "partly within 2″ of one"
    return Refusal(code, f"{who} {text}.", rule, allowed)


def is_placed_by_the_table(state: GameState) -> bool:
    """Whether people who are forced out are put down by the table, as it was up to version 3."""
    return state.is_older_than("4")


class Around(NamedTuple):
    """What counts as outside: the hull left, its exits (none: all round), everything that takes up room."""

    hull: Hull
    exits: tuple[Point, ...]
    hulls: tuple[Hull, ...]
    bases: tuple[Circle, ...]
    enemies: tuple[Circle, ...]
    partly: bool = False
    """It is enough to be partly within reach; enemies are measured from centre to centre. (TRI-TRAN-11)"""
    enemy_hulls: tuple[Hull, ...] = ()
    """Hulls that nobody's centre comes within an inch of, where those are enemies as well. (TRI-TRAN-11)"""
    afloat: bool = False
    """A boat's: people find themselves in the water. (VEH-BOAT-04)"""

    def reach(self, point: Point) -> float:
        """Inches from the nearest exit."""
        if not self.exits:
            return self.hull.distance_to_point(point)
        return min(distance(point, e) for e in self.exits)

    def gaps_to_enemies(self, point: Point) -> Iterator[float]:
        """Inches to the centres of enemies on foot, and to enemy hulls."""
        yield from (distance(point, c.centre) for c in self.enemies)
        yield from (hull.distance_to_point(point) for hull in self.enemy_hulls)


def around(
    state: GameState,
    unit: Unit,
    hull: Hull,
    exits: tuple[Point, ...],
    *,
    wreck: bool = False,
    afloat: bool = False,
    partly: bool = False,
) -> Around:
    """The room round a hull for a unit that gets out of it: a vehicle's where it is or was, or a wreck.

    Enemies who are hidden are left out, as they are where people walk or deploy: nothing hints at them. (ARAP-GEN-09)
    """
    known = (u for u in state.units.values() if u.on_table and not (u.hidden and u.side != unit.side))
    standing = [u for u in known if u.id != unit.id]
    foot = [(u, Circle(m.at, state.profile(m).base_radius_in)) for u in standing if not u.is_vehicle for m in u.alive]
    far = _furthest(state, unit, hull, exits)
    foot = [(u, base) for u, base in foot if distance(base.centre, hull.centre) < far + base.radius]
    return Around(
        hull=hull,
        exits=exits,
        hulls=(*((hull,) if wreck else ()), *(hull_of(state, u) for u in standing if u.is_vehicle)),
        bases=tuple(c for _, c in foot),
        enemies=tuple(c for u, c in foot if u.side != unit.side),
        afloat=afloat,
        partly=partly,
        enemy_hulls=tuple(_enemy_hulls(state, unit, standing)) if partly else (),
    )


def _enemy_hulls(state: GameState, unit: Unit, standing: Iterable[Unit]) -> Iterator[Hull]:
    """Of enemy vehicles, which are models as well; up to version 10 nobody kept away from them. (TRI-TRAN-11)"""
    if not state.is_older_than("11"):
        yield from (hull_of(state, u) for u in standing if u.is_vehicle and u.side != unit.side)


def _furthest(state: GameState, unit: Unit, hull: Hull, exits: tuple[Point, ...]) -> float:
    """Inches from the hull's centre beyond which nothing can be in the way of people who get out, or near them."""
    widest = max((state.profile(m).base_radius_in for m in unit.alive), default=0.0)
    furthest = max(hull.half_diagonal_in, *(distance(hull.centre, e) for e in exits), 0.0)
    return furthest + STEP_OUT_IN + widest + ENEMY_GAP_IN + 1


def may_stand(state: GameState, room: Around, at: Point, profile: Profile, taken: Sequence[Circle] = ()) -> str:
    """Why a model cannot be set down there: "far", "edge", "ground", "no-room", "enemy"; "" if it can."""
    radius = profile.base_radius_in
    if not is_within(room.reach(at), STEP_OUT_IN + (radius if room.partly else 0)):
        return "far"
    if min(*at, state.scenario.width_in - at[0], state.scenario.height_in - at[1]) < 0:
        return "edge"
    circle = Circle(at, radius)
    if any(h.overlaps(circle) for h in room.hulls) or _is_on(at, radius, (*room.bases, *taken)):
        return "no-room"
    gait: Literal["swim", "walk"] = "swim" if room.afloat else "walk"
    barred = any(ground.bars(t, profile, gait) for t in ground.terrain_at(state, at))
    if barred or ground.is_on_barred(state, at, profile):
        return "ground"
    if room.partly:
        return "enemy" if any(is_within(gap, ENEMY_GAP_IN) for gap in room.gaps_to_enemies(at)) else ""
    if any(distance(at, c.centre) - radius - c.radius < ENEMY_GAP_IN - TOLERANCE for c in room.enemies):
        return "enemy"
    return ""


def all_may_stand(
    state: GameState, unit: Unit, room: Around, placements: Sequence[Placement], rule: str
) -> Refusal | None:
    """Why members who get out cannot stand at those places, one beside the other."""
    circles: list[Circle] = []
    for placement in placements:
        profile = state.profile(unit.model(placement.model))
        why = may_stand(state, room, placement.at, profile, circles)
        if why:
            return cannot_stand(room, unit.name, why, rule)
        circles.append(Circle(placement.at, profile.base_radius_in))
    return None


def area(state: GameState, unit: Unit, room: Around) -> tuple[Ring, ...]:
    """Where the middle of a base may be put, for the smallest of the unit."""
    smallest = min(unit.alive, key=lambda m: state.profile(m).base_radius_in)
    profile = state.profile(smallest)
    radius = profile.base_radius_in
    gap = ENEMY_GAP_IN if room.partly else ENEMY_GAP_IN + radius
    taken = [Circle(c.centre, c.radius + radius) for c in room.bases]
    taken += [Circle(c.centre, gap if room.partly else c.radius + gap) for c in room.enemies]
    gait: Literal["swim", "walk"] = "swim" if room.afloat else "walk"
    hulls = [h.corners() for h in room.hulls if distance(h.centre, room.hull.centre) < _FAR_IN] + [room.hull.corners()]
    return left_over(
        [(e,) for e in room.exits] or [room.hull.corners()],
        STEP_OUT_IN + (radius if room.partly else 0),
        table=(state.scenario.width_in, state.scenario.height_in),
        rings=hulls,
        gap=radius,
        circles=taken,
        foes=[h.corners() for h in room.enemy_hulls if distance(h.centre, room.hull.centre) < _FAR_IN],
        foe_gap=ENEMY_GAP_IN,
        barred=[ring for t in state.terrain if ground.bars(t, profile, gait) for ring in _outlines(state, t)],
    )


def _outlines(state: GameState, piece: Terrain) -> list[Ring]:
    if state.is_older_than("19"):  # took the points of a line for corners
        return [piece.points] if len(piece.points) > 2 else []
    return [part.points for part in ground.areas_of(piece)]


_FAR_IN: Final = 40.0
"""From middle to middle: no two hulls that touch are as far apart."""


def steps(hull: Hull, placements: Iterable[Placement]) -> dict[ModelId, tuple[Point, Point]]:
    """The step of each who gets out, from the side of the hull to its place: a move over the ground. (ARAP-TERR-02)"""
    ring = hull.corners()
    return {p.model: (rings.nearest_on_edge(ring, p.at), p.at) for p in placements}


def _is_on(at: Point, radius: float, circles: Sequence[Circle]) -> bool:
    return any(distance(at, c.centre) < radius + c.radius - TOLERANCE for c in circles)


def spots(
    state: GameState, unit: Unit, room: Around, near: Point | None = None, *, every: bool = False
) -> tuple[tuple[Placement, ...], tuple[Model, ...]]:
    """Places for as many of the unit's models as possible, close to the first, and the models without one.

    The first stands as near to an exit as there is room, or as near as can be to the point that is given. With `every`
    those places count as well that are only partly within reach, where that is enough. (TRI-TRAN-15)
    """

    def far(point: Point) -> float:
        return round(room.reach(point) if near is None else distance(point, near), 3)

    widest = max((state.profile(m).base_radius_in for m in unit.alive), default=0.0)
    beyond = widest if every and room.partly else 0.0
    candidates = sorted(_grid(room, beyond), key=lambda p: (far(p), p))
    placements: list[Placement] = []
    taken: list[Circle] = []
    left: list[Model] = []
    for model in unit.alive:
        profile = state.profile(model)
        tried = sorted(candidates, key=lambda p: distance(p, taken[0].centre)) if taken else candidates
        at = next((p for p in tried if not may_stand(state, room, p, profile, taken)), None)
        if at is None:
            left.append(model)
            continue
        taken.append(Circle(at, profile.base_radius_in))
        placements.append(Placement(model=model.id, at=at, facing=_outward(room.hull, at)))
    return tuple(placements), tuple(left)


def as_a_whole(
    unit: Unit, placements: Sequence[Placement], *, given: bool, no_room: tuple[str, str, str]
) -> Refusal | None:
    """Why those places are none for all of a unit: some of it has none, or it would be split. (ARAP-COH-01)

    `no_room` says so where the table found too few: text, rule, what would be allowed.
    """
    if {p.model for p in placements} != {m.id for m in unit.alive}:
        if not given:
            return Refusal("no-room", *no_room)
        wanted = f"each of its {len(unit.alive)} models once"
        return Refusal("wrong-models", f"{unit.name} is not placed as a whole.", "ARAP-COH-01", wanted)
    if not is_chain([p.at for p in placements]):
        text = f"{unit.name} would be split: members stand more than 3″ apart."
        return Refusal("not-coherent", text, "ARAP-COH-01", "each within 3″ of another")
    return None


def ways(state: GameState, unit: Unit, room: Around, doors: Sequence[Door]) -> tuple[WayOut, ...]:
    """Each door with how many would find a place before it alone, and who stands there if nobody would."""
    found = []
    for door, at in zip(doors, room.exits, strict=True):
        placed, _ = spots(state, unit, room._replace(exits=(at,)), every=room.partly)
        blocker = None if placed else _nearest_enemy(state, unit, at, hulls=bool(room.enemy_hulls))
        found.append(WayOut(door_name(room.hull, door), at, STEP_OUT_IN, len(placed), blocker))
    return tuple(found)


def _nearest_enemy(state: GameState, unit: Unit, at: Point, *, hulls: bool) -> UnitId | None:
    """Whose model stands nearest to a door, near enough to bar it; vehicles among them where they bar one."""
    enemies = [u for u in state.enemies_of(unit.side) if u.on_table and not u.hidden]
    near = [(distance(m.at, at), u.id) for u in enemies if not u.is_vehicle for m in u.alive]
    near += [(hull_of(state, u).distance_to_point(at), u.id) for u in enemies if u.is_vehicle and hulls]
    gap, who = min(near, default=(math.inf, None))
    return who if gap <= STEP_OUT_IN + ENEMY_GAP_IN + 1 else None


def door_name(hull: Hull, door: Door) -> str:
    """On which side of the hull it is."""
    along, across = door.forward_in / (hull.length / 2), door.right_in / (hull.width / 2)
    if max(abs(along), abs(across)) < _EDGE_SHARE:
        return "hatch"
    if abs(along) > abs(across):
        return "front door" if along > 0 else "rear door"
    return "right door" if across > 0 else "left door"


_EDGE_SHARE: Final = 0.6
"""Nearer to the middle than this, a way out is a hatch in the roof."""


def _outward(hull: Hull, at: Point) -> float:
    return round(bearing(hull.centre, at))


def _grid(room: Around, beyond: float = 0.0) -> Iterator[Point]:
    """Points round the hull within reach and so much `beyond` it, on a grid."""
    x, y = room.hull.centre
    span = math.hypot(room.hull.length, room.hull.width) / 2 + STEP_OUT_IN + beyond
    count = math.ceil(span / GRID_IN)
    for i in range(-count, count + 1):
        for j in range(-count, count + 1):
            point = (round(x + i * GRID_IN, 3), round(y + j * GRID_IN, 3))
            if room.hull.distance_to_point(point) > 0 and is_within(room.reach(point), STEP_OUT_IN + beyond):
                yield point
