"""Exact odds for the options of a charge reaction: what holding, firing or running would come to. (ARAP-REACT-01)

They take a moment to work out, so a page asks for them once it shows the prompt.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from rules.arap.charge import jump_down
from rules.arap.charge import preview as charge_preview
from rules.arap.charge.sequence import budget
from rules.arap.events import placed
from rules.arap.paths import allowance, charge_course
from rules.arap.reactions import run as reactions_run
from rules.arap.reactions import stand_and_fire
from rules.arap.shooting.preview import fallen_odds
from rules.arap.units.permission import activation_value
from rules.core.ids import ModelId
from rules.core.preview import ShotLine
from rules.dice.odds import chance_low
from rules.forces.unit import Unit
from rules.state import GameState
from tabletop.ui.words import percent_text

PROMPT = "charge-reaction"
_FACES = 6


class Figure(NamedTuple):
    """A big figure and what it means."""

    figure: str
    meaning: str


def of_options(state: GameState, *, jump: bool = False) -> dict[str, tuple[Figure, ...]]:
    """The figures of each open option of the prompt, by its id; none for prompts whose odds are not known.

    With `jump` the chargers come down from above. (ARAP-FALL-05)
    """
    prompt = state.prompt
    if prompt is None or prompt.kind != PROMPT or prompt.unit is None or prompt.about is None:
        return {}
    target, charger = state.units[prompt.unit], state.units[prompt.about]
    open_to = [o.id for o in prompt.options if not o.refused and o.id in _OF]
    if not jump:
        return {option: _OF[option](state, charger, target) for option in open_to}
    below, landing = jump_down.levelled(state, charger), tuple(jump_down.heights(state, charger, target))
    found = {option: _OF[option](below, charger, target) for option in open_to if option != "hold"}
    return {"hold": _hold(below, charger, target, landing), **found} if "hold" in open_to else found


def _hold(state: GameState, charger: Unit, target: Unit, jumped: tuple[ModelId, ...] = ()) -> tuple[Figure, ...]:
    """What the first round of melee may bring, if everybody lives to strike and lands on his feet."""
    told = charge_preview.of_charge(state, charger, target, (), None, jumped=jumped)
    taken = [line for line in told.shots if line.name.startswith(f"{charger.name}: ")]
    dealt = [line for line in told.shots if line.name.startswith(f"{target.name}: ")]
    if not taken:
        return (Figure(percent_text(1), "the charge falls short"),) if not dealt and not target.routing else ()
    none = math.prod(1 - _chance(line, "takes a wound or more") for line in taken)
    return (
        Figure(percent_text(1 - none), "loses a wound"),
        Figure(_one(_sum(taken)), "wounds to expect"),
        Figure(_one(_sum(dealt)), "dealt in return"),
    )


def _sum(lines: list[ShotLine]) -> float:
    return sum(_chance(line, "wounds to expect") for line in lines)


def _chance(line: ShotLine, label: str) -> float:
    return next((c.value for c in line.chances if c.label == label), 0.0)


def _stand(state: GameState, charger: Unit, target: Unit) -> tuple[Figure, ...]:
    """The test of two dice, and who falls to the shots that it allows. (ARAP-STAND-03)"""
    made = chance_low(activation_value(state, target))
    fires = Figure(percent_text(1 - (1 - made) ** 2), "fires")
    if stand_and_fire.plan(state, charger, target, templates=True).firings:
        return (fires,)  # who is under a template is settled when the chargers are near
    some, mean = Fraction(0), Fraction(0)
    for successes, likely in ((1, 2 * made * (1 - made)), (2, made**2)):
        laid = stand_and_fire.plan(state, charger, target, successes, templates=False)
        fallen = fallen_odds(state, charger, laid) if laid.firings else None
        if fallen is None and laid.firings:
            return (fires,)
        if fallen is not None:
            some, mean = some + likely * fallen.at_least(1), mean + likely * fallen.mean
    return (fires, Figure(percent_text(some), "fells a charger"), Figure(_one(mean), "fall on average"))


def _run(state: GameState, charger: Unit, target: Unit) -> tuple[Figure, ...]:
    """The chance to run so far that the chargers do not come home. (ARAP-RUN-03)"""
    dice = allowance.flee_dice(state, target)
    low, high = dice, dice * _FACES + 1  # the least that gets away is in between; one more than the dice give: never
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if _gets_away(state, charger, target, middle) else (middle + 1, high)
    if low > dice * _FACES:
        return (Figure(percent_text(0), "gets away"),)
    return (Figure(percent_text(_at_least(dice, low)), "gets away"), Figure(f"{low}″", "or more needed"))


def _gets_away(state: GameState, charger: Unit, target: Unit, inches: int) -> bool:
    way = reactions_run.directly_away(state, target, charger, inches)
    after = state.with_unit(placed(target, way.placements)) if way is not None else state
    return not charge_course.plan(after, charger, after.units[target.id], (), budget(state, charger)).reaches


def _at_least(dice: int, total: int) -> Fraction:
    """The chance that so many dice show that sum or more."""
    counts = {0: 1}
    for _ in range(dice):
        counts = _with_one_more(counts)
    return Fraction(sum(n for pips, n in counts.items() if pips >= total), _FACES**dice)


def _with_one_more(counts: dict[int, int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for pips, ways in counts.items():
        for face in range(1, _FACES + 1):
            found[pips + face] = found.get(pips + face, 0) + ways
    return found


def _one(value: Fraction | float) -> str:
    return f"{float(value):.1f}"


_OF: dict[str, Callable[[GameState, Unit, Unit], tuple[Figure, ...]]] = {"hold": _hold, "stand": _stand, "run": _run}
