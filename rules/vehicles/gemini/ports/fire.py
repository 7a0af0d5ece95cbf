"""Fire at the ports of a closed vehicle, at the people inside. (VEH-PORT-01 to -04)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from rules.arap.events import ModelsTurned, PointsSpent
from rules.arap.ports import aiming, hits
from rules.arap.ports import odds as ports_odds
from rules.arap.ports.aiming import Aimed
from rules.arap.shooting import plan as shooting_plan
from rules.arap.shooting import shoot
from rules.arap.shooting.plan import FirePlan, Orders, turns
from rules.arap.shooting.vehicle_interface import ShotsAboard
from rules.arap.units import hidden
from rules.arap.units import weapons as units_weapons
from rules.arap.units.permission import may_act
from rules.arap.vehicle_interface import ask
from rules.core.ids import SideId, UnitId, WeaponId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.offers import Offer
from rules.progress import Action, Progress, TaskStruct
from rules.state import GameState
from rules.vehicles.gemini.hull import contact
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.ports import openings
from rules.vehicles.gemini.ports.inside import HullInside
from rules.vehicles.gemini.shooting.fire import FireVehicle, MountShot, all_that_can, gunnery
from rules.vehicles.shared.events import MountsFired
from rules.vehicles.shared.hull import hull_of


class ShootPorts(Action, frozen=True, kw_only=True, tag="ShootPorts"):
    """Fire at the people inside a closed vehicle, through its ports, windows or hatches. (VEH-PORT-01)

    `weapons` are those of a unit on foot (none named: all but grenades), `mode` is for salvo weapons; `mounts` are the
    mounted weapons of a vehicle (none named: all that can).
    """

    unit: UnitId
    target: UnitId
    weapons: tuple[WeaponId, ...] = ()
    mounts: tuple[int, ...] = ()
    mode: Literal["auto", "half", "full"] = "auto"

    def check(self, state: GameState) -> Refusal | None:
        """Turn, unit, vehicle, people inside; then weapons, points, range, sight, and an opening on that side."""
        refusal = may_act(state, self.side, self.unit, 0)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        if not unit.is_vehicle:
            refusal = shooting_plan.shooter_barred(state, unit, aboard=True)
        refusal = refusal or shooting_plan.target_barred(state, self.side, self.target, aboard=False)
        if refusal:
            return refusal
        vehicle = state.units[self.target]
        if not vehicle.is_vehicle:
            text = f"{vehicle.name} has no ports."
            return Refusal("not-a-vehicle", text, "VEH-PORT-01", "a closed vehicle with people inside")
        refusal = openings.barred(state, vehicle) or _too_near(state, unit, vehicle)
        if refusal is None:
            strange = aiming.strange_weapon(state, unit, self.weapons)
            refusal = self._mounted(state, unit).check(state) if unit.is_vehicle else strange
        return refusal or aiming.nothing_fires(unit, self.aimed(state).plan)

    def _mounted(self, state: GameState, unit: Unit) -> FireVehicle:
        shots = tuple(MountShot(mount=m, target=self.target) for m in self.mounts)
        return FireVehicle(side=self.side, unit=self.unit, shots=shots or all_that_can(state, unit, self.target))

    def aimed(self, state: GameState) -> Aimed:
        """Who would fire what at which opening."""
        plan = self._plan(state, state.units[self.unit], state.units[self.target])
        return aiming.aimed(state, HullInside(state, self.target), plan)

    def _plan(self, state: GameState, unit: Unit, vehicle: Unit) -> FirePlan:
        """The fire at the hull as such."""
        if unit.is_vehicle:
            mounts = [s.mount for s in self._mounted(state, unit).shots]
            return gunnery(state, unit, vehicle.id, mounts).plan()
        ap = state.turn.ap
        burst: units_weapons.Burst = ("full" if ap >= 2 else "half") if self.mode == "auto" else self.mode
        chosen = self.weapons or aiming.usual_weapons(state, unit)
        thrown = tuple(w for w in chosen if state.weapons[w].is_thrown)
        shot = tuple(w for w in chosen if w not in thrown)
        throws = _fire_of(state, unit, vehicle, Orders(weapons=thrown, ap=ap, thrown=True))
        shots = _fire_of(state, unit, vehicle, Orders(weapons=shot, burst=burst, ap=ap))
        return aiming.sorted_out(state, unit, throws, shots)

    def preview(self, state: GameState) -> Preview:
        """Each group with goal and chances; how many hits go in, and what that does."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(refusal=refusal)
        aimed = self.aimed(state)
        return ports_odds.preview(state, HullInside(state, self.target), aimed.plan, aimed.at)

    def resolve(self, progress: Progress) -> None:
        """Points, turns, shots; what goes in strikes those inside."""
        state = progress.state
        unit, vehicle, aimed = state.units[self.unit], state.units[self.target], self.aimed(state)
        points = aimed.plan.ap
        rules = ("ARAP-WPN-01", "VEH-PORT-01")
        progress.emit(PointsSpent(side=unit.side, unit=unit.id, points=points, action="shoot", rules=rules))
        if unit.is_vehicle:
            mounts = tuple(s.mount for s in self._mounted(state, unit).shots)
            fired = MountsFired(side=unit.side, unit=unit.id, mounts=mounts, rules=("VEH-VFIRE-02",))
            progress.emit(fired)
        elif facings := turns(aimed.plan, unit, None):
            progress.emit(ModelsTurned(side=unit.side, unit=unit.id, facings=facings, rules=("ARAP-ACT-14",)))
        if unit.aboard is not None:
            ask(state, ShotsAboard).have_fired(progress, unit, vehicle, aimed.plan)
        hidden.reveal(progress, unit.id)
        hits.fire(progress, unit.id, HullInside(state, self.target), aimed.plan, aimed.at)


def _too_near(state: GameState, unit: Unit, vehicle: Unit) -> Refusal | None:
    """Who fights a closed vehicle finds its ports locked, for shots and for grenades. (VEH-CC-08)"""
    if unit.is_vehicle or unit.aboard is not None or not contact.fights(state, unit, vehicle):
        return None
    text = f"{unit.name} is in close combat with {vehicle.name}: its ports are locked shut."
    return Refusal("too-near", text, "VEH-CC-08", "a unit that does not fight it, or another target")


def thrown_into(state: GameState, unit: Unit, target: UnitId | None, aims: Sequence[Point]) -> Refusal | None:
    """Who fights a vehicle with an open top throws no grenades into it. (VEH-CC-08)"""
    for vehicle in state.enemies_of(unit.side):
        if unit.aboard is not None or not vehicle.is_vehicle or not profile_of(state, vehicle).open_topped:
            continue
        hull = hull_of(state, vehicle)
        meant = vehicle.id == target or any(hull.contains(at) for at in aims)
        if meant and contact.fights(state, unit, vehicle):
            text = f"{unit.name} is in close combat with {vehicle.name} and throws nothing into it."
            return Refusal("too-near", text, "VEH-CC-08", "a unit that does not fight it, or another target")
    return None


def _fire_of(state: GameState, unit: Unit, vehicle: Unit, orders: Orders) -> FirePlan:
    return shoot.planned(state, unit, vehicle, orders) if orders.weapons else FirePlan((), ())


# -- offers --------------------------------------------------------------------------------------------------------


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the unit in hand: every closed vehicle with people inside at whose openings it may fire."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if not (unit.on_table or unit.aboard is not None):
        return
    for enemy in state.enemies_of(side):
        if not enemy.is_vehicle or enemy.hidden or openings.barred(state, enemy) is not None:
            continue
        action = ShootPorts(side=side, unit=unit.id, target=enemy.id)
        refusal = action.check(state)
        ap = 0 if refusal else action.aimed(state).plan.ap
        label = f"Shoot at the ports of {enemy.name}"
        yield Offer(
            kind="ports",
            unit=unit.id,
            target=enemy.id,
            ap=ap,
            label=label,
            action=None if refusal else action,
            refusal=refusal,
        )


OFFERED: Final = ("ports",)
ACTIONS: tuple[type[Action], ...] = (ShootPorts,)
TASKS: tuple[type[TaskStruct], ...] = ()
