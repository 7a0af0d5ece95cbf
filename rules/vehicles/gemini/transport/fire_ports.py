"""Passengers who shoot: from an open top, through ports and windows, from hatches. (VEH-FROM-02 to -04, -06, -07)"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap.shooting.plan import FirePlan, Firing, Idle
from rules.arap.shooting.vehicle_interface import FirePost
from rules.arap.units import weapons
from rules.core.ids import ModelId, UnitId
from rules.core.modifier import Modifier
from rules.core.refusal import Refusal
from rules.forces.gemini import GeminiHull
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry.facings import bearing
from rules.geometry.hulls import Face
from rules.geometry.lengths import distance, is_beyond, is_within
from rules.state import GameState
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.transport import passengers as transport_passengers
from rules.vehicles.shared.events import VehicleEvent
from rules.vehicles.shared.hull import condition, hull_of, speed_in

AT_A_HATCH: Final = 2
"""Models that shoot from one roof hatch. (VEH-FROM-07)"""

AFTER_BOARDING: Final = ("assault", "pistol", "rapid-fire")
"""Weapons that a unit which boarded in this turn may use. (VEH-FROM-06)"""

DRIVING: Final = Modifier(-1, "driving", "VEH-FROM-05")
OPEN_TOP: Final = "VEH-FROM-04"
CLOSED: Final = "VEH-FROM-07"


class Places(NamedTuple):
    """How many of a unit may shoot: in all, towards one face, and besides from hatches."""

    most: int
    at_face: int
    at_hatches: int = 0
    rule: str = OPEN_TOP


def side_of(state: GameState, vehicle: Unit, target: Point) -> Face:
    """The face through which a direct line from the hull's centre leaves. (VEH-FROM-04, VEH-GEOM-02)"""
    return hull_of(state, vehicle).face_towards(target)[0]


def ports_on(profile: GeminiHull, face: Face) -> int:
    """Firing ports on a face: those of the profile, else one for four places a side, one for five at the rear."""
    if profile.ports is not None:
        sides, rear, front = profile.ports
        return {"front": front, "rear": rear}.get(face, sides)
    if face == "front":
        return 0
    return max(1, math.floor(profile.capacity / (5 if face == "rear" else 4) + 0.5))


def places(state: GameState, vehicle: Unit, face: Face) -> Places:
    """How many people aboard may shoot over that face. (VEH-FROM-04, VEH-FROM-07)"""
    profile = profile_of(state, vehicle)
    aboard = sum(len(u.alive) for u in transport_passengers.aboard(state, vehicle.id))
    if profile.open_topped:
        return Places(aboard, math.ceil(aboard / 2))
    if profile.civilian:
        most = math.ceil(profile.capacity / 2)
        return Places(most, most, rule=CLOSED)
    most = aboard if aboard <= AT_A_HATCH else min(aboard, profile.capacity // 2)
    return Places(most, ports_on(profile, face), profile.hatches * AT_A_HATCH, CLOSED)


def rule_of(state: GameState, vehicle: Unit) -> str:
    """The rule that limits how many of those aboard shoot out."""
    return OPEN_TOP if profile_of(state, vehicle).open_topped else CLOSED


def why_not(state: GameState, unit: Unit) -> Refusal | None:
    """Why nobody of a unit aboard may shoot now, if so. (VEH-DMG-01, VEH-DMG-02, VEH-FROM-06)"""
    assert unit.aboard is not None
    vehicle = state.units[unit.aboard]
    now = condition(vehicle)
    if now.stunned_now or now.shaken_now:
        word, rule = ("stunned", "VEH-DMG-02") if now.stunned_now else ("shaken", "VEH-DMG-01")
        text = f"The crew of {vehicle.name} is {word}: its passengers may not shoot in this turn."
        return Refusal(word, text, rule, "staying aboard, or finishing")
    if unit.boarded_turn == state.turn.number and not state.option("shoot_after_boarding"):
        text = f"{unit.name} boarded in this turn and may not shoot from {vehicle.name} yet."
        return Refusal("boarded-this-turn", text, "VEH-FROM-06", "its next turn")
    return None


def posted(state: GameState, unit: Unit, target: Point) -> GameState:
    """The state as people aboard shoot in it: they stand along the face towards the target, the hull hides nothing."""
    assert unit.aboard is not None
    vehicle = state.units[unit.aboard]
    hull = hull_of(state, vehicle)
    face = side_of(state, vehicle, target)
    long = face in ("left", "right")
    half, across = (hull.width / 2, hull.length) if long else (hull.length / 2, hull.width)
    away = -half if face in ("left", "rear") else half
    count = len(unit.alive)
    models = []
    for n, model in enumerate(unit.alive):
        along = across * ((n + 0.5) / count - 0.5)
        at = hull.on_table(along, away) if long else hull.on_table(away, along)
        models.append(replace(model, at=at, facing=bearing(at, target) if distance(at, target) else hull.heading))
    return state.with_units(replace(unit, models=tuple(models), prone=False), replace(vehicle, deployed=False))


def moves(state: GameState, unit: Unit) -> bool:
    """Whether what carries the unit has moved: at short range only then, at -1. (VEH-FROM-02)"""
    assert unit.aboard is not None
    return speed_in(state.units[unit.aboard]) > 0


def drawn(state: GameState, vehicle: Unit, target: Point | None) -> tuple[FirePost, ...]:
    """The ports of each side of a closed vehicle, and its hatches; which bear on that place. (VEH-FROM-07)"""
    if profile_of(state, vehicle).open_topped:
        return ()
    hull, found = hull_of(state, vehicle), list[FirePost]()
    to = side_of(state, vehicle, target) if target is not None else None
    middles = {
        "left": (0.0, -hull.width / 2),
        "right": (0.0, hull.width / 2),
        "rear": (-hull.length / 2, 0.0),
        "front": (hull.length / 2, 0.0),
    }
    for face in FACES:
        room = places(state, vehicle, face)
        if room.at_face:
            found.append(FirePost(hull.on_table(*middles[face]), min(room.at_face, room.most), to in (None, face)))
    hatches = min(room.at_hatches, room.most)
    return (*found, FirePost(hull.centre, hatches, True)) if hatches else tuple(found)


# -- who may fire --------------------------------------------------------------------------------------------------


def limited(state: GameState, unit: Unit, target: Point, plan: FirePlan) -> FirePlan:
    """The plan with as many firers as find a place, with what they may fire, as far as they may."""
    assert unit.aboard is not None
    vehicle = state.units[unit.aboard]
    fit = [(f, why) for f in plan.firings if (why := unfit(state, unit, f)) is not None]
    kept = [f for f in plan.firings if f not in [g for g, _ in fit]]
    if state.option("driver_extra_minus_one"):
        kept = [f._replace(modifiers=(*f.modifiers, DRIVING)) if drives(state, unit, f.model) else f for f in kept]
    if unit.boarded_turn == state.turn.number:
        kept = [f._replace(shots=1) for f in kept]
    stand = posts(state, unit, list(dict.fromkeys(f.model.id for f in kept)), target)
    idle = [Idle(f.model.id, 12, why) for f, why in fit]
    idle += [Idle(m, 13, _no_room(state, vehicle, target)) for m in stand.left]
    return plan._replace(firings=tuple(f for f in kept if f.model.id not in stand.left), idle=(*plan.idle, *idle))


class Posts(NamedTuple):
    """Where people aboard stand to shoot that way: over the side or at its ports, in roof hatches; nowhere."""

    side: tuple[ModelId, ...] = ()
    hatch: tuple[ModelId, ...] = ()
    left: tuple[ModelId, ...] = ()


def posts(state: GameState, unit: Unit, firers: Sequence[ModelId], target: Point) -> Posts:
    """Who finds a place, all units aboard and all shooting of this player turn counted together.

    Who has shot over that side has a place there, who stands in a hatch shoots any way. (VEH-FROM-04, VEH-FROM-07)
    """
    assert unit.aboard is not None
    if unit.clinging:
        return Posts(tuple(firers))
    vehicle = state.units[unit.aboard]
    face = side_of(state, vehicle, target)
    room, taken = places(state, vehicle, face), have_shot(state, vehicle)
    side, hatch, out = set(taken.over.get(face, ())), set(taken.hatch), set(taken.out)
    found: dict[str, list[ModelId]] = {"side": [], "hatch": [], "left": []}
    for model in firers:
        full = model not in out and len(out) >= room.most
        if full or (model not in side | hatch and len(side) >= room.at_face and len(hatch) >= room.at_hatches):
            found["left"].append(model)
            continue
        stands = "side" if model in side or (model not in hatch and len(side) < room.at_face) else "hatch"
        found[stands].append(model)
        (side if stands == "side" else hatch).add(model)
        out.add(model)
    return Posts(tuple(found["side"]), tuple(found["hatch"]), tuple(found["left"]))


class HaveShot(NamedTuple):
    """Who aboard has shot out in this player turn: over which faces, from hatches, and all of them."""

    over: dict[str, frozenset[ModelId]]
    hatch: frozenset[ModelId]
    out: frozenset[ModelId]


def have_shot(state: GameState, vehicle: Unit) -> HaveShot:
    """Of all units aboard together; those on the outside take nobody's place. (VEH-FROM-04, VEH-FROM-07)"""
    over: dict[str, frozenset[ModelId]] = {}
    hatch, out = frozenset[ModelId](), frozenset[ModelId]()
    for unit in transport_passengers.aboard(state, vehicle.id):
        if unit.clinging:
            continue
        for face, models in unit.now.shot_over.items():
            over[face] = over.get(face, frozenset()) | frozenset(models)
        hatch |= frozenset(unit.now.at_hatch)
        out |= frozenset(ModelId(key.split("/")[0]) for key in unit.now.shots)
        out |= frozenset(m for models in unit.now.shot_over.values() for m in models) | frozenset(unit.now.at_hatch)
    return HaveShot(over, hatch, out)


def unfit(state: GameState, unit: Unit, firing: Firing) -> Refusal | None:
    """Why a shot from a vehicle is not allowed: too far from one that moves, a weapon that needs time to set up."""
    weapon = firing.weapon
    reach = weapons.short_range(weapon)
    if moves(state, unit) and not firing.strip and not is_within(firing.range_in, reach):
        text = f"From a moving vehicle {weapon.name} reaches {reach:g}″; the target is {firing.range_in:.3g}″ away."
        return Refusal("moving-vehicle", text, "VEH-FROM-02", f"a target within {reach:g}″")
    if drives(state, unit, firing.model) and weapon.type != "pistol":
        text = f"{state.profile(firing.model).name} is at the wheel and has no hand for {weapon.name}."
        return Refusal("driving", text, "VEH-FROM-05", "a pistol, or standing still")
    if unit.boarded_turn == state.turn.number and weapon.type not in AFTER_BOARDING:
        text = f"{unit.name} boarded in this turn: {weapon.name} is not ready."
        return Refusal("boarded-this-turn", text, "VEH-FROM-06", "assault weapons, pistols and rapid fire")
    return None


def throw_barred(
    state: GameState, unit: Unit, weapon: Weapon, models: Sequence[ModelId], at: Point, far: float
) -> Refusal | None:
    """Why people aboard do not throw that way: at the wheel, just boarded, no room, too far on the move."""
    assert unit.aboard is not None
    vehicle = state.units[unit.aboard]
    for name in models:
        if drives(state, unit, unit.model(name)):
            text = f"{state.profile(unit.model(name)).name} is at the wheel and has no hand for {weapon.name}."
            return Refusal("driving", text, "VEH-FROM-05", "a pistol, or standing still")
    if unit.boarded_turn == state.turn.number:
        text = f"{unit.name} boarded in this turn: {weapon.name} is not ready."
        return Refusal("boarded-this-turn", text, "VEH-FROM-06", "assault weapons, pistols and rapid fire")
    reach = weapons.short_range(weapon)
    if moves(state, unit) and is_beyond(far, reach):
        text = f"From a moving vehicle {weapon.name} reaches {reach:g}″; {far:g}″ were guessed."
        return Refusal("moving-vehicle", text, "VEH-FROM-02", f"a guess of up to {reach:g}″")
    return _no_room(state, vehicle, at) if posts(state, unit, models, at).left else None


def drives(state: GameState, unit: Unit, model: Model) -> bool:
    """Whether that model steers a vehicle that moves, with no auto-drive to do it for him. (VEH-FROM-05)"""
    if unit.aboard is None or unit.clinging or not state.profile(model).has("driver"):
        return False
    return moves(state, unit) and not profile_of(state, state.units[unit.aboard]).auto_drive


def _no_room(state: GameState, vehicle: Unit, target: Point) -> Refusal:
    face = side_of(state, vehicle, target)
    room, taken = places(state, vehicle, face), have_shot(state, vehicle)
    over = room.at_face + room.at_hatches
    text = f"{vehicle.name} has room for {min(room.most, over)} to shoot that way, {room.most} in all."
    if taken.out:
        text += f" In this turn {len(taken.over.get(face, ()))} have shot that way, {len(taken.out)} in all."
    return Refusal("no-port", text, room.rule, "another side")


def shares(state: GameState, vehicle: Unit) -> dict[Face, tuple[int, int]]:
    """For each face how many may shoot over it, hatches apart, and how many have in this turn. (VEH-FROM-04)"""
    taken = have_shot(state, vehicle)
    return {face: (places(state, vehicle, face).at_face, len(taken.over.get(face, ()))) for face in FACES}


FACES: Final[tuple[Face, ...]] = ("left", "right", "rear", "front")


class FiredOut(VehicleEvent, frozen=True, kw_only=True, tag="FiredOut"):
    """People aboard shoot out: the ports stand open, and those at a hatch can be seen. (VEH-OPEN-01, VEH-PORT-04)"""

    passengers: UnitId
    at_hatch: tuple[ModelId, ...] = ()
    over: dict[str, tuple[ModelId, ...]] = {}
    """Who shot over which face, or through its ports. (VEH-FROM-04)"""

    def evolve(self, state: GameState) -> GameState:
        """It holds until the owner's next turn."""
        riders = state.units[self.passengers]
        hatch = tuple(dict.fromkeys((*riders.now.at_hatch, *self.at_hatch)))
        before = riders.now.shot_over
        over = {face: tuple(dict.fromkeys((*before.get(face, ()), *models))) for face, models in self.over.items()}
        now = replace(riders.now, at_hatch=hatch, shot_over={**before, **over})
        state = state.with_unit(replace(riders, now=now))
        return self.marked(state, ports_open=True)


EVENTS: tuple[type[VehicleEvent], ...] = (FiredOut,)
