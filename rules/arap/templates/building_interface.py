"""What markers ask of buildings: whom a burst inside reaches, and whom walls keep it from."""

from __future__ import annotations

from typing import NamedTuple

from rules.core.ids import ModelId, UnitId
from rules.forces.unit import Point
from rules.progress import Progress
from rules.state import GameState
from rules.table.terrain import Cover


class ModelUnderMarker(NamedTuple):
    """A model under a marker: how far it is from the centre (inches) and its cover against it.

    One that is `leaked` on stands outside the room of the burst, by an opening. (BLD-CONF-03)
    """

    unit: UnitId
    model: ModelId
    distance_in: float
    cover: Cover
    leaked: bool = False


class BurstsInBuildings:
    """Bursts in rooms; as a rule a burst reaches what is under its marker, and nobody else."""

    def fills_room(self, state: GameState, centre: Point, at: Point) -> bool:
        """Whether a burst there reaches somebody who is not under its marker, because both are in a confined room."""
        return False

    def roof_over(self, state: GameState, at: Point) -> str:
        """The name of the house whose roof stops what comes down there from above. (BLD-FIRE-03, BLD-FIRE-04)"""
        return ""

    def told(self, state: GameState, centre: Point, *, lobbed: bool) -> str:
        """What a preview says of a burst there, if it goes off otherwise than in the open."""
        return ""

    def leaks(self, state: GameState, centre: Point, at: Point) -> bool:
        """Whether a burst in a room may hit somebody outside it, close to an opening. (BLD-CONF-03)"""
        return False

    def bursts(self, state: GameState, centre: Point) -> tuple[str, ...]:
        """The rules by which a burst there goes off otherwise than in the open. (BLD-CONF-02, BLD-CONF-04)"""
        return ()

    def behind_walls(self, progress: Progress, centre: Point, across_in: float) -> list[ModelUnderMarker]:
        """Who behind the wall of a house a burst on its outside may hit. (BLD-SSHT-13)"""
        return []

    def is_kept_off(self, state: GameState, centre: Point, at: Point) -> bool:
        """Whether walls keep a burst there from somebody who is under its marker."""
        return False
