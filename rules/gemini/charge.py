"""Charging home. (ARAP-CHG-01 to -07, ARAP-RUN-03, -04)"""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec.structs import replace

from rules.core.ids import ModelId, SideId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.gemini import (
    charging,
    forecast,
    ground,
    hacks,
    locking,
    paces,
    pursuit,
    reactions,
    rout,
    running,
    stand_and_fire,
)
from rules.gemini.asking import may_act
from rules.gemini.charging import Plan
from rules.gemini.facts import ModelsMoved, PointsSpent
from rules.offers import Offer, offered
from rules.progress import Progress
from rules.state import Action, Event, GameState, TaskStruct

MOST_WAYPOINTS = 12
OFFERED_BEYOND_IN = 2.0
"""How far out of reach an enemy is still offered as a target."""


class Charge(Action, frozen=True, kw_only=True, tag="Charge"):
    """Charge an enemy unit, for 1 AP. (ARAP-CHG-01)

    `path` are waypoints of the member nearest to the enemy, its start and end left out; without them it takes the
    shortest way. The others follow by themselves. Nobody charges `backwards`.
    """

    unit: UnitId
    target: UnitId
    path: tuple[Point, ...] = ()
    backwards: bool = False

    def check(self, state: GameState) -> Refusal | None:
        """Who may charge, whom, how often, along which waypoints; whether it comes home is for the table to show."""
        return (
            may_act(state, self.side, self.unit, 1)
            or may_charge(state, state.units[self.unit])
            or may_be_charged(state, self.side, state.units[self.unit], self.target)
            or _again(state.units[self.unit])
            or self._bad_way(state)
        )

    def _bad_way(self, state: GameState) -> Refusal | None:
        if self.backwards:
            text = f"{state.units[self.unit].name} cannot charge backwards."
            return Refusal("backwards", text, "ARAP-CHG-01", "turn to the enemy: 90 degrees are free")
        width, depth = state.scenario.width_in, state.scenario.height_in
        on_table = (math.isfinite(x) and math.isfinite(y) and 0 <= x <= width and 0 <= y <= depth for x, y in self.path)
        if len(self.path) > MOST_WAYPOINTS or not all(on_table):
            allowed = f"up to {MOST_WAYPOINTS} points on the table"
            return Refusal("bad-path", "That is no way on this table.", "ARAP-CHG-03", allowed)
        return None

    def preview(self, state: GameState) -> Preview:
        """The way, whether it comes home, from which side, what the first round may bring, how they may react."""
        refusal = self.check(state)
        if refusal is not None and refusal.code not in ("not-active", "too-few-points", "already-charged"):
            return Preview(refusal=refusal)
        return forecast.of_charge(state, state.units[self.unit], state.units[self.target], self.path, refusal)

    def resolve(self, progress: Progress) -> None:
        """Pay and declare; the enemy may react before anybody moves."""
        state = progress.state
        unit, target = state.units[self.unit], state.units[self.target]
        progress.emit(
            PointsSpent(side=self.side, unit=unit.id, points=1, action="charge", rules=("ARAP-CHG-01", "ARAP-ACT-12"))
        )
        progress.emit(
            ChargeDeclared(
                side=self.side,
                unit=unit.id,
                target=target.id,
                distance_in=round(charging.gap_in(unit, target), 4),
                rules=("ARAP-CHG-01", *(("ARAP-RUN-04", "ARAP-CHG-02") if unit.now.target_ran else ())),
            )
        )
        progress.queue(ChargeReaction(unit=unit.id, target=target.id, path=self.path))


# -- refusals ------------------------------------------------------------------------------------------------------


def may_charge(state: GameState, unit: Unit) -> Refusal | None:
    """Why the unit cannot charge at all."""
    if unit.is_vehicle:
        return Refusal("vehicle", f"{unit.name} is a vehicle: it rams.", "ARAP-CHG-01", "drive it")
    if not unit.on_table:
        return Refusal("off-table", f"{unit.name} is not on the table.", "ARAP-CHG-01", "a unit on the table")
    barred = [
        (state.is_locked(unit.id), "locked", "is locked in melee", "ARAP-ACT-10", "fight, or break off"),
        (
            unit.gone_to_ground,
            "gone-to-ground",
            "has gone to ground",
            "ARAP-GTG-03",
            "wait until its next turn is over",
        ),
        (unit.routing or unit.pursuing is not None, "not-in-hand", "is routing or in pursuit", "ARAP-ACT-06", ""),
    ]
    for true, code, why, rule, allowed in barred:
        if true:
            return Refusal(code, f"{unit.name} {why}.", rule, allowed or "another unit")
    return None


def may_be_charged(state: GameState, side: str, unit: Unit, target_id: UnitId) -> Refusal | None:
    """Why that unit cannot be charged."""
    target = state.units.get(target_id)
    if target is None or (target.hidden and target.side != side):
        return Refusal("unknown-unit", f"There is no unit {target_id!r} to charge.", "ARAP-CHG-01", "an enemy in sight")
    if target.side == side:
        return Refusal("friendly", f"{target.name} is on your side.", "ARAP-CHG-01", "an enemy unit")
    if not target.on_table:
        return Refusal("off-table", f"{target.name} is not on the table.", "ARAP-CHG-01", "an enemy on the table")
    if target.is_vehicle:
        text = f"{target.name} is a vehicle; troops on foot do not charge it."
        return Refusal("vehicle-target", text, "VEH-JOIN-09", "shoot at it, or charge troops")
    if unit.avoid == target_id:
        text = f"{target.name} and {unit.name} broke off from each other: no charge between them in this turn."
        return Refusal("broke-off", text, "ARAP-BREAK-03", "any other action, or another target")
    return None


def _again(unit: Unit) -> Refusal | None:
    """Refuse a second charge in a turn, unless the first one's target ran. (ARAP-CHG-02)"""
    if not unit.now.charges or unit.now.target_ran:
        return None
    text = f"{unit.name} has charged in this turn."
    return Refusal("already-charged", text, "ARAP-CHG-02", "a further charge only if the enemy runs")


# -- events --------------------------------------------------------------------------------------------------------


class ChargeDeclared(Event, frozen=True, kw_only=True, tag="ChargeDeclared"):
    """A unit charges; nobody has moved yet."""

    target: UnitId
    distance_in: float

    def evolve(self, state: GameState) -> GameState:
        """One charge more in this turn."""
        assert self.unit is not None
        unit = state.units[self.unit]
        now = replace(unit.now, charges=unit.now.charges + 1, target_ran=False)
        return state.with_unit(replace(unit, now=now))

    def sentence(self, state: GameState) -> str:
        """Who charges whom from how far."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} charges {state.units[self.target].name} from {self.distance_in:.3g}″"


class ChargeEnded(Event, frozen=True, kw_only=True, tag="ChargeEnded"):
    """A charge came home, fell short, or hit the air because the enemy ran. (ARAP-CHG-05, ARAP-RUN-04)"""

    target: UnitId
    home: bool
    ran: bool = False

    def evolve(self, state: GameState) -> GameState:
        """Points are gone, but for one that charges on; those of a unit now in melee are kept for its end.

        (ARAP-ACT-07, ARAP-CHG-05)
        """
        assert self.unit is not None
        unit = state.units[self.unit]
        unit = replace(
            unit,
            now=replace(unit.now, target_ran=self.ran and not self.home),
            held_ap=state.turn.ap if self.home and not self.ran else 0,
        )
        state = state.with_unit(unit)
        goes_on = self.ran and not self.home
        return state if goes_on or state.turn.active != self.unit else state.with_turn(ap=0)

    def sentence(self, state: GameState) -> str:
        """How it ended."""
        assert self.unit is not None
        unit, target = state.units[self.unit].name, state.units[self.target].name
        if self.ran:
            return f"{unit} catches {target}" if self.home else f"{target} gets away"
        return "" if self.home else f"The charge of {unit} falls short"


# -- tasks ---------------------------------------------------------------------------------------------------------


class ChargeReaction(TaskStruct, frozen=True, kw_only=True, tag="ChargeReaction"):
    """The unit charged chooses what to do about it. (ARAP-ACT-11, ARAP-REACT-01)"""

    unit: UnitId
    target: UnitId
    path: tuple[Point, ...] = ()

    def run(self, progress: Progress) -> None:
        """Ask, if there is anything but to hold."""
        state = progress.state
        unit, target = state.units[self.unit], state.units[self.target]
        options = reactions.options(state, unit, target)
        if all(o.refused for o in options[1:]):
            self._charge(progress)
            return
        progress.ask(
            self,
            target.side,
            "charge-reaction",
            f"{unit.name} charges. How does {target.name} react?",
            options,
            unit=target.id,
            about=unit.id,
            rule="ARAP-ACT-11",
            decline="hold",
        )

    def answer(self, progress: Progress, choice: str) -> None:
        """Do it; then the charge goes on."""
        self._charge(progress, ran=choice == "run")
        if choice == "run":
            running.run_from(progress, self.target, self.unit)
        elif choice == "stand":
            stand_and_fire.fire(progress, self.target, self.unit)

    def _charge(self, progress: Progress, *, ran: bool = False) -> None:
        unit = progress.state.units[self.unit]
        strength = sum(m.wounds for m in unit.alive)
        progress.queue(ChargeMove(unit=self.unit, target=self.target, path=self.path, strength=strength, ran=ran))


class ChargeMove(TaskStruct, frozen=True, kw_only=True, tag="ChargeMove"):
    """The chargers move, as many as are left. `strength` is the wounds that they had when they set out.

    (ARAP-CHG-03, ARAP-CHG-04, ARAP-CHG-05)
    """

    unit: UnitId
    target: UnitId
    path: tuple[Point, ...] = ()
    strength: int = 0
    ran: bool = False

    def run(self, progress: Progress) -> None:
        """Move, brave the ground, and see whether anybody came home."""
        state = progress.state
        unit, target = state.units[self.unit], state.units[self.target]
        if not unit.on_table or not target.on_table:
            return
        starts = {m.id: m.at for m in unit.alive}
        shot_down = self.strength - sum(m.wounds for m in unit.alive)
        laid = self._laid(progress, unit, target)
        self._move(progress, unit, laid)
        ground.hazards(progress, unit.id, laid.paths, counts=False)
        home = locking.in_contact(progress.state, unit.id, target.id)
        rules = (("ARAP-CHG-03",) if home else ("ARAP-CHG-05",)) if not self.ran else ("ARAP-RUN-03", "ARAP-RUN-04")
        progress.emit(ChargeEnded(side=unit.side, unit=unit.id, target=target.id, home=home, ran=self.ran, rules=rules))
        if home:
            self._home(progress, unit, target, starts, shot_down)

    def _laid(self, progress: Progress, unit: Unit, target: Unit) -> Plan:
        """The way, its allowance rolled for if it meets variable ground. (ARAP-TERR-05)"""
        state = progress.state
        laid = charging.plan(state, unit, target, self.path)
        if not charging.is_variable(state, unit, laid):
            return laid
        own = charging.allowances(state, unit)
        rolled = progress.roll(
            "variable-move",
            2,
            sides=paces.variable_die(min(paces.basic_move(state, unit, m) for m in unit.alive)),
            sense="sum",
            unit=unit.id,
            why=f"{unit.name}: how far it charges, twice the better die",
            rules=("ARAP-TERR-05",),
        )
        most = 2.0 * max(rolled.dice)
        return charging.plan(state, unit, target, self.path, {m: min(most, inches) for m, inches in own.items()})

    @staticmethod
    def _move(progress: Progress, unit: Unit, laid: Plan) -> None:
        progress.emit(
            ModelsMoved(
                side=unit.side,
                unit=unit.id,
                placements=laid.placements,
                how="charge",
                path=laid.poses,
                length_in=round(laid.lead.length_in, 4),
                spent_in=round(laid.lead.cost_in, 4),
                rules=("ARAP-CHG-01", "ARAP-CHG-03", "ARAP-CHG-04"),
            )
        )

    def _home(self, progress: Progress, unit: Unit, target: Unit, starts: dict[ModelId, Point], shot_down: int) -> None:
        """Lock the two; backs turned are struck at and pursued instead. (ARAP-PURS-02, ARAP-RUN-03)"""
        if not self.ran and not target.routing:
            taken = ((target.id, unit.id, shot_down),) if shot_down else ()
            locking.charge_home(progress, unit.id, target.id, starts, wounds=taken, rules=("ARAP-CHG-06",))
            return
        if not target.routing:
            progress.emit(
                rout.UnitRouted(side=target.side, unit=target.id, cause=unit.id, flinched=False, rules=("ARAP-RUN-03",))
            )
        hacks.free_hacks(progress, unit.id, target.id)
        progress.queue(pursuit.PursuitChoice(unit=unit.id, quarry=target.id))


# -- offers --------------------------------------------------------------------------------------------------------


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """A charge at each enemy that is in reach or nearly so; without any, why none is possible."""
    active = state.turn.active
    if active is None or state.units[active].side != side or state.units[active].is_vehicle:
        return
    unit = state.units[active]
    reach = max(charging.allowances(state, unit).values(), default=0.0) + OFFERED_BEYOND_IN
    for target in state.enemies_of(side):
        if target.hidden or not unit.on_table or target.is_vehicle:
            continue
        if charging.gap_in(unit, target) <= reach + max(state.profile(m).size for m in unit.alive):
            action = Charge(side=side, unit=unit.id, target=target.id)
            yield offered(state, action, kind="charge", unit=unit.id, target=target.id, ap=1, label=target.name)


ACTIONS: tuple[type[Action], ...] = (Charge,)
EVENTS: tuple[type[Event], ...] = (ChargeDeclared, ChargeEnded)
TASKS: tuple[type[TaskStruct], ...] = (ChargeReaction, ChargeMove)
