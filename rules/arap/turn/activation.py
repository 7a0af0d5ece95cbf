"""Activation: one to three dice against the activation value buy action points. (ARAP-ACT-01 to -10)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.morale import suppression
from rules.arap.movement.vehicle_interface import VehicleCourses
from rules.arap.paths import allowance
from rules.arap.turn import turn as turn_turn
from rules.arap.turn.building_interface import TurnsOfBuildings
from rules.arap.units import split_and_join
from rules.arap.units.permission import activation_value, may_act, own_unit, whose_turn
from rules.arap.units.vehicle_interface import VehicleCrews, VehiclesInFormation
from rules.arap.vehicle_interface import ask
from rules.core import kept
from rules.core.ids import SideId, UnitId
from rules.core.preview import Chance, Preview, average
from rules.core.refusal import Refusal
from rules.dice.odds import activation as activation_dice
from rules.dice.odds import activation_odds
from rules.forces.unit import Unit
from rules.offers import Offer, offered
from rules.progress import Action, Progress, TaskStruct
from rules.state import Event, GameState


def may_roll(state: GameState, unit: Unit) -> Refusal | None:
    """Why the unit makes no activation roll now, if so. (ARAP-ACT-06)"""
    if unit.now.tried:
        return Refusal("already-tried", f"{unit.name} has made its roll this turn.", "ARAP-ACT-02", "another unit")
    if unit.lift is not None:
        text = f"{unit.name} is in the car of a lift."
        return Refusal("in-lift", text, "BLD-LIFT-04", "once it is out, at the start of a turn of its side")
    if not unit.deployed or (unit.aboard is None and not unit.in_play):
        return Refusal("off-table", f"{unit.name} is not on the table.", "ARAP-ACT-05", "a unit on the table")
    barred = _barred(state, unit)
    if barred is not None:
        code, why, rule = barred
        return Refusal(code, f"{unit.name} {why}.", rule, "another unit")
    if unit.is_vehicle:
        return ask(state, VehicleCrews).may_roll(state, unit)
    return None


def _barred(state: GameState, unit: Unit) -> tuple[str, str, str] | None:
    """The state that keeps it from rolling: its code, its words, its rule."""
    if unit.gone_to_ground:
        return "gone-to-ground", "has gone to ground", "ARAP-GTG-03"
    if unit.dazed_now == "stunned":
        return "stunned", "is stunned by the blow on its bunker", "BLD-BUNK-12"
    if unit.routing:
        return "routing", "is routing", "ARAP-ACT-06"
    if unit.pursuing is not None:
        return "pursuing", "is in pursuit", "ARAP-ACT-06"
    if state.is_locked(unit.id):
        return "locked", "is locked in melee and fights without a roll", "ARAP-ACT-10"
    return None


def untried(state: GameState) -> list[Unit]:
    """Units of the side in turn that may still make an activation roll. (ARAP-TURN-05)"""
    return list(_untried(state))


@kept.once
def _untried(state: GameState) -> tuple[Unit, ...]:
    """Worked out once for a state."""
    side = state.active_side
    return tuple(u for u in state.units_of(side) if not u.is_gone and may_roll(state, u) is None) if side else ()


MOST_DICE: Final = 3
"""Dice that one activation roll may take. (ARAP-ACT-02)"""


PINNED_COSTS: Final = 2
"""So many actions fewer than it rolls has a pinned unit. (ARAP-PIN-01)"""


def odds_of(state: GameState, unit: Unit, dice: int) -> activation_dice.Activation:
    """What a roll on so many dice may bring a unit. (ARAP-ACT-02, ARAP-PIN-01)"""
    return activation_odds(activation_value(state, unit), dice, PINNED_COSTS if unit.pinned_now else 0)


class Activate(Action, frozen=True, kw_only=True, tag="Activate"):
    """Try to activate a unit with one to three dice. (ARAP-ACT-02)"""

    unit: UnitId
    dice: int

    def check(self, state: GameState) -> Refusal | None:
        """Turn, owner, one attempt a turn, the unit in hand finished, nothing that bars a roll, one to three dice."""
        refusal = whose_turn(state, self.side) or own_unit(state, self.side, self.unit)
        if refusal:
            return refusal
        if state.turn.active is not None:
            name = state.units[state.turn.active].name
            return Refusal("unit-in-hand", f"{name} is still acting.", "ARAP-ACT-07", f"finish {name} first")
        return may_roll(state, state.units[self.unit]) or self._too_many_dice()

    def _too_many_dice(self) -> Refusal | None:
        if 1 <= self.dice <= MOST_DICE:
            return None
        text = f"A unit is not activated on {self.dice} dice."
        return Refusal("bad-dice", text, "ARAP-ACT-02", f"1 to {MOST_DICE} dice")

    def preview(self, state: GameState) -> Preview:
        """Chances of acting and of a bust, and the points to expect."""
        refusal = self.check(state)
        if self.unit not in state.units or self._too_many_dice():
            return Preview(refusal=refusal)
        odds = self.odds(state)
        acts = sum(odds.ap[1:])
        chances = (
            Chance(label="acts", exact=str(acts), value=float(acts)),
            Chance(label="bust", exact=str(odds.bust), value=float(odds.bust)),
            average("average points", odds.mean),
        )
        pinned = ("ARAP-PIN-01",) if state.units[self.unit].pinned_now else ()
        return Preview(refusal=refusal, chances=chances, rules=("ARAP-ACT-02", "ARAP-ACT-03", *pinned))

    def odds(self, state: GameState) -> activation_dice.Activation:
        """What those dice may bring."""
        return odds_of(state, state.units[self.unit], self.dice)

    def resolve(self, progress: Progress) -> None:
        """Roll; two or more failures are a bust, which may end the phase. (ARAP-ACT-03, -04, ARAP-PIN-01)"""
        unit = progress.state.units[self.unit]
        value = activation_value(progress.state, unit)
        why = f"{unit.name} activates on {self.dice} {'die' if self.dice == 1 else 'dice'}"
        of_crews = ask(progress.state, VehicleCrews).cited("activation") if unit.is_vehicle else ()
        rolled = progress.roll(
            "activation",
            self.dice,
            sense="low",
            goal=value,
            unit=unit.id,
            why=why,
            rules=(
                "ARAP-ACT-01",
                "ARAP-ACT-02",
                *of_crews,
            ),
        )
        successes = rolled.successes
        failures = self.dice - successes
        if failures >= 2:
            ask(progress.state, VehiclesInFormation).tried(progress, unit, 0)
            self._bust(progress)
            return
        ap = max(0, successes - PINNED_COSTS) if unit.pinned_now else successes
        rules = ("ARAP-ACT-02", *(("ARAP-PIN-01",) if unit.pinned_now else ()))
        progress.emit(UnitActivated(unit=unit.id, side=unit.side, ap=ap, rolled=successes, rules=rules))
        ask(progress.state, VehiclesInFormation).tried(progress, unit, ap)
        building_interface.ask(TurnsOfBuildings).unit_activates(progress, unit.id)
        if ap == 0:
            progress.queue(CloseUnit(unit=unit.id))

    def _bust(self, progress: Progress) -> None:
        allowed = int(progress.state.option("busts_allowed"))
        ends = progress.state.turn.busts + 1 >= allowed
        rules = ("ARAP-ACT-03", *(("ARAP-ACT-04",) if allowed > 1 else ()))
        progress.emit(Bust(unit=self.unit, side=self.side, ends=ends, rules=rules))
        if ends:
            progress.queue(turn_turn.CloseActivation(ended_by="bust"))
        else:
            progress.queue(CloseUnit(unit=self.unit))


class Finish(Action, frozen=True, kw_only=True, tag="Finish"):
    """End the active unit's actions; points left over are lost. (ARAP-ACT-07)"""

    unit: UnitId

    def check(self, state: GameState) -> Refusal | None:
        """Only the unit that is acting can finish."""
        return may_act(state, self.side, self.unit, 0)

    def preview(self, state: GameState) -> Preview:
        """It may leave a vehicle to itself; the last unit leaves all of them. (VEH-RACE-04)"""
        last = all(u.id == self.unit for u in untried(state))
        return _left_alone(state, self, () if last else (self.unit,))

    def resolve(self, progress: Progress) -> None:
        """The unit is done; what its activation still owes is settled."""
        progress.queue(CloseUnit(unit=self.unit))


class EndActivation(Action, frozen=True, kw_only=True, tag="EndActivation"):
    """Stop activating; melee rounds follow. (ARAP-TURN-05)"""

    def check(self, state: GameState) -> Refusal | None:
        """Only in one's own activation phase."""
        return whose_turn(state, self.side)

    def preview(self, state: GameState) -> Preview:
        """Vehicles that roll on by themselves. (VEH-RACE-04)"""
        return _left_alone(state, self, ())

    def resolve(self, progress: Progress) -> None:
        """The unit in hand is finished first."""
        active = progress.state.turn.active
        last = [CloseUnit(unit=active, stopped=True)] if active else []
        progress.queue(*last, turn_turn.CloseActivation(ended_by="stopped"))


def _left_alone(state: GameState, action: Action, units: tuple[UnitId, ...]) -> Preview:
    """An end of acting, with the vehicles that nobody has driven: all of the side, or only those named."""
    rolling = [r for r in ask(state, VehicleCourses).driverless(state, action.side) if not units or r.unit in units]
    rules = dict.fromkeys(rule for r in rolling for rule in r.rules)
    return Preview(refusal=action.check(state), notes=tuple(r.text for r in rolling), rules=tuple(rules))


class UnitActivated(Event, frozen=True, kw_only=True, tag="UnitActivated"):
    """A unit has its action points, perhaps none."""

    ap: int
    rolled: int

    def evolve(self, state: GameState) -> GameState:
        """It has tried; with points it is the active unit."""
        state = tried(state, self.unit)
        return state.with_turn(active=self.unit if self.ap else None, ap=self.ap)

    def sentence(self, state: GameState) -> str:
        """How many points."""
        assert self.unit is not None
        name = state.units[self.unit].name
        return f"{name} has {self.ap} action point{'' if self.ap == 1 else 's'}" if self.ap else f"{name} does not act"


class Bust(Event, frozen=True, kw_only=True, tag="Bust"):
    """Two or more failures: the unit does not act, and the phase may end. (ARAP-ACT-03)"""

    ends: bool

    def evolve(self, state: GameState) -> GameState:
        """It has tried; one bust more."""
        state = tried(state, self.unit).with_turn(busts=state.turn.busts + 1, active=None, ap=0)
        unit = state.units[self.unit] if self.unit else None
        return state.with_unit(replace(unit, now=replace(unit.now, bust=True))) if unit else state

    def sentence(self, state: GameState) -> str:
        """What it means."""
        assert self.unit is not None
        end = "the activation phase ends" if self.ends else "other units may still try"
        return f"Bust: {state.units[self.unit].name} does not act, {end}"


class UnitFinished(Event, frozen=True, kw_only=True, tag="UnitFinished"):
    """The active unit is done."""

    def evolve(self, state: GameState) -> GameState:
        """Nobody is active."""
        return state.with_turn(active=None, ap=0, held=False)


def tried(state: GameState, unit_id: UnitId | None) -> GameState:
    """The state in which the unit has made its attempt of this turn."""
    assert unit_id is not None
    unit = state.units[unit_id]
    return state.with_unit(replace(unit, now=replace(unit.now, tried=True), shown=(), leaning=()))


class CloseUnit(TaskStruct, frozen=True, kw_only=True, tag="CloseUnit"):
    """A unit's activation ends: points go, and what it did to others this turn is tested. (ARAP-SUPP-01)"""

    unit: UnitId
    stopped: bool = False
    """The phase ends after it in any case."""

    def run(self, progress: Progress) -> None:
        """End it, then test the suppression it caused. Points kept for after a melee are used up with it."""
        held = progress.state.turn.held
        if progress.state.turn.active == self.unit:
            progress.emit(UnitFinished(unit=self.unit, side=progress.state.units[self.unit].side))
        suppression.queue_tests(progress, self.unit)
        progress.queue(split_and_join.CountParts(unit=self.unit))
        if self.stopped:
            return
        if progress.state.turn.script is not None:
            progress.queue(NextOfSquadron())
        elif held or not untried(progress.state):
            progress.queue(turn_turn.CloseActivation(ended_by="all-attempted"))


class NextOfSquadron(TaskStruct, frozen=True, kw_only=True, tag="NextOfSquadron"):
    """One vehicle of a squadron is done: the next one acts, or the squadron is through. (VEH-JOIN-12)"""

    def run(self, progress: Progress) -> None:
        """With the last one the phase may be over."""
        if not ask(progress.state, VehiclesInFormation).follow(progress) and not untried(progress.state):
            progress.queue(turn_turn.CloseActivation(ended_by="all-attempted"))


def settle(progress: Progress) -> None:
    """Close the activation of a unit that can do nothing more: its points are spent, or it is gone or routing."""
    turn = progress.state.turn
    if turn.active is None or turn.phase != "activation" or progress.state.prompt is not None:
        return
    unit = progress.state.units[turn.active]
    walks_on = any(allowance.left_in_action(progress.state, unit, m) for m in unit.alive) and unit.now.at_doors
    spent = turn.ap == 0 and not walks_on and not ask(progress.state, VehicleCrews).may_go_on(progress.state, unit)
    if spent or unit.is_gone or unit.left_table or unit.routing:
        progress.queue(CloseUnit(unit=turn.active))
        progress.run()


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """One to three dice for each own unit, finishing the unit in hand, ending the phase."""
    if state.active_side != side or state.turn.phase != "activation":
        return
    for unit in state.units_of(side):
        if unit.is_gone or unit.left_table or unit.now.tried:
            continue
        for dice in (1, 2, 3):
            yield offered(state, Activate(side=side, unit=unit.id, dice=dice), kind="activate", unit=unit.id)
    active = state.turn.active
    if active is not None:
        yield offered(state, Finish(side=side, unit=active), kind="finish", unit=active)
    yield offered(state, EndActivation(side=side), kind="end-activation")


OFFERED: Final = ("activate", "finish", "end-activation")
ACTIONS: tuple[type[Action], ...] = (Activate, Finish, EndActivation)
EVENTS: tuple[type[Event], ...] = (UnitActivated, Bust, UnitFinished)
TASKS: tuple[type[TaskStruct], ...] = (CloseUnit, NextOfSquadron)
