"""What markers and templates ask of vehicles: who on a hull is struck along with it. (VEH-OPEN-01)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.core.ids import ModelId
from rules.forces.unit import Unit
from rules.state import GameState
from rules.table.terrain import Cover


class OnHull(NamedTuple):
    """A unit on a hull: those of it that can be struck, each where he stands on the hull, and what shelters them."""

    unit: Unit
    cover: Cover


class UnderTemplates:
    """People on hulls who are struck there; as a rule there are none."""

    def on_hulls(self, state: GameState) -> Sequence[OnHull]:
        """Everybody in an open top, at a hatch or outside on a hull. (VEH-OPEN-01)"""
        return ()

    def in_the_open(self, state: GameState, unit: Unit) -> tuple[ModelId, ...]:
        """Members of a unit aboard that can be struck. (VEH-OPEN-01)"""
        return ()
