"""What who weighs actions asks of buildings: what is to be gained at their doors and in their sections."""

from __future__ import annotations

from rules.core.ids import SideId
from rules.offers import Offer
from rules.state import GameState
from rules.weighing import Character, Worth


class BuildingsWeighed:
    """What it is worth to a side to do something at a building, by what it knows; as a rule there are none."""

    def kinds_weighed(self, state: GameState) -> frozenset[str]:
        """The kinds of offers that are weighed on this table."""
        return frozenset()

    def weighed(self, state: GameState, side: SideId, offer: Offer, character: Character) -> Worth | None:
        """What an offer is worth; None for one that is none of theirs."""
        return None
