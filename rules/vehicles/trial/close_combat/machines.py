"""Walkers with a weapon skill in melee: always struck on their front armour. (TRI-CC-01)"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rules.arap.attacks.blows import MachineBlow
from rules.arap.positions import melee_to_hit
from rules.core.ids import ModelId, UnitId
from rules.core.preview import Chance
from rules.dice.odds.armour import VehicleShots
from rules.forces.unit import Unit
from rules.progress import Progress
from rules.state import GameState
from rules.vehicles.shared import attacks
from rules.vehicles.shared.attacks import HullAttack
from rules.vehicles.shared.damage.fate import HullShot, chance
from rules.vehicles.shared.hull import armour_of
from rules.vehicles.trial.close_combat import assault
from rules.vehicles.trial.close_combat.assault import HANDS
from rules.vehicles.trial.damage import odds, penetration
from rules.vehicles.trial.hull.profile import profile_of


def be_struck(progress: Progress, target: UnitId, blows: Sequence[MachineBlow], by: UnitId) -> None:
    """Blows meet the front, one by one."""
    hits = [
        penetration.TrialHit(
            origin=progress.state.find_model(blow.attacker)[1].at,
            weapon=blow.weapon or HANDS,
            strength=blow.strength,
            melee=True,
            face="front",
        )
        for blow in blows
    ]
    penetration.be_hit(progress, target, hits, by)


def plant(progress: Progress, unit_id: UnitId, target: UnitId, models: Sequence[ModelId]) -> None:
    """Each of those members makes one attempt by the comparison of WS, at -1, on the front. (TRI-CC-01, ARAP-CCG-03)"""
    state = progress.state
    unit, walker = state.units[unit_id], state.units[target]
    if walker.on_table:
        assault.strike(progress, unit, walker, _attempts(state, unit, walker, models))


def _attempts(state: GameState, unit: Unit, walker: Unit, models: Sequence[ModelId]) -> list[HullAttack]:
    armour = armour_of(profile_of(state, walker), "front")
    worse = (attacks.PLANTING,) if state.option("planting_minus_one") else ()
    foe, found = walker.models[0], []
    for model in unit.alive:
        carried = attacks.charge_of(state, model) if model.id in models else None
        if carried is not None:
            needed = melee_to_hit.base_goal(melee_to_hit.ws_of(state, model), melee_to_hit.ws_of(state, foe))
            found.append(HullAttack(model.id, *carried, 1, armour, needed, worse, True))
    return found


def chances(state: GameState, target: Unit, blow: MachineBlow) -> tuple[Chance, ...]:
    """Glancing, penetrating, the end of it."""
    through = _shots(state, target, blow, 1, Fraction(1)).penetration
    return (
        chance("glances", through.glancing),
        chance("penetrates", through.penetrating),
        chance("destroyed", ended_by(state, target, blow, 1, Fraction(1))),
    )


def ended_by(state: GameState, target: Unit, blow: MachineBlow, count: int, hit: Fraction) -> Fraction:
    """The chance that so many of those blows at the front of a walker are the end of it."""
    return odds.destroyed_by(state, target, [_shots(state, target, blow, count, hit)])


def _shots(state: GameState, target: Unit, blow: MachineBlow, count: int, hit: Fraction) -> VehicleShots:
    weapon = blow.weapon or HANDS
    shot = HullShot(armour_of(profile_of(state, target), "front"), "normal", blow.strength, 0)
    through = odds.penetration(shot, weapon, melee=True)
    added = sum(m.value for m in odds.modifiers(state, target, weapon, shooting=False))
    return VehicleShots(count=count, hit=hit, penetration=through, chart_modifier=added)
