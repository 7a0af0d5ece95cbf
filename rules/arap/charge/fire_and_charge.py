"""Fire and Charge: pistols and assault weapons fired on the run. (ARAP-FCHG-01, -02)"""

from __future__ import annotations

from typing import Final

from rules.arap.paths import allowance, charge_plan
from rules.arap.reactions import stand_and_fire
from rules.arap.shooting import plan as shooting_plan
from rules.arap.shooting import volley
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.plan import FirePlan, Orders
from rules.arap.shooting.planner import Planner
from rules.core.ids import ModelId, WeaponId
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.geometry.lengths import is_beyond
from rules.progress import Progress
from rules.state import GameState

TYPES: Final = ("pistol", "assault")
"""What may be fired while charging. (ARAP-FCHG-01)"""


def check(state: GameState, unit: Unit, target: Unit, models: tuple[ModelId, ...] = ()) -> Refusal | None:
    """Why the unit, or those `models` of it, cannot fire as it charges. (ARAP-FCHG-01, ARAP-WPN-01)"""
    if barred := shooting_plan.chosen_badly(state, unit, models, {}):
        return barred
    move = max(allowance.basic_move(state, unit, m) for m in unit.alive)
    gap = charge_plan.gap_in(state, unit, target)
    if not is_beyond(gap, move):
        text = f"{target.name} is {gap:.3g}″ away, no further than the basic move: there is no time to fire."
        return Refusal("too-near", text, "ARAP-FCHG-01", "charge without firing")
    laid = plan(state, unit, target, models)
    if laid.firings:
        return None
    text = f"{unit.name} has no pistol or assault weapon to fire at {target.name}."
    return Refusal("no-ranged-weapon", text, "ARAP-FCHG-01", "charge without firing")


def plan(state: GameState, unit: Unit, target: Unit, models: tuple[ModelId, ...] = ()) -> FirePlan:
    """One shot of each charger at BS1, or of those `models`; templates as if from 7 inches. (ARAP-FCHG-01, -02)"""
    carried = dict.fromkeys(w for m in unit.alive for w in m.weapons)
    weapons = tuple(w for w in carried if state.weapons[w].type in TYPES)
    flames = tuple(w for w in weapons if state.weapons[w].template)
    straight = _plan(state, unit, target, tuple(w for w in weapons if w not in flames), models)
    burning = _plan(state, stand_and_fire.brought_near(state, unit, target), target, flames, models)
    firings = {f.model.id: f for f in (*straight.firings, *burning.firings)}
    return FirePlan(
        tuple(stand_and_fire.at_half_range(f) for f in firings.values()), (), straight.covered or burning.covered
    )


def _plan(
    state: GameState, unit: Unit, target: Unit, weapons: tuple[WeaponId, ...], models: tuple[ModelId, ...]
) -> FirePlan:
    if not weapons:
        return FirePlan((), ())
    orders = Orders(weapons=weapons, skill=stand_and_fire.SKILL, single=True, known=True, models=models)
    return Planner(state, unit, target, orders).plan()


def fire(progress: Progress, unit: Unit, target: Unit, models: tuple[ModelId, ...] = ()) -> None:
    """Throw the dice; wounds and saves are queued."""
    laid = plan(progress.state, unit, target, models)
    source = HitSource(by=unit.id, cause="fire-and-charge", counts=False, may_ground=False)
    if laid.firings:
        volley.fire(progress, unit.id, target.id, laid, source)
