"""What a moving hull runs into, and which faces meet. (VEH-RAM-01, VEH-RAM-03, VEH-GEOM-03)"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from rules.core.ids import ModelId, TerrainId, UnitId
from rules.forces.unit import Unit
from rules.geometry.facings import bearing, normalise, turn
from rules.geometry.hulls import Face, Hull, Impact, Swept, distance_between, swept
from rules.geometry.lengths import TOLERANCE, Circle, along, between, distance, is_within
from rules.state import GameState
from rules.vehicles.gemini.hull.hull import is_skimmer, profile_of
from rules.vehicles.gemini.motion import impact
from rules.vehicles.gemini.motion.path import SAME_SPOT_IN, Way
from rules.vehicles.gemini.motion.terrain_cost import field_for
from rules.vehicles.shared.hull import Pose, Side, armour_of, hull_of, others, pose_of, posed

STEP_IN: Final = 0.125
HALVINGS: Final = 12
TOUCH_IN: Final = 0.05
"""Faces that overlap no deeper than this at the moment of contact are touching."""

NUDGE_IN: Final = 3 * TOLERANCE
"""A hull that comes this near to another at the end of its way touches it."""

_NORMAL: Final[dict[Face, float]] = {"front": 0.0, "right": 90.0, "rear": 180.0, "left": 270.0}


class HullContact(Struct, frozen=True, kw_only=True):
    """A moving hull meets another hull or a solid piece of terrain.

    `pose` is where it stands at that moment, `gone_in` how far it has come on this drive, `leg` on which run of its
    way, `course` the direction in which it moves (degrees). `face` is its own face that strikes, `touched` the face of
    the other that is struck, `quadrant` the quarter from which. (VEH-RAM-03, VEH-GEOM-03)
    """

    unit: UnitId | None = None
    terrain: TerrainId | None = None
    model: ModelId | None = None
    """A creature too large to be run over. (VEH-RUN-03, VEH-RAM-05)"""
    pose: Pose
    gone_in: float = 0
    leg: int = 0
    course: float = 0
    face: Side = "front"
    touched: Side = "side"
    quadrant: Impact = "side"

    @property
    def is_swipe(self) -> bool:
        """A blow on the side from ahead or behind: a rake or a sideswipe. (VEH-REL-02)"""
        return self.unit is not None and self.touched == "side" and self.quadrant != "side"


def first_met(state: GameState, unit: Unit, way: Way, *, ignoring: Collection[UnitId] = ()) -> HullContact | None:
    """The first hull or solid piece that a way runs into; None if it is clear of them.

    Hulls that the vehicle touches already, and enemies that its side does not know of, are left out.
    """
    gone = 0.0
    tests = list(_obstacles(state, unit, way, ignoring))
    for leg, (a, b) in enumerate(itertools.pairwise(way.hulls)):
        run = distance(a.centre, b.centre)
        if run > SAME_SPOT_IN and tests:
            hit = _first_hit(a, b, run, [test for _, test in tests])
            if hit is not None:
                share, index = max(0.0, hit[0] - TOLERANCE / run), hit[1]
                at = a._replace(centre=between(a.centre, b.centre, share))
                return _contact(state, unit, tests[index][0], at, b, gone + run * share, leg)
        gone += run
    return None


def struck(state: GameState, unit: Unit, way: Way) -> HullContact | None:
    """What a ram along a way strikes: the first thing that it runs into, or one that it just touches at its end."""
    met = first_met(state, unit, way)
    if met is not None or len(way.hulls) < 2:
        return met
    a, b = way.hulls[-2:]
    if distance(a.centre, b.centre) <= SAME_SPOT_IN:
        return None
    nudged = b._replace(centre=along(b.centre, bearing(a.centre, b.centre), NUDGE_IN))
    met = first_met(state, unit, way._replace(hulls=(*way.hulls[:-1], nudged)))
    return replace(met, pose=pose_of(b), gone_in=way.length_in) if met else None


_Test = Callable[[Hull], bool]

LARGEST_PASSED: Final = 2
"""Creatures of a larger size are collided with. (VEH-RUN-03)"""


class _Thing(NamedTuple):
    """What may be met: a vehicle, a piece of terrain, or a great creature."""

    unit: UnitId | None = None
    terrain: TerrainId | None = None
    model: ModelId | None = None


class GreatCreature(NamedTuple):
    """A creature too large to be run over, the room that it takes, and the name of its unit. (VEH-RUN-03)"""

    model: ModelId
    base: Circle
    name: str


def great_creatures(state: GameState, unit: Unit) -> Iterator[GreatCreature]:
    """Enemies on foot that are too large to be run over, to what does not float."""
    if is_skimmer(state, unit):
        return
    for other in state.enemies_of(unit.side):
        if not (other.is_vehicle or other.hidden):
            for model in other.alive:
                if state.profile(model).size > LARGEST_PASSED:
                    base = Circle(model.at, state.profile(model).base_radius_in)
                    yield GreatCreature(model.id, base, other.name)


def _creatures(state: GameState, unit: Unit, start: Hull, sweep: Swept) -> Iterator[tuple[_Thing, _Test]]:
    """Those in the way."""
    for creature in great_creatures(state, unit):
        if sweep.covers(creature.base) and not start.overlaps(creature.base):
            yield _Thing(model=creature.model), partial(_overlaps, creature.base)


def _overlaps(circle: Circle, hull: Hull) -> bool:
    return hull.overlaps(circle)


def _obstacles(state: GameState, unit: Unit, way: Way, ignoring: Collection[UnitId]) -> Iterator[tuple[_Thing, _Test]]:
    start, sweep = way.hulls[0], swept(way.hulls)
    for other in others(state, unit):
        if other.id in ignoring or (other.hidden and other.side != unit.side):
            continue
        hull = hull_of(state, other)
        if not hull.overlaps(start) and any(hull.overlaps(piece) for piece in sweep.pieces):
            yield _Thing(unit=other.id), hull.overlaps
    yield from _creatures(state, unit, start, sweep)
    solid = field_for(state, profile_of(state, unit)).solid
    already = solid.hull_hits(start)
    for area in solid.swept_hits(sweep):
        if area not in already:
            yield _Thing(terrain=TerrainId(area)), lambda hull, name=area: name in solid.hull_hits(hull)  # type: ignore[misc]


def _first_hit(a: Hull, b: Hull, run: float, tests: list[_Test]) -> tuple[float, int] | None:
    """The share of a straight run after which a test first holds, and which one."""
    steps = max(1, math.ceil(run / STEP_IN))
    for n in range(1, steps + 1):
        hull = a._replace(centre=between(a.centre, b.centre, n / steps))
        found = [i for i, test in enumerate(tests) if test(hull)]
        if found:
            return min((_halved(a, b, (n - 1) / steps, n / steps, tests[i]), i) for i in found)
    return None


def _halved(a: Hull, b: Hull, free: float, met: float, test: _Test) -> float:
    """The last share at which the hull is still free, to within a thousandth of an inch or so."""
    for _ in range(HALVINGS):
        middle = (free + met) / 2
        if test(a._replace(centre=between(a.centre, b.centre, middle))):
            met = middle
        else:
            free = middle
    return free


def _contact(state: GameState, unit: Unit, thing: _Thing, at: Hull, b: Hull, gone: float, leg: int) -> HullContact:
    course = bearing(at.centre, b.centre) if at.centre != b.centre else at.heading
    face: Side = "rear" if turn(course, at.heading) > 90 else "front"
    touched: Side = "side"
    quarter: Impact = "side"
    if thing.unit is not None:
        target = state.units[thing.unit]
        touched = face_touched(state, target, at, course)
        quarter = impact.quadrant(state, target, at.centre)
    return HullContact(
        unit=thing.unit,
        terrain=thing.terrain,
        model=thing.model,
        pose=pose_of(at),
        gone_in=gone,
        leg=leg,
        course=course,
        face=face,
        touched=touched,
        quadrant=quarter,
    )


def face_touched(state: GameState, target: Unit, rammer: Hull, course: float) -> Side:
    """The face of the target that a hull touches; at a corner the one that looks towards the rammer.

    Of two that look at it alike the weaker counts. (VEH-RAM-03, VEH-GEOM-02)
    """
    hull, profile = hull_of(state, target), profile_of(state, target)
    depths = _depths(hull, rammer)
    touching = [f for f, depth in depths.items() if is_within(depth, TOUCH_IN)] or _corner_faces(hull, rammer)
    off = {f: round(turn(normalise(hull.heading + _NORMAL[f]), normalise(course + 180)), 1) for f in touching}
    least = min(off.values())
    return min((armour_of(profile, f) for f in touching if off[f] == least), key=lambda a: a.av).face


def _depths(hull: Hull, rammer: Hull) -> dict[Face, float]:
    """How deep the rammer lies behind the line of each face of a hull."""
    places = [hull.on_hull(corner) for corner in rammer.corners()]
    ahead, aside = [p[0] for p in places], [p[1] for p in places]
    length, width = hull.length / 2, hull.width / 2
    return {
        "front": length - min(ahead),
        "right": width - min(aside),
        "rear": length + max(ahead),
        "left": width + max(aside),
    }


def _corner_faces(hull: Hull, rammer: Hull) -> list[Face]:
    """The two faces at the corner of a hull that lies nearest to the rammer."""
    forward, right = hull.on_hull(min(hull.corners(), key=rammer.distance_to_point))
    return ["front" if forward >= 0 else "rear", "right" if right >= 0 else "left"]


def short_of(state: GameState, unit: Unit, contact: HullContact, inches: float) -> Hull:
    """The hull that far short of the place of contact."""
    hull = posed(state, unit, contact.pose)
    return hull._replace(centre=along(hull.centre, contact.course, -inches))


def gap(state: GameState, one: Unit, other: Unit) -> float:
    """Inches between two hulls."""
    return distance_between(hull_of(state, one), hull_of(state, other))
