"""A vehicle and its passengers fire at those who charge it. (VEH-CC-03, VEH-CC-04)"""

from __future__ import annotations

from typing import Final

from rules.arap.events import placed
from rules.arap.paths.charge_plan import allowances
from rules.arap.reactions import stand_and_fire
from rules.arap.shooting import volley
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.plan import FirePlan, Firing
from rules.arap.units.permission import activation_value
from rules.core.ids import UnitId
from rules.core.modifier import Modifier
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.geometry.lengths import is_beyond
from rules.progress import Progress, TaskStruct
from rules.state import GameState
from rules.vehicles.gemini.hull import speed_bands
from rules.vehicles.gemini.motion import towed
from rules.vehicles.gemini.shooting import by_passengers
from rules.vehicles.gemini.transport import fire_ports, passengers
from rules.vehicles.shared import charge_course
from rules.vehicles.shared.hull import condition, hull_of, speed_in, weapon_of, working
from rules.vehicles.shared.shooting.gunnery import Gunnery

MOVING: Final = Modifier(-1, "firing from a moving vehicle", "VEH-CC-04")


def why_not(state: GameState, charger: Unit, vehicle: Unit) -> str:
    """Why nobody on a vehicle may fire at chargers, if so: its crew, or they start too near. (VEH-CC-03)"""
    now = condition(vehicle)
    for marked, word in ((now.stunned or now.stunned_now, "stunned"), (now.shaken or now.shaken_now, "shaken")):
        if marked:
            return f"The crew of {vehicle.name} is {word}."
    if refusal := towed.unserved(state, vehicle):
        return refusal.message
    move = max(allowances(state, charger).values()) / 2
    if not is_beyond(charge_course.gap_in(state, charger, vehicle), move):
        return f"The charge comes from no further than {move:g}″."
    return ""


def mounts(state: GameState, charger: Unit, vehicle: Unit) -> FirePlan:
    """Every weapon that its speed permits and whose arc the chargers cross, at BS1. (VEH-CC-03, VEH-VFIRE-02)"""
    ready = sorted(working(state, vehicle), key=lambda m: -weapon_of(state, vehicle, m).strength)
    chosen: list[int] = []
    firings: list[Firing] = []
    for mount in ready:
        if not speed_bands.fits(state, vehicle, [*chosen, mount], speed_in(vehicle)):
            continue
        firing = _firing(state, charger, vehicle, mount)
        if firing is not None:
            chosen.append(mount)
            firings.append(firing)
    return FirePlan(tuple(firings), ())


def _firing(state: GameState, charger: Unit, vehicle: Unit, mount: int) -> Firing | None:
    """What a mount fires: at the chargers where they stand, or where they will; flames at 7 inches at most."""
    extra = stand_and_fire.fast_chargers(state, charger)
    laid = charge_course.plan(state, charger, vehicle, hull_of(state, vehicle))
    arrived = placed(charger, laid.placements)
    flames = weapon_of(state, vehicle, mount).template
    for where in (arrived,) if flames else (charger, arrived):
        gunnery = Gunnery(state, vehicle, where, (mount,), extra=extra, skill=stand_and_fire.SKILL)
        found = gunnery.firing(mount)
        if isinstance(found, Firing):
            return stand_and_fire.at_half_range(found)
    return None


def riders(state: GameState, charger: Unit, vehicle: Unit) -> list[Unit]:
    """Units aboard who could shoot at chargers if their test goes well."""
    return [u for u in passengers.aboard(state, vehicle.id) if shots_of(state, charger, u).firings]


def shots_of(state: GameState, charger: Unit, unit: Unit, successes: int = stand_and_fire.DICE) -> FirePlan:
    """The fire of a unit aboard at chargers: through its ports, one worse while the vehicle moves. (VEH-CC-04)"""
    seen = by_passengers.on_the_hull(state, unit, charger)
    if isinstance(seen, Refusal) or unit.is_pinned or unit.gone_to_ground:
        return FirePlan((), ())
    people = seen.state.units[unit.id]
    laid = stand_and_fire.plan(seen.state, charger, people, successes)
    assert unit.aboard is not None
    if speed_in(state.units[unit.aboard]) > 0:
        laid = laid._replace(firings=tuple(f._replace(modifiers=(*f.modifiers, MOVING)) for f in laid.firings))
    return fire_ports.limited(state, unit, by_passengers.aim_of(state, unit, charger), laid)


def fire(progress: Progress, vehicle: UnitId, charger: UnitId, *, people: bool) -> None:
    """Fire the mounted weapons without a test; passengers who shoot take theirs. (VEH-CC-03, VEH-CC-04)"""
    state = progress.state
    units = state.units[charger], state.units[vehicle]
    if mounts(state, *units).firings:
        progress.queue(MountsStand(vehicle=vehicle, charger=charger))
    if people:
        progress.queue(*(RidersFire(unit=u.id, charger=charger) for u in riders(state, *units)))


class MountsStand(TaskStruct, frozen=True, kw_only=True, tag="MountsStand"):
    """The mounted weapons fire at chargers. (VEH-CC-03)"""

    vehicle: UnitId
    charger: UnitId

    def run(self, progress: Progress) -> None:
        """What they fire counts neither for the vehicle's own turn nor for suppression in it."""
        state = progress.state
        charger, vehicle = state.units[self.charger], state.units[self.vehicle]
        if charger.on_table and vehicle.on_table:
            laid = mounts(state, charger, vehicle)
            _shoot(progress, self.vehicle, self.charger, laid)


class RidersFire(TaskStruct, frozen=True, kw_only=True, tag="RidersFire"):
    """A unit aboard fires at chargers after its test of two activation dice. (VEH-CC-04)"""

    unit: UnitId
    charger: UnitId

    def run(self, progress: Progress) -> None:
        """Test, then fire what the successes allow."""
        state = progress.state
        unit, charger = state.units[self.unit], state.units[self.charger]
        if not charger.on_table or unit.is_gone or unit.aboard is None:
            return
        rolled = progress.roll(
            "stand-and-fire",
            stand_and_fire.DICE,
            sense="low",
            goal=activation_value(state, unit),
            unit=unit.id,
            target=charger.id,
            why=f"{unit.name} fire from {state.units[unit.aboard].name}",
            rules=("VEH-CC-04", "ARAP-STAND-03"),
        )
        laid = shots_of(state, charger, unit, rolled.successes)
        by_passengers.have_fired(progress, unit, charger, laid)
        _shoot(progress, self.unit, self.charger, laid)


def _shoot(progress: Progress, by: UnitId, charger: UnitId, laid: FirePlan) -> None:
    if laid.firings:
        source = HitSource(by=by, cause="stand-and-fire", counts=False, may_ground=False)
        volley.fire(progress, by, charger, laid, source, reaction=True)


TASKS: tuple[type[TaskStruct], ...] = (MountsStand, RidersFire)
