"""What every vehicle has, whichever vehicle rules it is made for. (TRI-JOIN-01)

Each set of vehicle rules brings a struct of its own for what a vehicle is, and one for what it remembers in play. Both
are tagged with the name of those rules and read through the classes here: the core asks for no field of one set alone.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

    from rules.core.ids import ProfileId, UnitId
    from rules.forces.mount import Door, Mount

Plates = tuple[int, int, int]
"""Of the front, each side and the rear."""


class VehicleMarks:
    """What one set of vehicle rules remembers of a vehicle in play, besides what all vehicles have."""

    __slots__ = ()


class VehicleMarksStruct(Struct, VehicleMarks, frozen=True, kw_only=True, tag_field="rules", omit_defaults=True):
    """Base of the marks of each set of rules: a frozen struct in which every field has a default."""


class VehicleHull:
    """A vehicle's size, armour and fittings. Lengths in inches. What a kind does not say, it has not."""

    __slots__ = ()

    @property
    @abstractmethod
    def made_for(self) -> str:
        """Which vehicle rules it is made for."""

    @property
    @abstractmethod
    def length_in(self) -> float:
        """From front to rear."""

    @property
    @abstractmethod
    def width_in(self) -> float:
        """From side to side."""

    @property
    @abstractmethod
    def height_in(self) -> float:
        """How tall it stands."""

    @property
    def shape(self) -> str:
        """The outline and icon that it is drawn with: one of the types of vehicle."""
        return "tracked"

    @property
    def speed_in(self) -> float:
        """How far it goes in a turn at most."""
        return 0.0

    @property
    def armour(self) -> Plates | None:
        """Armour values by facing, where it has any."""
        return None

    @property
    def mounts(self) -> tuple[Mount, ...]:
        """Its weapons."""
        return ()

    @property
    def doors(self) -> tuple[Door, ...]:
        """Where people get in and out."""
        return ()

    @property
    def capacity(self) -> int:
        """Places for passengers."""
        return 0

    @property
    def open_topped(self) -> bool:
        """Whether its passengers ride in the open."""
        return False

    @property
    def crew_bs(self) -> int:
        """The Ballistic Skill that its weapons fire with."""
        return 0

    @property
    def hull_points(self) -> int:
        """Hits that it absorbs before the damage chart is asked. (VEH-HULL-01)"""
        return 0

    @property
    def towed(self) -> bool:
        """Whether it goes nowhere by itself. (VEH-TOW-01)"""
        return False

    @property
    def bars(self) -> tuple[str, ...]:
        """Traits and bulks of models that may not ride in it. (TRI-TRAN-06, CRU-TRAN-05)"""
        return ()

    @property
    def bars_rule(self) -> str:
        """The rule that bars them."""
        return ""

    @property
    def one_unit(self) -> bool:
        """Whether no more than one unit rides in it. (TRI-TRAN-07)"""
        return False

    @property
    def dedicable(self) -> bool:
        """Whether it may be the transport of one unit alone. (TRI-TRAN-08)"""
        return False

    def marks_of_dedicated(self, owner: UnitId) -> VehicleMarks | None:
        """What is remembered of it as the transport of that unit alone; None for nothing."""
        return None

    @property
    def holds(self) -> tuple[ProfileId, ...]:
        """Vehicles one of which may ride in it alone. (CRU-LIST-03)"""
        return ()

    @property
    def walks(self) -> bool:
        """Whether it goes on legs and fights with them where it has a WS. (VEH-WS-01, TRI-WALK-01)"""
        return False

    @property
    def has_limbs(self) -> bool:
        """Whether its limbs are weapons of its own, so that it is never unarmed. (TRI-CC-01)"""
        return False

    @property
    def charge_in(self) -> float:
        """How far it charges, where that does not follow from a basic move. (TRI-WALK-01)"""
        return 0.0

    @property
    def is_mechanoid(self) -> bool:
        """Whether it walks and turns like a creature. (VEH-MECH-01)"""
        return False

    @property
    def skims(self) -> bool:
        """Whether it floats over the ground. (VEH-TYPE-02)"""
        return False

    @property
    def flimsy(self) -> bool:
        """Whether shots at it do more harm, as at one with an open top. (VEH-OPEN-03)"""
        return False

    @property
    def floats(self) -> bool:
        """Whether water does not bar it. (VEH-TERR-02, VEH-BOAT-04)"""
        return False

    @property
    def is_boat(self) -> bool:
        """Whether it goes nowhere but on water. (VEH-BOAT-04)"""
        return False

    @property
    def shallow_draught(self) -> bool:
        """Whether shallow water is enough for a boat. (VEH-BOAT-04)"""
        return False

    @property
    def starts_straight(self) -> bool:
        """Whether it only goes straight on from a stand, so that it needs room before it. (VEH-RACE-03)"""
        return False

    def pulled(self) -> Iterator[tuple[str, VehicleHull]]:
        """Names and hulls of the sections that it pulls for good, from front to rear. (VEH-HULL-04)"""
        return iter(())

    @property
    def all_mounts(self) -> tuple[Mount, ...]:
        """Its weapons and those of all its sections."""
        return (*self.mounts, *(mount for _, section in self.pulled() for mount in section.mounts))

    @abstractmethod
    def fitted(self, mounts: tuple[Mount, ...]) -> Self:
        """The same with other weapons on its mounts."""

    def improved(self, armour: Plates, bs: int, dozer: str) -> Self:
        """The same with what options of a roster add to armour and BS, and with a dozer blade at that end."""
        return self

    def fresh_marks(self) -> VehicleMarks | None:
        """What its own rules remember of it before anything has happened."""
        return None


class HullStruct(Struct, VehicleHull, frozen=True, kw_only=True, tag_field="rules", omit_defaults=True):
    """Base of every hull: a frozen struct, tagged with the vehicle rules that it is made for."""

    @property
    def made_for(self) -> str:
        """Its tag."""
        return str(self.__struct_config__.tag)

    def fitted(self, mounts: tuple[Mount, ...]) -> Self:
        """Every set of rules calls its weapons `mounts`."""
        return replace(self, mounts=mounts)
