"""What pages ask before a vehicle moves: how what a player points at becomes an action of its vehicle rules, which
courses those that keep their speed may take. (VEH-RACE-01 to -03)

`said` is what the player has set besides the board: values by the names of the settings that were offered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Literal, NamedTuple

from rules.arap.paths.turns import Waypoint
from rules.arap.units.vehicle_interface import NOTHING_SAID, Said, Setting
from rules.core.ids import ModelId, SideId, TerrainId, UnitId
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.geometry.arcs import Pose, Stretch
from rules.geometry.hulls import Face
from rules.geometry.lengths import TOLERANCE
from rules.progress import Action, Progress
from rules.state import GameState
from rules.table.terrain import LOCOMOTION, Driving, Terrain


class Ram(NamedTuple):
    """A ram as it would strike: the way up to there, where the hull stands then, which vehicle and which face."""

    path: tuple[Point, ...]
    gone_in: float
    at: Point
    target: UnitId | None = None
    face: Face | str = ""
    spot: Point | None = None
    """Where the two touch."""


class WayOut(NamedTuple):
    """A door of a vehicle, how many of those inside find a place before it alone, and who is in the way of that."""

    name: str
    at: Point
    reach_in: float
    """How far from it they may stand."""
    room: int
    blocked_by: UnitId | None = None


class BoardingDoor(NamedTuple):
    """A door of a vehicle by which people get in."""

    name: str
    at: Point
    reach_in: float
    """How far from it they may be."""


Burden = Literal["", "slow", "risk", "shut"]
"""What a piece of ground does to a vehicle: nothing, slow it, perhaps hold or harm it, keep it out."""


class GroundRow(NamedTuple):
    """What a piece of ground is to a vehicle at each speed of the table."""

    name: str
    look: str
    cells: tuple[str, ...]
    is_set: bool
    """Whether the scenario or the host has said so."""
    by: str = ""
    """Which of the two has."""


class GroundTable(NamedTuple):
    """The ground of a table as one vehicle finds it, with the column of its move."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[GroundRow, ...]
    column: int
    rule: str
    set_by: str
    """The rule by which the scenario or the host may say so."""
    burdens: Mapping[TerrainId, tuple[Burden, ...]] = MappingProxyType({})
    """What each piece does to it, in each column; those that do nothing are left out."""

    def tints(self) -> Mapping[TerrainId, Burden]:
        """What each piece does to it at the speed of its move."""
        found = ((piece, each[min(self.column, len(each) - 1)]) for piece, each in self.burdens.items())
        return {piece: burden for piece, burden in found if burden}


class VehicleDrives:
    """The actions by which vehicles drive; None where there is no such action."""

    def veer(self, progress: Progress, unit: Unit, bearing: float, inches: float, rules: tuple[str, ...]) -> None:
        """The hull goes aside on that bearing, as far as nothing stops it. (ARAP-SCAT-09)"""

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


class GroundForVehicles:
    """What the ground is to vehicles."""

    ground_classes: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """What a piece of ground may be set to for all vehicles alike, in words; nothing without such classes."""

    ground_by_way: ClassVar[Mapping[Driving, str]] = MappingProxyType({})
    """The same for one kind of locomotion, by how a price is written; nothing where it is a price."""

    ground_ways: ClassVar[tuple[str, ...]] = LOCOMOTION
    """The kinds of locomotion that there are."""

    def ground_table(self, state: GameState, unit: Unit, moved_in: float) -> GroundTable | None:
        """What each piece of ground is to it; None where that does not hang on who drives how fast."""
        return None

    def usual_price(self, piece: Terrain, locomotion: str) -> Driving | None:
        """What driving in a piece costs a kind of locomotion where nothing is set; None where that has no price."""
        return None


class ChargesAtHulls:
    """Charges at hulls that cannot fight back, where they stand or as they come by; as a rule there are none."""

    def charge(
        self, state: GameState, unit: Unit, target: UnitId, *, passing: bool = False, near: Point | None = None
    ) -> Action | None:
        """A charge at a hull that cannot fight back, where such a charge is known; `passing`: where it came by.

        `near` is the place on its way that somebody points at.
        """
        return None

    def wake(self, state: GameState, vehicle: Unit) -> tuple[Point, ...]:
        """The ground beside the way that a hull came by, from which one steps aboard while it moves; empty for none."""
        return ()

    def came_by(self, state: GameState, target: Unit) -> tuple[Point, ...]:
        """The way on which a hull can be caught in passing; empty where none is."""
        return ()

    def may_catch(self, state: GameState, unit: Unit, target: Unit) -> tuple[Point, ...]:
        """The places of that way that a unit's charge reaches."""
        return ()


class GettingInAndOut:
    """The actions by which people get in and out, and the doors; None where there is no such action."""

    def board(
        self,
        state: GameState,
        unit: Unit,
        vehicle: UnitId,
        *,
        models: Sequence[ModelId] = (),
        path: tuple[Waypoint, ...] = (),
        cling: bool = False,
        rest: str = "",
    ) -> Action | None:
        """Getting in, for those models or for all; with `cling` onto its outside. `rest` names those who stay."""
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

    def room_outside(self, state: GameState, unit: Unit) -> tuple[tuple[Point, ...], ...]:
        """Where the middle of a base may be put by those who get out, as rings; nothing where no ground is marked."""
        return ()

    def ways_in(self, state: GameState, vehicle: Unit) -> tuple[BoardingDoor, ...]:
        """The doors by which people get in; none where they do so over any edge."""
        return ()


# ------------------------------------------------------------------ those that keep their speed


class Speeds(NamedTuple):
    """The present speed and those that may be chosen, negative in reverse, in inches and in words, and why."""

    now: float
    now_words: str
    least: float
    most: float
    usual: float
    """The present one as near as may be; from a stand as fast as it starts without ramming anybody."""
    words: str
    why: str

    @property
    def stands(self) -> bool:
        """Whether it stands now."""
        return abs(self.now) <= TOLERANCE

    def holds(self, speed: float) -> bool:
        """Whether a speed may be chosen."""
        return self.least - TOLERANCE <= speed <= self.most + TOLERANCE


class CourseObstacle(NamedTuple):
    """What a course runs into: its name, the middle of the hull that touches it, how far along, and the way there."""

    name: str
    at: Point
    clear: tuple[Stretch, ...]


class Driven(NamedTuple):
    """A drive as it must be driven, what it runs into, and the tightest turns to either side at its speed."""

    start: Pose
    words: str
    """Its speed."""
    way: tuple[Stretch, ...]
    met: CourseObstacle | None
    tightest: tuple[Stretch, Stretch] | None


class Driverless(NamedTuple):
    """A vehicle that moves by itself once its side has ended its activations: how, in words, and by which rules."""

    unit: UnitId
    way: Driven
    text: str
    rules: tuple[str, ...]


class VehicleCourses:
    """Vehicles that keep their speed from turn to turn; by these rules there are none."""

    def races(self, state: GameState, unit: Unit) -> bool:
        """Whether the unit is one of them. (VEH-RACE-01)"""
        return False

    def barred(self, state: GameState, side: SideId, unit: Unit) -> Refusal | None:
        """Why the unit makes no such drive now. (VEH-RACE-03)"""
        text = f"{unit.name} does not drive by the Street Race rules."
        return Refusal("not-street-race", text, "VEH-RACE-01", "a drive at battle speed, or a move")

    def speeds(self, state: GameState, unit: Unit) -> Speeds:
        """Between which speeds it chooses this turn. (VEH-RACE-02)"""
        return Speeds(0.0, "standing", 0.0, 0.0, 0.0, "standing", "it keeps no speed")

    def course(
        self, state: GameState, unit: Unit, speed: float, places: Sequence[Point], *, sweep: bool, hard: str
    ) -> tuple[Stretch, ...]:
        """The way through places, cut or led straight on to the length of the speed."""
        return ()

    def driven(self, state: GameState, action: Action) -> Driven | None:
        """What a drive at a speed comes to; None for any other action."""
        return None

    def driverless(self, state: GameState, side: SideId) -> tuple[Driverless, ...]:
        """Those of a side that nobody has driven and that do not stand. (VEH-RACE-04)"""
        return ()


class SlowDrives:
    """Slow manoeuvres and drives backwards of those that keep their speed; by these rules there are none."""

    def slow_steps(self) -> int:
        """Steps of a slow manoeuvre. (VEH-SLOW-01)"""
        return 0

    def back_in(self, state: GameState, unit: Unit) -> tuple[float, float]:
        """The least and the highest speed for a J-turn. (VEH-BOOT-03)"""
        return 0.0, 0.0

    def walked_back_in(self, state: GameState, unit: Unit) -> float:
        """How far its rider walks a bike back. (VEH-REV-02)"""
        return 0.0
