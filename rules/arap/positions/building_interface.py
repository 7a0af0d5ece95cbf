"""What positions ask of buildings: who is inside, and who shares a room."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.refusal import Refusal
from rules.forces.unit import Model, Unit
from rules.state import GameState
from rules.table.terrain import Terrain


class Rooms:
    """Who stands where in buildings; as a rule nobody is inside, and nothing parts two models."""

    def is_inside(self, state: GameState, model: Model) -> bool:
        """Whether a model stands in a building."""
        return False

    def those_inside(self, state: GameState, piece: Terrain) -> Iterable[tuple[Unit, tuple[Model, ...]]]:
        """Who stands in that building, unit by unit."""
        return ()

    def out_of_reach(self, state: GameState, unit: Unit, target: Unit) -> Refusal | None:
        """Why one unit cannot get at another that is shut in. (BLD-BUNK-04)"""
        return None

    def in_one_room(self, state: GameState, a: Model, b: Model) -> bool:
        """Whether no wall keeps two models from fighting each other."""
        return True
