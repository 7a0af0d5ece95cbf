"""Whether a unit near the way of a charge or pursuit throws itself in, and what that would bring. (ARAP-INT-01)"""

from __future__ import annotations

from abc import abstractmethod

from rules.arap.attacks import blows as attacks_blows
from rules.arap.attacks import odds as attacks_odds
from rules.arap.attacks.interception import InterceptionDeclared, Paths, ask_whether, may_intercept
from rules.arap.events import placed
from rules.arap.melee import charge_home
from rules.arap.melee.odds import any_wound, wounds
from rules.arap.paths import charge_stop
from rules.arap.paths.charge_plan import ChargeCourse, ChargePlan
from rules.core.ids import UnitId
from rules.core.prompt import Option, OptionOdds, Promise
from rules.forces.unit import Unit
from rules.geometry.facings import bearing
from rules.progress import Progress, TaskStruct
from rules.state import GameState, Melee


class Coming(TaskStruct, frozen=True, kw_only=True):
    """A charge or a pursuit that is still to be run: what waits for who may intercept it."""

    unit: UnitId

    @abstractmethod
    def ways(self, state: GameState) -> Paths:
        """The way of each model as it would go now, its start included."""


class InterceptChoice(TaskStruct, frozen=True, kw_only=True, tag="InterceptChoice"):
    """A unit near the way of a charge or a pursuit may intercept it. (ARAP-INT-01, ARAP-INT-03)"""

    unit: UnitId
    charger: UnitId
    rule: str = "ARAP-INT-01"

    def run(self, progress: Progress) -> None:
        """Ask."""
        state = progress.state
        unit, charger = state.units[self.unit], state.units[self.charger]
        if not charger.on_table or not may_intercept(state, unit):
            return
        question = f"{charger.name} passes within reach. Does {unit.name} intercept?"
        act = Option(id="intercept", label="Intercept", detail="melee, without charge bonuses", rule=self.rule)
        ask_whether(progress, self, unit, charger, question, act)

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """The first round against those who would be stopped."""
        charger = whole.units[self.charger]
        coming = next((t for t in whole.agenda if isinstance(t, Coming) and t.unit == self.charger), None)
        ways = coming.ways(whole) if coming is not None else {}
        return promised(whole, whole.units[self.unit], charger, stopped(whole, self.unit, charger, ways))

    def answer(self, progress: Progress, choice: str) -> None:
        """Wait for them, or not."""
        if choice == "intercept":
            side = progress.state.units[self.unit].side
            rules = (self.rule, "ARAP-INT-02", "ARAP-ACT-10", "ARAP-ACT-11")
            progress.emit(InterceptionDeclared(side=side, unit=self.unit, charger=self.charger, rules=rules))


def stopped(state: GameState, unit: UnitId, mover: Unit, paths: Paths) -> ChargePlan:
    """Those who go such ways, each only as far as the reach of that unit. (ARAP-INT-01, ARAP-INT-03)"""
    courses = tuple(
        ChargeCourse(m.id, tuple(way), 0.0, bearing(way[-2], way[-1]) if len(way) > 1 else m.facing)
        for m in mover.alive
        if (way := paths.get(m.id)) is not None
    )
    laid = ChargePlan(courses, reaches=False, allowance_in=0.0)
    return charge_stop.stopped_by(state, mover, laid, (state.units[unit],))


def promised(state: GameState, unit: Unit, mover: Unit, laid: ChargePlan) -> OptionOdds:
    """What the first round would bring if they were stopped there and everybody lived to strike. (ARAP-INT-02)"""
    if not laid.courses:
        return {}
    after = state.with_unit(placed(mover, laid.placements))
    if not charge_home.in_contact(after, unit.id, mover.id):
        return {}
    fought = Melee(id="", units=(mover.id, unit.id))
    steps = sorted(set(attacks_blows.initiatives(after, fought)), reverse=True)
    blows = [blow for step in steps for blow in attacks_odds.of_step(after, fought, step)]
    dealt = [blow for blow in blows if blow.unit == unit.id]
    taken = [blow for blow in blows if blow.unit == mover.id]
    some = Promise(any_wound(dealt), "wounds somebody")
    expected = Promise(wounds(dealt), "wounds to expect", "mean")
    return {"intercept": (some, expected, Promise(wounds(taken), "dealt in return", "mean"))}


TASKS: tuple[type[TaskStruct], ...] = (InterceptChoice,)
