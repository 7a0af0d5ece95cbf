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
from rules.gemini import arms, charging, fighting, snap_fire, volley
from rules.gemini.facts import ModelsMoved, ModelsTurned
from rules.gemini.fire_plan import Orders, Plan, turns
from rules.gemini.firing import Planner
from rules.gemini.readiness import activation_value
from rules.gemini.wounding import Source
from rules.geometry.facings import quadrant
from rules.geometry.formations import centre
from rules.geometry.lengths import is_beyond
from rules.progress import Progress
from rules.state import Event, GameState, TaskStruct

DICE: Final = 2
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


def plan(
    state: GameState, charger: Unit, target: Unit, successes: int = DICE, *, templates: bool | None = None
) -> Plan:
    """Who fires what at the chargers: one shot each, Heavy weapons all of theirs, at BS1. (ARAP-STAND-03, -04)

    `templates` limits it to template weapons, or to all others.
    """
    ready = tuple(dict.fromkeys(_ready(state, target, successes)))
    weapons = tuple(w for w in ready if templates is None or state.weapons[w].template is templates)
    if not weapons:
        return Plan((), ())
    orders = Orders(
        weapons=weapons, skill=snap_fire.SKILL, extra=fast_chargers(state, charger), single=True, known=True
    )
    # What it fired in its own turn does not weigh on a reaction in the enemy's.
    fresh = replace(target, now=replace(target.now, shots={}))
    laid = Planner(state, fresh, charger, orders).plan()
    free = {m.id for m in free_figures(state, charger, target)}
    return laid._replace(firings=tuple(snap_fire.at_half_range(f) for f in laid.firings if f.model.id in free))


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
    """How many figures could fire if the test goes as well as it can; templates wait for chargers at 7 inches."""
    direct = {f.model.id for f in plan(state, charger, target, templates=False).firings}
    near = snap_fire.brought_near(charger, target)
    burning = {f.model.id for f in plan(state, near, target, templates=True).firings}
    return len(direct | burning)


def summary(state: GameState, target: Unit, firers: int) -> str:
    """The test and what it allows, in a line."""
    value = activation_value(state, target)
    some = 1 - (1 - chance_low(value)) ** DICE
    return f"two dice at {value} or less: {odds_text(some, 0)} to fire, {firers} at BS1"


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
        rules=("ARAP-STAND-03", "ARAP-STAND-04", "ARAP-ACT-11", "ARAP-CAS-06", "ARAP-STAND-07"),
    )
    if any(state.weapons[w].template for w in _ready(state, unit, rolled.successes)):
        progress.queue(FlamesReady(unit=target, charger=charger, successes=rolled.successes))
    _shoot(progress, unit, charger, plan(state, state.units[charger], unit, rolled.successes, templates=False))


def _shoot(progress: Progress, unit: Unit, charger: UnitId, laid: Plan) -> None:
    if not laid.firings:
        return
    facings = turns(laid, unit, None)
    if facings:
        progress.emit(ModelsTurned(side=unit.side, unit=unit.id, facings=facings, rules=("ARAP-STAND-01",)))
    source = Source(by=unit.id, cause="stand-and-fire", counts=False, may_ground=False)
    volley.fire(progress, unit.id, charger, laid, source, reaction=True)


class ChargersHalted(Event, frozen=True, kw_only=True, tag="ChargersHalted"):
    """The chargers have come within reach of template weapons; the charge goes on afterwards. (ARAP-STAND-05)"""

    spent_in: float

    def evolve(self, state: GameState) -> GameState:
        """So much of their allowance is used."""
        assert self.unit is not None
        unit = state.units[self.unit]
        return state.with_unit(replace(unit, now=replace(unit.now, charge_spent_in=self.spent_in)))


class FlamesReady(TaskStruct, frozen=True, kw_only=True, tag="FlamesReady"):
    """Template weapons wait until the chargers are 7 inches off, or fire at once at those that began nearer.

    (ARAP-STAND-05)
    """

    unit: UnitId
    charger: UnitId
    successes: int

    def run(self, progress: Progress) -> None:
        """Let them come, then fire."""
        state = progress.state
        unit, charger = state.units[self.unit], state.units[self.charger]
        if not unit.on_table or not charger.on_table or not self._come(progress, charger, unit):
            return
        charger = progress.state.units[self.charger]
        _shoot(progress, unit, self.charger, plan(progress.state, charger, unit, self.successes, templates=True))

    @staticmethod
    def _come(progress: Progress, charger: Unit, target: Unit) -> bool:
        """Halt the chargers at 7 inches; False if they will not come so near."""
        laid = charging.plan(progress.state, charger, target)
        halted = charging.until_within(progress.state, charger, target, laid, snap_fire.TEMPLATE_IN)
        if halted is None:
            return False
        if halted.lead.length_in > 0:
            progress.emit(
                ModelsMoved(
                    side=charger.side,
                    unit=charger.id,
                    placements=halted.placements,
                    how="charge",
                    path=halted.poses,
                    length_in=round(halted.lead.length_in, 4),
                    spent_in=round(halted.lead.cost_in, 4),
                    rules=("ARAP-STAND-05",),
                )
            )
        spent = max(c.cost_in for c in halted.courses)
        progress.emit(ChargersHalted(side=charger.side, unit=charger.id, spent_in=spent, rules=("ARAP-STAND-05",)))
        return True


EVENTS: tuple[type[Event], ...] = (ChargersHalted,)
TASKS: tuple[type[TaskStruct], ...] = (FlamesReady,)
