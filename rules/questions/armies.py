"""What is asked of an army before any battle: how often its units act. (ARAP-ACT-01 to -03)"""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap.units.permission import activation_value
from rules.arap.units.vehicle_interface import VehicleCrews
from rules.arap.vehicle_interface import ask
from rules.core.ids import SideId
from rules.dice.odds.activation import activation_odds
from rules.forces.army import Army
from rules.forces.modules import SWITCH, module_of
from rules.forces.unit import Unit
from rules.rulebook import default_options
from rules.state import GameState

_DICE: Final = 2
"""Dice that a unit rolls as a rule."""


class Acts(NamedTuple):
    """So many units of one activation value, and how likely each gets going with two dice."""

    value: int
    units: int
    chance: float


def activations(army: Army) -> tuple[Acts, ...]:
    """The activation values of an army's units, the best first, by the switches as they are proposed.

    A vehicle's is asked of the rules that it is made for, so that a list of several is answered too.
    """
    mustered = army.muster(SideId("a"))
    units = mustered.units
    bare = GameState(
        options=default_options(), profiles=mustered.profiles, weapons=mustered.weapons, units={u.id: u for u in units}
    )
    found = Counter(activation_value(by_its_rules, unit) for unit in units if (by_its_rules := _rolls(bare, unit)))
    return tuple(Acts(value, found[value], _acts(value)) for value in sorted(found, reverse=True))


def _rolls(bare: GameState, unit: Unit) -> GameState | None:
    """The state with the rules that a unit is made for; None if those have it make no activation roll."""
    module = module_of(bare.profiles[unit.models[0].profile])
    state = replace(bare, options={**bare.options, SWITCH: module}) if module else bare
    return state if not unit.is_vehicle or ask(state, VehicleCrews).may_roll(state, unit) is None else None


def _acts(value: int) -> float:
    """How likely somebody of that activation value has an action point or more."""
    odds = activation_odds(value, _DICE)
    return float(1 - odds.ap[0] - odds.bust)
