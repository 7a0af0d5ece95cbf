"""What units ask of buildings: whether members who are in one still belong together with the others."""

from __future__ import annotations

from collections.abc import Sequence

from rules.forces.unit import Point, Unit
from rules.state import GameState


class HousedMembers:
    """Members in houses that are played by sections; as a rule everybody stands where he stands. (BLD-SECT-04)"""

    def chain(self, state: GameState, unit: Unit) -> tuple[Point, ...]:
        """Where each living member counts as standing when it is asked whether the unit holds together."""
        return tuple(m.at for m in unit.alive)

    def are_near(self, state: GameState, one: Unit, other: Unit) -> bool | None:
        """Whether two parts of a unit of which one is in a house are near each other; None if neither is."""
        return None


class Company:
    """Members of a unit in rooms; as a rule 3 inches hold it together and nothing else."""

    def are_together(self, state: GameState, a: Point, b: Point) -> bool:
        """Whether two members share a room, or stand in neighbouring ones. (BLD-MOVE-04)"""
        return False

    def rooms_cited(self, state: GameState, at: Sequence[Point]) -> tuple[str, ...]:
        """The rule by which members at those places belong together, where it is not the usual one. (BLD-MOVE-04)"""
        return ()
