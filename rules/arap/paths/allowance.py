"""How far a unit may move in one action: its basic move, or what dice say. (ARAP-MOVE-01 to -04, ARAP-TERR-04)

Creatures at home in water: they move there as on land, but do not double their move to charge. (VEH-BOAT-03)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from rules.arap import building_interface
from rules.arap.paths.building_interface import WaysThroughBuildings
from rules.arap.paths.march import March
from rules.arap.terrain import ground
from rules.arap.units.vehicle_interface import MachinesThatFight
from rules.arap.vehicle_interface import ask
from rules.core.ids import ModelId
from rules.dice.faces import d3
from rules.forces.unit import Model, Point, Unit
from rules.geometry.lengths import distance, is_within
from rules.state import GameState

Manner = Literal["move", "crawl", "tactical", "swim"]

TACTICAL_DIE: Final = 6
"""Allowance of tactical movement: one die of so many sides. (ARAP-TACT-01)"""

RIDING_DIE: Final = 6
"""Allowance of riders indoors: the better of two dice of so many sides. (BLD-UNIT-04, BLD-UNIT-05)"""

SWIM_IN: Final = 1.0
"""What is added to the D3 of a swimmer. (ARAP-SWIM-01)"""


class Pace(NamedTuple):
    """Allowances in inches: each model's own, or those of dice rolled once for the unit, of which the best counts."""

    own: dict[ModelId, float]
    label: str = ""
    sides: int = 0
    dice: int = 0
    rules: tuple[str, ...] = ()
    less_in: float = 0.0
    """Inches that the dice promise and the way takes. (BLD-DOOR-10)"""
    more_ap: int = 0
    """Action points that such a move costs more. (BLD-DOOR-10)"""

    @property
    def most(self) -> dict[ModelId, float]:
        """The greatest allowance of each model."""
        return self.for_roll(self.sides) if self.dice else self.own

    def for_roll(self, best: int) -> dict[ModelId, float]:
        """Each model's allowance when the best die shows that."""
        if self.label == "swim":
            return dict.fromkeys(self.own, d3(best) + SWIM_IN)
        if self.label == "tactical-move":
            return dict.fromkeys(self.own, float(best))
        return {model: max(0.0, min(best - self.less_in, own)) for model, own in self.own.items()}

    def chance_of(self, inches: float) -> Fraction:
        """The chance that the dice allow a cost of so many inches."""
        if self.label == "swim":
            return Fraction(sum(is_within(inches, d3(face) + SWIM_IN) for face in range(1, 7)), 6)
        enough = max(1, math.ceil(inches + self.less_in - 0.01))
        short = Fraction(min(enough - 1, self.sides), self.sides)
        return 1 - short**self.dice


def burden(unit: Unit) -> float:
    """Inches that what it carries takes off its basic move, by a tag such as "encumbered:1". (ARAP-MOVE-01)"""
    return sum(float(t.partition(":")[2]) for t in unit.tags if t.startswith("encumbered:"))


def basic_move(state: GameState, unit: Unit, model: Model) -> float:
    """Inches of allowance of one movement action, less its burden. (ARAP-MOVE-01)"""
    profile = state.profile(model)
    return max(0.0, ask(state, MachinesThatFight).basic_move(profile) - burden(unit))


def left_in_action(state: GameState, unit: Unit, model: Model) -> float:
    """Inches left of the movement action at hand: the basic move, less what was spent at doors. (BLD-DOOR-01)"""
    spent = sum(work.spent_in for work in unit.now.at_doors if work.model == model.id)
    return max(0.0, basic_move(state, unit, model) - spent)


def is_begun(unit: Unit, manner: Manner) -> bool:
    """Whether such a walk goes on with an action that was paid at a door, or to get out. (BLD-DOOR-01, TRI-JOIN-06)"""
    return bool(unit.now.at_doors) and manner in ("move", "crawl")


def paid_by(unit: Unit) -> str:
    """The rule by which the movement action at hand goes on: begun at a door, or where they got out. (BLD-DOOR-01)"""
    return "BLD-DOOR-01" if any(work.operations for work in unit.now.at_doors) else "ARAP-ACT-12"


def paid_already(unit: Unit) -> tuple[str, tuple[str, ...]]:
    """What a preview says of an action that goes on, and by which rule."""
    rule = paid_by(unit)
    return "The action was paid at the door." if rule == "BLD-DOOR-01" else "The action is paid already.", (rule,)


def charge_move(state: GameState, unit: Unit, model: Model) -> float:
    """Inches of a charge: twice the basic move, or once from prone; a hull may say. (ARAP-MOVE-03, ARAP-PRONE-04)"""
    hull = state.profile(model).hull
    if hull is not None and hull.charge_in:
        return hull.charge_in
    return basic_move(state, unit, model) * (1 if model.prone else 2)


def flee_dice(state: GameState, unit: Unit) -> int:
    """How many D6 a flight or pursuit rolls: two up to a basic move of 6 inches, three beyond. (ARAP-MOVE-04)

    A unit of mixed moves goes by its slowest member.
    """
    slowest = min((basic_move(state, unit, m) for m in unit.alive), default=0.0)
    return 2 if slowest <= 6 else 3


def variable_die(move_in: float) -> int:
    """Sides of the die that variable ground asks for, by the basic move. (ARAP-TERR-04)"""
    return max(3, min(6, math.floor(move_in)))


def pace_of(state: GameState, unit: Unit, laid: March, manner: Manner) -> Pace:
    """What the unit may spend on that march. (ARAP-TERR-04, -05, ARAP-TACT-01)

    Variable ground under any model makes the unit roll: two dice, one for a crawl; its slowest member sets the die.
    """
    own = {t.model.id: left_in_action(state, unit, t.model) for t in laid.tracks}
    if manner == "swim":
        return Pace(own, "swim", 6, 1, ("ARAP-SWIM-01", "ARAP-DICE-09"))
    if manner == "tactical":
        return Pace(
            own, "tactical-move", TACTICAL_DIE, 1, ("ARAP-TACT-01", *(("ARAP-TERR-05",) if laid.is_variable else ()))
        )
    ways = {t.model.id: t.points for t in laid.tracks}
    ridden = building_interface.ask(WaysThroughBuildings).ridden(state, unit, ways)
    if ridden is not None:
        return Pace(own, "variable-move", RIDING_DIE, 2, ridden.rules, ridden.less_in, ridden.more_ap)
    if not laid.is_variable:
        return Pace(own)
    crawls = manner == "crawl"
    rules = ("ARAP-TERR-05" if crawls else "ARAP-TERR-04",)
    return Pace(own, "variable-move", variable_die(min(own.values())), 1 if crawls else 2, rules)


TRAIT = "amphibious"
WET: Final = "no double move in water (VEH-BOAT-03)"


def capped(
    state: GameState, unit: Unit, nearest: Callable[[Model], Point], budget: Mapping[ModelId, float]
) -> Mapping[ModelId, float]:
    """Allowances of a charge, one basic move for amphibious members whose way to `nearest` leads through water."""
    wet = _wet(state, unit, nearest)
    if not wet:
        return budget
    return {**budget, **{m.id: min(budget[m.id], basic_move(state, unit, m)) for m in wet}}


def is_wet(state: GameState, unit: Unit, nearest: Callable[[Model], Point]) -> bool:
    """Whether the charge leads amphibious members through water. (VEH-BOAT-03)"""
    return bool(_wet(state, unit, nearest))


def nearest_of(target: Unit) -> Callable[[Model], Point]:
    """Where the enemy of that unit stands who is nearest to a model."""
    return lambda model: min((e.at for e in target.alive), key=lambda at: distance(model.at, at))


def _wet(state: GameState, unit: Unit, nearest: Callable[[Model], Point]) -> list[Model]:
    return [m for m in unit.alive if state.profile(m).has(TRAIT) and _through_water(state, m.at, nearest(m))]


def _through_water(state: GameState, a: Point, b: Point) -> bool:
    """Whether the straight way meets water."""
    table = ground.table_of(state)
    spans = table.ground.spans(a, b)
    return any(table.terrain[a].going == "water" for span in spans for a in span.area_ids)
