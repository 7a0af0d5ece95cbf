"""What who weighs actions asks of vehicles: what theirs are worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.arap.shooting.plan import FirePlan
from rules.core.ids import SideId, UnitId
from rules.forces.unit import Unit
from rules.offers import Offer
from rules.progress import Action
from rules.state import GameState
from rules.weighing import Character, Worth


class InATurn(NamedTuple):
    """How often a unit may move and fire in a turn if it has the points, and how far a move goes."""

    moves: int
    volleys: int
    step_in: float


class VehiclesWeighed:
    """What the actions of a set of vehicle rules are worth, to a side and by what it knows."""

    def weighed(self, state: GameState, side: SideId, offer: Offer, character: Character) -> Worth | None:
        """What an offer of these rules is worth; None for one that is none of theirs, or that they do not weigh."""
        return None

    def kinds_weighed(self) -> frozenset[str]:
        """The kinds of offers that they weigh themselves."""
        return frozenset()

    def wheel_worth(self, state: GameState, unit: Unit) -> float:
        """Points that somebody at its wheel in this turn is worth: a vehicle that rolls on unattended may crash."""
        return 0.0

    def in_a_turn(self, state: GameState, unit: Unit) -> InATurn | None:
        """What a vehicle may do in a turn; None where points alone bound it."""
        return None

    def volleys_of(self, state: GameState, action: Action) -> Iterator[tuple[UnitId, FirePlan]]:
        """The fire of an action of theirs, target by target."""
        return iter(())
