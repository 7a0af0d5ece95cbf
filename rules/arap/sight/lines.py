"""Who sees whom: lines of sight between models of two units. (ARAP-SHOOT-03, ARAP-SHOOT-05 to -07)

A line runs from the eye of one model to the body of another, against terrain that blocks sight and against large
objects; a hill lifts whoever stands on it. Members of the firer's own unit let one line through, other friends none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.sight.building_interface import CoverOfBuildings, FloorsOfBuildings, Place
from rules.arap.terrain.ground import TableGround, table_of
from rules.arap.units import coherency
from rules.core import kept
from rules.core.ids import UnitId
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.geometry import rings, sight
from rules.geometry.areas import Area, hull_area
from rules.geometry.facings import off_axis
from rules.geometry.hulls import Hull
from rules.geometry.lengths import Circle, distance, is_within
from rules.geometry.rings import Bounds
from rules.geometry.sight import DOUBT_IN, EYE_IN, Sight
from rules.state import GameState
from rules.table.terrain import Terrain

VIEW_DEG: Final = 90.0
"""How far to each side most models see. (ARAP-SHOOT-05)"""

ARC_DEG: Final = 45.0
"""How far to each side a weapon covers. (ARAP-SHOOT-06)"""

TURN_DEG: Final = 90.0
"""The free turn of a shooting action. (ARAP-ACT-14)"""

PRONE_EYE_IN: Final = 0.5
OVER_ALL_IN: Final = 99.0
"""As high as what nobody looks over."""

LARGE_IN: Final = 2.0
"""Height of the eye of a large creature, and of its body as an obstacle."""

CLEAR: Final = Sight(True, False, (), ())
DEEP_INSIDE: Final = Sight(False, False, (), ())
"""Nothing is seen of it, though no wall stands between. (BLD-INTO-03)"""


def in_view(facing: float, origin: Point, target: Point) -> bool:
    """Whether a model sees that way. (ARAP-SHOOT-05)"""
    return is_within(off_axis(facing, origin, target), VIEW_DEG)


def in_arc(facing: float, origin: Point, target: Point) -> bool:
    """Whether a target lies in the fire arc of a model as it faces now. (ARAP-SHOOT-06)"""
    return is_within(off_axis(facing, origin, target), ARC_DEG)


def can_bring_to_bear(facing: float, origin: Point, target: Point) -> bool:
    """Whether the free turn brings a target into the fire arc. (ARAP-SHOOT-06, ARAP-ACT-14)"""
    return is_within(off_axis(facing, origin, target), ARC_DEG + TURN_DEG)


def hull_of(state: GameState, model: Model) -> Hull | None:
    """The model's hull, if it is a vehicle."""
    vehicle = state.profile(model).hull
    return Hull(model.at, model.facing, vehicle.length_in, vehicle.width_in) if vehicle else None


def distance_to(state: GameState, point: Point, target: Model) -> float:
    """Inches from a point to a model: its base centre, or the nearest point of its hull. (ARAP-GEN-05)"""
    hull = hull_of(state, target)
    return hull.distance_to_point(point) if hull is not None else distance(point, target.at)


def large_objects(state: GameState, box: Bounds, but: Sequence[UnitId] = ()) -> tuple[Area, ...]:
    """Vehicles and large creatures near a rectangle as obstacles to sight, those of some units left out."""
    return tuple([area for unit, bounds, area in all_large(state) if unit not in but and bounds.meets(box)])


LargeObject = tuple[UnitId, Bounds, Area]


@kept.once
def all_large(state: GameState) -> tuple[LargeObject, ...]:
    """Every one on the table, with its bounds: the very same value for as long as none of them stirs."""
    found = (_large_of(state, unit) for unit in state.units.values() if unit.on_table)
    return _the_same(tuple(each for large in found for each in large))


@lru_cache(maxsize=256)
def _the_same(large: tuple[LargeObject, ...]) -> tuple[LargeObject, ...]:
    """What has been worked out on these grounds is known again at a glance if they are one object."""
    return large


def _large_of(state: GameState, unit: Unit) -> tuple[LargeObject, ...]:
    """The large members of a unit; kept on the unit as it stands."""
    if not state.profile(unit.models[0]).is_large:
        return ()
    known = kept.on_these_grounds(unit, "large", state.profiles, state.options)
    found: tuple[LargeObject, ...] | None = known.get(())
    if found is None:
        areas = (_large(state, model) for model in unit.alive)
        found = known[()] = tuple((unit.id, rings.bounds(a.points), a) for a in areas if a is not None)
    return found


def hulls_between(state: GameState, box: Bounds, but: Sequence[UnitId] = ()) -> tuple[Area, ...]:
    """Vehicles alone, none of which is looked over. (TRI-FIRE-02)"""
    creatures = [u.id for u in state.units.values() if not u.is_vehicle]
    return tuple(area._replace(height=OVER_ALL_IN) for area in large_objects(state, box, (*but, *creatures)))


def _large(state: GameState, model: Model) -> Area | None:
    profile = state.profile(model)
    if profile.hull is not None:
        hull = Hull(model.at, model.facing, profile.hull.length_in, profile.hull.width_in)
        return hull_area(model.id, hull, height=profile.hull.height_in)
    if profile.is_large:
        return Area(model.id, rings.disc(model.at, profile.base_radius_in, 12), LARGE_IN)
    return None


class Lines:
    """Lines of sight from points or models of one unit to the models of another, with what lies near them.

    Made once for a pair of units: what cannot matter to any line between them is left out.
    """

    def __init__(
        self,
        state: GameState,
        eyes: Iterable[Point],
        target: Unit,
        *,
        but: Sequence[UnitId] = (),
        hulls_hide: bool = False,
    ) -> None:
        """`but` are units whose hulls do not stand in the way: the firer's own, its carrier.

        With `hulls_hide` a vehicle hides what is behind it however high that is, and no creature does. (TRI-FIRE-02)
        """
        self.state = state
        self.target = target
        self.table: TableGround = table_of(state)
        self.box = rings.bounds((*eyes, *(m.at for m in target.alive))).grown(0.5 if not target.leaning else 2.0)
        self.others = (hulls_between if hulls_hide else large_objects)(state, self.box, (*but, target.id))
        self.objects = tuple(rings.bounds(area.points) for area in self.others)
        near = self.table.ground.near(self.box)
        self.is_open = not near and not self.others
        self._buildings = building_interface.ask(CoverOfBuildings)
        self._floors = building_interface.ask(FloorsOfBuildings)
        self._pieces = tuple({t.id: t for a in near if (t := self.table.terrain[a.id]).building is not None}.values())
        self._corners = bool(state.options.get("corners_near"))
        """Tables of before there was such a rule know no such switch, and play as they did. (BLD-CRNR-01)"""
        self._eyes: dict[str, float] = {}
        self._hills = [(t.points, t.elevation_in) for a in near if (t := self.table.terrain[a.id]).elevation_in]

    def height_at(self, point: Point) -> float:
        """Inches that the ground lies above the table."""
        return max((height for ring, height in self._hills if rings.holds(ring, point)), default=0.0)

    def eye_of(self, model: Model) -> float:
        """Height of a model's eye, and of what can be seen of it, in inches above the table."""
        known = self._eyes.get(model.id)
        if known is None:
            known = self._eyes[model.id] = self._height_of(model) + self.height_at(model.at) + model.level_in
        return known

    def _height_of(self, model: Model) -> float:
        profile = self.state.profile(model)
        if profile.hull is not None:
            return profile.hull.height_in
        return LARGE_IN if profile.is_large else PRONE_EYE_IN if model.prone else EYE_IN

    def sight(self, firer: Model, target: Model) -> Sight:
        """What one model sees of another. (ARAP-SHOOT-03)"""
        return CLEAR if self.is_open else self.sight_from(firer.at, self.eye_of(firer), target)

    def is_doubtful(self, firer: Model, target: Model) -> bool:
        """Whether an eighth of an inch decides if one model sees another. (ARAP-SHOOT-03)"""
        if self.is_open:
            return False
        height = self.eye_of(firer)
        return sight.in_doubt(
            self.sight(firer, target), lambda more: self.sight_from(firer.at, height, target, more_in=more)
        )

    def sight_from(self, eye: Point, height: float, target: Model, *, more_in: float = 0) -> Sight:
        """What is seen of a model from a point at a height; `more_in` moves the model's edges further out."""
        if self.is_open:
            return CLEAR
        target = self.shown(target)
        if self.too_deep(eye, target.at) is not None or self.floor_between(eye, height, target) is not None:
            return DEEP_INSIDE
        seen = self._looked(eye, height, target, more_in)
        past = self._past_corners(eye, target.at, seen) if seen.blocked_by and self._corners else ()
        return self._looked(eye, height, target, more_in, past) if past else seen

    def _looked(
        self, eye: Point, height: float, target: Model, more_in: float, ignoring: tuple[str, ...] = ()
    ) -> Sight:
        hull = hull_of(self.state, target)
        top, ground, others = self.eye_of(target), self.table.ground, self.others
        if hull is not None:
            hull = hull._replace(length=hull.length + 2 * more_in, width=hull.width + 2 * more_in)
            return sight.visible_hull(eye, hull, ground, eye=height, top=top, others=others, ignoring=ignoring)
        radius = max(0.0, self.state.profile(target).body_radius_in + more_in)
        return sight.visible(eye, target.at, radius, ground, eye=height, top=top, others=others, ignoring=ignoring)

    def _past_corners(self, eye: Point, at: Point, seen: Sight) -> tuple[str, ...]:
        """What hides nobody there, who is too far behind its corner. (BLD-CRNR-01)"""
        pieces = ((a, self.terrain(a)) for a in seen.blocked_by)
        past = self._buildings.past_corner
        return tuple(a for a, piece in pieces if piece is not None and past(piece, eye, at, shows=seen.clear))

    def is_near_object(self, a: Point, b: Point) -> bool:
        """Whether a vehicle or large creature may lie on the straight line between two places."""
        left, right = (a[0], b[0]) if a[0] < b[0] else (b[0], a[0])
        top, bottom = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])
        return any(x1 <= right and left <= x2 and y1 <= bottom and top <= y2 for x1, y1, x2, y2 in self.objects)

    def shown(self, target: Model) -> Model:
        """A member as it is to be seen: whoever leans out, outside its window or edge. (BLD-HIGH-02)"""
        out = self.target.leans_to(target) if self.target.leaning else None
        return target if out is None else replace(target, at=out)

    def too_deep(self, eye: Point, at: Point) -> Refusal | None:
        """Why nothing is seen between two places, one of them deep inside a building. (BLD-INTO-03, BLD-OUT-02)"""
        if not self._pieces:
            return None
        found = (self._buildings.too_deep(piece, eye, at) for piece in self._pieces)
        return next((why for why in found if why is not None), None)

    def floor_between(self, eye: Point, height: float, target: Model) -> Terrain | None:
        """The house of which a floor lies between an eye and a model. (BLD-LEVEL-02)"""
        if not self._pieces:
            return None
        hangs = self._height_of(target) if target.on_face else 0.0  # who climbs is below a floor until his feet are up
        at = Place(target.at, self.eye_of(target) - hangs)
        asked = (p for p in self._pieces if self._floors.floor_between(p, Place(eye, height), at))
        return next(asked, None)

    def terrain(self, area_id: str) -> Terrain | None:
        """The piece of that area; None for a large object."""
        return self.table.terrain.get(area_id)


def visible(state: GameState, firer: Model, target: Model) -> bool:
    """Whether one model sees another with its present facing, friends apart. (ARAP-SHOOT-03, ARAP-SHOOT-05)"""
    if not in_view(firer.facing, firer.at, target.at):
        return False
    unit, _ = state.find_model(target.id)
    own = state.find_model(firer.id)[0]
    return Lines(state, (firer.at,), unit, but=(own.id,)).sight(firer, target).clear


class Comrades(NamedTuple):
    """Bases of friends that may stand between a firing unit and its target."""

    own: tuple[Circle, ...]
    own_ids: tuple[str, ...]
    strangers: tuple[Circle, ...]
    parts: dict[str, int]
    """To which chain of the unit each of its members belongs. (ARAP-COH-01)"""

    def in_doubt(self, firer: Model, at: Point) -> bool:
        """Whether an eighth of an inch on each base decides if friends stand in that line. (ARAP-SHOOT-07)"""
        return self.grown(-DOUBT_IN).hinder(firer, at) is not self.grown(DOUBT_IN).hinder(firer, at)

    def grown(self, by_in: float) -> Comrades:
        """The same friends on bases with so much more radius."""
        own = tuple(Circle(base.centre, base.radius + by_in) for base in self.own)
        strangers = tuple(Circle(base.centre, base.radius + by_in) for base in self.strangers)
        return self._replace(own=own, strangers=strangers)

    def hinder(self, firer: Model, at: Point) -> bool:
        """Whether friends stand in that line: more than one of the firer's own chain, or anybody else's.

        (ARAP-SHOOT-07)
        """
        if self.strangers and sight.blockers_between(firer.at, at, self.strangers):
            return True
        between = sight.blockers_between(firer.at, at, self.own)
        if not between:
            return False
        mine = self.parts.get(firer.id)
        return len(between) > 1 or self.parts.get(self.own_ids[between[0]]) != mine


def comrades(state: GameState, unit: Unit, target: Unit) -> Comrades:
    """The friends that may stand between a unit and its target; large ones count as objects instead."""
    own = unit.alive
    left, top, right, bottom = rings.bounds((*(m.at for m in own), *(m.at for m in target.alive)))
    strangers = tuple(
        Circle(m.at, state.profile(m).base_radius_in)
        for u in state.units_of(unit.side)
        if u.id != unit.id and u.on_table
        for m in u.models
        if left - 1 <= m.at[0] <= right + 1 and top - 1 <= m.at[1] <= bottom + 1 and m.wounds > 0
        if not state.profile(m).is_large
    )
    return Comrades(
        tuple(Circle(m.at, state.profile(m).base_radius_in) for m in own),
        tuple(m.id for m in own),
        strangers,
        chains(state, own),
    )


def chains(state: GameState, models: Sequence[Model]) -> dict[str, int]:
    """Which of a unit's chains each model belongs to, numbered from 0. (ARAP-COH-01, ARAP-COH-02, BLD-MOVE-04)"""
    found = coherency.chains(state, tuple(m.at for m in models))
    return {models[place].id: number for number, chain in enumerate(found) for place in chain}
