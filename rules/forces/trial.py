"""A vehicle of the trial vehicle rules. (TRI-CHAR-01 to -04)"""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from rules.core.ids import UnitId
from rules.forces.hull import HullStruct, Plates, VehicleMarksStruct
from rules.forces.mount import Door, FirePoint, Mount

_FLANKS: Final[tuple[tuple[int, Literal["left", "right"]], ...]] = ((-1, "left"), (1, "right"))

TrialTrait = Literal["open-topped", "fast", "walker", "tank", "skimmer"]
Locomotion = Literal["tracked", "wheeled", "legs", "antigrav"]


class TrialHull(HullStruct, frozen=True, kw_only=True, tag="trial"):
    """Armour by facing, type and fittings. A walker's WS, S, I and A are those of its profile. Lengths in inches."""

    front: int
    side: int
    rear: int
    bs: int = 3
    traits: tuple[TrialTrait, ...] = ()
    """Its type: none, one or several of these. (TRI-CHAR-03)"""
    locomotion: Locomotion = "tracked"
    """How it goes, which terrain asks for. (TRI-CHAR-04)"""
    capacity: int = 0
    """Places for passengers, by bulk. (TRI-TRAN-05)"""
    bars: tuple[str, ...] = ()
    """Traits and bulks of models that may not ride in it. (TRI-TRAN-06)"""
    fire_points: tuple[int, ...] = ()
    """For each fire point of a closed vehicle how many models may fire there. (TRI-PASS-02)"""
    length_in: float = 4
    width_in: float = 3
    height_in: float = 2
    mounts: tuple[Mount, ...] = ()
    doors: tuple[Door, ...] = ()
    """Its access points; none is one at the middle of the rear. (TRI-TRAN-01)"""
    placed_points: tuple[FirePoint, ...] = ()
    """Further fire points, each with its place. (TRI-PASS-02)"""

    @property
    def points_to_fire_from(self) -> tuple[FirePoint, ...]:
        """Its fire points where they lie: as it says, else by how many models each holds. (TRI-PASS-02)

        A sole one, and each for several models, is a hatch in its roof. The others are slits in its flanks, as many in
        one as in the other, an odd one in its rear.
        """
        hatches = [n for n in self.fire_points if n > 1 or len(self.fire_points) == 1]
        slits = len(self.fire_points) - len(hatches)
        spread = zip(hatches, self._along(len(hatches)), strict=True)
        roof = [FirePoint(forward_in=forward, right_in=0, models=n) for n, forward in spread]
        flanks = [
            FirePoint(forward_in=forward, right_in=side * self.width_in / 2, looks=looks)
            for forward in self._along(slits // 2)
            for side, looks in _FLANKS
        ]
        rear = [FirePoint(forward_in=-self.length_in / 2, right_in=0, looks="rear")] * (slits % 2)
        return (*self.placed_points, *roof, *flanks, *rear)

    def _along(self, count: int) -> list[float]:
        """Places spread evenly along the hull, from its front backward."""
        return [self.length_in * (0.5 - (n + 0.5) / count) for n in range(count)]

    def is_a(self, trait: TrialTrait) -> bool:
        """Whether that is part of its type."""
        return trait in self.traits

    @property
    def move_in(self) -> float:
        """How far it may move in a Movement phase. (TRI-MOVE-01, TRI-MOVE-06, TRI-WALK-01)"""
        return 6.0 if self.is_a("walker") else 24.0 if self.is_a("fast") else 12.0

    @property
    def armour(self) -> Plates:
        """Front, side, rear. (TRI-CHAR-02)"""
        return (self.front, self.side, self.rear)

    @property
    def speed_in(self) -> float:
        """How far it may move in a Movement phase. (TRI-MOVE-01)"""
        return self.move_in

    @property
    def skims(self) -> bool:
        """Part of its type. (TRI-CHAR-03)"""
        return self.is_a("skimmer")

    @property
    def crew_bs(self) -> int:
        """Its own BS. (TRI-CHAR-01)"""
        return self.bs

    @property
    def open_topped(self) -> bool:
        """Part of its type. (TRI-CHAR-03)"""
        return self.is_a("open-topped")

    @property
    def walks(self) -> bool:
        """Part of its type. (TRI-CHAR-03)"""
        return self.is_a("walker")

    @property
    def has_limbs(self) -> bool:
        """A walker strikes with arms and legs of steel. (TRI-CC-01)"""
        return self.walks

    @property
    def charge_in(self) -> float:
        """A walker charges as far as it moves. (TRI-WALK-01)"""
        return self.move_in if self.walks else 0.0

    @property
    def bars_rule(self) -> str:
        """Which says who may not ride in it."""
        return "TRI-TRAN-06"

    @property
    def one_unit(self) -> bool:
        """None takes two. (TRI-TRAN-07)"""
        return True

    @property
    def dedicable(self) -> bool:
        """Every transport. (TRI-TRAN-08)"""
        return self.capacity > 0

    def marks_of_dedicated(self, owner: UnitId) -> TrialMarks:
        """It carries that unit and no other. (TRI-TRAN-08)"""
        return TrialMarks(dedicated_to=owner)

    def improved(self, armour: Plates, bs: int, dozer: str) -> TrialHull:
        """Thicker plates, a better crew."""
        front, side, rear = armour
        return replace(self, front=self.front + front, side=self.side + side, rear=self.rear + rear, bs=self.bs + bs)

    def fresh_marks(self) -> TrialMarks:
        """Nothing yet."""
        return TrialMarks()


class TrialMarks(VehicleMarksStruct, frozen=True, kw_only=True, tag="trial"):
    """What the trial vehicle rules remember of a vehicle."""

    turn: int = 0
    """The game turn that `did` and `ground_in` are of."""
    did: tuple[str, ...] = ()
    """"movement", "shooting", "assault": steps bought in it; "road", "loaded", "unloaded", "ordnance". (TRI-JOIN-02)"""
    ground_in: float = 0
    """What its roll for difficult ground lets a walker move and charge in that turn; 0 before it. (TRI-WALK-02)"""
    exposed: int = 0
    """How many of its own turns have yet to begin until it counts as closed again. (TRI-PASS-04)"""
    dedicated_to: str = ""
    """The unit that it carries and no other. (TRI-TRAN-08)"""
