"""What markers and templates ask of buildings: whom they reach inside, and whom walls keep them from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from rules.arap.sight.building_interface import Place
from rules.core.ids import ModelId, TerrainId, UnitId
from rules.core.refusal import Refusal
from rules.dice.scatter import Scatter
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry.areas import Area
from rules.geometry.rings import Ring
from rules.geometry.templates import Strip
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
    behind: bool = False
    """Behind the wall that stopped the burst. (BLD-INTO-11)"""
    thin: bool = False
    """Behind a thin inner wall. (BLD-CONF-06)"""


Flown = Literal["flat", "thrown", "lobbed", "dropped"]
"""How something flies: in direct fire, by hand, from above, over an edge."""


class Flight(NamedTuple):
    """What flies: from where, at which place, how, whose it is. Places are where they truly are, with their height.

    A shot aimed at the outside of a building stays `outside_of` it. `again` throws for the
    scatter once more: how it falls, and how far.
    """

    start: Place
    aim: Place
    manner: Flown
    unit: UnitId
    outside_of: str = ""
    again: Callable[[], tuple[Scatter, float]] | None = None


class Descent(NamedTuple):
    """Where something comes down at a house, as the board shows that place."""

    at: Point
    stopped: bool = False
    """A wall has stopped it on its way."""
    roof: str = ""
    """The roof that it bursts on."""
    reaches: bool = False
    """Whether that roof has people on it, laid out as a floor."""
    aimed: Point | None = None
    """Where the board shows what was aimed at, if that is a floor laid out apart."""
    turned: str = ""
    """What else became of it: reversed, bounced, rerolled, stopped, below, kept."""
    rules: tuple[str, ...] = ()
    overhead: bool = False
    """At a wall upstairs, over the heads of those below. (BLD-FIRE-02)"""
    upstairs: Point | None = None
    """Where that is by the plan of the floor behind the wall, which shelters those there. (BLD-INTO-11)"""


class FallsOnBuildings:
    """What falls on houses, into them and out of them; as a rule it falls on open ground."""

    def descent(self, progress: Progress, flight: Flight, found: Scatter | None, length: float) -> Descent | None:
        """Where it comes down; None where no house has a say. (BLD-FIRE-03, BLD-INTO-07 to -10, BLD-SCAT-01)"""
        return None

    def roof_struck(self, progress: Progress, unit: Unit, at: Point, weapon: Weapon) -> None:
        """A burst on the roof over a place: what it does to the roof. (BLD-FIRE-05)"""

    def not_inside(self, state: GameState, target: Unit) -> Refusal | None:
        """Why nothing is lobbed at a unit: the roof over it is whole. (BLD-FIRE-04)"""
        return None

    def under_roof(self, state: GameState, model: Model) -> Refusal | None:
        """Why nobody fires upward from there. (BLD-OUT-01)"""
        return None

    def roof_over(self, state: GameState, at: Point) -> Area | None:
        """The outline, as high as it is, of the house whose roof is whole over a place. (BLD-FIRE-03)"""
        return None


class StreamsInBuildings:
    """Template weapons at houses; as a rule walls stop them, and nobody is inside."""

    def on_level(self, state: GameState, firer: Model, aim: Model) -> GameState:
        """The table as a stream finds it that is fired from or at another storey. (BLD-TMPL-02)"""
        return state

    def lets_through(self, state: GameState, shape: Strip, area: Area) -> bool:
        """Whether a stream goes on behind a wall that it runs into, because it overlaps an opening. (BLD-TMPL-01)"""
        return False

    def cover_inside(self, state: GameState, eye: Point, at: Point) -> Cover | None:
        """The cover of somebody inside against a stream from outside; None for anybody else. (BLD-TMPL-05)"""
        return None

    def is_confined(self, state: GameState, at: Point) -> bool:
        """Whether a place is confined, so that streams may be bounced there. (BLD-CONF-08)"""
        return False

    def miss_goal(self, state: GameState, cover: Cover, *, passed: bool) -> int:
        """What such a one is hit on whom the roll itself does not hit. (BLD-TMPL-05)"""
        return 0


class BurstsInBuildings:
    """Bursts in rooms; as a rule a burst reaches what is under its marker, and nobody else."""

    def fills_room(self, state: GameState, centre: Point, at: Point) -> bool:
        """Whether a burst there reaches somebody who is not under its marker, because both are in a confined room."""
        return False

    def strike_walls(self, progress: Progress, unit: Unit, centre: Point, weapon: Weapon) -> None:
        """A blast in a room goes off: large ones strike its walls as well. (BLD-CONF-05)"""

    def note(self, state: GameState, centre: Point, weapon: Weapon) -> str:
        """What a preview says of a burst there, if it goes off otherwise than in the open."""
        return ""

    def leaks(self, state: GameState, centre: Point, at: Point) -> bool:
        """Whether a burst in a room may hit somebody outside it, close to an opening. (BLD-CONF-03)"""
        return False

    def bursts(self, state: GameState, centre: Point) -> tuple[str, ...]:
        """The rules by which a burst there goes off otherwise than in the open. (BLD-CONF-02, BLD-CONF-04)"""
        return ()

    def is_kept_off(self, state: GameState, centre: Point, at: Point) -> bool:
        """Whether walls keep a burst there from somebody who is under its marker."""
        return False

    def cover_in_room(self, state: GameState, centre: Point, at: Point) -> Cover | None:
        """What shelters somebody from a burst in a confined space: furniture never does. (BLD-CONF-02, BLD-CONF-06)"""
        return None


class BurstsOutside:
    """Bursts at the outside of buildings; as a rule nobody stands behind their walls."""

    def behind_walls(self, progress: Progress, centre: Point, across_in: float) -> list[ModelUnderMarker]:
        """Who behind the wall of a house a burst on its outside may hit. (BLD-SSHT-13)"""
        return []

    def notes_behind(self, state: GameState, centre: Point, across_in: float) -> tuple[str, ...]:
        """The same in words, before it bursts. (BLD-SSHT-13)"""
        return ()

    def at_wall(
        self, state: GameState, terrain: TerrainId, near: Ring, middle: Point, storey: int = 0
    ) -> dict[UnitId, int]:
        """How many of whom on a storey of a house played by sections are within that ring along its wall. (WALL-09)"""
        return {}

    def drawn_at_wall(
        self, progress: Progress, terrain: TerrainId, near: Ring, middle: Point, storey: int = 0
    ) -> dict[UnitId, list[ModelId]]:
        """Who they are. (BLD-WALL-09, BLD-SSHT-13)"""
        return {}

    def on_floor_at(self, state: GameState, centre: Point, at: Point) -> bool:
        """Whether somebody is on the upper floor at whose wall something bursts there, as its plan shows that place."""
        return False

    def is_behind_wall(self, state: GameState, centre: Point, at: Point) -> bool:
        """Whether the wall that stopped a burst outside is but cover to somebody behind it. (BLD-INTO-11)"""
        return False
