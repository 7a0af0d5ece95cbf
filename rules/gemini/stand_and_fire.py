"""Stand and Fire: a charged unit shoots as the chargers come in. (ARAP-STAND-03, -04, -06)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from rules.core.ids import UnitId, WeaponId
from rules.core.modifier import Modifier
from rules.dice.odds import chance_low, odds_text
from rules.forces.profile import Profile
from rules.forces.unit import Model, Unit
from rules.forces.weapon import Weapon
from rules.gemini import arms, charging, fighting, volley
from rules.gemini.activation import activation_value
from rules.gemini.facts import ModelsTurned
from rules.gemini.firing import Orders, Plan, Planner, turns
from rules.gemini.wounding import Source
from rules.geometry.facings import quadrant
from rules.geometry.formations import centre
from rules.geometry.lengths import is_beyond
from rules.progress import Progress
from rules.state import GameState

DICE: Final = 2
SKILL: Final = 1
"""Ballistic Skill of every shot at chargers. (ARAP-STAND-04)"""

FAST_IN: Final = 12.0
"""Chargers whose charge move is longer than this are harder to hit. (ARAP-STAND-04)"""

READY: Final = ("pistol", "assault", "rapid-fire")
"""Types that fire with a single success. (ARAP-STAND-03)"""


def may_fire(weapon: Weapon, profile: Profile, successes: int) -> bool:
    """Whether a test with so many successes lets the weapon fire. (ARAP-STAND-03)"""
    if successes == 0:
        return False
    ready = weapon.type in READY or (weapon.type == "heavy" and arms.is_relentless(profile, weapon))
    return ready or successes >= DICE


def fast_chargers(state: GameState, charger: Unit) -> tuple[Modifier, ...]:
    """-1 against a charge move of more than 12 inches, however far they come. (ARAP-STAND-04)"""
    longest = max(charging.allowances(state, charger).values())
    return (Modifier(-1, "fast chargers", "ARAP-STAND-04"),) if is_beyond(longest, FAST_IN) else ()


def plan(state: GameState, charger: Unit, target: Unit, successes: int = DICE) -> Plan:
    """Who fires what at the chargers: one shot each, Heavy weapons all of theirs, at BS1. (ARAP-STAND-03, -04)"""
    weapons = tuple(dict.fromkeys(_ready(state, target, successes)))
    if not weapons:
        return Plan((), ())
    orders = Orders(weapons=weapons, skill=SKILL, extra=fast_chargers(state, charger), single=True)
    # What it fired in its own turn does not weigh on a reaction in the enemy's.
    fresh = replace(target, now=replace(target.now, shots={}))
    laid = Planner(state, fresh, charger, orders).plan()
    free = {m.id for m in free_figures(state, charger, target)}
    return laid._replace(firings=tuple(f for f in laid.firings if f.model.id in free))


def _ready(state: GameState, target: Unit, successes: int) -> Iterator[WeaponId]:
    for model in target.alive:
        for weapon_id in model.weapons:
            weapon = state.weapons[weapon_id]
            if weapon.is_ranged and may_fire(weapon, state.profile(model), successes):
                yield weapon_id


def free_figures(state: GameState, charger: Unit, target: Unit) -> list[Model]:
    """Who may fire: everybody, but of a unit in melee only unengaged figures on a side that is mostly free.

    (ARAP-STAND-06)
    """
    melee = state.melee_of(target.id)
    if melee is None:
        return list(target.alive)
    middle = centre(tuple(m.at for m in target.alive))
    facing = Counter(m.facing for m in target.alive).most_common(1)[0][0]
    chaser = charging.nearest_pair(charger, target)[0]
    charged = quadrant(facing, middle, chaser.at)
    side = [m for m in target.alive if m.at == middle or quadrant(facing, middle, m.at) == charged]
    enemies = fighting.enemy_models(state, melee, target.side)
    engaged = {m.id for m in side if fighting.engaged_with(state, m, enemies)}
    return [m for m in side if m.id not in engaged] if 2 * len(engaged) < len(side) else []


def shooters(state: GameState, charger: Unit, target: Unit) -> int:
    """How many figures could fire if the test goes as well as it can."""
    return len({f.model.id for f in plan(state, charger, target).firings})


def summary(state: GameState, charger: Unit, target: Unit) -> str:
    """The test and what it allows, in a line."""
    value = activation_value(state, target)
    some = 1 - (1 - chance_low(value)) ** DICE
    return f"two dice at {value} or less: {odds_text(some, 0)} to fire, {shooters(state, charger, target)} at BS1"


def fire(progress: Progress, target: UnitId, charger: UnitId) -> None:
    """Test two dice; by their successes the weapons fire, and wounds and saves are queued. (ARAP-STAND-03, -04)"""
    state = progress.state
    unit = state.units[target]
    rolled = progress.roll(
        "stand-and-fire",
        DICE,
        sense="low",
        goal=activation_value(state, unit),
        unit=target,
        target=charger,
        why=f"{unit.name} stand and fire",
        rules=("ARAP-STAND-03", "ARAP-STAND-04", "ARAP-ACT-11", "ARAP-CAS-06"),
    )
    laid = plan(state, state.units[charger], unit, rolled.successes)
    if not laid.firings:
        return
    facings = turns(laid, unit, None)
    if facings:
        progress.emit(ModelsTurned(side=unit.side, unit=target, facings=facings, rules=("ARAP-STAND-01",)))
    source = Source(by=target, cause="stand-and-fire", counts=False, may_ground=False)
    volley.fire(progress, target, charger, laid, source, reaction=True)
