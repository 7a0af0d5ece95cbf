"""What pages ask before a vehicle moves: how what a player points at becomes an action of its vehicle rules.

`said` is what the player has set besides the board: values by the names of the settings that were offered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.arap.paths.march import Waypoint
from rules.arap.units.vehicle_interface import NOTHING_SAID, Said, Setting
from rules.core.ids import ModelId, UnitId
from rules.forces.unit import Point, Unit
from rules.geometry.hulls import Face
from rules.progress import Action
from rules.state import GameState


class Ram(NamedTuple):
    """A ram as it would strike: the way up to there, where the hull stands then, which vehicle and which face."""

    path: tuple[Point, ...]
    gone_in: float
    at: Point
    target: UnitId | None = None
    face: Face | str = ""


class WayOut(NamedTuple):
    """A door of a vehicle, how many of those inside find a place before it alone, and who is in the way of that."""

    name: str
    at: Point
    reach_in: float
    """How far from it they may stand."""
    room: int
    blocked_by: UnitId | None = None


class VehicleOrders:
    """The actions by which vehicles drive and people get in and out; None where there is no such action."""

    def drive(self, state: GameState, unit: Unit, path: tuple[Waypoint, ...], said: Said) -> Action | None:
        """A drive through those places."""
        return None

    def drive_settings(
        self, state: GameState, unit: Unit, path: tuple[Waypoint, ...], said: Said
    ) -> tuple[Setting, ...]:
        """What may be chosen for a drive through those places."""
        return ()

    def ram(self, state: GameState, action: Action) -> Ram | None:
        """Where a ram strikes; None for any other action, and for a ram that meets nothing."""
        return None

    def charge(
        self, state: GameState, unit: Unit, target: UnitId, *, passing: bool = False, near: Point | None = None
    ) -> Action | None:
        """A charge at a hull that cannot fight back, where such a charge is known; `passing`: where it came by.

        `near` is the place on its way that somebody points at.
        """
        return None

    def came_by(self, state: GameState, target: Unit) -> tuple[Point, ...]:
        """The way on which a hull can be caught in passing; empty where none is."""
        return ()

    def board(
        self,
        state: GameState,
        unit: Unit,
        vehicle: UnitId,
        *,
        models: Sequence[ModelId] = (),
        path: tuple[Waypoint, ...] = (),
        cling: bool = False,
    ) -> Action | None:
        """Getting in, for those models or for all; with `cling` onto its outside."""
        return None

    def boards_in_part(self) -> bool:
        """Whether some of a unit may get in and the others stay."""
        return False

    def get_out(self, state: GameState, unit: Unit, near: Point | None, said: Said = NOTHING_SAID) -> Action | None:
        """Getting out, as near as may be to a place, or where the table says."""
        return None

    def get_out_settings(self, state: GameState, unit: Unit, said: Said) -> tuple[Setting, ...]:
        """What may be chosen for getting out besides the place."""
        return ()

    def ways_out(self, state: GameState, unit: Unit) -> tuple[WayOut, ...]:
        """The doors by which a unit may get out; none where it gets out over any edge."""
        return ()
