"""What troops on foot can do to a hull that they reach: blows, planted charges, pistols. (VEH-CC-02, -05 to -07)

Planting is VEH-PLANT-01 to -03. Nothing is rolled here; `assault` throws the dice of these attacks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from rules.arap.positions import engagement
from rules.arap.units import machines
from rules.core.ids import ModelId
from rules.core.modifier import Modifier
from rules.core.preview import Chance, ShotLine
from rules.dice.goals import goal_text, modified
from rules.dice.odds import chance_low
from rules.dice.odds.armour import Kind, Penetration, VehicleShots, penetration_odds
from rules.forces.unit import Model, Unit
from rules.forces.weapon import Weapon
from rules.geometry.hulls import Hull
from rules.state import GameState
from rules.vehicles.gemini.damage import lasting
from rules.vehicles.gemini.damage import odds as damage_odds
from rules.vehicles.gemini.damage.penetration import BARE_HANDS, Hit
from rules.vehicles.gemini.hull import contact
from rules.vehicles.gemini.hull.contact import Ease
from rules.vehicles.gemini.hull.low_rolls import low_goal
from rules.vehicles.shared.fate import HullShot, needs_text
from rules.vehicles.shared.hull import Armour, condition

KRAK_STRENGTH: Final = 6
MELTA_BOMB_STRENGTH: Final = 8
PLANTING: Final = Modifier(-1, "planting a charge", "ARAP-MELEE-04")
AGAINST_HELPLESS_MACHINE: Final = low_goal(4)
AGAINST_MACHINE: Final = low_goal(6)
ANY_AP: Final = 6
"""Hand weapons without AP are not treated as those that can only glance. (VEH-CC-07)"""


class HullAttack(NamedTuple):
    """Like attacks of one model on a hull: with what, how strong, how many, the armour met, what hits."""

    model: ModelId
    weapon: Weapon
    strength: int
    times: int
    armour: Armour
    base: int
    modifiers: tuple[Modifier, ...]
    planted: bool = False

    @property
    def goal(self) -> int:
        """What the die must not exceed; 0 in `base` means that no roll is needed."""
        return modified(self.base, self.modifiers)

    @property
    def automatic(self) -> bool:
        """It hits without a roll."""
        return self.base == 0

    @property
    def hit_odds(self) -> Fraction:
        """The chance that one of them hits."""
        return Fraction(1) if self.automatic else chance_low(self.goal)

    @property
    def kind(self) -> Kind:
        """How it rolls against armour."""
        return "melta" if self.weapon.has("melta") else "normal"

    @property
    def can_hurt(self) -> bool:
        """Whether it can so much as glance."""
        return self.strength + (12 if self.kind == "melta" else 6) >= self.armour.av

    def hit(self, at: tuple[float, float]) -> Hit:
        """One of them as a hit on armour."""
        return Hit(origin=at, weapon=self.weapon, strength=self.strength, melee=True, face=self.armour.face)


# -- blows ---------------------------------------------------------------------------------------------------------


def blows(state: GameState, unit: Unit, vehicle: Unit, hull: Hull, models: Sequence[Model]) -> list[HullAttack]:
    """The blows of those models, with the bonus of a charge at this vehicle. (VEH-CC-02, VEH-CC-05, VEH-CC-06)"""
    ease = contact.ease(state, vehicle)
    bonus = bonus_of(unit, vehicle)
    found: list[HullAttack] = []
    for model in models:
        armour = contact.armour_at(state, vehicle, hull, model.at)
        if contact.is_out_of_reach(state, vehicle) and not _comes_from_above(state, model):
            found += _pistol(state, model, armour, ease)
            continue
        extra = bonus
        for weapon, _, printed in engagement.attack_kinds(state, model):
            count = machines.attacks_of(unit, printed)
            if count + extra and (count or not unit.is_vehicle):
                found.append(_blow(state, model, weapon, count + extra, armour, ease))
                extra = 0
    return found


def bonus_of(unit: Unit, vehicle: Unit) -> int:
    """Extra attacks of each model that has charged this vehicle in this turn. (VEH-CC-02, ARAP-CHG-07)"""
    if unit.now.storms != vehicle.id:
        return 0
    return engagement.BONUS_ATTACKS[unit.now.storms_from]


def _comes_from_above(state: GameState, model: Model) -> bool:
    """Natural or jump-borne attackers may try a flying skimmer. (VEH-CC-06)"""
    profile = state.profile(model)
    return engagement.is_natural(state, model) or any(profile.has(t) for t in ("jump-pack", "jumper", "airborne"))


def _blow(state: GameState, model: Model, weapon: Weapon | None, count: int, armour: Armour, ease: Ease) -> HullAttack:
    strength = engagement.strength_of(state, model, weapon)
    own = () if ease.automatic else tuple(engagement.standing_modifiers(state, model, model, weapon))
    return HullAttack(model.id, weapon or BARE_HANDS, strength, count, armour, ease.goal, own)


def _pistol(state: GameState, model: Model, armour: Armour, ease: Ease) -> Iterator[HullAttack]:
    """A pistol reaches where hands do not. (VEH-CC-06)"""
    pistols = [w for w in (state.weapons[i] for i in model.weapons) if w.type == "pistol"]
    best = max(pistols, key=lambda w: w.strength, default=None)
    if best is not None:
        yield HullAttack(model.id, best, best.strength, 1, armour, ease.goal, ())


# -- charges -------------------------------------------------------------------------------------------------------


def charge_of(state: GameState, model: Model) -> tuple[Weapon, int] | None:
    """The best grenade or bomb that a model carries, and its strength once planted. (VEH-PLANT-01, VEH-PLANT-02)"""
    known = [
        (w, planted_strength(w)) for w in (state.weapons[i] for i in model.weapons) if w.type in ("grenade", "bomb")
    ]
    known = [(w, s) for w, s in known if s > 0]
    return max(known, key=lambda c: c[1] + (6 if c[0].has("melta") else 0), default=None)


def planted_strength(weapon: Weapon) -> int:
    """S8 of a melta-bomb, S6 of a krak grenade; any other its own. (VEH-PLANT-02)"""
    if weapon.has("melta"):
        return MELTA_BOMB_STRENGTH
    return KRAK_STRENGTH if weapon.has("krak") else weapon.strength


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


def shots(odds: Penetration, weapon: Weapon) -> VehicleShots:
    """One hit with those odds against armour. AP counts on the chart only. (VEH-CC-07)"""
    return VehicleShots(count=1, hit=Fraction(1), penetration=odds, chart_modifier=1 if weapon.ap == 1 else 0)


def shots_of(attack: HullAttack) -> VehicleShots:
    """Those attacks as shots at armour. AP counts on the chart only. (VEH-CC-07)"""
    ap = attack.weapon.ap or ANY_AP
    return VehicleShots(
        count=attack.times,
        hit=attack.hit_odds,
        penetration=penetration_odds(attack.strength, attack.armour.av, attack.kind, ap=ap),
        chart_modifier=1 if attack.weapon.ap == 1 else 0,
    )


def destroyed_by(state: GameState, vehicle: Unit, attacks: Sequence[HullAttack]) -> Fraction:
    """The chance that they end the vehicle."""
    return damage_odds.destroyed_by(lasting.fate_of(state, vehicle), [shots_of(a) for a in attacks])


def lines(state: GameState, attacks: Sequence[HullAttack]) -> tuple[ShotLine, ...]:
    """One line for attacks alike: goal, modifiers, chances of a hit and of what it does."""
    groups: dict[tuple[object, ...], list[HullAttack]] = {}
    for attack in attacks:
        key = (attack.weapon.id, attack.strength, attack.armour, attack.base, attack.modifiers, attack.planted)
        groups.setdefault(key, []).append(attack)
    return tuple(_line(group) for group in groups.values())


def _line(group: Sequence[HullAttack]) -> ShotLine:
    first = group[0]
    odds = shots_of(first).penetration
    need = needs_text(HullShot(first.armour, first.kind, first.strength, 0))
    return ShotLine(
        weapon=first.weapon.id,
        name=f"{first.weapon.name} on {first.armour.face} armour {first.armour.av}",
        shooters=len(group),
        shots=sum(a.times for a in group),
        goal=first.goal,
        goal_text="automatic" if first.automatic else goal_text(first.goal, "low"),
        modifiers=first.modifiers,
        chances=(
            _chance("hits", first.hit_odds),
            _chance("glances", odds.glancing),
            _chance("penetrates", odds.penetrating),
        ),
        notes=(f"Strength {first.strength}: {need}",),
    )


def _chance(label: str, odds: Fraction) -> Chance:
    return Chance(label=label, exact=str(odds), value=float(odds))
