"""Mechanoids about to be rammed brace for it or strike first. (VEH-RAM-07, VEH-SHOCK-04)"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from rules.arap.positions import engagement
from rules.core.ids import WeaponId
from rules.core.prompt import Option
from rules.dice.odds import odds_text
from rules.dice.odds.armour import Kind, VehicleShots, hit_odds, penetration_odds
from rules.forces.unit import Model, Unit
from rules.forces.weapon import Weapon
from rules.geometry.facings import bearing, turn
from rules.progress import Progress
from rules.rulebook.charts import damage_chart
from rules.state import GameState, Task
from rules.vehicles.gemini.damage import odds as damage_odds
from rules.vehicles.gemini.damage import penetration
from rules.vehicles.gemini.damage.penetration import Hit
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.motion.first_contact import HullContact
from rules.vehicles.gemini.ramming.blows import ANY_AP
from rules.vehicles.shared.attacks import BARE_HANDS
from rules.vehicles.shared.hull import FACE, Armour, armour_of, condition, weapon_of, working

STOPS = ("crew-stunned", "immobilised", "destroyed", "flipped", "explodes", "annihilated")
"""Results that stop a vehicle. (VEH-SHOCK-04)"""
HANDS = "hands"
REAR_DEG = 135.0


class First(NamedTuple):
    """One blow struck first: the option's id, its name, Strength, way of rolling and AP."""

    id: str
    name: str
    strength: int
    kind: Kind = "normal"
    ap: int | None = ANY_AP


def may_strike(state: GameState, target: Unit, contact: HullContact) -> bool:
    """A mechanoid in hand that is not struck from behind. (VEH-RAM-07)"""
    now = condition(target)
    if profile_of(state, target).vehicle_class != "mechanoid" or now.stunned or now.stunned_now:
        return False
    model = target.models[0]
    return turn(model.facing, bearing(model.at, (contact.pose[0], contact.pose[1]))) <= REAR_DEG


def choices(state: GameState, target: Unit) -> list[First]:
    """Each working weapon, what it carries for close combat, and its fists."""
    model = target.models[0]
    strength = state.profile(model).s
    found = [First(HANDS, "Fists", strength), *(_wielded(state, model, w) for w in in_hand(state, target))]
    for mount in working(state, target):
        weapon = weapon_of(state, target, mount)
        if weapon.strength:
            added = strength if weapon.type == "melee" else 0
            kind: Kind = "ordnance" if weapon.type == "ordnance" else "melta" if weapon.has("melta") else "normal"
            ap = ANY_AP if weapon.type == "melee" else weapon.ap
            found.append(First(str(mount), weapon.name, weapon.strength + added, kind, ap))
    return found


def in_hand(state: GameState, target: Unit) -> list[Weapon]:
    """The melee weapons that a machine carries, each once."""
    carried = (state.weapons[i] for i in dict.fromkeys(target.models[0].weapons))
    return [w for w in carried if w.type == "melee"]


def _wielded(state: GameState, model: Model, weapon: Weapon) -> First:
    kind: Kind = "melta" if weapon.has("melta") else "normal"
    return First(weapon.id, weapon.name, engagement.strength_of(state, model, weapon), kind, weapon.ap or ANY_AP)


def stopped_by(state: GameState, rammer: Unit, armour: Armour, first: First) -> Fraction:
    """The chance that a blow stops the rammer. (VEH-SHOCK-04)"""
    if condition(rammer).hull:
        return Fraction(0)
    odds = penetration_odds(first.strength, armour.av, first.kind, ap=first.ap)
    shots = VehicleShots(count=1, hit=damage_odds.CERTAIN, penetration=odds, chart_modifier=1 if first.ap == 1 else 0)
    outcomes = hit_odds(shots, damage_chart())
    return sum((o for (_, results), o in outcomes.items() if any(r in STOPS for r in results)), start=Fraction(0))


def ask(progress: Progress, task: Task, rammer: Unit, target: Unit, contact: HullContact) -> None:
    """Brace, or strike with one weapon; each with its chance to stop the rammer."""
    state = progress.state
    armour = armour_of(profile_of(state, rammer), FACE[contact.face])
    options = [Option(id="brace", label="Brace for it", rule="VEH-RAM-07")]
    for first in choices(state, target):
        odds = stopped_by(state, rammer, armour, first)
        options.append(
            Option(
                id=first.id,
                label=f"Strike first: {first.name}",
                detail=f"Strength {first.strength} against {armour.face} {armour.av}; stops it {odds_text(odds, 0)}",
                rule="VEH-RAM-07",
                refused="" if odds else f"Strength {first.strength} cannot stop it.",
            )
        )
    progress.ask(
        task,
        target.side,
        "ram-brace",
        f"{rammer.name} is about to ram {target.name}. Does it strike first? If that fails, its rear is struck.",
        options,
        unit=target.id,
        about=rammer.id,
        rule="VEH-RAM-07",
        decline="brace",
    )


def strike(progress: Progress, rammer: Unit, target: Unit, contact: HullContact, choice: str) -> None:
    """Queue one blow that hits by itself, at the armour that comes first. (VEH-RAM-07)"""
    first = next(f for f in choices(progress.state, target) if f.id == choice)
    carried = {w.id: w for w in in_hand(progress.state, target)}
    if choice == HANDS:
        weapon = BARE_HANDS
    else:
        weapon = carried.get(WeaponId(choice)) or weapon_of(progress.state, target, int(choice))
    hit = Hit(origin=target.models[0].at, weapon=weapon, strength=first.strength, face=contact.face, glory=True)
    penetration.be_hit(progress, rammer.id, [hit], target.id)
