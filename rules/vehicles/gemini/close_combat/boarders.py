"""Fighting people aboard: in an open top, at hatches, on the outside. (VEH-CC-09, VEH-CC-10)"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from rules.arap.damage import wounds_and_saves
from rules.arap.morale import melee_morale
from rules.arap.positions import engagement, melee_to_hit, melee_weapons
from rules.core.ids import ModelId, UnitId
from rules.core.modifier import Modifier
from rules.dice.goals import modified
from rules.forces.unit import Model, Unit
from rules.forces.weapon import Weapon
from rules.geometry.hulls import Hull
from rules.geometry.lengths import is_beyond
from rules.progress import Progress
from rules.state import GameState
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.shooting import at_passengers
from rules.vehicles.gemini.transport import passengers
from rules.vehicles.gemini.transport.fire_ports import AT_A_HATCH
from rules.vehicles.shared import beside
from rules.vehicles.shared.attacks import bonus_of
from rules.vehicles.shared.events import VehicleEvent
from rules.vehicles.shared.hull import speed_in

TALL = 4
"""From this size on people aboard are reached with long weapons and pistols alone. (VEH-CC-10)"""


class Duel(NamedTuple):
    """One fighter's attacks at one enemy, on one side of a hull's rim."""

    unit: UnitId
    model: ModelId
    victim: ModelId
    weapon: Weapon | None
    attacks: int
    base: int
    strength: int
    limited: bool = False
    """The driver fights at half skill, or hands do not reach over the rim. (VEH-CC-10)"""
    modifiers: tuple[Modifier, ...] = ()
    """What is in the goal beside the Weapon Skills. (ARAP-MELEE-04)"""

    @property
    def goal(self) -> int:
        """What the die must not exceed."""
        return modified(self.base, self.modifiers)


class Arm(NamedTuple):
    """With what somebody strikes over a rim, how often and how strong; harder with several weapons at once."""

    weapon: Weapon | None
    attacks: int
    strength: int
    harder: bool = False


# -- who can fight -------------------------------------------------------------------------------------------------


def at_hatches(state: GameState, vehicle: Unit) -> tuple[ModelId, ...]:
    """Who could fight from the hatches of a closed vehicle: two at each. (VEH-CC-09)"""
    profile = profile_of(state, vehicle)
    if profile.open_topped or profile.civilian:
        return ()
    inside = [m for u in passengers.aboard(state, vehicle.id) if not u.clinging for m in u.alive]
    return tuple(m.id for m in inside if state.profile(m).ws > 0)[: profile.hatches * AT_A_HATCH]


class HatchesManned(VehicleEvent, frozen=True, kw_only=True, tag="HatchesManned"):
    """People inside a closed vehicle fight from its hatches, where they can be seen and struck. (VEH-CC-09)"""

    people: tuple[ModelId, ...]

    def evolve(self, state: GameState) -> GameState:
        """They stand there until their next turn."""
        for unit in passengers.aboard(state, self.of(state).id):
            own = tuple(m.id for m in unit.models if m.id in self.people and m.id not in unit.now.at_hatch)
            if own:
                now = replace(unit.now, at_hatch=(*unit.now.at_hatch, *own))
                state = state.with_unit(replace(unit, now=now))
        return state

    def sentence(self, state: GameState) -> str:
        """How many."""
        return f"{len(self.people)} stand in the hatches of {self.of(state).name}"


def man_hatches(progress: Progress, vehicle: Unit) -> None:
    """Those who can fight from the hatches do."""
    people = at_hatches(progress.state, vehicle)
    progress.emit(HatchesManned(side=vehicle.side, unit=vehicle.id, people=people, rules=("VEH-CC-09",)))


def is_tall(state: GameState, vehicle: Unit) -> bool:
    """Whether it is so tall that hands do not reach those aboard: as the host says, else Size Four. (VEH-CC-10)"""
    said = next((tag for tag in reversed(vehicle.tags) if tag in ("tall", "not-tall")), None)
    return state.profile(vehicle.models[0]).size >= TALL if said is None else said == "tall"


def can_reach(state: GameState, model: Model, vehicle: Unit) -> bool:
    """Whether a model can fight over the rim of a vehicle. (VEH-CC-10)"""
    if not is_tall(state, vehicle):
        return True
    return bool(_reaching(state, model))


def _reaching(state: GameState, model: Model) -> list[Weapon]:
    """Its weapons that reach over the rim of a tall vehicle: pistols, long ones. (VEH-CC-10)"""
    arms = [state.weapons[w] for w in model.weapons]
    return [w for w in arms if w.type == "pistol" or (w.type == "melee" and w.has("long"))]


def _arms(state: GameState, model: Model, vehicle: Unit, bonus: int, several: Collection[UnitId]) -> list[Arm]:
    """With what a model fights over the rim of a vehicle; `bonus` is that of a charge. (VEH-CC-09)

    Over that of a tall one with the strongest that reaches so far; a pistol has its own Strength. (VEH-CC-10)
    """
    if state.find_model(model.id)[0].id in several and uses_several(state, model, vehicle):
        both = melee_weapons.both_hands(state, model, bonus)
        return [Arm(w, count, engagement.strength_of(state, model, w), harder) for w, count, harder in both if count]
    kinds = melee_weapons.attack_kinds(state, model)
    if state.is_older_than("19") or not is_tall(state, vehicle):
        struck = kinds[:1] if state.is_older_than("20") else kinds
        counts = [count + (bonus if place == 0 else 0) for place, (_, _, count) in enumerate(struck)]
        return [
            Arm(weapon, count, engagement.strength_of(state, model, weapon))
            for (weapon, _, _), count in zip(struck, counts, strict=True)
            if count
        ]
    found = [
        (w, w.strength if w.type == "pistol" else engagement.strength_of(state, model, w))
        for w in _reaching(state, model)
    ]
    weapon, strength = min(found, key=lambda arm: (-arm[1], 7 if arm[0].ap is None else arm[0].ap))
    return [Arm(weapon, state.profile(model).a + bonus, strength)]


def uses_several(state: GameState, model: Model, vehicle: Unit) -> bool:
    """Whether a model can fight with several weapons at once over the rim; each must reach so far. (ARAP-MELEE-04)"""
    pair = melee_weapons.pair_of(state, model)
    if pair is None or not is_tall(state, vehicle):
        return pair is not None
    return all(w.has("long") for w in pair if w is not None)


def why_nobody(state: GameState, vehicle: Unit) -> tuple[str, str]:
    """Why no chargers fight those aboard, and by which rule: nobody is there, or hands do not reach over the rim."""
    exposed = any(at_passengers.models_of(state, u) for u in passengers.aboard(state, vehicle.id))
    if exposed and is_tall(state, vehicle):
        return f"{vehicle.name} is tall: pistols and long weapons alone reach over its rim.", "VEH-CC-10"
    return "Nobody aboard can be fought.", "VEH-CC-09"


def defenders(state: GameState, vehicle: Unit, hull: Hull, attackers: Sequence[Model]) -> list[Model]:
    """People aboard who are fought: as many as find room along the sides that are attacked. (VEH-CC-09)

    Over the rim of a tall vehicle they need not reach down to be reached. (VEH-CC-10)
    """
    people = [m for u in passengers.aboard(state, vehicle.id) for m in at_passengers.models_of(state, u)]
    if not people or not any(can_reach(state, m, vehicle) for m in (*attackers, *people)):
        return []
    faces = dict.fromkeys(beside.faces_at(hull, m.at)[0] for m in attackers)
    edges = sum(hull.width if f in ("front", "rear") else hull.length for f in faces)
    room = max(1, math.floor(edges / (2 * state.profile(people[0]).base_radius_in)))
    return people[:room]


def ws_aboard(state: GameState, model: Model, vehicle: Unit) -> int:
    """Weapon Skill of somebody aboard; a driver of a vehicle that moved has half, rounded up. (VEH-CC-10)"""
    ws = melee_to_hit.ws_of(state, model)
    drives = state.profile(model).has("driver") and is_beyond(speed_in(vehicle), 0)
    return -(-ws // 2) if drives and state.option("driver_half_ws") else ws


# -- the fight -----------------------------------------------------------------------------------------------------


def fight(
    progress: Progress,
    unit: Unit,
    vehicle: Unit,
    hull: Hull,
    models: Sequence[ModelId],
    several: Collection[UnitId] = (),
) -> None:
    """One round between attackers on foot and people aboard, by initiative steps; who loses on foot tests morale.

    `unit` is the attackers' as it was before the round: the bonus of its charge counts. `several` are the units that
    fight with several weapons at once. (ARAP-MELEE-04)
    """
    state, ours = progress.state, list(models)
    attackers = [m for m in unit.alive if m.id in ours]
    theirs = [m.id for m in defenders(state, vehicle, hull, attackers)]
    bonus = bonus_of(unit, vehicle)
    before = _wounds(state, ours), _wounds(state, theirs)
    steps = sorted({state.profile(state.find_model(m)[1]).i for m in (*ours, *theirs)}, reverse=True)
    for step in steps:
        _step(progress, vehicle, ours, theirs, step, bonus, several)
    lost = before[0] - _wounds(progress.state, ours) - (before[1] - _wounds(progress.state, theirs))
    if lost > 0 and not progress.state.units[unit.id].is_gone:
        enemies = tuple(dict.fromkeys(UnitId(m.rsplit(".", 1)[0]) for m in theirs))
        progress.queue(melee_morale.MoraleCheck(unit=unit.id, enemies=enemies, lost_by=lost))


def duels(
    state: GameState,
    unit: Unit,
    vehicle: Unit,
    hull: Hull,
    models: Sequence[ModelId],
    several: Collection[UnitId] = (),
) -> tuple[list[Duel], list[Duel]]:
    """All that both sides would strike in a round, if nobody fell before his blow."""
    attackers = [m for m in unit.alive if m.id in models]
    ours, theirs = [m.id for m in attackers], [m.id for m in defenders(state, vehicle, hull, attackers)]
    steps = sorted({state.profile(state.find_model(m)[1]).i for m in (*ours, *theirs)}, reverse=True)
    bonus = bonus_of(unit, vehicle)
    return (
        [duel for step in steps for duel in _duels(state, vehicle, ours, theirs, step, bonus, several)],
        [duel for step in steps for duel in _duels(state, vehicle, theirs, ours, step, 0, several)],
    )


def _wounds(state: GameState, models: Sequence[ModelId]) -> int:
    return sum(state.find_model(m)[1].wounds for m in models)


def _step(
    progress: Progress,
    vehicle: Unit,
    ours: Sequence[ModelId],
    theirs: Sequence[ModelId],
    initiative: int,
    bonus: int,
    several: Collection[UnitId],
) -> None:
    """Both sides of one step: all dice before any loss. (ARAP-MELEE-05)"""
    state = progress.state
    duels = [
        *_duels(state, vehicle, ours, theirs, initiative, bonus, several),
        *_duels(state, vehicle, theirs, ours, initiative, 0, several),
    ]
    unsaved: list[tuple[UnitId, list[ModelId]]] = []
    old = state.is_older_than("20")
    for (by, _, strength, ap), group in wounds_and_saves.grouped(
        ((d.unit, d.goal if old else (d.base, d.modifiers), d.strength, d.weapon.ap if d.weapon else None), d)
        for d in duels
    ).items():
        struck = _struck(progress, by, group)
        hurt = wounds_and_saves.roll_to_wound(progress, struck, strength, by=by, why=f"over the rim of {vehicle.name}")
        unsaved.append((by, wounds_and_saves.roll_saves(progress, hurt, ap, by=by)))
    for by, models in unsaved:
        wounds_and_saves.inflict(progress, models, by=by, cause="melee", counts=False, rules=("VEH-CC-09",))


def _duels(
    state: GameState,
    vehicle: Unit,
    fighters: Sequence[ModelId],
    foes: Sequence[ModelId],
    initiative: int,
    bonus: int,
    several: Collection[UnitId],
) -> list[Duel]:
    """What the fighters of a step strike at: each the foe opposite to it."""
    standing = [f for f in foes if state.find_model(f)[1].alive]
    found = []
    for place, name in enumerate(fighters):
        unit, model = state.find_model(name)
        if not standing or not model.alive or state.profile(model).i != initiative:
            continue
        if not can_reach(state, model, vehicle):
            continue
        victim = state.find_model(standing[place % len(standing)])[1]
        skill = melee_to_hit.base_goal(ws_aboard(state, model, vehicle), ws_aboard(state, victim, vehicle))
        limited = is_tall(state, vehicle) or any(
            ws_aboard(state, m, vehicle) != melee_to_hit.ws_of(state, m) for m in (model, victim)
        )
        for arm in _arms(state, model, vehicle, bonus, several):
            held = melee_to_hit.standing_modifiers(state, model, model, arm.weapon)
            named = (*held, melee_to_hit.SEVERAL) if arm.harder else tuple(held)
            found.append(Duel(unit.id, name, victim.id, arm.weapon, arm.attacks, skill, arm.strength, limited, named))
    return found


def _struck(progress: Progress, by: UnitId, group: Sequence[Duel]) -> list[ModelId]:
    each = [d for d in group for _ in range(d.attacks)]
    target = UnitId(each[0].victim.rsplit(".", 1)[0])
    names, first = progress.state.units, group[0]
    shown = not progress.state.is_older_than("20")
    rolled = progress.roll(
        "to-hit",
        len(each),
        sense="low",
        goal=first.goal,
        base=first.base if shown else None,
        modifiers=first.modifiers if shown else (),
        unit=by,
        target=target,
        why=f"{names[by].name} fight {names[target].name}",
        rules=("VEH-CC-09", "ARAP-MELEE-03", *(("VEH-CC-10",) if any(d.limited for d in group) else ())),
    )
    return [d.victim for d, made in zip(each, rolled.made, strict=True) if made]


EVENTS: tuple[type[VehicleEvent], ...] = (HatchesManned,)
