"""What a way asks of buildings: what bars it, and the way through what is open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import NamedTuple

from rules.arap.sight.building_interface import Place
from rules.arap.terrain.ground import LegCost
from rules.core.ids import ModelId, SideId
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.geometry.rings import Ring
from rules.geometry.ways.roadmap import Doorway, Hall, Join
from rules.state import GameState
from rules.table.terrain import Terrain


class IndoorPace(NamedTuple):
    """What riders may spend indoors: the better of two dice less so many inches, for so many points more."""

    rules: tuple[str, ...]
    less_in: float = 0.0
    more_ap: int = 0


class WaysThroughBuildings:
    """Ways into and through buildings; as a rule there are none."""

    def is_walled(self, leg: LegCost) -> bool:
        """Whether walls bar a leg, so that there may be a way through where they are open."""
        return False

    def way_through(
        self, state: GameState, start: Point, end: Point, most_in: float = inf, beside_in: float = 0.0
    ) -> tuple[Point, ...]:
        """The corners of the shortest way past walls, `end` included; none if there is none, or none so short.

        One by which so many inches bring nobody within `beside_in` of the end is not short either.
        """
        return ()

    def barred(self, model: Model, piece: Terrain) -> Refusal | None:
        """Why a model does not pass a piece, if that is because of its walls; the refusal says what opens the way."""
        return None

    def held_up(
        self, state: GameState, unit: Unit, ways: Mapping[ModelId, Sequence[Point]], model: ModelId
    ) -> tuple[float, str] | None:
        """After how many inches a model does not get through a door or hole, once the others of those ways have.

        And the rule by which it does not.
        """
        return None

    def ridden(self, state: GameState, unit: Unit, ways: Mapping[ModelId, Sequence[Point]]) -> IndoorPace | None:
        """How fast riders are on those ways, if these lead through a door or a room; None for the usual pace."""
        return None


class TruePlaces:
    """Where places in buildings truly are; as a rule where the board has them."""

    def true_place(self, state: GameState, at: Point) -> Place:
        """Where a place on the board is, and how high: upper floors may be laid out apart. (BLD-GEN-03)"""
        return Place(at)

    def stands(self, state: GameState, unit: Unit, model: Model) -> Place:
        """Where a member of a unit is, in a section as well. (BLD-SECT-01)"""
        return self.true_place(state, model.at)


class FarWaysInside(NamedTuple):
    """What ways through buildings lead by besides open doors and stairs between floors."""

    gates: tuple[Doorway, ...] = ()
    """What is shut and can be opened, at what that costs a side."""
    joins: tuple[Join, ...] = ()
    halls: tuple[Hall, ...] = ()
    floors: tuple[Ring, ...] = ()
    """Upper floors that are laid out apart."""


class FarWaysThroughBuildings:
    """Ways to far places that lead through buildings; as a rule nobody goes in."""

    def far_ways(self, state: GameState, side: SideId) -> FarWaysInside | None:
        """Doors that a side may open on its way, and the like; None where there is nothing to go into."""
        return None
