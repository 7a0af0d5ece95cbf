"""A vehicle of the trial vehicle rules. (TRI-CHAR-01 to -04)"""

from typing import Literal

from msgspec import Struct

from rules.forces.mount import Door, Mount

TrialTrait = Literal["open-topped", "fast", "walker", "tank", "skimmer"]
Locomotion = Literal["tracked", "wheeled", "legs", "antigrav"]


class TrialVehicle(Struct, frozen=True, kw_only=True):
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

    def is_a(self, trait: TrialTrait) -> bool:
        """Whether that is part of its type."""
        return trait in self.traits

    @property
    def move_in(self) -> float:
        """How far it may move in a Movement phase. (TRI-MOVE-01, TRI-MOVE-06, TRI-WALK-01)"""
        return 6.0 if self.is_a("walker") else 24.0 if self.is_a("fast") else 12.0
