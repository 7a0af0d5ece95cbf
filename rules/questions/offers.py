"""What is on offer: by kind, before an activation, while placing, on getting out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rules import answers, bots
from rules.arap.charge import declare
from rules.arap.morale import going_to_ground
from rules.arap.positions import placing
from rules.arap.reactions.options import options
from rules.arap.shooting import shoot
from rules.arap.shooting.vehicle_interface import MountedFire
from rules.arap.turn import activation, setup
from rules.arap.units.split_and_join import SplitOff
from rules.arap.vehicle_interface import ask
from rules.core.ids import SideId
from rules.core.refusal import Refusal
from rules.engine import preview
from rules.forces.unit import Point, Unit
from rules.offers import Offer, listed
from rules.state import GameState, Placement


def to_act(state: GameState) -> SideId | None:
    """The side that must act now; nobody when the battle is over."""
    return bots.to_act(state)


def short_list(state: GameState, side: SideId) -> Iterator[Offer]:
    """What somebody in a hurry considers: answers, places, activations, charges and shots, but no moves."""
    if state.prompt is not None:
        yield from answers.offers(state, side)
        return
    yield from listed((setup, activation, declare, shoot), state, side)
    yield from ask(state, MountedFire).fire_offers(state, side)


class Reaction(NamedTuple):
    """What a unit may do when it is charged: its words and the rule."""

    label: str
    rule: str


def reactions(state: GameState, unit: Unit, target: Unit) -> tuple[Reaction, ...]:
    """What is open to a unit beside holding, if that other one charged it now. (ARAP-REACT-01)"""
    open_to = () if target.is_vehicle else [o for o in options(state, unit, target) if not o.refused][1:]
    return tuple(Reaction(o.label, o.rule) for o in open_to)


def may_lie_low(state: GameState, unit: Unit) -> bool:
    """Whether a unit could go to ground if it were shot at. (ARAP-GTG-01, ARAP-GTG-04)"""
    return going_to_ground.barred(state, unit) is None


# ------------------------------------------------------------------ activating


class DiceOdds(NamedTuple):
    """What an activation roll on so many dice promises, or why there is none."""

    dice: int
    acts: float
    bust: float
    average: float
    refusal: Refusal | None


_DICE: Final = tuple(range(1, activation.MOST_DICE + 1))


def activation_dice(state: GameState, side: SideId, unit: Unit) -> tuple[DiceOdds, ...]:
    """What one, two and three dice promise. (ARAP-ACT-02)"""
    rolls = (activation.Activate(side=side, unit=unit.id, dice=n) for n in _DICE)
    return tuple(_dice_odds(state, roll) for roll in rolls)


def _dice_odds(state: GameState, roll: activation.Activate) -> DiceOdds:
    odds = roll.odds(state)
    return DiceOdds(
        roll.dice, float(sum(odds.ap[1:])), float(odds.bust), float(odds.mean), preview(state, roll).refusal
    )


def ready(state: GameState) -> tuple[Unit, ...]:
    """Units of the side in turn that may still make an activation roll. (ARAP-TURN-05)"""
    return tuple(activation.untried(state))


def split(state: GameState, unit: Unit) -> Offer | None:
    """Splitting, if it is open to the unit: some of several, before its roll. (ARAP-COH-02)"""
    if len(unit.alive) < 2:
        return None
    last_leaves = SplitOff(side=unit.side, unit=unit.id, models=(unit.alive[-1].id,))
    return Offer(kind="split", unit=unit.id, action=last_leaves) if last_leaves.check(state) is None else None


# ------------------------------------------------------------------ placing


def to_place(state: GameState, side: SideId) -> tuple[Unit, ...]:
    """Units of the side that still have to be placed."""
    return tuple(setup.ready_to_deploy(state, side))


def block(state: GameState, unit: Unit, at: Point, facing: float | None = None) -> tuple[Placement, ...]:
    """The unit in ranks about a point, looking that way to the quarter turn; by default at the enemy."""
    if facing is None:
        zones = placing.zones_of(state, unit.side)
        facing = placing.facing_enemy(state, zones[0]) if zones else 0.0
    return placing.block(state, unit, at, round(facing / 90) % 4 * 90.0)


def placed_by_the_table(state: GameState, unit: Unit) -> tuple[Placement, ...]:
    """Where the table would place the unit; nowhere without room."""
    return placing.suggested(state, unit) or ()
