"""Troops and walkers who charge a hull: the core's charge, up to where they can strike it. (TRI-CC-01, ARAP-CHG-07)

The crew does nothing about it: Stand and Fire is for those who shoot with weapons of their own, by the core.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import inf
from typing import Final

from msgspec.structs import replace

from rules.arap.attacks import interception
from rules.arap.attacks.interception import Paths
from rules.arap.charge import declare, sequence
from rules.arap.charge.fire_and_charge import FiresOnTheRun, RunningFire
from rules.arap.melee.intercept import Coming
from rules.arap.shooting.plan import FirePlan
from rules.arap.units.permission import may_act
from rules.core.ids import SideId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.geometry.hulls import distance_between
from rules.geometry.lengths import is_beyond, is_within
from rules.offers import Offer, offered
from rules.progress import Action, Progress, TaskStruct
from rules.state import GameState
from rules.vehicles.shared import charge, charge_course, machines, running_fire
from rules.vehicles.shared.charge import Home
from rules.vehicles.shared.hull import hull_of
from rules.vehicles.trial.close_combat import assault
from rules.vehicles.trial.events import StepTaken
from rules.vehicles.trial.hull.profile import profile_of

RULE: Final = "TRI-CC-01"

HOME: Final = Home(run=(RULE, "ARAP-CHG-01", "ARAP-CHG-03"), home=(RULE,), reached=(RULE, "ARAP-CHG-07"))


class ChargeHull(FiresOnTheRun, frozen=True, kw_only=True, tag="ChargeHull"):
    """Charge an enemy vehicle without WS, for 1 AP; its armour is struck in the melee round. (TRI-CC-01)

    With `fire` those on foot fire pistols and assault weapons on the run; `firers` and `weapons` are those that are
    fired, none named: all that can. (ARAP-FCHG-01)
    """

    unit: UnitId
    target: UnitId

    def check(self, state: GameState) -> Refusal | None:
        """Who may charge, what is charged, how often, whether anybody gets there."""
        refusal = may_act(state, self.side, self.unit, 1) or self._never(state)
        refusal = refusal or declare.again(state.units[self.unit]) or self._reach(state)
        if refusal is not None or not self.fire:
            return refusal
        return running_fire.check(state, state.units[self.unit], state.units[self.target], self.chosen)

    def running_fire(self, state: GameState, chosen: RunningFire) -> FirePlan:
        """Who of those fires what; `check` has nothing against it. (ARAP-FCHG-01)"""
        return running_fire.plan(state, state.units[self.unit], state.units[self.target], chosen)

    def _never(self, state: GameState) -> Refusal | None:
        """What is against it however many points the unit has."""
        may = declare.may_charge(state, state.units[self.unit])
        return may or charge.not_a_hull(state, self.side, self.target, RULE, RULE)

    def _reach(self, state: GameState) -> Refusal | None:
        unit, vehicle = state.units[self.unit], state.units[self.target]
        gap, most = _gap_in(state, unit, vehicle), profile_of(state, unit).charge_in if unit.is_vehicle else inf
        if is_beyond(gap, most) and not state.is_older_than("10"):
            text = (
                f"{vehicle.name} is {gap:.2f}″ from {unit.name}: a walker charges who is no more than {most:g}″ away."
            )
            return Refusal("out-of-reach", text, "TRI-WALK-01", "moving nearer first")
        return charge.falls_short(state, unit, vehicle, hull_of(state, vehicle), "its hull", "ARAP-CHG-01")

    def preview(self, state: GameState) -> Preview:
        """The way, the face, what blows and planted charges may do."""
        refusal = self.check(state)
        if refusal is not None and (refusal.code not in declare.ONLY_NOW_NOT or self._never(state)):
            return Preview(refusal=refusal)
        unit, vehicle = state.units[self.unit], state.units[self.target]
        hull = hull_of(state, vehicle)
        laid = charge_course.plan(state, unit, vehicle, hull)
        after = charge.arrived(unit, vehicle, hull, laid, None, state)
        made = {
            "blows": assault.blows(state, after, vehicle),
            charge.SEVERAL_WEAPONS: assault.with_several(state, after, vehicle),
            "planted charges": assault.charges(state, after, vehicle),
        }
        met = interception.notes_of_charge(state, unit, vehicle.id, charge.ways(state, unit, vehicle, hull))
        notes = (f"{vehicle.name} is hit {assault.how(state, vehicle)}.", charge.comes_home(after), *met)
        rules = (RULE, "ARAP-CHG-01", "ARAP-CHG-07")
        found = charge.preview(state, unit, laid, made, partial(assault.ended_by, state, vehicle), notes, rules)
        if self.fire:
            found = running_fire.previewed(state, unit, vehicle, self.chosen, found)
        return replace(found, refusal=refusal)

    def resolve(self, progress: Progress) -> None:
        """Pay, declare, fire on the run, and run."""
        unit, vehicle = progress.state.units[self.unit], progress.state.units[self.target]
        rules = ("ARAP-CHG-01", RULE)
        gap = _gap_in(progress.state, unit, vehicle)
        fires = running_fire.RULES if self.fire else ()
        sequence.declare(progress, unit, vehicle, gap, pay_rules=(*rules, *fires), rules=rules)
        if unit.is_vehicle and not progress.state.is_older_than("10"):
            taken = StepTaken(side=unit.side, unit=unit.id, what=("assault",), rules=("TRI-JOIN-02", "TRI-WALK-01"))
            progress.emit(taken)
        if self.fire:
            running_fire.fire(progress, unit, vehicle, self.chosen)
        asked = charge.interceptions(progress.state, unit, vehicle)
        progress.queue(*asked, RunAtHull(unit=unit.id, target=vehicle.id))


class RunAtHull(Coming, frozen=True, kw_only=True, tag="RunAtHull"):
    """The chargers move up to the hull. (TRI-CC-01, ARAP-CHG-03)"""

    target: UnitId

    def ways(self, state: GameState) -> Paths:
        """To the hull as it stands."""
        vehicle = state.units[self.target]
        return charge.ways(state, state.units[self.unit], vehicle, hull_of(state, vehicle))

    def run(self, progress: Progress) -> None:
        """Move, brave the ground, and see who reached it."""
        unit, vehicle = progress.state.units[self.unit], progress.state.units[self.target]
        if unit.on_table and not vehicle.on_table:
            sequence.end(progress, self.unit, self.target, home=False, rules=("ARAP-CHG-05",))
        elif unit.on_table:
            charge.come_home(progress, unit, vehicle, hull_of(progress.state, vehicle), None, HOME)


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the acting unit on foot, and for a walker: a charge at each enemy hull near enough. (TRI-WALK-01)"""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if unit.on_table and not machines.is_hull(state, unit):
        for vehicle in _near(state, unit):
            action = ChargeHull(side=unit.side, unit=unit.id, target=vehicle.id)
            yield offered(state, action, kind="charge", unit=unit.id, target=vehicle.id, ap=1, label=vehicle.name)
            yield from charge.firing(state, replace(action, fire=True), unit, vehicle)


def _near(state: GameState, unit: Unit) -> Iterator[Unit]:
    reach = charge.offered_within(state, unit)
    for vehicle in state.enemies_of(unit.side):
        if not machines.is_hull(state, vehicle) or vehicle.hidden or not vehicle.on_table:
            continue
        if is_within(_gap_in(state, unit, vehicle), reach):
            yield vehicle


def _gap_in(state: GameState, unit: Unit, vehicle: Unit) -> float:
    """Inches from the nearest member to the hull, from hull to hull for a walker. (TRI-WALK-01, VEH-GEOM-01)"""
    if unit.is_vehicle and not state.is_older_than("10"):
        return distance_between(hull_of(state, unit), hull_of(state, vehicle))
    return charge_course.gap_in(state, unit, vehicle)


OFFERED: Final = ("charge",)
ACTIONS: tuple[type[Action], ...] = (ChargeHull,)
TASKS: tuple[type[TaskStruct], ...] = (RunAtHull,)
