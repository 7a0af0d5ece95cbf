"""What troops do to a hull that they reach: their blows and planted charges as attacks on armour, and what those bring.

Which of them each set of vehicle rules allows, and what hits, is its own. (VEH-CC-05, VEH-PLANT-02, TRI-CC-01)
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from rules.arap.damage import wounds_and_saves
from rules.arap.positions import engagement, melee_weapons
from rules.arap.positions.melee_to_hit import SEVERAL
from rules.core.ids import ModelId, WeaponId
from rules.core.modifier import Modifier
from rules.core.preview import BlowLine, ShotLine
from rules.dice.goals import goal_text, modified
from rules.dice.odds import chance_low
from rules.dice.odds.armour import Kind, VehicleShots, penetration_odds
from rules.forces.unit import Model, Unit
from rules.forces.weapon import Weapon
from rules.progress import Progress
from rules.state import GameState
from rules.vehicles.shared.damage.fate import HullShot, chance, needs_text
from rules.vehicles.shared.hull import Armour

KRAK_STRENGTH: Final = 6
MELTA_BOMB_STRENGTH: Final = 8
PLANTING: Final = Modifier(-1, "planting a charge", "ARAP-MELEE-04")
ANY_AP: Final = 6
"""Hand weapons without AP are not treated as those that can only glance. (VEH-CC-07)"""
STRIKE_WITH_SEVERAL: Final = "Strike it with several weapons"
BARE_HANDS: Final = Weapon(id=WeaponId("hands"), name="Blow", type="melee")


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


def bonus_of(unit: Unit, vehicle: Unit) -> int:
    """Extra attacks of each model that has charged this vehicle in this turn. (VEH-CC-02, ARAP-CHG-07)"""
    if unit.now.storms != vehicle.id:
        return 0
    return engagement.BONUS_ATTACKS.get(unit.now.storms_from, 0)


def with_several(
    state: GameState, model: Model, armour: Armour, base: int, bonus: int, modifiers: tuple[Modifier, ...] = ()
) -> list[HullAttack]:
    """What a model strikes a hull with if it uses several weapons at once; nothing of who cannot. (VEH-CC-02)"""
    return [
        HullAttack(
            model.id,
            weapon,
            engagement.strength_of(state, model, weapon),
            count,
            armour,
            base,
            (*modifiers, SEVERAL) if harder and base else modifiers,
        )
        for weapon, count, harder in melee_weapons.both_hands(state, model, bonus)
    ]


def several_of(state: GameState, models: Sequence[Model]) -> bool:
    """Whether any of them can strike with several weapons; up to version 17 nobody did at hulls. (VEH-CC-02)"""
    return not state.is_older_than("18") and any(melee_weapons.pair_of(state, m) is not None for m in models)


def alike(made: Sequence[HullAttack]) -> list[list[HullAttack]]:
    """Those that roll to hit together, in order."""
    return list(wounds_and_saves.grouped(((a.planted, a.base, a.modifiers), a) for a in made).values())


def landed(
    progress: Progress, unit: Unit, vehicle: Unit, group: Sequence[HullAttack], rules: tuple[str, ...]
) -> list[HullAttack]:
    """The attacks of a group that hit, one by one: without a roll on a vehicle that stands still. (VEH-CC-05)"""
    each = [a for a in group for _ in range(a.times)]
    first = group[0]
    if first.automatic:
        return each
    count = f"{len(each)} attempt{'' if len(each) == 1 else 's'}" if first.planted else f"{len(each)} blows"
    rolled = progress.roll(
        "plant-charge" if first.planted else "assault-vehicle-to-hit",
        len(each),
        sense="low",
        goal=first.goal,
        base=first.base,
        modifiers=first.modifiers,
        unit=unit.id,
        target=vehicle.id,
        why=f"{first.weapon.name} on {vehicle.name}: {count}",
        rules=rules,
    )
    return [a for a, made in zip(each, rolled.made, strict=True) if made]


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


def shots_of(attack: HullAttack) -> VehicleShots:
    """Those attacks as shots at armour. AP counts on the chart only. (VEH-CC-07)"""
    ap = attack.weapon.ap or ANY_AP
    return VehicleShots(
        count=attack.times,
        hit=attack.hit_odds,
        penetration=penetration_odds(attack.strength, attack.armour.av, attack.kind, ap=ap),
        chart_modifier=1 if attack.weapon.ap == 1 else 0,
    )


def hurts(attacks: Sequence[HullAttack]) -> Fraction:
    """The chance that at least one of them glances or penetrates."""
    unhurt = Fraction(1)
    for shots in map(shots_of, attacks):
        through = shots.penetration.glancing + shots.penetration.penetrating
        unhurt *= (1 - shots.hit * through) ** shots.count
    return 1 - unhurt


def lines(attacks: Sequence[HullAttack], how: str = "") -> tuple[ShotLine, ...]:
    """One line for attacks alike: goal, modifiers, chances of a hit and of what it does; `how` ends its name."""
    groups: dict[tuple[object, ...], list[HullAttack]] = {}
    for attack in attacks:
        key = (attack.weapon.id, attack.strength, attack.armour, attack.base, attack.modifiers, attack.planted)
        groups.setdefault(key, []).append(attack)
    return tuple(_line(group, how) for group in groups.values())


def _line(group: Sequence[HullAttack], how: str) -> ShotLine:
    first = group[0]
    odds = shots_of(first).penetration
    need = needs_text(HullShot(first.armour, first.kind, first.strength, 0))
    return BlowLine(
        weapon=first.weapon.id,
        name=f"{first.weapon.name} on {first.armour.face} armour {first.armour.av}{how}",
        shooters=len({a.model for a in group}),
        shots=sum(a.times for a in group),
        goal=first.goal,
        goal_text="automatic" if first.automatic else goal_text(first.goal, "low"),
        modifiers=first.modifiers,
        chances=(
            chance("hits", first.hit_odds),
            chance("glances", odds.glancing),
            chance("penetrates", odds.penetrating),
        ),
        notes=(f"Strength {first.strength}: {need}",),
    )


def useless(attacks: Sequence[HullAttack]) -> str:
    """Why attacks are not worth the asking."""
    if not attacks:
        return "Nobody who reaches it has anything for that."
    if not any(a.can_hurt for a in attacks):
        best = max(attacks, key=lambda a: a.strength - a.armour.av)
        return f"Strength {best.strength} cannot hurt {best.armour.face} armour {best.armour.av}."
    return ""


def in_words(attacks: Sequence[HullAttack], ends: Fraction) -> str:
    """How many, what they need, and the chance that they end it."""
    if not attacks:
        return ""
    first = max(attacks, key=lambda a: a.strength)
    needs = "hit automatically" if first.automatic else f"hit on {goal_text(first.goal, 'low')}"
    count = sum(a.times for a in attacks)
    return f"{count} of {first.weapon.name} {needs}, Strength {first.strength}; destroyed {float(ends):.0%}"


def with_several_in_words(attacks: Sequence[HullAttack], ends: Fraction) -> str:
    """The same of blows with several weapons at once: those of a charge are easier than the others. (ARAP-MELEE-04)"""
    goals = sorted({a.goal for a in attacks})
    hit = "hit automatically" if attacks[0].automatic else f"hit on {goal_text(goals[0], 'low')}"
    easier = f", those of the charge on {goal_text(goals[1], 'low')}" if len(goals) > 1 else ""
    best = max(a.strength for a in attacks)
    return f"{sum(a.times for a in attacks)} {hit}{easier}, Strength {best}; destroyed {float(ends):.0%}"
