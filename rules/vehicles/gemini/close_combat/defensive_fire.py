"""A vehicle and its passengers fire at those who charge it. (VEH-CC-03, VEH-CC-04)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.arap.events import placed
from rules.arap.paths import charge_stop
from rules.arap.paths.charge_plan import ChargePlan, allowances, budget
from rules.arap.reactions import stand_and_fire
from rules.arap.shooting import volley
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.plan import FirePlan, Firing
from rules.arap.units.permission import activation_value
from rules.core.ids import UnitId
from rules.core.modifier import Modifier
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.geometry.lengths import is_beyond
from rules.progress import Progress, TaskStruct
from rules.state import GameState
from rules.vehicles.gemini.hull import speed_bands
from rules.vehicles.gemini.motion import towed
from rules.vehicles.gemini.shooting import by_passengers
from rules.vehicles.gemini.transport import fire_ports, passengers
from rules.vehicles.shared import charge_course
from rules.vehicles.shared.hull import condition, hull_of, mount_point, speed_in, weapon_of, working
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
    """What they fire."""
    return FirePlan(tuple(chosen(state, charger, vehicle).values()), ())


def chosen(state: GameState, charger: Unit, vehicle: Unit) -> dict[int, Firing]:
    """Every weapon that its speed permits and whose arc the chargers cross, at BS1. (VEH-CC-03, VEH-VFIRE-02)"""
    ready = sorted(working(state, vehicle), key=lambda m: -weapon_of(state, vehicle, m).strength)
    found: dict[int, Firing] = {}
    for mount in ready:
        if speed_bands.fits(state, vehicle, [*found, mount], speed_in(vehicle)):
            firing = _firing(state, charger, vehicle, mount)
            found |= {mount: firing} if firing is not None else {}
    return found


def _firing(state: GameState, charger: Unit, vehicle: Unit, mount: int) -> Firing | None:
    """What a mount fires: at the chargers where they stand, or where they will; flames at 7 inches at most."""
    laid = charge_course.plan(state, charger, vehicle, hull_of(state, vehicle))
    arrived = placed(charger, laid.placements)
    places = [charger, arrived]
    if weapon_of(state, vehicle, mount).template:
        near = come_near(state, charger, vehicle, (mount,))
        places = [arrived] if state.is_older_than("5") else [placed(charger, near.placements)] if near else []
    return next((found for where in places if (found := _aimed(state, where, vehicle, mount)) is not None), None)


def _aimed(state: GameState, charger: Unit, vehicle: Unit, mount: int) -> Firing | None:
    """The fire of a mount at chargers who stand so."""
    extra = stand_and_fire.fast_chargers(state, charger)
    found = Gunnery(state, vehicle, charger, (mount,), extra=extra, skill=stand_and_fire.SKILL).firing(mount)
    return stand_and_fire.at_half_range(found) if isinstance(found, Firing) else None


def come_near(state: GameState, charger: Unit, vehicle: Unit, mounts: Sequence[int]) -> ChargePlan | None:
    """The charge up to where it is 7 inches off each of those mounts; None if it never comes so far. (ARAP-STAND-05)"""
    ways = (_halted(state, charger, vehicle, (mount_point(state, vehicle, m),)) for m in mounts)
    return max((way for way in ways if way is not None), key=lambda way: way.lead.length_in(state), default=None)


def _halted(state: GameState, charger: Unit, vehicle: Unit, places: Sequence[Point]) -> ChargePlan | None:
    """The charge up to 7 inches from the nearest of those places."""
    laid = charge_course.plan(state, charger, vehicle, hull_of(state, vehicle), budget(state, charger))
    return charge_stop.until_near(state, charger, laid, places, stand_and_fire.TEMPLATE_IN)


def riders(state: GameState, charger: Unit, vehicle: Unit) -> list[Unit]:
    """Units aboard who could shoot at chargers if their test goes well."""
    aboard = passengers.aboard(state, vehicle.id)
    return [u for u in aboard if shots_of(state, charger, u).firings or flames_of(state, charger, u)]


def flames_of(
    state: GameState, charger: Unit, unit: Unit, successes: int = stand_and_fire.DICE
) -> tuple[ChargePlan, FirePlan] | None:
    """How near chargers come for the flames of a unit aboard, and its fire then; None without any. (ARAP-STAND-05)"""
    seen = by_passengers.on_the_hull(state, unit, charger)
    if isinstance(seen, Refusal) or unit.aboard is None or state.is_older_than("5"):
        return None
    people = seen.state.units[unit.id].alive
    if not any(state.weapons[w].template for m in people for w in m.weapons):
        return None
    near = _halted(state, charger, state.units[unit.aboard], [m.at for m in people])
    if near is None:
        return None
    there = placed(charger, near.placements)
    laid = shots_of(state.with_unit(there), there, unit, successes, templates=True)
    return (near, laid) if laid.firings else None


def shots_of(
    state: GameState,
    charger: Unit,
    unit: Unit,
    successes: int = stand_and_fire.DICE,
    *,
    templates: bool = False,
) -> FirePlan:
    """The fire of a unit aboard at chargers: through its ports, one worse while the vehicle moves. (VEH-CC-04)

    `templates` is that of template weapons, which wait for them; up to version 4 they did not.
    """
    seen = by_passengers.on_the_hull(state, unit, charger)
    if isinstance(seen, Refusal) or unit.is_pinned or unit.gone_to_ground:
        return FirePlan((), ())
    people = seen.state.units[unit.id]
    which = None if state.is_older_than("5") else templates
    laid = stand_and_fire.plan(seen.state, charger, people, successes, templates=which)
    assert unit.aboard is not None
    if speed_in(state.units[unit.aboard]) > 0:
        laid = laid._replace(firings=tuple(f._replace(modifiers=(*f.modifiers, MOVING)) for f in laid.firings))
    return fire_ports.limited(state, unit, by_passengers.aim_of(state, unit, charger), laid)


def tasks(state: GameState, vehicle: UnitId, charger: UnitId, *, people: bool) -> list[TaskStruct]:
    """The mounted weapons fire without a test; passengers who shoot take theirs. (VEH-CC-03, VEH-CC-04)"""
    units = state.units[charger], state.units[vehicle]
    mounted = [MountsStand(vehicle=vehicle, charger=charger)] if mounts(state, *units).firings else []
    aboard = riders(state, *units) if people else []
    return [*mounted, *(RidersFire(unit=u.id, charger=charger) for u in aboard)]


class MountsStand(TaskStruct, frozen=True, kw_only=True, tag="MountsStand"):
    """The mounted weapons fire at chargers. (VEH-CC-03)"""

    vehicle: UnitId
    charger: UnitId

    def run(self, progress: Progress) -> None:
        """What they fire counts neither for the vehicle's own turn nor for suppression in it."""
        state = progress.state
        charger, vehicle = state.units[self.charger], state.units[self.vehicle]
        if not charger.on_table or not vehicle.on_table:
            return
        found = chosen(state, charger, vehicle)
        flames = {m for m, f in found.items() if f.weapon.template and not state.is_older_than("5")}
        laid = FirePlan(tuple(f for m, f in found.items() if m not in flames), ())
        _shoot(progress, self.vehicle, self.charger, laid)
        if flames:
            progress.queue(MountsBurn(vehicle=self.vehicle, charger=self.charger, mounts=tuple(sorted(flames))))


class MountsBurn(TaskStruct, frozen=True, kw_only=True, tag="MountsBurn"):
    """Mounted template weapons wait until the chargers are 7 inches off. (VEH-CC-03, ARAP-STAND-05)"""

    vehicle: UnitId
    charger: UnitId
    mounts: tuple[int, ...]

    def run(self, progress: Progress) -> None:
        """Let them come, then fire."""
        state = progress.state
        charger, vehicle = state.units[self.charger], state.units[self.vehicle]
        if not charger.on_table or not vehicle.on_table:
            return
        near = come_near(state, charger, vehicle, self.mounts)
        if near is None:
            return
        stand_and_fire.come_near(progress, charger, near)
        there = progress.state.units[self.charger]
        aimed = (_aimed(progress.state, there, vehicle, mount) for mount in self.mounts)
        _shoot(progress, self.vehicle, self.charger, FirePlan(tuple(f for f in aimed if f is not None), ()))


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
        if flames_of(state, charger, unit, rolled.successes) is not None:
            progress.queue(RidersBurn(unit=self.unit, charger=self.charger, successes=rolled.successes))


class RidersBurn(TaskStruct, frozen=True, kw_only=True, tag="RidersBurn"):
    """Template weapons of a unit aboard wait until the chargers are 7 inches off. (VEH-CC-04, ARAP-STAND-05)"""

    unit: UnitId
    charger: UnitId
    successes: int

    def run(self, progress: Progress) -> None:
        """Let them come, then fire."""
        state = progress.state
        unit, charger = state.units[self.unit], state.units[self.charger]
        found = flames_of(state, charger, unit, self.successes) if charger.on_table and not unit.is_gone else None
        if found is None:
            return
        near, laid = found
        stand_and_fire.come_near(progress, charger, near)
        by_passengers.have_fired(progress, unit, progress.state.units[self.charger], laid)
        _shoot(progress, self.unit, self.charger, laid)


def _shoot(progress: Progress, by: UnitId, charger: UnitId, laid: FirePlan) -> None:
    if laid.firings:
        source = HitSource(by=by, cause="stand-and-fire", counts=False, may_ground=False)
        volley.fire(progress, by, charger, laid, source, reaction=True)


TASKS: tuple[type[TaskStruct], ...] = (MountsStand, MountsBurn, RidersFire, RidersBurn)
