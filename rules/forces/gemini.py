"""A vehicle of the Gemini vehicle rules: what it is, and what those rules remember of it. (VEH-MOVE-01)

Below it the kinds of vehicle that the rules name. (VEH-MOVE-01, VEH-MECH-01, VEH-TYPE-04)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from rules.core.ids import TerrainId
from rules.forces.hull import HullStruct, Plates, VehicleMarksStruct
from rules.forces.mount import Door, Mount
from rules.rulebook.charts import rows

VehicleType = Literal["tracked", "wheeled", "walker", "skimmer", "flying-skimmer", "bike", "road-wheeler", "boat"]
FAST_TYPES: Final = ("walker", "bike")
"""Types that the rules call fast where they are not mechanoids. (VEH-TYPE-04, VEH-VFIRE-02)"""

VehicleClass = Literal["standard", "fast", "mechanoid"]


class Section(Struct, frozen=True, kw_only=True):
    """A further hull of a very large vehicle, with armour, hull points and weapons of its own. (VEH-HULL-04)"""

    name: str
    hull: GeminiHull


class GeminiHull(HullStruct, frozen=True, kw_only=True, tag="gemini"):
    """Hull, armour and running gear. Lengths in inches; `battle_speed_in` is the most moved in a turn."""

    type: VehicleType = "tracked"
    vehicle_class: VehicleClass = "standard"
    front: int
    side: int
    rear: int
    length_in: float = 4
    width_in: float = 3
    height_in: float = 2
    battle_speed_in: float = 12
    hull_points: int = 0
    capacity: int = 0
    crew_bs: int = 3
    crew_initiative: int = 0
    open_topped: bool = False
    flimsy: bool = False
    civilian: bool = False
    """Cars and the like: no tank, doors of ordinary width, people in it without cover. (VEH-BRD-08, VEH-SHOCK-01)"""
    ports: tuple[int, int, int] | None = None
    """Firing ports on each side, at the rear, at the front; None for the usual number. (VEH-FROM-07)"""
    hatches: int = 1
    """Roof hatches, each for two models. (VEH-FROM-07)"""
    mounts: tuple[Mount, ...] = ()
    doors: tuple[Door, ...] = ()
    dozer: Literal["", "front", "rear"] = ""
    """At which end it has a dozer blade, plough or ram. (VEH-DOZ-01)"""
    towed: bool = False
    """A weapon or trailer that goes nowhere by itself. (VEH-TOW-01)"""
    ork: bool = False
    """Its crew may knock a coupling loose on the move. (VEH-TOW-04)"""
    street: bool = False
    """It drives by the Street Race rules where the scenario leaves that to each vehicle. (VEH-RACE-01)"""
    top_speed_in: float = 0
    """Maximum speed on good going; 0 for the battle speed. (VEH-RACE-02)"""
    acc_dec_in: float = 0
    """Most by which the speed changes in a turn; 0 for half of the maximum. (VEH-RACE-02)"""
    trr: float = 0
    """Radius of the turning circle as a multiple of the speed; 0 for 1. (VEH-TRR-01)"""
    random_speed: bool = False
    """Maximum speed rolled before the battle: 2D6 and what its type adds. (VEH-CAR-01, VEH-TYPE-01, -02, -04)"""
    random_acceleration: bool = False
    """Acc/Dec 2D4 + 4 inches, rolled before the battle. (VEH-CAR-01)"""
    random_toughness: bool = False
    """Toughness of a civilian bike D3 + 2, rolled before the battle. (VEH-BIKE-02)"""
    auto_drive: bool = False
    """A bike that steers itself, and reverses under power. (VEH-REV-02)"""
    shallow_draught: bool = False
    """A boat for shallow water too. (VEH-BOAT-04)"""
    sections: tuple[Section, ...] = ()
    """What this hull, the drive section, pulls behind it, from front to rear. (VEH-HULL-04)"""

    @property
    def is_mechanoid(self) -> bool:
        """Whether it walks and turns like a creature. (VEH-MECH-01)"""
        return self.vehicle_class == "mechanoid"

    @property
    def fires_as(self) -> VehicleClass:
        """Its class: driven walkers and bikes are fast where nothing else is said. (VEH-TYPE-04, VEH-MECH-01)"""
        return "fast" if self.vehicle_class == "standard" and self.type in FAST_TYPES else self.vehicle_class

    @property
    def shape(self) -> str:
        """Its type."""
        return self.type

    @property
    def speed_in(self) -> float:
        """Its battle speed. (VEH-MOVE-01)"""
        return self.battle_speed_in

    @property
    def armour(self) -> Plates:
        """Front, side, rear. (VEH-GEOM-01)"""
        return (self.front, self.side, self.rear)

    @property
    def walks(self) -> bool:
        """Walkers and mechanoids. (VEH-WS-01)"""
        return self.is_mechanoid or self.type == "walker"

    @property
    def skims(self) -> bool:
        """Two of the types. (VEH-TYPE-02)"""
        return self.type in ("skimmer", "flying-skimmer")

    @property
    def floats(self) -> bool:
        """Boats and skimmers. (VEH-TERR-02, VEH-BOAT-04)"""
        return self.skims or self.is_boat

    @property
    def is_boat(self) -> bool:
        """One of the types. (VEH-BOAT-04)"""
        return self.type == "boat"

    @property
    def starts_straight(self) -> bool:
        """Race cars. (VEH-RACE-03)"""
        return self.street

    def pulled(self) -> Iterator[tuple[str, GeminiHull]]:
        """Its further sections. (VEH-HULL-04)"""
        return ((section.name, section.hull) for section in self.sections)

    def improved(self, armour: Plates, bs: int, dozer: str) -> GeminiHull:
        """Thicker plates, a better crew, a dozer blade. (VEH-DOZ-01)"""
        front, side, rear = armour
        return replace(
            self,
            front=self.front + front,
            side=self.side + side,
            rear=self.rear + rear,
            crew_bs=self.crew_bs + bs,
            dozer="front" if dozer == "front" else "rear" if dozer == "rear" else self.dozer,
        )

    def fresh_marks(self) -> GeminiMarks:
        """Nothing yet."""
        return GeminiMarks()


class GeminiMarks(VehicleMarksStruct, frozen=True, kw_only=True, tag="gemini"):
    """What the Gemini vehicle rules remember of a vehicle."""

    doors_used: dict[str, int] = {}
    """Twelfths of each door's width that people used up in this player turn, by the door's number. (VEH-BRD-08)"""
    ports_open: bool = False
    """Somebody has fired through its ports, which have shutters. (VEH-PORT-04)"""
    tried_ground: dict[str, int] = {}
    """Dice rolled in this player turn for each piece of dangerous ground. (VEH-TERR-03)"""
    mines_met: tuple[TerrainId, ...] = ()
    """Minefields that it has entered or crossed in this player turn. (VEH-TERR-05)"""
    speed: float = 0
    """Inches a turn under the Street Race rules, kept from turn to turn; negative in reverse. (VEH-RACE-03)"""
    out_of_control: bool = False
    """It loses control in its next compulsory phase. (VEH-LOC-01)"""
    lost_control: bool = False
    """Its latest driving was a loss of control. (VEH-LOC-01)"""
    top_in: float = 0
    """Maximum speed that was rolled for it. (VEH-CAR-01)"""
    acc_in: float = 0
    """Acc/Dec that was rolled for it. (VEH-CAR-01)"""
    toughness: int = 0
    """Toughness that was rolled for a bike. (VEH-BIKE-02)"""


# -- kinds of vehicle that the rules name --------------------------------------------------------------------------

WALKS_IN: Final = 6.0
"""The battle speed of mechanoids. (VEH-TYPE-04)"""


class VehicleKind(NamedTuple):
    """What a kind of vehicle moves on, how it fires and how far it moves in a turn."""

    type: VehicleType
    vehicle_class: VehicleClass
    battle_speed_in: float


BUILT: Final[dict[str, tuple[VehicleType, VehicleClass]]] = {
    "fast vehicle (usually a skimmer)": ("skimmer", "fast"),
    "dreadnought or other walker": ("walker", "mechanoid"),
    "Salamander scout vehicle (tracked and fast)": ("tracked", "fast"),
    "Land Speeder": ("skimmer", "fast"),
    "Sentinel": ("walker", "fast"),
    "ground bike": ("bike", "fast"),
    "jet bike": ("flying-skimmer", "fast"),
    "road-wheeler off the road": ("road-wheeler", "standard"),
}
"""Those of the table of speeds that are not plain tracked vehicles. (VEH-MOVE-01)"""


@cache
def kinds() -> dict[str, VehicleKind]:
    """Every vehicle of the table of speeds by its name, then the machines that are mechanoids."""
    found: dict[str, VehicleKind] = {}
    for row in rows("VEH-MOVE-01"):
        name = str(row["type"])
        found[name] = VehicleKind(*BUILT.get(name, ("tracked", "standard")), float(str(row["battle_speed"])))
    for row in rows("VEH-MECH-01"):
        if row["class"] == "mechanoid":
            found.setdefault(str(row["machine"]), VehicleKind("walker", "mechanoid", WALKS_IN))
    return found
