"""Fire and Charge: pistols and assault weapons fired on the run. (ARAP-FCHG-01, -02)"""

from __future__ import annotations

from abc import abstractmethod
from typing import Final, NamedTuple

from rules.arap.paths import allowance, charge_plan
from rules.arap.reactions import stand_and_fire
from rules.arap.shooting import plan as shooting_plan
from rules.arap.shooting import shoot, volley
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.plan import FirePlan, Orders
from rules.arap.shooting.planner import Planner
from rules.core.ids import ModelId, WeaponId
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.geometry.lengths import is_beyond
from rules.progress import Action, Progress
from rules.state import GameState

TYPES: Final = ("pistol", "assault")
"""What may be fired while charging. (ARAP-FCHG-01)"""


class RunningFire(NamedTuple):
    """Who fires on the run and with what, as the owner chooses; none named: all that can. (ARAP-WPN-01)"""

    models: tuple[ModelId, ...] = ()
    weapons: tuple[WeaponId, ...] = ()


EVERYTHING: Final = RunningFire()


class FiresOnTheRun(Action, frozen=True, kw_only=True):
    """A charge at what cannot fight back, on which pistols and assault weapons may be fired. (ARAP-FCHG-01)"""

    fire: bool = False
    firers: tuple[ModelId, ...] = ()
    """Who fires, none named: all that can. (ARAP-WPN-01)"""
    weapons: tuple[WeaponId, ...] = ()
    """What they fire, none named: whatever comes first of what they can."""

    @property
    def chosen(self) -> RunningFire:
        """Who fires on the run, and with what."""
        return RunningFire(self.firers, self.weapons)

    @abstractmethod
    def running_fire(self, state: GameState, chosen: RunningFire) -> FirePlan:
        """Who of those fires what; `check` has nothing against it."""


def usable(state: GameState, unit: Unit) -> tuple[WeaponId, ...]:
    """The pistols and assault weapons that the unit carries. (ARAP-FCHG-01)"""
    carried = dict.fromkeys(w for m in unit.alive for w in m.weapons)
    return tuple(w for w in carried if state.weapons[w].type in TYPES)


def check(
    state: GameState, unit: Unit, target: Unit, chosen: RunningFire = EVERYTHING, gap_in: float | None = None
) -> Refusal | None:
    """Why the unit, or those chosen of it, cannot fire as it charges, from so far off. (ARAP-FCHG-01, ARAP-WPN-01)"""
    gap = charge_plan.gap_in(state, unit, target) if gap_in is None else gap_in
    barred = no_time(state, unit, target.name, chosen, gap)
    if barred is not None:
        return barred
    laid = plan(state, unit, target, chosen)
    if laid.firings:
        return None
    if target.is_housed and laid.refusal is not None:
        return laid.refusal
    return nothing_to_fire(unit, target.name)


def no_time(state: GameState, unit: Unit, target: str, chosen: RunningFire, gap_in: float) -> Refusal | None:
    """Why those chosen do not fire on the run at what is called so, whatever they may hit. (ARAP-FCHG-01)"""
    if barred := shooting_plan.chosen_badly(state, unit, chosen.models, {}) or _unfit(state, unit, chosen):
        return barred
    move = max(allowance.basic_move(state, unit, m) for m in unit.alive)
    if is_beyond(gap_in, move):
        return None
    text = f"{target} is {round(gap_in, 2):g}″ away, no further than the basic move: there is no time to fire."
    return Refusal("too-near", text, "ARAP-FCHG-01", "charge without firing")


def nothing_to_fire(unit: Unit, target: str) -> Refusal:
    """Nobody has what is fired on the run at it."""
    text = f"{unit.name} has no pistol or assault weapon to fire at {target}."
    return Refusal("no-ranged-weapon", text, "ARAP-FCHG-01", "charge without firing")


def _unfit(state: GameState, unit: Unit, chosen: RunningFire) -> Refusal | None:
    """Why one of the weapons that are named is not fired on the run."""
    fit = usable(state, unit)
    wrong = next((w for w in chosen.weapons if w not in fit), None)
    if wrong is None:
        return None
    name = state.weapons[wrong].name if wrong in state.weapons else wrong
    text = f"{unit.name} does not fire {name} on the run."
    allowed = ", ".join(state.weapons[w].name for w in fit) or "charge without firing"
    return Refusal("no-ranged-weapon", text, "ARAP-FCHG-01", allowed)


def plan(
    state: GameState, unit: Unit, target: Unit, chosen: RunningFire = EVERYTHING, near: Unit | None = None
) -> FirePlan:
    """One shot of each charger at BS1, or as chosen; templates as if from 7 inches. (ARAP-FCHG-01, -02)

    `near` are the chargers at those 7 inches, where that is not measured from who stands nearest.
    """
    models, weapons = chosen.models, chosen.weapons or usable(state, unit)
    flames = tuple(w for w in weapons if state.weapons[w].template)
    straight = _plan(state, unit, target, tuple(w for w in weapons if w not in flames), models)
    come = near if near is not None else stand_and_fire.brought_near(state, unit, target)
    burning = _plan(state, come, target, flames, models)
    firings = {f.model.id: f for f in (*straight.firings, *burning.firings)}
    return FirePlan(
        tuple(stand_and_fire.at_half_range(f) for f in firings.values()),
        tuple(i for i in straight.idle if i.model not in firings),
        straight.covered or burning.covered,
    )


def _plan(
    state: GameState, unit: Unit, target: Unit, weapons: tuple[WeaponId, ...], models: tuple[ModelId, ...]
) -> FirePlan:
    if not weapons:
        return FirePlan((), ())
    orders = Orders(weapons=weapons, skill=stand_and_fire.SKILL, single=True, known=True, models=models)
    if state.is_older_than("15"):
        return Planner(state, unit, target, orders).plan()
    return shoot.planned(state, unit, target, orders, running=True)


def fire(
    progress: Progress, unit: Unit, target: Unit, chosen: RunningFire = EVERYTHING, near: Unit | None = None
) -> None:
    """Throw the dice; wounds and saves, or hits on armour, are queued."""
    laid = plan(progress.state, unit, target, chosen, near)
    source = HitSource(by=unit.id, cause="fire-and-charge", counts=False, may_ground=False)
    if laid.firings:
        volley.fire(progress, unit.id, target.id, laid, source)
