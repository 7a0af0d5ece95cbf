"""The way of a charge: the nearest member first, then the others, each to an enemy in reach. (ARAP-CHG-01, -03, -04)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import inf
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.paths import allowance as paths_allowance
from rules.arap.paths import charge_floors
from rules.arap.paths.building_interface import WaysThroughBuildings
from rules.arap.paths.charge_floors import ChargeApproach
from rules.arap.paths.charge_plan import ChargeCourse, ChargePlan, allowances, settled, turn_cost
from rules.arap.paths.charge_stop import BACK_IN, backed_off, if_room
from rules.arap.positions import engagement, occupied, placing, single_models
from rules.arap.positions.placing import Spot
from rules.arap.terrain import ground
from rules.core.ids import ModelId, TerrainId
from rules.core.kept import lately
from rules.forces.unit import Model, Point, Unit
from rules.geometry.contacts import Obstacle
from rules.geometry.facings import bearing
from rules.geometry.lengths import distance, is_within
from rules.geometry.rings import Bounds
from rules.geometry.ways.detours import shortest_path
from rules.state import GameState

ASIDE_IN: Final = 5.0
"""How much further than its allowance a charger may be set down beside a crowd."""


def plan(
    state: GameState,
    unit: Unit,
    target: Unit,
    path: Sequence[Point] = (),
    budget: Mapping[ModelId, float] | None = None,
    ends: Mapping[ModelId, Point] | None = None,
) -> ChargePlan:
    """Lay out a charge. `path` are waypoints of the nearest member; `budget` the allowances if dice have set them.

    Without waypoints a member goes straight, or by the shortest way round what it cannot pass. `ends` are places that
    the player wants for single members; whom the rules do not let end there goes where it would by itself. After the
    nearest member those who are placed go first, in the player's order, then the others from the nearest on.
    """
    budget, members, lead, taken = _drawn_up(state, unit, target, path, budget)
    turns = {model: place for place, model in enumerate(ends or ())}
    rest = [each for each in members if each is not lead]
    others = sorted(rest, key=lambda each: (turns.get(each.model.id, len(turns)), each.order))
    engaged: set[ModelId] = set()
    courses: list[ChargeCourse] = []
    rungs: dict[TerrainId, int] = {}
    held: list[tuple[ModelId, str]] = []
    buildings = building_interface.ask(WaysThroughBuildings)
    reaches = False
    for each in (lead, *others):
        model = each.model
        quest = Quest(state, each, target, path, budget[model.id], taken)
        home = quest.home(engaged, (ends or {}).get(model.id))
        if each is lead:
            reaches = home is not None
        course = home if home is not None and reaches else quest.near()
        wanted = course.points[-1]
        course = settled(state, unit, if_room(state, unit, course, rungs, taken))
        if course.points[-1] != wanted:
            held.append((model.id, "BLD-LADR-02" if each.climbs else "ARAP-LADR-02"))
        stop = buildings.held_up(state, unit, {c.model: c.points for c in (*courses, course)}, model.id)
        if stop is not None:
            held.append((model.id, stop[1]))
            short_in = stop[0] - placing.radius_of(state, model) - BACK_IN
            course = settled(state, unit, backed_off(state, unit, course, max(0.0, short_in), taken))
        if each is lead and home is not None:
            reaches = course.points[-1] == home.points[-1]
        courses.append(course)
        taken.append((course.points[-1], placing.radius_of(state, model)))
        moved = replace(model, at=course.points[-1])
        engaged |= {e.id for e in target.alive if engagement.reaches(state, moved, e)}
    out_of_hand = not (engaged or lead.climbs or lead.model.on_face)
    return ChargePlan(tuple(courses), reaches and not out_of_hand, budget[lead.model.id], tuple(held))


def may_come_home(state: GameState, unit: Unit, target: Unit, path: Sequence[Point] = ()) -> bool:
    """Whether the nearest member finds a way to an enemy, be it held up on that or not; else the charge falls short."""
    budget, _, lead, taken = _drawn_up(state, unit, target, path, None)
    return Quest(state, lead, target, path, budget[lead.model.id], taken).home(set(), None) is not None


class _Chargers(NamedTuple):
    """Who charges, the nearest apart as well, with their allowances, and the places that others take."""

    budget: Mapping[ModelId, float]
    members: Sequence[ChargeApproach]
    lead: ChargeApproach
    taken: list[Spot]


def _drawn_up(
    state: GameState, unit: Unit, target: Unit, path: Sequence[Point], budget: Mapping[ModelId, float] | None
) -> _Chargers:
    given = budget if budget is not None else allowances(state, unit)
    budget = paths_allowance.capped(state, unit, paths_allowance.nearest_of(target), given)
    members = [charge_floors.approach(state, m, target.alive, path) for m in unit.alive]
    taken = (
        single_models.occupied(state, {m.id for m in unit.alive})
        if any(each.climbs for each in members)
        else single_models.occupied_near(state, unit, max(budget.values(), default=0.0) + ASIDE_IN)
    )
    return _Chargers(budget, members, charge_floors.foremost(members), taken)


class Quest(NamedTuple):
    """One charger's search for his way: to enemies on his own floor, or up and down stairs to theirs."""

    state: GameState
    approach: ChargeApproach
    target: Unit
    path: Sequence[Point]
    allowance: float
    taken: Sequence[Spot]

    def home(self, engaged: set[ModelId], end: Point | None) -> ChargeCourse | None:
        """The way that brings an enemy into reach, to the place that the player wants if that will do."""
        if not self.approach.climbs:
            foes = charge_floors.on_floor(self.state, self.target, self.approach.enemy.at)
            return self._home(self.approach.model, foes, self.path, self.allowance, engaged, end)
        begun = self._begun()
        if begun is None:
            return None
        here, foes, path = self._beyond()
        left = self.allowance - begun.cost_in
        home = self._home(here, foes, path, left, engaged, end)
        if home is not None and not single_models.is_free(self.state, here, home.points[-1], self.taken):
            home = next((c for c in self._off(here, left) if _meets(self.state, here, c, foes)), None)
        return _joined(begun, home) if home is not None else None

    def _home(
        self,
        model: Model,
        foes: Unit,
        path: Sequence[Point],
        allowance: float,
        engaged: set[ModelId],
        end: Point | None,
    ) -> ChargeCourse | None:
        home = _course_home(self.state, model, foes, path, allowance, self.taken, engaged)
        if home is None or end is None:
            return home
        return _course_given(self.state, model, foes, (*path, end), allowance, self.taken, engaged, home)

    def near(self) -> ChargeCourse:
        """As near as he gets: on the floor of the enemy if there is room for him, else before the stairs."""
        if not self.approach.climbs:
            return self._near(self.approach.model, self.approach.enemy.at, self.path, self.allowance)
        begun = self._begun()
        if begun is not None:
            here, _, path = self._beyond()
            left = self.allowance - begun.cost_in
            course = self._near(here, self.approach.enemy.at, path, left)
            if not single_models.is_free(self.state, here, course.points[-1], self.taken):
                course = next(self._off(here, left), course._replace(points=()))
            if course.points:
                return _joined(begun, course)
        own, _ = charge_floors.split(self.state, self.approach.model, self.path)
        return self._near(self.approach.model, self.approach.climbs[0].near, own, self.allowance)

    def _near(self, model: Model, goal: Point, path: Sequence[Point], allowance: float) -> ChargeCourse:
        return _course_near(self.state, model, goal, path, allowance, self.taken)

    def _begun(self) -> ChargeCourse | None:
        """The way to the enemy's floor, up to where the last stairs end; None if the allowance does not buy it."""
        here = self.approach.model
        path, _ = charge_floors.split(self.state, here, self.path)
        points: list[Point] = [here.at]
        spent = 0.0
        for way in self.approach.climbs:
            corners = path or _corners(self.state, here, way.near, self.allowance + _SLACK_IN)
            course = _walked(self.state, here, (*corners, way.near))
            spent += course.cost_in + way.cost_in
            points += [*course.points[1:], way.far]
            here, path = charge_floors.arrived(here, (way,), self.approach.enemy.at), ()
        return ChargeCourse(here.id, tuple(points), spent, here.facing) if is_within(spent, self.allowance) else None

    def _beyond(self) -> tuple[Model, Unit, tuple[Point, ...]]:
        """Himself where his stairs end, the enemies there, and the waypoints there."""
        model = self.approach.model
        _, path = charge_floors.split(self.state, model, self.path)
        at = self.approach.enemy.at
        here = charge_floors.arrived(model, self.approach.climbs, path[0] if path else at)
        return here, charge_floors.on_floor(self.state, self.target, at), path

    def _off(self, here: Model, left: float) -> Iterator[ChargeCourse]:
        for walk in charge_floors.steps_off(self.state, here, left, self.taken):
            points = (here.at, walk.to) if walk.length_in else (here.at,)
            yield ChargeCourse(here.id, points, walk.cost_in, bearing(walk.to, self.approach.enemy.at))


def _joined(begun: ChargeCourse, then: ChargeCourse) -> ChargeCourse:
    """Both parts of a way, the first of which ends where the second begins."""
    return then._replace(points=(*begun.points, *then.points[1:]), cost_in=begun.cost_in + then.cost_in)


def _meets(state: GameState, model: Model, course: ChargeCourse, foes: Unit) -> bool:
    ended = replace(model, at=course.points[-1])
    return any(engagement.reaches(state, ended, e) for e in foes.alive)


def _walked(state: GameState, model: Model, way: Sequence[Point]) -> ChargeCourse:
    """A way past those points; what is barred costs more than anybody has."""
    points, spent = [model.at], turn_cost(model, way[0])
    for point in way:
        if point == points[-1]:
            continue
        leg = ground.cost_of_leg(state, model, points[-1], point)
        solid = leg.barred is not None or single_models.meets_hull(state, model, points[-1], point)
        spent += inf if solid else leg.cost_in
        points.append(point)
    return ChargeCourse(model.id, tuple(points), spent, model.facing)


def _corners(
    state: GameState, model: Model, to: Point, most_in: float = inf, beside_in: float = 0.0
) -> tuple[Point, ...]:
    """Where the way to a place leads round what is solid; nothing where that is straight, or there is no way.

    Nor if that many inches lead neither there nor to a corner so near to it.
    """
    leg = ground.cost_of_leg(state, model, model.at, to)
    solid = leg.barred is not None or single_models.meets_hull(state, model, model.at, to)
    return _detour(state, model, to, most_in, beside_in) if solid else ()


_SLACK_IN: Final = 0.1
"""More than tolerances add up to."""


# -- coming home ---------------------------------------------------------------------------------------------------


def _course_home(
    state: GameState,
    model: Model,
    target: Unit,
    path: Sequence[Point],
    allowance: float,
    taken: Sequence[Spot],
    engaged: set[ModelId],
) -> ChargeCourse | None:
    """The way that brings an enemy into the model's radius, one not yet engaged if it can. (ARAP-CHG-04)"""
    enemies = [
        e
        for e in single_models.nearest_first(model, target.alive)
        if is_within(distance(model.at, e.at) - single_models.furthest_stop(state, model, e), allowance)
    ]
    for enemy in (*(e for e in enemies if e.id not in engaged), *(e for e in enemies if e.id in engaged)):
        near_in = single_models.furthest_stop(state, model, enemy) + _SLACK_IN
        for way in _ways(state, model, enemy.at, path, allowance + _SLACK_IN, near_in):
            course = _along(state, model, way, enemy, allowance, taken)
            if course is not None:
                return course
    return None


def _ways(
    state: GameState, model: Model, to: Point, path: Sequence[Point], most_in: float = inf, beside_in: float = 0.0
) -> Iterator[tuple[Point, ...]]:
    """Waypoints on the way to a place, to be tried in turn: those given, straight on, round what is solid.

    Ways round of which that many inches lead nobody so near to it are left out.
    """
    if path:
        yield tuple(path)
        return
    yield ()
    if round_it := _corners(state, model, to, most_in, beside_in):
        yield round_it
    yield from _by_ladders(state, model, to)


def _by_ladders(state: GameState, model: Model, to: Point) -> Iterator[tuple[Point, ...]]:
    """Ways by the foot and the head of each ladder to a place that is above or below, the nearest ladder first.

    Nobody fights from its rungs: who comes by it stands beside whoever blocks it. (ARAP-LADR-02, ARAP-MELEE-04)
    """
    if state.is_older_than("9") or not ground.table_of(state).has_faces:
        return
    ends = [(t.points[0], t.points[-1]) for t in state.terrain if t.ladder and t.head is None]
    level = ground.height_at(state, to)
    ways = [sorted(both, key=lambda end: abs(ground.height_at(state, end) - level), reverse=True) for both in ends]
    for near, far in sorted(ways, key=lambda way: distance(model.at, way[0])):
        if abs(ground.height_at(state, model.at) - level) > abs(ground.height_at(state, far) - level):
            yield near, far


def _detour(state: GameState, model: Model, to: Point, most_in: float, beside_in: float) -> tuple[Point, ...]:
    """The corners of the shortest way past impassable ground and hulls; none if there is no such way."""
    about = (model.profile, model.at, to, most_in, beside_in)  # looked for again by the check and by the act
    return lately(
        state, "way of a charge", about, lambda: _way_round(state, model, to, most_in, beside_in), most=_WAYS_KEPT
    )


_WAYS_KEPT: Final = 24
"""As many as the members of a large unit look for."""


def _way_round(state: GameState, model: Model, to: Point, most_in: float, beside_in: float) -> tuple[Point, ...]:
    profile = state.profile(model)
    barred: list[Obstacle] = [p.ring for p in ground.table_of(state).pieces if ground.bars(p.terrain, profile)]
    barred += [spot.hull for spot in occupied.hulls(state) if spot.hull is not None]
    surface = Bounds(0.0, 0.0, state.scenario.width_in, state.scenario.height_in)
    rounded = partial(shortest_path, model.at, to, tuple(barred), profile.base_radius_in, surface)
    if found := rounded(most=most_in, beside=beside_in):
        return tuple(found[1:-1])
    buildings = building_interface.ask(WaysThroughBuildings)
    through = buildings.way_through(state, model.at, to, most_in, beside_in)[:-1]
    if through and most_in < inf and rounded():
        return ()  # whoever finds a way round does not squeeze through, however far that is
    return through


def _along(
    state: GameState, model: Model, way: Sequence[Point], enemy: Model, allowance: float, taken: Sequence[Spot]
) -> ChargeCourse | None:
    """By the waypoints, then to where the enemy is in reach; None if the allowance does not buy it."""
    spent = turn_cost(model, way[0] if way else enemy.at)
    points = [model.at]
    here = model
    for point in way:
        leg = ground.cost_of_leg(state, here, here.at, point)
        spent += leg.cost_in
        solid = leg.barred is not None or single_models.meets_hull(state, here, here.at, point)
        if solid or not is_within(spent, allowance):
            return None
        points.append(point)
        here = replace(here, at=point)
        if engagement.reaches(state, here, enemy) and single_models.is_free(state, here, point, taken):
            return ChargeCourse(model.id, tuple(points), spent, bearing(point, enemy.at))
    stands = here.at == model.at or state.is_older_than("7")
    walk = single_models.approach(state, here, enemy, allowance - spent, taken, stands=stands)
    if walk is None:
        return None
    end = points if walk.length_in == 0 else [*points, walk.to]
    return ChargeCourse(model.id, tuple(end), spent + walk.cost_in, bearing(walk.to, enemy.at))


def _course_given(
    state: GameState,
    model: Model,
    target: Unit,
    way: Sequence[Point],
    allowance: float,
    taken: Sequence[Spot],
    engaged: set[ModelId],
    home: ChargeCourse,
) -> ChargeCourse:
    """The way to a place of the player's choice, if it is as good as the one found: it must bring an enemy into reach,
    one that is not engaged yet if the member can get at one. (ARAP-CHG-04)
    """
    spent = turn_cost(model, way[0])
    here = model
    for point in way:
        leg = ground.cost_of_leg(state, here, here.at, point)
        spent += leg.cost_in
        if leg.barred is not None or not is_within(spent, allowance):
            return home
        here = replace(here, at=point)
    met = [e for e in single_models.nearest_first(here, target.alive) if engagement.reaches(state, here, e)]
    fresh = [e for e in met if e.id not in engaged]
    ended = replace(model, at=home.points[-1])
    could = any(e.id not in engaged and engagement.reaches(state, ended, e) for e in target.alive)
    if not met or (could and not fresh) or not single_models.is_free(state, here, here.at, taken):
        return home
    return ChargeCourse(model.id, (model.at, *way), spent, bearing(here.at, (fresh or met)[0].at))


# -- falling short -------------------------------------------------------------------------------------------------


def _course_near(
    state: GameState, model: Model, goal: Point, path: Sequence[Point], allowance: float, taken: Sequence[Spot]
) -> ChargeCourse:
    """As near to where the enemy is as the allowance and the ground let it. (ARAP-CHG-04, -05)"""
    goals = (*list(_ways(state, model, goal, path))[-1], goal)
    spent = turn_cost(model, goals[0])
    points = [model.at]
    here = model
    for stop in goals:
        walk = single_models.walk_towards(state, here, stop, allowance - spent, taken)
        spent += walk.cost_in
        if walk.length_in > 0:
            points.append(walk.to)
        if walk.to != stop:
            break
        here = replace(here, at=walk.to)
    return ChargeCourse(model.id, tuple(points), spent if len(points) > 1 else 0.0, bearing(points[-1], goal))
