"""A charge as it would go: what chargers may spend, their ways, and whether the charge comes home. (ARAP-CHG-01)"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.paths import allowance as paths_allowance
from rules.arap.paths import charge_floors
from rules.arap.paths.building_interface import WaysThroughBuildings
from rules.arap.positions import occupied
from rules.arap.terrain import floor_ways, ground
from rules.core.ids import ModelId
from rules.core.preview import Leg
from rules.forces.unit import Model, Point, Unit
from rules.geometry.facings import bearing, turn
from rules.geometry.lengths import distance
from rules.state import GameState, Placement

FREE_TURN_DEG: Final = 90
EXTRA_TURN_IN: Final = 0.5


class ChargeCourse(NamedTuple):
    """One charger's way: the points it passes, its start first, and what it costs in inches of allowance."""

    model: ModelId
    points: tuple[Point, ...]
    cost_in: float
    facing: float

    def length_in(self, state: GameState) -> float:
        """Inches gone, stairs and ladders by what they cost."""
        return sum(length_of_leg(state, a, b) for a, b in itertools.pairwise(self.points))


class ChargePlan(NamedTuple):
    """A whole charge as it would go: every charger's way, the nearest member's first, and whether it comes home."""

    courses: tuple[ChargeCourse, ...]
    reaches: bool
    allowance_in: float
    held: tuple[tuple[ModelId, str], ...] = ()
    """Who is held up at a door or hole that lets no more through, and by which rule."""

    @property
    def lead(self) -> ChargeCourse:
        """The way of the member that was nearest."""
        return self.courses[0]

    @property
    def placements(self) -> tuple[Placement, ...]:
        """Where the chargers end, all of them on their feet. (ARAP-PRONE-04)"""
        return tuple(Placement(model=c.model, at=c.points[-1], facing=c.facing) for c in self.courses)

    @property
    def poses(self) -> tuple[tuple[float, float, float], ...]:
        """The nearest member's poses from first to last."""
        points = self.lead.points
        ahead = [bearing(a, b) for a, b in itertools.pairwise(points)]
        facings = (*ahead, self.lead.facing) if ahead else (self.lead.facing,)
        return tuple((x, y, f) for (x, y), f in zip(points, facings, strict=True))

    @property
    def paths(self) -> dict[ModelId, tuple[Point, ...]]:
        """Each charger's way, start included."""
        return {c.model: c.points for c in self.courses}


def gap_in(state: GameState, unit: Unit, target: Unit, path: Sequence[Point] = ()) -> float:
    """Inches between the nearest members of two units; by stairs and ladders to another floor. (BLD-LADR-01)

    By those of a `path`, if this leads over any.
    """
    return charge_floors.nearest(state, unit, target, path).gap_in


def nearest_pair(state: GameState, unit: Unit, target: Unit) -> tuple[Model, Model]:
    """The charger and the enemy that are nearest to each other; of equals the first. A charger who comes from another
    floor is where his stairs end. (ARAP-CHG-01)
    """
    found = charge_floors.nearest(state, unit, target)
    return replace(found.model, at=found.comes_from), found.enemy


def allowances(state: GameState, unit: Unit) -> dict[ModelId, float]:
    """Inches of charge of each member: twice its basic move, once from prone. (ARAP-CHG-01, ARAP-PRONE-04)"""
    return {m.id: 0.0 if m.sprawled else paths_allowance.charge_move(state, unit, m) for m in unit.alive}


def budget(state: GameState, unit: Unit) -> dict[ModelId, float]:
    """What is left of each charger's allowance."""
    return {m: inches - unit.now.charge_spent_in for m, inches in allowances(state, unit).items()}


class ChargeDice(NamedTuple):
    """The two dice of which twice the better is a charge: their sides, inches off that die, action points more."""

    sides: int
    rules: tuple[str, ...]
    less_in: float = 0.0
    more_ap: int = 0

    def chance_of(self, best: int) -> Fraction:
        """That the better of the two shows just that."""
        return Fraction(2 * best - 1, self.sides**2)


def dice_of(state: GameState, unit: Unit, laid: ChargePlan) -> ChargeDice | None:
    """What dice a charge is rolled for by: at single doors and in cluttered rooms bikes and horses have their own.

    (ARAP-TERR-05, BLD-DOOR-10, BLD-UNIT-04, BLD-UNIT-05)
    """
    riding = not state.is_older_than("13") and any(state.profile(m).kind == "rider" for m in unit.alive)
    ridden = building_interface.ask(WaysThroughBuildings).ridden(state, unit, laid.paths) if riding else None
    if ridden is not None:
        return ChargeDice(paths_allowance.RIDING_DIE, ridden.rules, ridden.less_in, ridden.more_ap)
    return ChargeDice(variable_die(state, unit), ("ARAP-TERR-05",)) if is_variable(state, unit, laid) else None


def variable_die(state: GameState, unit: Unit) -> int:
    """Sides of the two dice that variable ground asks of chargers. (ARAP-TERR-05)"""
    return paths_allowance.variable_die(min(paths_allowance.basic_move(state, unit, m) for m in unit.alive))


def variable_budget(state: GameState, unit: Unit, best: int, less_in: float = 0.0) -> dict[ModelId, float]:
    """What is left of it where the way is rolled for: twice the better die at most. (ARAP-TERR-05, BLD-DOOR-10)"""
    most = 2.0 * max(0.0, best - less_in) - unit.now.charge_spent_in
    return {m: min(most, inches) for m, inches in budget(state, unit).items()}


def turn_cost(model: Model, to: Point) -> float:
    """Half an inch for each started 90 degrees beyond the free turn, to look where the charge goes. (ARAP-MOVE-07)"""
    extra = turn(model.facing, bearing(model.at, to)) - FREE_TURN_DEG if to != model.at else 0.0
    return EXTRA_TURN_IN * math.ceil((extra - 0.01) / 90) if extra > 0.01 else 0.0


def settled(state: GameState, unit: Unit, course: ChargeCourse) -> ChargeCourse:
    """A machine looks as nearly at its enemy as the hulls beside it leave it room to turn. (ARAP-GEN-05)"""
    model = unit.model(course.model)
    return course._replace(facing=occupied.facing_with_room(state, unit, model, course.points[-1], course.facing))


def legs(state: GameState, model: Model, course: ChargeCourse) -> tuple[Leg, ...]:
    """The legs of a charger's way for the preview."""
    found = []
    for a, b in itertools.pairwise(course.points):
        if (way := floor_ways.climb_of(state, a, b)) is not None:
            found.append(Leg(to=b, length_in=way.cost_in, cost_in=way.cost_in, reason=way.ladder.name))
            continue
        leg = ground.cost_of_leg(state, model, a, b)
        names = dict.fromkeys(s.terrain.name for s in leg.stretches if s.terrain is not None and s.factor != 1)
        found.append(Leg(to=b, length_in=leg.length_in, cost_in=leg.cost_in, reason=", ".join(names)))
    return tuple(found)


def length_of_leg(state: GameState, a: Point, b: Point) -> float:
    """Inches of a leg of a charge: straight, or up or down what it leads over. (BLD-GEN-03)"""
    way = floor_ways.climb_of(state, a, b)
    return way.cost_in if way is not None else distance(a, b)


def cost_of_leg(state: GameState, model: Model, a: Point, b: Point) -> float:
    """What such a leg costs in inches of allowance."""
    way = floor_ways.climb_of(state, a, b)
    return way.cost_in if way is not None else ground.cost_of_leg(state, model, a, b).cost_in


def is_variable(state: GameState, unit: Unit, laid: ChargePlan) -> bool:
    """Whether any charger meets variable ground, so that the allowance is rolled for. (ARAP-TERR-05)"""
    return any(
        ground.cost_of_leg(state, unit.model(c.model), a, b).variable
        for c in laid.courses
        for a, b in floor_ways.walked(state, c.points)
    )
