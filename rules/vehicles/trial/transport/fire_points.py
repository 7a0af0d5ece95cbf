"""People aboard who shoot: all from an open top, some at the fire points of a closed hull. (TRI-PASS-01 to -04)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap.shooting.plan import FirePlan, Firing, Idle
from rules.arap.shooting.vehicle_interface import FirePost, OnTheHull
from rules.arap.units import weapons
from rules.core.ids import ModelId
from rules.core.refusal import Refusal
from rules.events import Note
from rules.forces.mount import FirePoint
from rules.forces.trial import TrialHull
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry import rings
from rules.geometry.facings import bearing
from rules.geometry.hulls import Hull
from rules.geometry.lengths import distance, is_beyond
from rules.progress import Progress
from rules.state import GameState
from rules.vehicles.shared.hull import condition, hull_of
from rules.vehicles.trial.events import LaidOpen
from rules.vehicles.trial.hull.profile import profile_of

MOST_IN: Final = 12.0
"""After a move of more nobody aboard fires. (TRI-PASS-03)"""

THICK: Final = 3
"""Whose save is worse lays the vehicle open by firing. (TRI-PASS-04)"""

BARRED: Final = ("heavy", "slow", "ordnance", "primary")
"""Types that are not fired out of a vehicle that has moved. (TRI-PASS-03)"""


def places(state: GameState, vehicle: Unit, unit: Unit) -> int:
    """How many of them may fire. (TRI-PASS-01, TRI-PASS-02)"""
    profile = profile_of(state, vehicle)
    return len(unit.alive) if profile.open_topped else sum(p.models for p in profile.points_to_fire_from)


def why_not(state: GameState, unit: Unit) -> Refusal | None:
    """Why nobody aboard shoots, if so."""
    assert unit.aboard is not None
    vehicle = state.units[unit.aboard]
    now = condition(vehicle)
    if now.stunned_now:
        text = f"The crew of {vehicle.name} is stunned: nobody aboard shoots in this turn."
        return Refusal("stunned", text, "TRI-DMG-04", "its next turn")
    if now.shaken_now:
        text = f"The crew of {vehicle.name} is shaken: nobody aboard shoots in this turn."
        return Refusal("shaken", text, "TRI-DMG-04", "getting out, or its next turn")
    if unit.side == state.active_side and is_beyond(vehicle.now.moved_in, MOST_IN):
        text = f"{vehicle.name} has moved {vehicle.now.moved_in:.2f}″: nobody aboard shoots."
        return Refusal("too-fast", text, "TRI-PASS-03", f"after a move of up to {MOST_IN:g}″")
    if not places(state, vehicle, unit):
        text = f"{vehicle.name} has no fire points."
        return Refusal("no-fire-points", text, "TRI-PASS-02", "getting out")
    return None


def on_the_hull(state: GameState, unit: Unit, target: Unit) -> OnTheHull | Refusal:
    """The state for planning fire at people aboard, who are safe, or by them from where they fire."""
    if target.aboard is not None:
        carrier = state.units[target.aboard]
        text = f"{target.name} is inside {carrier.name} and cannot be shot at."
        return Refusal("inside", text, "TRI-TRAN-14", carrier.name)
    if unit.aboard is None:
        return OnTheHull(state)
    refusal = why_not(state, unit)
    return refusal or OnTheHull(posted(state, unit, _nearest(state, unit, target)))


def _nearest(state: GameState, unit: Unit, target: Unit) -> tuple[float, float]:
    assert unit.aboard is not None
    here = state.units[unit.aboard].models[0].at
    return min((m.at for m in target.alive), key=lambda at: distance(here, at))


def posted(state: GameState, unit: Unit, aim: tuple[float, float]) -> GameState:
    """The state as people aboard shoot in it: at the edge of an open top, at the fire points of a closed hull."""
    assert unit.aboard is not None
    vehicle = state.units[unit.aboard]
    hull = hull_of(state, vehicle)
    posts = _posts(state, vehicle, hull, aim)
    order = {m.id: n for n, m in enumerate(unit.alive)}
    models = tuple(_posted(m, posts[order.get(m.id, 0) % len(posts)], aim) for m in unit.models)
    return state.with_units(replace(unit, models=models, prone=False), replace(vehicle, deployed=False))


def _posted(model: Model, at: Point, aim: Point) -> Model:
    return replace(model, at=at, facing=bearing(at, aim) if at != aim else model.facing)


def _posts(state: GameState, vehicle: Unit, hull: Hull, aim: Point) -> list[Point]:
    """Where they stand to fire that way, the nearest first: once for each model that finds a place there.

    Up to version 14 all fired from the middle of a closed hull, whichever way.
    """
    if profile_of(state, vehicle).open_topped:
        return [rings.nearest_on_edge(hull.corners(), aim)]
    if state.is_older_than("15"):
        return [hull.centre]
    found = [(at(hull, p), p.models) for p in profile_of(state, vehicle).points_to_fire_from if bears(hull, p, aim)]
    found.sort(key=lambda each: distance(each[0], aim))
    return [spot for spot, models in found for _ in range(models)] or [hull.centre]


def at(hull: Hull, point: FirePoint) -> Point:
    """Its place on the table."""
    return hull.on_table(point.forward_in, point.right_in)


def bears(hull: Hull, point: FirePoint, aim: Point) -> bool:
    """Whether that is on its side of the hull; a hatch looks all round. (TRI-PASS-02)"""
    forward, right = hull.on_hull(aim)
    across, along = hull.width / 2, hull.length / 2
    beyond = {"left": -right - across, "right": right - across, "rear": -forward - along, "front": forward - along}
    return beyond.get(point.looks, 1.0) > 0


def drawn(state: GameState, vehicle: Unit, aim: Point | None) -> tuple[FirePost, ...]:
    """The fire points of a closed hull on the table, and which bear on that place."""
    profile, hull = profile_of(state, vehicle), hull_of(state, vehicle)
    if profile.open_topped:
        return ()
    found = profile.points_to_fire_from
    return tuple(FirePost(at(hull, p), p.models, aim is None or bears(hull, p, aim)) for p in found)


def limited(state: GameState, unit: Unit, plan: FirePlan) -> FirePlan:
    """The plan with as many firers as find a place, without what is not fired on the move."""
    if unit.aboard is None:
        return plan
    vehicle = state.units[unit.aboard]
    idle: list[Idle] = []
    kept = []
    for firing in plan.firings:
        why = _barred_by_move(state, unit, firing.model, firing.weapon)
        if why is not None:
            idle.append(Idle(firing.model.id, 12, why))
        else:
            kept.append(firing)
    firers = _who_find_room(state, unit, vehicle, kept)
    for firing in kept:
        if firing.model.id not in firers:
            refusal = Refusal("no-fire-point", _no_room(state, unit, vehicle, firing), "TRI-PASS-02", "others")
            idle.append(Idle(firing.model.id, 13, refusal))
    others = (_why_idle(state, unit, each) for each in plan.idle)
    return plan._replace(firings=tuple(f for f in kept if f.model.id in firers), idle=(*others, *idle))


def _who_find_room(state: GameState, unit: Unit, vehicle: Unit, firings: Sequence[Firing]) -> list[ModelId]:
    """As many as the fire points that way hold, and the vehicle in the whole turn: who has fired keeps his place.

    Up to version 14 each shooting action counted for itself.
    """
    named = list(dict.fromkeys(f.model.id for f in firings))
    room, before = places(state, vehicle, unit), _have_fired(state, unit)
    profile = profile_of(state, vehicle)
    if profile.open_topped or state.is_older_than("15"):
        return named[:room]
    hull, found = hull_of(state, vehicle), list[ModelId]()
    for name in sorted(named, key=lambda model: model not in before):
        aim = next(f.aim.at for f in firings if f.model.id == name)
        if len(found) < _that_way(profile, hull, aim) and len(before | {*found, name}) <= room:
            found.append(name)
    return found


def _have_fired(state: GameState, unit: Unit) -> set[ModelId]:
    """Who of them has fired out in this turn; of those who got in in it nobody knows who fired before that."""
    if unit.boarded_turn == state.turn.number:
        return set()
    return {ModelId(shot.partition("/")[0]) for shot in unit.now.shots}


def _no_room(state: GameState, unit: Unit, vehicle: Unit, firing: Firing) -> str:
    """Why somebody has no place at a fire point."""
    room, profile = places(state, vehicle, unit), profile_of(state, vehicle)
    text = f"{room} of them may fire out of {vehicle.name}"
    if profile.open_topped or state.is_older_than("15"):
        return f"{text}."
    bear = _that_way(profile, hull_of(state, vehicle), firing.aim.at)
    fired = len(_have_fired(state, unit))
    words = [*([f"{bear} of them that way"] if bear < room else []), *([f"{fired} have in this turn"] if fired else [])]
    return ", ".join([text, *words]) + "."


def _that_way(profile: TrialHull, hull: Hull, aim: Point) -> int:
    """How many find a place at the fire points that bear."""
    return sum(point.models for point in profile.points_to_fire_from if bears(hull, point, aim))


def _why_idle(state: GameState, unit: Unit, idle: Idle) -> Idle:
    """Why somebody does not fire: who has nothing else, that what he carries is not fired on the move."""
    model = unit.model(idle.model)
    carried = [state.weapons[each] for each in model.weapons if state.weapons[each].is_ranged]
    barred = [_barred_by_move(state, unit, model, weapon) for weapon in carried]
    if idle.refusal.code != "no-ranged-weapon" or not barred or barred[0] is None or None in barred:
        return idle
    return idle._replace(refusal=barred[0])


def kept_from_firing(state: GameState, unit: Unit, weapon: Weapon) -> Refusal | None:
    """Why none of them fires that weapon now, if so. (TRI-PASS-03)"""
    if unit.aboard is None:
        return None
    found = [_barred_by_move(state, unit, m, weapon) for m in unit.alive if weapon.id in m.weapons]
    return found[0] if found and None not in found else None


def _barred_by_move(state: GameState, unit: Unit, model: Model, weapon: Weapon) -> Refusal | None:
    """What is not fired out of a vehicle that has moved, but by the relentless. (TRI-PASS-03)"""
    assert unit.aboard is not None
    vehicle = state.units[unit.aboard]
    moved = unit.side == state.active_side and vehicle.now.moved_in > 0
    if not moved or weapon.type not in BARRED or weapons.is_relentless(state.profile(model), weapon):
        return None
    text = f"{vehicle.name} has moved: {weapon.name} is not fired out of it."
    return Refusal("moved", text, "TRI-PASS-03", "a weapon that is fired on the move")


def lays_open(state: GameState, unit: Unit, plan: FirePlan) -> bool:
    """Whether one of them fires out of a closed vehicle whose save is worse than 3 or more. (TRI-PASS-04)"""
    if unit.aboard is None or profile_of(state, state.units[unit.aboard]).open_topped:
        return False
    return any(state.profile(f.model).sv > THICK for f in plan.firings)


def warning(state: GameState, unit: Unit, plan: FirePlan) -> str:
    """What such fire does to the vehicle. (TRI-PASS-04)"""
    if unit.aboard is None or not lays_open(state, unit, plan):
        return ""
    name = state.units[unit.aboard].name
    return (
        f"their save is worse than {THICK} or more: {name} counts as open-topped in the enemy’s next turn (TRI-PASS-04)"
    )


def have_fired(progress: Progress, unit: Unit, plan: FirePlan) -> None:
    """A closed vehicle out of which thinly armoured people fire counts as open-topped. (TRI-PASS-04)"""
    if unit.aboard is None or not plan.firings:
        return
    vehicle = progress.state.units[unit.aboard]
    is_open = profile_of(progress.state, vehicle).open_topped
    text = f"{unit.name} fires {'over the sides' if is_open else 'out'} of {vehicle.name}"
    cited = ("TRI-PASS-01", "TRI-TYPE-01") if is_open else ("TRI-PASS-02",)
    progress.emit(Note(side=unit.side, unit=unit.id, text=text, rules=cited))
    if not lays_open(progress.state, unit, plan):
        return
    turns = 1 if unit.side == progress.state.active_side else 2
    rules = ("TRI-PASS-04", "TRI-PASS-02", "TRI-PASS-03")
    progress.emit(LaidOpen(side=vehicle.side, unit=vehicle.id, turns=turns, rules=rules))
