"""One model of a unit that held stands before the tank: one attack on its front, by itself a hit. (TRI-SHOCK-04)"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rules.arap.damage import wounds_and_saves
from rules.core.ids import ModelId, ProfileId, UnitId, WeaponId
from rules.core.preview import CANNOT_HURT
from rules.core.prompt import Option, OptionOdds, Promise
from rules.dice.odds.armour import VehicleShots, hit_odds
from rules.forces.unit import Model, Unit
from rules.forces.weapon import Weapon
from rules.progress import Progress, TaskStruct
from rules.state import GameState
from rules.vehicles.shared import attacks
from rules.vehicles.shared.damage.fate import HullShot, needs_text, take
from rules.vehicles.shared.hull import armour_of, condition
from rules.vehicles.trial.damage import odds, penetration
from rules.vehicles.trial.damage.armour import kind_of
from rules.vehicles.trial.hull.profile import profile_of

RULE = "TRI-SHOCK-04"


def is_stopped(tank: Unit) -> bool:
    """Stunned, immobilised or destroyed: it goes no further."""
    return tank.is_gone or condition(tank).immobilised or condition(tank).stunned


def weapons_of(state: GameState, model: Model) -> Iterator[tuple[Weapon, int]]:
    """What it could use, with the strength that it has then."""
    own = state.profile(model).s
    for weapon_id in dict.fromkeys(model.weapons):
        weapon = state.weapons[weapon_id]
        if weapon.type in ("grenade", "bomb"):
            yield weapon, attacks.planted_strength(weapon)
        elif weapon.is_ranged or weapon.is_thrown:
            yield weapon, weapon.strength
        else:
            yield weapon, max(own, own + weapon.strength)


def options(state: GameState, unit: Unit, tank: Unit) -> list[Option]:
    """Of each kind of model with each kind of weapon the first, with what the die must show; none unless switched."""
    if not state.option("tri_stand_before_tank"):
        return []
    armour = armour_of(profile_of(state, tank), "front")
    found: dict[tuple[ProfileId, WeaponId], Option] = {}
    for model in unit.alive:
        for weapon, strength in weapons_of(state, model):
            kind = kind_of(state, tank, weapon, model.at, held=True)
            needed = needs_text(HullShot(armour, kind, strength, 0))
            like = (model.profile, weapon.id)
            if like in found or needed == CANNOT_HURT:
                continue
            label = f"{state.profile(model).name} with {weapon.name}"
            detail = f"Strength {strength} on front {armour.av}: {needed}. Lost unless the tank is stopped."
            found[like] = Option(id=f"{model.id}/{weapon.id}", label=label, detail=detail, rule=RULE)
    return list(found.values())


def promises(state: GameState, unit: Unit, tank: Unit) -> OptionOdds:
    """How likely each attack stops the tank, ends it, or leaves whoever made it under the tracks."""
    chances: OptionOdds = {}
    for option in options(state, unit, tank):
        model, weapon, strength = _chosen(state, option.id)
        armour = armour_of(profile_of(state, tank), "front")
        shot = HullShot(armour, kind_of(state, tank, weapon, model.at, held=True), strength, 0)
        added = sum(m.value for m in odds.modifiers(state, tank, weapon, shooting=False))
        hit = VehicleShots(
            count=1, hit=odds.CERTAIN, penetration=odds.penetration(shot, weapon, melee=True), chart_modifier=added
        )
        stops = lost = Fraction(0)
        for outcome, chance in hit_odds(hit, odds.chart_of(state)).items():
            after = take(odds.fate_of(state, tank), outcome)
            lost += chance * after.wrecked
            stops += chance * (after.wrecked or after.immobilised or "crew-stunned" in outcome[1])
        chances[option.id] = (
            Promise(stops, f"{tank.name} stopped", part="good"),
            Promise(1 - stops, f"{state.profile(model).name} run down", part="bad"),
            Promise(lost, f"{tank.name} destroyed"),
        )
    return chances


def sentence(state: GameState, unit: Unit, tank: Unit) -> str:
    """What a unit in its way may do to a tank, in a sentence: the attack that is likeliest to stop it; "" for none."""
    able, likely = options(state, unit, tank), promises(state, unit, tank)
    if not able:
        return ""
    best = max(able, key=lambda option: likely[option.id][0].value)
    stops = float(likely[best.id][0].value)
    return f"{unit.name} may leave one before it if it holds: {best.label} stops it at {stops:.0%}"


def _chosen(state: GameState, choice: str) -> tuple[Model, Weapon, int]:
    model_id, _, weapon_id = choice.partition("/")
    model = state.find_model(ModelId(model_id))[1]
    weapon, strength = next(pair for pair in weapons_of(state, model) if pair[0].id == weapon_id)
    return model, weapon, strength


def attack(progress: Progress, unit: UnitId, tank: UnitId, choice: str) -> None:
    """The hit, on the front."""
    model, weapon, strength = _chosen(progress.state, choice)
    hit = penetration.TrialHit(origin=model.at, weapon=weapon, strength=strength, face="front", glory=True)
    penetration.be_hit(progress, tank, [hit], unit)


class RunDown(TaskStruct, frozen=True, kw_only=True, tag="RunDown"):
    """If the tank is not stopped, whoever stood before it is removed. (TRI-SHOCK-04)"""

    unit: UnitId
    tank: UnitId
    choice: str

    def run(self, progress: Progress) -> None:
        """The glory of it."""
        if is_stopped(progress.state.units[self.tank]):
            return
        model = _chosen(progress.state, self.choice)[0]
        if model.alive:
            lost = [model.id] * model.wounds
            wounds_and_saves.inflict(progress, lost, by=self.tank, cause="overrun", rules=(RULE,))


TASKS: tuple[type[TaskStruct], ...] = (RunDown,)
