"""What a unit may do about a charge: stand and fire, run, or hold. (ARAP-ACT-11, ARAP-REACT-01)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from rules.arap.paths import allowance, charge_plan
from rules.arap.reactions import run as run_away
from rules.arap.reactions import stand_and_fire
from rules.core.prompt import Option
from rules.forces.unit import Unit
from rules.geometry.facings import off_axis
from rules.geometry.lengths import is_beyond
from rules.state import GameState

Reaction = Literal["hold", "stand", "run"]

Barred = tuple[str, str]
"""Why not, and by which rule."""

BEHIND_DEG: Final = 135
"""Degrees off straight ahead beyond which a charge comes from behind. (ARAP-STAND-01)"""


def options(state: GameState, charger: Unit, target: Unit) -> list[Option]:
    """The reactions of a charged unit; those that are barred say why. (ARAP-REACT-01)"""
    firers = stand_and_fire.shooters(state, charger, target) if _could_fire(state, charger, target) else 0
    stand, run = why_no_fire(state, charger, target, firers), why_no_run(state, target)
    dice = allowance.flee_dice(state, target)
    harm = run_away.danger(state, target, charger) if run is None else ""
    details = ("receive the charge", stand_and_fire.summary(state, target, firers))
    return listed((*details, f"{dice}D6″ directly away; caught, it routs{harm}"), stand, run)


def listed(details: tuple[str, str, str], stand: Barred | None, run: Barred | None) -> list[Option]:
    """To hold, to stand and fire, to run, each with its detail; what is barred says why. (ARAP-REACT-01)"""
    why_stand, stand_rule = stand or ("", "ARAP-STAND-03")
    why_run, run_rule = run or ("", "ARAP-RUN-01")
    return [
        Option(id="hold", label="Hold", detail=details[0], rule="ARAP-REACT-01"),
        Option(id="stand", label="Stand and fire", detail=details[1], rule=stand_rule, refused=why_stand),
        Option(id="run", label="Run", detail=details[2], rule=run_rule, refused=why_run),
    ]


def _barred(target: Unit) -> Iterator[tuple[bool, str]]:
    yield target.is_pinned, "is pinned"
    yield target.gone_to_ground, "has gone to ground"
    yield target.routing, "is routing"
    yield target.pursuing is not None, "is in pursuit"


def why_no_run(state: GameState, target: Unit) -> tuple[str, str] | None:
    """Why the unit cannot run, with the rule; None if it may. (ARAP-RUN-02)"""
    for true, why in (*_barred(target), (state.is_locked(target.id), "is locked in melee")):
        if true:
            return f"{target.name} {why} and cannot run.", "ARAP-RUN-02"
    return None


def _could_fire(state: GameState, charger: Unit, target: Unit) -> bool:
    """Whether nothing bars it from firing, weapons apart."""
    return why_no_fire(state, charger, target, 1) is None


def why_no_fire(state: GameState, charger: Unit, target: Unit, firers: int) -> tuple[str, str] | None:
    """Why the unit cannot stand and fire, with the rule; None if it may. `firers` are those with weapons to fire.

    (ARAP-STAND-01, -02, -06)
    """
    name = target.name
    for true, why in _barred(target):
        if true:
            return f"{name} {why} and cannot stand and fire.", "ARAP-STAND-02"
    if is_behind(state, charger, target):
        return f"{name} is charged from behind.", "ARAP-STAND-01"
    move = max(allowance.basic_move(state, charger, m) for m in charger.alive)
    if not is_beyond(charge_plan.gap_in(state, charger, target), move):
        return f"The charge comes from no further than {move:g}″, the chargers' basic move.", "ARAP-STAND-01"
    if not firers:
        if state.is_locked(target.id):
            return f"{name} has no unengaged figures free to fire that way.", "ARAP-STAND-06"
        armed = any(state.weapons[w].is_ranged for m in target.alive for w in m.weapons)
        seen = f"Nobody of {name} has the chargers in sight, arc and range."
        return seen if armed else f"{name} has no ranged weapon to fire.", "ARAP-STAND-01"
    return None


def is_behind(state: GameState, charger: Unit, target: Unit) -> bool:
    """Whether the charge comes from behind, seen from the figure nearest to it. (ARAP-STAND-01)"""
    chaser, figure = charge_plan.nearest_pair(state, charger, target)
    return is_beyond(off_axis(figure.facing, figure.at, chaser.at), BEHIND_DEG)
