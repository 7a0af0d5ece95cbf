"""What troops on foot can do to a hull that they reach: blows, planted charges, pistols. (VEH-CC-02, -05 to -07)

Planting is VEH-PLANT-01 to -03. Nothing is rolled here; `assault` throws the dice of these attacks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from rules.arap.positions import engagement, melee_to_hit, melee_weapons
from rules.dice.odds.armour import Penetration, VehicleShots
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry.hulls import Hull
from rules.state import GameState
from rules.vehicles.gemini.damage import lasting
from rules.vehicles.gemini.damage import odds as damage_odds
from rules.vehicles.gemini.damage.penetration import Hit
from rules.vehicles.gemini.hull import contact
from rules.vehicles.gemini.hull.contact import Ease
from rules.vehicles.gemini.hull.low_rolls import low_goal
from rules.vehicles.shared import attacks, machines
from rules.vehicles.shared.attacks import BARE_HANDS, PLANTING, HullAttack, bonus_of, charge_of, shots_of
from rules.vehicles.shared.hull import Armour, condition

AGAINST_HELPLESS_MACHINE: Final = low_goal(4)
AGAINST_MACHINE: Final = low_goal(6)


# -- blows ---------------------------------------------------------------------------------------------------------


def blows(
    state: GameState, unit: Unit, vehicle: Unit, hull: Hull, models: Sequence[Model], *, several: bool = False
) -> list[HullAttack]:
    """The blows of those models, with the bonus of a charge at this vehicle. (VEH-CC-02, VEH-CC-05, VEH-CC-06)

    With `several` who can strikes with several weapons at once.
    """
    ease = contact.ease(state, vehicle)
    bonus = bonus_of(unit, vehicle)
    found: list[HullAttack] = []
    for model in models:
        armour = contact.armour_at(state, vehicle, hull, model.at)
        if contact.is_out_of_reach(state, vehicle) and not comes_from_above(state, model):
            found += _pistol(state, model, armour, ease)
            continue
        both = attacks.with_several(state, model, armour, ease.goal, bonus) if several else []
        if both:
            found += both
            continue
        extra = bonus
        for weapon, _, printed in melee_weapons.attack_kinds(state, model):
            count = machines.attacks_of(unit, printed)
            if count + extra and (count or not unit.is_vehicle):
                found.append(_blow(state, model, weapon, count + extra, armour, ease))
                extra = 0
    return found


def with_several(state: GameState, unit: Unit, vehicle: Unit, hull: Hull, models: Sequence[Model]) -> list[HullAttack]:
    """Those blows with several weapons at once; none where nobody can. (VEH-CC-02, ARAP-MELEE-04)"""
    above = contact.is_out_of_reach(state, vehicle)
    able = [m for m in models if not above or comes_from_above(state, m)]
    return blows(state, unit, vehicle, hull, models, several=True) if attacks.several_of(state, able) else []


def comes_from_above(state: GameState, model: Model) -> bool:
    """Natural or jump-borne attackers may try a flying skimmer. (VEH-CC-06)"""
    profile = state.profile(model)
    return melee_weapons.is_natural(state, model) or any(profile.has(t) for t in ("jump-pack", "jumper", "airborne"))


def _blow(state: GameState, model: Model, weapon: Weapon | None, count: int, armour: Armour, ease: Ease) -> HullAttack:
    strength = engagement.strength_of(state, model, weapon)
    own = () if ease.automatic else tuple(melee_to_hit.standing_modifiers(state, model, model, weapon))
    return HullAttack(model.id, weapon or BARE_HANDS, strength, count, armour, ease.goal, own)


def _pistol(state: GameState, model: Model, armour: Armour, ease: Ease) -> Iterator[HullAttack]:
    """A pistol reaches where hands do not. (VEH-CC-06)"""
    pistols = [w for w in (state.weapons[i] for i in model.weapons) if w.type == "pistol"]
    best = max(pistols, key=lambda w: w.strength, default=None)
    if best is not None:
        yield HullAttack(model.id, best, best.strength, 1, armour, ease.goal, ())


# -- charges -------------------------------------------------------------------------------------------------------


def charges(state: GameState, vehicle: Unit, hull: Hull, models: Sequence[Model]) -> list[HullAttack]:
    """One attempt of each model that carries something to plant; none at what flies. (VEH-PLANT-01, VEH-CC-06)"""
    if contact.is_out_of_reach(state, vehicle):
        return []
    ease = planting_ease(state, vehicle)
    rolled = not ease.automatic and bool(state.option("planting_minus_one"))
    found = []
    for model in models:
        carried = charge_of(state, model)
        if carried is not None:
            weapon, strength = carried
            armour = contact.armour_at(state, vehicle, hull, model.at)
            found.append(
                HullAttack(model.id, weapon, strength, 1, armour, ease.goal, (PLANTING,) if rolled else (), True)
            )
    return found


def throws(state: GameState, vehicle: Unit, hull: Hull, models: Sequence[Model]) -> list[HullAttack]:
    """One grenade of each model that has one to throw at a flying skimmer, with its own Strength. (VEH-CC-06)"""
    if not contact.is_out_of_reach(state, vehicle):
        return []
    ease = contact.ease(state, vehicle)
    found = []
    for model in models:
        grenades = [w for w in (state.weapons[i] for i in model.weapons) if w.is_thrown and w.strength]
        best = max(grenades, key=lambda w: w.strength, default=None)
        if best is not None:
            armour = contact.armour_at(state, vehicle, hull, model.at)
            found.append(HullAttack(model.id, best, best.strength, 1, armour, ease.goal, ()))
    return found


def planting_ease(state: GameState, vehicle: Unit) -> Ease:
    """As for an attack; a machine with WS is fast unless it is stunned or immobilised. (VEH-PLANT-02, VEH-WS-05)"""
    if not machines.is_machine(state, vehicle):
        return contact.ease(state, vehicle)
    now = condition(vehicle)
    if now.immobilised or now.stunned or now.stunned_now:
        return Ease("slow", AGAINST_HELPLESS_MACHINE)
    return Ease("fast", AGAINST_MACHINE)


# -- what they may bring -------------------------------------------------------------------------------------------


def shots(odds: Penetration, weapon: Weapon, count: int = 1, hit: Fraction = Fraction(1)) -> VehicleShots:
    """Blows, or one hit, with those odds against armour. AP counts on the chart only. (VEH-CC-07)"""
    return VehicleShots(count=count, hit=hit, penetration=odds, chart_modifier=1 if weapon.ap == 1 else 0)


def hit_of(attack: HullAttack, at: Point) -> Hit:
    """One of them as a hit on armour."""
    return Hit(origin=at, weapon=attack.weapon, strength=attack.strength, melee=True, face=attack.armour.face)


def destroyed_by(state: GameState, vehicle: Unit, attacks: Sequence[HullAttack]) -> Fraction:
    """The chance that they end the vehicle."""
    return damage_odds.destroyed_by(lasting.fate_of(state, vehicle), [shots_of(a) for a in attacks])
