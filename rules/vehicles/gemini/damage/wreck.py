"""How a vehicle ends: destroyed, flipped, exploded, annihilated. (VEH-DMG-06 to -09)

It's going to blow: troops beside a vehicle that they set off get clear before it explodes. (VEH-BLOW-01)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap.damage import wounds_and_saves
from rules.arap.events import ModelsMoved
from rules.arap.movement import agility
from rules.arap.positions import single_models
from rules.arap.rolls import grouped
from rules.arap.templates import marker
from rules.arap.turn.activation import CloseUnit
from rules.core.ids import ModelId, UnitId
from rules.dice.scatter import is_direct_hit
from rules.forces.unit import Model, Point, Unit
from rules.geometry import rings
from rules.geometry.facings import bearing
from rules.geometry.hulls import Hull
from rules.geometry.lengths import along, distance, is_within
from rules.progress import Progress
from rules.state import GameState, Placement
from rules.vehicles.gemini.damage import bikes
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.motion import sliding, train
from rules.vehicles.gemini.transport import passengers
from rules.vehicles.shared import beside, forced_out
from rules.vehicles.shared.damage.penetration import creatures_within
from rules.vehicles.shared.damage.suffering import wrecked
from rules.vehicles.shared.events import VehicleThrown, VehicleWrecked, Wreck, remains
from rules.vehicles.shared.hull import hull_of

THROWN_STRENGTH = 4

THROWN_OPEN_STRENGTH = 3
"""Passengers of a flipped vehicle; people are thrown clear of an open top. (VEH-DMG-07)"""

CAR_STRENGTH = 4
"""Passengers of a closed civilian vehicle that is destroyed. (VEH-CAR-03)"""

BLAST_STRENGTH = 5
"""Passengers of a vehicle that explodes. (VEH-DMG-08)"""

DEBRIS_STRENGTH = 4
"""Everybody whom flying pieces reach, and whom a thrown wreck lands on. (VEH-DMG-07 to -09)"""

FRAGMENTS_IN = 6.0
"""How far the pieces of an annihilated vehicle fly. (VEH-DMG-09)"""


def destroy(progress: Progress, unit: Unit, by: UnitId | None, *, rule: str = "VEH-DMG-06") -> None:
    """The crew are lost; passengers get out and test for pinning, whoever they are. (VEH-DMG-06)"""
    hull = hull_of(progress.state, unit)
    after = _wreck(progress, unit, hull, "destroyed", by, tuple(dict.fromkeys((rule, "VEH-DMG-06"))))
    if is_closed_car(progress.state, unit):
        passengers.hurt(progress, unit.id, CAR_STRENGTH, "VEH-CAR-03", by)
    passengers.out_of_wreck(progress, unit, hull, "VEH-DMG-06", by, pinned=False)
    progress.queue(*after)


def fall_through(progress: Progress, unit: Unit) -> None:
    """It drops through the floor of a building; its people fare as in any destroyed vehicle. (VEH-TERR-07)"""
    hull = hull_of(progress.state, unit)
    after = _wreck(progress, unit, hull, "fallen", None, ("VEH-TERR-07",))
    if is_closed_car(progress.state, unit):
        passengers.hurt(progress, unit.id, CAR_STRENGTH, "VEH-CAR-03", None)
    passengers.out_of_wreck(progress, unit, hull, "VEH-DMG-06", None, pinned=False)
    progress.queue(*after)


def sink(progress: Progress, unit: Unit) -> None:
    """It breaks through the ice and is lost; each passenger gets out by a movement save, or goes down too.

    (VEH-TERR-05)
    """
    rules = ("VEH-TERR-05",)
    hull = hull_of(progress.state, unit)
    after = _wreck(progress, unit, hull, "sunk", None, rules)
    for people in passengers.aboard(progress.state, unit.id):
        failed = _who_fails(progress, people.alive, f"{people.name} out of {unit.name}, which sinks", rules)
        drowned = [m for m in failed for _ in range(people.model(m).wounds)]
        wounds_and_saves.inflict(progress, drowned, by=None, cause="drowning", rules=rules)
        sunk = progress.state.units[unit.id]
        forced_out.put_out(progress, passengers.set_down(progress.state, sunk, people.id, hull, rules, by=None))
    progress.queue(*after)


def is_closed_car(state: GameState, unit: Unit) -> bool:
    """Whether its people are shut in a civilian body, which hurts them when it is wrecked. (VEH-CAR-03)"""
    profile = profile_of(state, unit)
    return profile.civilian and not profile.open_topped


def _wreck(
    progress: Progress,
    unit: Unit,
    hull: Hull,
    how: Wreck,
    by: UnitId | None,
    rules: tuple[str, ...],
    *,
    reach_in: float = 0,
) -> tuple[CloseUnit, ...]:
    """It is out of play, and so is a train whose engine it was."""
    profile = profile_of(progress.state, unit)
    sinks = profile.type == "boat" or how in ("sunk", "fallen")
    leaves = None if sinks else remains(unit, how, hull.corners(), profile.height_in)
    rules = (*rules, "VEH-BOAT-04") if profile.type == "boat" else rules
    end = VehicleWrecked(side=unit.side, unit=unit.id, how=how, leaves=leaves, by=by, reach_in=reach_in, rules=rules)
    after = wrecked(progress, unit, end)
    train.halt(progress, unit)
    return after


def flip(
    progress: Progress,
    unit: Unit,
    by: UnitId | None,
    *,
    distance_roll: tuple[str, int] = ("flip-distance", 1),
    rule: str = "VEH-DMG-07",
) -> None:
    """The hull is thrown D6 inches, or turns over where it is; passengers are hurt first. (VEH-DMG-07)"""
    rules = tuple(dict.fromkeys((rule, "VEH-DMG-07")))
    why = f"{unit.name} is flipped"
    inches = sum(progress.roll_sum(*distance_roll, unit=unit.id, why=why, rules=rules).dice)
    seven = marker.sevens(progress.state)
    ways = (*rules, "ARAP-SCAT-01", *(("ARAP-SCAT-03",) if seven else ()))
    pointer = progress.roll("scatter-a", unit=unit.id, why=why, rules=ways).dice[0]
    base = progress.roll("scatter-b", unit=unit.id, why=why, rules=ways).dice[0]
    way = progress.roll("direction", sides=360, unit=unit.id, why=why, rules=(*rules, "ARAP-SCAT-01")).bearing_deg
    start = hull_of(progress.state, unit)
    on_the_spot = is_direct_hit(pointer, base, seven_is_hit=seven)
    hull = start if on_the_spot else sliding.slide(progress.state, unit, way, inches)
    opened = profile_of(progress.state, unit).open_topped
    strength = THROWN_OPEN_STRENGTH if opened else THROWN_STRENGTH
    harms = "VEH-CAR-03" if is_closed_car(progress.state, unit) else "VEH-DMG-07"
    passengers.hurt(progress, unit.id, strength, harms, by, outside=THROWN_OPEN_STRENGTH)
    gap, came = distance(start.centre, hull.centre), start.centre
    progress.emit(VehicleThrown(side=unit.side, unit=unit.id, at=hull.centre, inches=gap, start=came, rules=rules))
    _land(progress, unit, hull, by)
    after = _wreck(progress, unit, hull, "flipped", by, rules)
    passengers.out_of_wreck(progress, unit, hull, "VEH-DMG-07", by, pinned=False)
    progress.queue(*after)


def _land(progress: Progress, unit: Unit, hull: Hull, by: UnitId | None) -> None:
    """People under a thrown hull save themselves or take a hit; survivors are set aside. (VEH-DMG-07)"""
    below = sliding.under(progress.state, hull)
    struck = _who_fails(progress, below, f"out from under {unit.name}", ("VEH-DMG-07",))
    _strike(progress, struck, f"under {unit.name}", ("VEH-DMG-07",), by)
    sliding.set_aside(progress, hull, ("VEH-DMG-07",))


def _who_fails(progress: Progress, people: Sequence[Model], why: str, rules: tuple[str, ...]) -> list[ModelId]:
    """Who of those people fails a movement save, by Initiative and current move, unit by unit. (ARAP-AGIL-01)

    Up to version 19 ground and load slowed nobody, and all of one goal threw together.
    """
    state = progress.state
    if not state.is_older_than("20"):
        units = grouped((state.find_model(m.id)[0].id, m) for m in people)
        return [m for unit, own in units.items() for m in agility.save(progress, unit, own, why=why, rules=rules)]
    failed: list[ModelId] = []
    for goal, models in grouped((save_goal(state, m), m) for m in people).items():
        by = state.find_model(models[0].id)[0].id
        cited = ("ARAP-AGIL-01", *rules)
        rolled = progress.roll("agility", len(models), sense="low", goal=goal, unit=by, why=why, rules=cited)
        failed += [m.id for m, made in zip(models, rolled.made, strict=True) if not made]
    return failed


def save_goal(state: GameState, model: Model) -> int:
    """What a movement save must not exceed. (ARAP-AGIL-01)"""
    if not state.is_older_than("20"):
        return agility.goal_of(state, state.find_model(model.id)[0], model)
    profile = state.profile(model)
    return agility.goal(profile.i, profile.m)


def explode(progress: Progress, unit: Unit, by: UnitId | None, *, melee: bool = False) -> None:
    """Passengers take a hit, debris strikes all round, survivors are pinned; nothing is left. (VEH-DMG-08)

    Troops in close combat who brought it about get clear first. (VEH-BLOW-01)
    """
    rule = ("VEH-DMG-08",)
    hull = hull_of(progress.state, unit)
    if melee:
        get_clear(progress, unit, hull)
    why = f"debris of {unit.name}"
    radius = progress.roll_sum("explosion-radius", 1, unit=unit.id, why=why, rules=rule).dice[0]
    after = _wreck(progress, unit, hull, "exploded", by, rule, reach_in=radius)
    passengers.hurt(progress, unit.id, BLAST_STRENGTH, "VEH-DMG-08", by)
    _strike(progress, creatures_within(progress.state, hull, radius), why, rule, by)
    _strike_bikes(progress, hull, radius, why, by)
    passengers.out_of_wreck(progress, unit, hull, "VEH-DMG-08", by, pinned=True)
    progress.queue(*after)


def annihilate(progress: Progress, unit: Unit, by: UnitId | None) -> None:
    """Nobody aboard survives, fragments fly six inches, a crater is left. (VEH-DMG-09)"""
    rule = ("VEH-DMG-09",)
    hull = hull_of(progress.state, unit)
    after = _wreck(progress, unit, hull, "annihilated", by, rule, reach_in=FRAGMENTS_IN)
    passengers.kill(progress, unit.id, by)
    why = f"fragments of {unit.name}"
    _strike(progress, creatures_within(progress.state, hull, FRAGMENTS_IN), why, rule, by)
    _strike_bikes(progress, hull, FRAGMENTS_IN, why, by)
    progress.queue(*after)


def _strike_bikes(progress: Progress, hull: Hull, radius: float, why: str, by: UnitId | None) -> None:
    """Bikes have no armour against it. (VEH-DMG-08)"""
    state = progress.state
    for bike in [u for u in state.units.values() if u.on_table and bikes.is_bike(state, u)]:
        near = is_within(hull.distance_to_point(bike.models[0].at), radius)
        if near and bikes.be_wounded(progress, bike, DEBRIS_STRENGTH, None, by=by, why=why, melee=True):
            destroy(progress, bike, by, rule="VEH-BIKE-01")


def _strike(
    progress: Progress, victims: Sequence[ModelId], why: str, rules: tuple[str, ...], by: UnitId | None
) -> None:
    wounds_and_saves.strike(progress, victims, DEBRIS_STRENGTH, by=by, why=why, rules=rules, cause="explosion")


RULES: Final = ("VEH-BLOW-01",)

STEP_IN: Final = 0.25


def get_clear(progress: Progress, vehicle: Unit, hull: Hull) -> None:
    """Each unit in close combat with it runs D6 inches, every model straight away from the hull."""
    for unit in progress.state.enemies_of(vehicle.side):
        if not unit.is_vehicle and beside.in_reach(progress.state, unit, hull):
            _run(progress, unit, vehicle, hull)


def _run(progress: Progress, unit: Unit, vehicle: Unit, hull: Hull) -> None:
    why = f"{unit.name} get clear of {vehicle.name}"
    inches = progress.roll_sum("blow-clear", 1, unit=unit.id, target=vehicle.id, why=why, rules=RULES).dice[0]
    placements = []
    state = progress.state
    for model in sorted(unit.alive, key=lambda m: -hull.distance_to_point(m.at)):
        at = _away(state, model, hull, inches)
        placed = Placement(model=model.id, at=at, facing=model.facing, prone=model.prone)
        placements.append(placed)
        state = state.with_unit(state.units[unit.id].with_model(replace(model, at=at)))
    longest = max(distance(p.at, unit.model(p.model).at) for p in placements)
    progress.emit(
        ModelsMoved(
            side=unit.side,
            unit=unit.id,
            placements=tuple(placements),
            how="flinch",
            length_in=round(longest, 4),
            voluntary=False,
            rules=RULES,
        )
    )


def _away(state: GameState, model: Model, hull: Hull, inches: float) -> Point:
    """As far straight away as it can go, to a free place."""
    edge = rings.nearest_on_edge(hull.corners(), model.at)
    way = bearing(edge, model.at) if distance(edge, model.at) else bearing(hull.centre, model.at)
    taken = single_models.occupied(state, (model.id,))
    left = float(inches)
    while left > 0:
        to = along(model.at, way, left)
        walk = single_models.walk_to(state, model, to, inches, slowed=False)
        if walk is not None and single_models.is_free(state, model, to, taken):
            return to
        left -= STEP_IN
    return model.at
