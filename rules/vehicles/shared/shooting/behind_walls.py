"""Mounted weapons at people in houses: those in sections who show themselves, those on upper floors.

(BLD-SSHT-03 to -05, BLD-INTO-04, BLD-LEVEL-02)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rules.arap import building_interface
from rules.arap.shooting.building_interface import ShotsFromBuildings
from rules.arap.shooting.plan import FirePlan
from rules.core.ids import SideId
from rules.core.modifier import Modifier
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.state import GameState


class Shown(NamedTuple):
    """The state in which a target stands where it shows itself, and what firing at it there costs."""

    state: GameState
    modifiers: tuple[Modifier, ...] = ()


def shown(state: GameState, unit: Unit, target: Unit) -> Shown:
    """Where it can be fired at; as it stands where no wall hides it, or where it cannot be fired at."""
    found = _buildings().posted(state, unit, target)
    if isinstance(found, GameState):
        return Shown(found, _buildings().modifiers(state, unit, target))
    return Shown(state)


def barred(state: GameState, unit: Unit, target: Unit) -> Refusal | None:
    """Why a target is out of play, or hidden by its walls. (BLD-SSHT-04)"""
    if not target.in_play or target.is_gone:
        return Refusal("target-gone", f"{target.name} is not on the table.", "ARAP-SHOOT-03", "an enemy in sight")
    found = _buildings().posted(state, unit, target)
    return found if isinstance(found, Refusal) else None


def limited(state: GameState, unit: Unit, target: Unit, plan: FirePlan) -> FirePlan:
    """The plan without what bursts in the section as a whole, and with what windows cost. (BLD-SSHT-08, BLD-INTO-04)"""
    if isinstance(_buildings().posted(state, unit, target), GameState):
        return _buildings().limited(state, unit, target, plan)
    return plan


def targets(state: GameState, side: SideId) -> Iterable[Unit]:
    """Enemies of a side in sections of houses. (BLD-SECT-01)"""
    return _buildings().housed_targets(state, side)


def _buildings() -> ShotsFromBuildings:
    return building_interface.ask(ShotsFromBuildings)
