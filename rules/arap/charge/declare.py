"""Asking for a charge. (ARAP-CHG-01, -02, ARAP-FCHG-01)"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.charge import fire_and_charge, jump_down, sequence
from rules.arap.charge import preview as charge_preview
from rules.arap.charge.fire_and_charge import RunningFire
from rules.arap.paths import charge_course, charge_floors, charge_plan
from rules.arap.positions.building_interface import Rooms
from rules.arap.units import states
from rules.arap.units.permission import may_act
from rules.arap.units.vehicle_interface import MachinesThatFight, VehicleCrews
from rules.arap.vehicle_interface import ask
from rules.core.ids import ModelId, SideId, UnitId, WeaponId
from rules.core.preview import Preview
from rules.core.refusal import Refusal, quoted
from rules.forces.unit import Point, Unit, tag
from rules.geometry.lengths import TOLERANCE, distance
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import GameState, Placement

MOST_WAYPOINTS = 12

ONLY_NOW_NOT = ("not-active", "too-few-points", "already-charged")
"""Refusals of charges that may still be looked at beforehand."""
OFFERED_BEYOND_IN = 2.0
"""How far out of reach an enemy is still offered as a target."""


class Charge(Action, frozen=True, kw_only=True, tag="Charge"):
    """Charge an enemy unit, for 1 AP. (ARAP-CHG-01)

    `path` are waypoints of the member nearest to the enemy, its start and end left out; without them it takes the
    shortest way. The others follow by themselves, but for those whose place `placements` names. (ARAP-CHG-04) With
    `fire` pistols and assault weapons are fired on the run. (ARAP-FCHG-01) With `jump` members who stand above the
    enemy jump down on it. (ARAP-FALL-05) Nobody charges `backwards`.
    """

    unit: UnitId
    target: UnitId
    path: tuple[Point, ...] = ()
    placements: tuple[Placement, ...] = ()
    fire: bool = False
    firers: tuple[ModelId, ...] = ()
    """Who fires on the run, none named: all that can. (ARAP-WPN-01)"""
    weapons: tuple[WeaponId, ...] = ()
    """What they fire, none named: whatever comes first of what they can. (ARAP-FCHG-01)"""
    backwards: bool = False
    jump: bool = False

    def check(self, state: GameState) -> Refusal | None:
        """Who may charge, whom, how often, along which waypoints; whether it comes home is for the table to show."""
        return (
            may_act(state, self.side, self.unit, 1)
            or self._never(state)
            or again(state.units[self.unit])
            or may_act(state, self.side, self.unit, self.points(state))
            or (fire_and_charge.check(state, *self._both(state), self.chosen) if self.fire else None)
        )

    def points(self, state: GameState) -> int:
        """Its price: a mount pays a point more at a single door. (ARAP-CHG-01, BLD-DOOR-10)"""
        unit, target = self._both(state)
        if not state.interiors or not any(state.profile(m).kind == "rider" for m in unit.alive):
            return 1
        laid = charge_course.plan(state, unit, target, self.path, ends=self._ends)
        dice = charge_plan.dice_of(state, unit, laid)
        return 1 + (dice.more_ap if dice is not None else 0)

    def _never(self, state: GameState) -> Refusal | None:
        """What is against it however many points the unit has."""
        return (
            may_charge(state, state.units[self.unit])
            or may_be_charged(state, self.side, state.units[self.unit], self.target)
            or self._bad_way(state)
            or self._bad_places(state)
            or (jump_down.refusal(state, *self._both(state)) if self.jump else None)
        )

    def _both(self, state: GameState) -> tuple[Unit, Unit]:
        return state.units[self.unit], state.units[self.target]

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

    def _bad_places(self, state: GameState) -> Refusal | None:
        """Places are for living members, each once, where the rules would let them end."""
        if not self.placements:
            return None
        unit, target = self._both(state)
        if len(self._ends) < len(self.placements) or not {m.id for m in unit.alive}.issuperset(self._ends):
            text = "Only living members of the unit are placed, each once."
            return Refusal("unknown-model", text, "ARAP-CHG-04", unit.name)
        laid = charge_course.plan(state, unit, target, self.path, ends=self._ends)
        for course in laid.courses:
            wanted = self._ends.get(course.model)
            if wanted is not None and distance(course.points[-1], wanted) > TOLERANCE:
                text = f"{tag(course.model)} cannot end its charge there."
                return Refusal("bad-placement", text, "ARAP-CHG-04", "a free place with an enemy in its radius")
        return None

    @property
    def _ends(self) -> dict[ModelId, Point]:
        return {p.model: p.at for p in self.placements}

    @property
    def chosen(self) -> RunningFire:
        """Who fires on the run, and with what."""
        return RunningFire(self.firers, self.weapons)

    @property
    def _fire(self) -> RunningFire | None:
        """The same; None for no fire."""
        return self.chosen if self.fire else None

    def preview(self, state: GameState) -> Preview:
        """The way, whether it comes home, from which side, what the first round may bring, how they may react."""
        refusal = self.check(state)
        if refusal is not None and (refusal.code not in ONLY_NOW_NOT or self._never(state)):
            return Preview(refusal=refusal)
        if not self.jump:
            return charge_preview.of_charge(
                state, *self._both(state), self.path, refusal, fire=self._fire, ends=self._ends
            )
        below = jump_down.levelled(state, state.units[self.unit])
        jumped = tuple(jump_down.heights(state, *self._both(state)))
        preview = charge_preview.of_charge(
            below, *self._both(state), self.path, refusal, fire=self._fire, ends=self._ends, jumped=jumped
        )
        landing = jump_down.chances(state, *self._both(state))
        risks = jump_down.stakes(state, *self._both(state))
        notes = (*preview.notes, "Who lands has +1 to hit and +1 Strength in the first round. (ARAP-FALL-05)", *risks)
        return replace(
            preview, chances=(*landing, *preview.chances), notes=notes, rules=(*jump_down.RULES, *preview.rules)
        )

    def resolve(self, progress: Progress) -> None:
        """Pay and declare; the enemy may react before anybody moves."""
        unit, target = self._both(progress.state)
        sequence.declare(
            progress,
            unit,
            target,
            charge_plan.gap_in(progress.state, unit, target, self.path),
            pay_rules=("ARAP-CHG-01", "ARAP-ACT-12", *(("ARAP-FCHG-01", "ARAP-FCHG-02") if self.fire else ())),
            rules=("ARAP-CHG-01", *(("ARAP-RUN-04", "ARAP-CHG-02") if unit.now.target_ran else ())),
            points=self.points(progress.state),
        )
        progress.queue(
            sequence.ChargeReaction(
                unit=unit.id,
                target=target.id,
                path=self.path,
                ends=self._ends,
                fire=self.fire,
                firers=self.firers,
                weapons=self.weapons,
                jump=self.jump,
            )
        )


# -- refusals ------------------------------------------------------------------------------------------------------


def may_charge(state: GameState, unit: Unit) -> Refusal | None:
    """Why the unit cannot charge at all."""
    if ask(state, MachinesThatFight).never_locked(state, unit):
        return Refusal("vehicle", f"{unit.name} is a vehicle: it rams.", "ARAP-CHG-01", "drive it")
    if unit.aboard is not None:
        text = f"{unit.name} is aboard {state.units[unit.aboard].name}: a charge begins on foot."
        return Refusal("aboard", text, "ARAP-CHG-01", "getting out first, where that leaves a charge open")
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
        (all(m.sprawled for m in unit.alive), "sprawled", "has fallen over", "ARAP-AGIL-02", "wait for the next turn"),
        (unit.hangs, "climbing", states.part_way_up(state, unit), "ARAP-CLIMB-04", "going on, or back down"),
        (
            unit.now.left_closed,
            "got-out",
            "got out of a closed vehicle in this turn",
            "TRI-TRAN-16",
            "shooting, or its next turn",
        ),
    ]
    for true, code, why, rule, allowed in barred:
        if true:
            return Refusal(code, f"{unit.name} {why}.", rule, allowed or "another unit")
    return ask(state, MachinesThatFight).may_charge(unit)


def may_be_charged(state: GameState, side: str, unit: Unit, target_id: UnitId) -> Refusal | None:
    """Why that unit cannot be charged."""
    target = state.units.get(target_id)
    if target is None or (target.hidden and target.side != side):
        return Refusal(
            "unknown-unit", f"There is no unit {quoted(target_id)} to charge.", "ARAP-CHG-01", "an enemy in sight"
        )
    if target.side == side:
        return Refusal("friendly", f"{target.name} is on your side.", "ARAP-CHG-01", "an enemy unit")
    if not target.on_table:
        return Refusal("off-table", f"{target.name} is not on the table.", "ARAP-CHG-01", "an enemy on the table")
    if ask(state, MachinesThatFight).never_locked(state, target):
        text = f"{target.name} is a vehicle without WS: charging it is an action of its own."
        rule = next(iter(ask(state, VehicleCrews).cited("never locked")), "ARAP-CHG-01")
        return Refusal("vehicle-target", text, rule, "ChargeVehicle, or shooting at it")
    if target_id in states.shunned(unit):
        text = f"{target.name} and {unit.name} broke off from each other: no charge between them in this turn."
        return Refusal("broke-off", text, "ARAP-BREAK-03", "any other action, or another target")
    return building_interface.ask(Rooms).out_of_reach(state, unit, target)


def again(unit: Unit) -> Refusal | None:
    """Refuse a second charge in a turn, unless the first one's target ran. (ARAP-CHG-02)"""
    if not unit.now.charges or unit.now.target_ran:
        return None
    text = f"{unit.name} has charged in this turn."
    return Refusal("already-charged", text, "ARAP-CHG-02", "a further charge only if the enemy runs")


# -- offers --------------------------------------------------------------------------------------------------------


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """A charge at each enemy that is in reach or nearly so; without any, why none is possible."""
    active = state.turn.active
    if active is None or state.units[active].side != side:
        return
    unit = state.units[active]
    never_locked = ask(state, MachinesThatFight).never_locked
    if never_locked(state, unit):
        return
    reach = max(charge_plan.allowances(state, unit).values(), default=0.0) + OFFERED_BEYOND_IN
    for target in state.enemies_of(side):
        if target.hidden or not unit.on_table or never_locked(state, target):
            continue
        if charge_plan.gap_in(state, unit, target) <= reach + max(state.profile(m).size for m in unit.alive):
            action = Charge(side=side, unit=unit.id, target=target.id)
            ap = action.points(state)
            yield offered(state, action, kind="charge", unit=unit.id, target=target.id, ap=ap, label=target.name)
            for way in charge_floors.other_ways(state, unit, target):
                by = replace(action, path=(way[0].near,))
                label = f"{target.name}, by {way[0].ladder.name}"
                yield offered(state, by, kind="charge", unit=unit.id, target=target.id, ap=1, label=label)
            firing = replace(action, fire=True)
            label = f"{target.name}, firing"
            fires = offered(state, firing, kind="charge", unit=unit.id, target=target.id, ap=1, label=label)
            if fires.action is not None:
                yield fires
            jumping = replace(action, jump=True)
            if jump_down.heights(state, unit, target):
                label = f"jump down on {target.name}"
                jump = offered(state, jumping, kind="jump-charge", unit=unit.id, target=target.id, ap=1, label=label)
                if jump.action is not None:
                    yield jump


OFFERED: Final = ("charge", "jump-charge")
ACTIONS: tuple[type[Action], ...] = (Charge,)
