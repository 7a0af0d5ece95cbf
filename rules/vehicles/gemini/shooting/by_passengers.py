"""People aboard who shoot or are shot at count as standing on the hull. (VEH-OPEN-01, VEH-FROM-02)"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.arap.shooting.plan import FirePlan
from rules.arap.shooting.shoot_at_spot import MARK
from rules.arap.shooting.vehicle_interface import OnTheHull
from rules.core.ids import ModelId
from rules.core.modifier import Modifier
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry.lengths import distance
from rules.progress import Progress
from rules.state import GameState
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.shooting import at_passengers
from rules.vehicles.gemini.transport import fire_ports
from rules.vehicles.shared import beside
from rules.vehicles.shared.hull import hull_of


def on_the_hull(state: GameState, unit: Unit, target: Unit) -> OnTheHull | Refusal:
    """The state for planning one unit's fire at another, or why there is none."""
    extra: tuple[Modifier, ...] = ()
    barred = None
    if target.aboard is not None:
        refusal = at_passengers.why_not(state, target)
        if refusal:
            return refusal
        if at_passengers.cover(state, target) == "hard":
            extra = (at_passengers.HARD_COVER,)
        state = at_passengers.shown(state, target)
    if unit.aboard is not None:
        refusal = fire_ports.why_not(state, unit) or _too_near(state, unit, target)
        if refusal:
            return refusal
        barred = partial(fire_ports.unfit, state, unit)
        state = fire_ports.posted(state, unit, aim_of(state, unit, target))
    return OnTheHull(state, extra, barred)


def _too_near(state: GameState, unit: Unit, target: Unit) -> Refusal | None:
    """Troops who fight the vehicle are too near for its ports. (VEH-CC-08)"""
    assert unit.aboard is not None
    vehicle = state.units[unit.aboard]
    if unit.clinging or profile_of(state, vehicle).open_topped or target.is_vehicle or not target.on_table:
        return None
    if target.id == MARK:  # a spot or a wall
        return None
    if not beside.in_reach(state, target, hull_of(state, vehicle)):
        return None
    text = f"{target.name} is in close combat with {vehicle.name}, too near for its ports."
    return Refusal("too-near", text, "VEH-CC-08", "a target further off")


def aim_of(state: GameState, unit: Unit, target: Unit) -> Point:
    """The member of the target nearest to the vehicle that the shooters are aboard of; the middle of their hull."""
    assert unit.aboard is not None
    here = state.units[unit.aboard].models[0].at
    if target.aboard is not None:
        return state.units[target.aboard].models[0].at
    return min((m.at for m in target.alive), key=lambda at: distance(here, at))


def limited(state: GameState, unit: Unit, target: Unit, plan: FirePlan) -> FirePlan:
    """The plan without what people aboard may not do."""
    if target.aboard is not None:
        plan = at_passengers.only_near(state, unit, plan)
    return fire_ports.limited(state, unit, aim_of(state, unit, target), plan) if unit.aboard is not None else plan


def have_fired(progress: Progress, unit: Unit, target: Unit, plan: FirePlan) -> None:
    """Note that people aboard have shot out."""
    if unit.aboard is not None and plan.firings:
        progress.emit(shot_out(progress.state, unit, target, plan))


def shot_out(state: GameState, unit: Unit, target: Unit, plan: FirePlan) -> fire_ports.FiredOut:
    """What becomes of it that people aboard shoot at a target: places at ports, sides and hatches are taken."""
    firers = list(dict.fromkeys(f.model.id for f in plan.firings))
    return _out(state, unit, firers, aim_of(state, unit, target), ("VEH-FROM-02", "VEH-FROM-03"))


def _out(
    state: GameState, unit: Unit, firers: Sequence[ModelId], at: Point, rules: tuple[str, ...]
) -> fire_ports.FiredOut:
    assert unit.aboard is not None
    stand = fire_ports.posts(state, unit, firers, at)
    vehicle = state.units[unit.aboard]
    over: dict[str, tuple[ModelId, ...]] = {}
    if stand.side and not unit.clinging:
        over[fire_ports.side_of(state, vehicle, at)] = stand.side
    open_top = profile_of(state, vehicle).open_topped
    rules = (*rules, *(("VEH-FROM-07",) if stand.hatch else ("VEH-FROM-04",) if over and open_top else ()))
    return fire_ports.FiredOut(
        side=unit.side, unit=vehicle.id, passengers=unit.id, at_hatch=stand.hatch, over=over, rules=rules
    )


def at_the_side(
    state: GameState, unit: Unit, weapon: Weapon, models: Sequence[ModelId], at: Point, far: float
) -> GameState | Refusal:
    """The state as people aboard throw in it, or why they do not: as for shots from there. (VEH-FROM-02 to -07)"""
    refusal = fire_ports.why_not(state, unit) or fire_ports.throw_barred(state, unit, weapon, models, at, far)
    return refusal or fire_ports.posted(state, unit, at)


def have_thrown(progress: Progress, unit: Unit, models: Sequence[ModelId], at: Point) -> None:
    """Note that people aboard have thrown out."""
    progress.emit(_out(progress.state, unit, models, at, ("VEH-FROM-02",)))
