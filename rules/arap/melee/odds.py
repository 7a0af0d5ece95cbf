"""What holding, firing or running would come to once a unit is charged. (ARAP-REACT-01, ARAP-STAND-03, ARAP-RUN-03)"""

from __future__ import annotations

import math
from fractions import Fraction

from rules.arap.attacks.odds import BlowOdds
from rules.arap.events import placed
from rules.arap.melee.preview import clash
from rules.arap.paths import allowance, charge_course, charge_plan
from rules.arap.reactions import run as reactions_run
from rules.arap.reactions import stand_and_fire
from rules.arap.shooting.odds import fallen_odds
from rules.arap.shooting.template_odds import BurstVolley, Losses, losses, losses_together
from rules.arap.units.permission import activation_value
from rules.core.ids import ModelId
from rules.core.prompt import OptionOdds, Promise
from rules.dice.odds import Distribution, chance_low
from rules.dice.odds.chances import sum_at_least
from rules.forces.unit import Unit
from rules.state import GameState

_FACES = 6


def of_reaction(state: GameState, charger: Unit, target: Unit, landing: tuple[ModelId, ...] = ()) -> OptionOdds:
    """What the open options of a charge reaction promise. Members who are `landing` come down from above."""
    prompt = state.prompt
    asked = {o.id for o in prompt.options if not o.refused} if prompt is not None else set()
    found: OptionOdds = {}
    if "hold" in asked:
        found["hold"] = _hold(state, charger, target, landing)
    if "stand" in asked:
        found["stand"] = _stand(state, charger, target)
    if "run" in asked:
        found["run"] = _run(state, charger, target)
    return {option.id: found[option.id] for option in prompt.options if option.id in found} if prompt else {}


def _hold(state: GameState, charger: Unit, target: Unit, landing: tuple[ModelId, ...]) -> tuple[Promise, ...]:
    """What the first round of melee may bring, if everybody lives to strike and lands on his feet."""
    blows = clash(state, charger, target, charge_course.plan(state, charger, target, ()), landing).blows
    taken = [blow for blow in blows if blow.unit == charger.id]
    dealt = [blow for blow in blows if blow.unit == target.id]
    if not taken:
        return (Promise(1, "the charge falls short"),) if not dealt and not target.routing else ()
    return (
        Promise(any_wound(taken), "loses a wound"),
        Promise(wounds(taken), "wounds to expect", "mean"),
        Promise(wounds(dealt), "dealt in return", "mean"),
    )


def any_wound(blows: list[BlowOdds]) -> float:
    """The chance that any of the blows takes a wound, those on armour not counted."""
    return 1 - math.prod(1 - float(blow.some or 0) for blow in blows)


def wounds(blows: list[BlowOdds]) -> float:
    """The wounds to expect of blows, those on armour not counted."""
    return sum(float(blow.mean or 0) for blow in blows)


def _stand(state: GameState, charger: Unit, target: Unit) -> tuple[Promise, ...]:
    """The test of two dice, and who falls to the shots that it allows. (ARAP-STAND-03)"""
    made = chance_low(activation_value(state, target))
    fires = Promise(1 - (1 - made) ** 2, "fires")
    some, mean = Fraction(0), Fraction(0)
    for successes, likely in ((1, 2 * made * (1 - made)), (2, made**2)):
        felled = _felled(state, charger, target, successes)
        if felled is None or felled.any is None:
            return (fires,)
        some, mean = some + likely * felled.any, mean + likely * felled.mean
    return (fires, Promise(some, "fells a charger"), Promise(mean, "fall on average", "mean"))


def _felled(state: GameState, charger: Unit, target: Unit, successes: int) -> Losses | None:
    """Who falls if the test goes so well; None where it cannot be worked out.

    Shells burst where the charge begins, templates burn those who have come near. (ARAP-STAND-05)
    """
    laid = stand_and_fire.plan(state, charger, target, successes, templates=False)
    burns = any(state.weapons[w].template for m in target.alive for w in m.weapons)
    near = stand_and_fire.halted(state, charger, target) if burns else None
    if near is not None:
        come = near.units[charger.id]
        flames = stand_and_fire.plan(near, come, target, successes, templates=True)
        if flames.firings:
            before, after = BurstVolley(state, charger, laid.firings), BurstVolley(near, come, flames.firings)
            return losses_together(target, [before, after])
    if any(f.weapon.marker_in for f in laid.firings):
        return losses(state, target, charger, laid.groups())
    fallen = fallen_odds(state, charger, laid) if laid.firings else Distribution(weights=(1,), total=1)
    return Losses(fallen.mean, fallen.at_least(1)) if fallen is not None else None


def _run(state: GameState, charger: Unit, target: Unit) -> tuple[Promise, ...]:
    """The chance to run so far that the chargers do not come home. (ARAP-RUN-03)"""
    dice = allowance.flee_dice(state, target)
    low, high = dice, dice * _FACES + 1  # the least that gets away is in between; one more than the dice give: never
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if _gets_away(state, charger, target, middle) else (middle + 1, high)
    if low > dice * _FACES:
        return (Promise(0, "gets away"),)
    return (Promise(sum_at_least(dice, low), "gets away"), Promise(low, "or more needed", "inches"))


def _gets_away(state: GameState, charger: Unit, target: Unit, inches: int) -> bool:
    way = reactions_run.directly_away(state, target, charger, inches)
    after = state.with_unit(placed(target, way.placements)) if way is not None else state
    left = charge_plan.budget(state, charger)
    return not charge_course.plan(after, charger, after.units[target.id], (), left).reaches
