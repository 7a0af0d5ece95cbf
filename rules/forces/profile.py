"""Characteristics of a kind of model. (ARAP-GEN-07, VEH-MOVE-01)"""

from typing import Literal

from msgspec import Struct

from rules.core.ids import ProfileId
from rules.forces.crusade import CrusadeVehicle
from rules.forces.mount import Door as Door
from rules.forces.mount import Mount as Mount
from rules.forces.trial import TrialVehicle

VehicleType = Literal["tracked", "wheeled", "walker", "skimmer", "flying-skimmer", "bike", "road-wheeler", "boat"]
VehicleClass = Literal["standard", "fast", "mechanoid"]


class Section(Struct, frozen=True, kw_only=True):
    """A further hull of a very large vehicle, with armour, hull points and weapons of its own. (VEH-HULL-04)"""

    name: str
    hull: "VehicleProfile"


class VehicleProfile(Struct, frozen=True, kw_only=True):
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


NO_SAVE = 7
"""A save of 7 is none."""


class Bike(Struct, frozen=True, kw_only=True):
    """What a model rides: a bike or beast with Toughness and a save instead of armour. (VEH-BIKE-01, VEH-BIKE-02)

    The rider's `m` is a move action's worth of its battle speed; `walk_in` is his own move on foot.
    """

    name: str = "Bike"
    t: int = 4
    sv: int = NO_SAVE
    bodywork: bool = False
    """Armour round the rider: 1 more Toughness. (VEH-BIKE-03)"""
    walk_in: float = 4


class Profile(Struct, frozen=True, kw_only=True):
    """What a model is. Saves of 7 mean none; `m` in inches; `base_mm` the base's diameter.

    `height_in` is how tall it stands where that is not usual for its size. (ARAP-CLIMB-03)
    Traits (by name): fearless, relentless, hated:SIDE, frenzy, visage, know-no-fear, independent, airborne, robot,
    monstrous, swarm, natural-weapons, flesh-hooks, greater-daemon, hit-and-run, leader, no-crawl, swims,
    underwater, jumper, jump-pack, gravity-chute, ropes, shield, power-armour, banner, wary,
    amphibious.
    """

    id: ProfileId
    name: str
    m: float = 4
    ws: int = 3
    bs: int = 3
    s: int = 3
    t: int = 3
    w: int = 1
    i: int = 3
    a: int = 1
    ld: int = 7
    sv: int = 7
    inv: int = 7
    size: int = 2
    height_in: float = 0
    bulk: Literal["normal", "bulky", "very-bulky", "extremely-bulky"] = "normal"
    base_mm: float = 25
    kind: Literal["humanoid", "beast", "crawler", "rider", "machine", "vehicle"] = "humanoid"
    traits: tuple[str, ...] = ()
    vehicle: VehicleProfile | None = None
    bike: Bike | None = None
    """What it rides; with `vehicle` a bike that drives as one, with Toughness instead of armour. (VEH-BIKE-01)"""
    trial: TrialVehicle | None = None
    """What it is by the trial vehicle rules, in place of `vehicle`. (TRI-CHAR-01)"""
    crusade: CrusadeVehicle | None = None
    """What it is by the Rules Crusade, in place of `vehicle`. (CRU-DICE-03)"""

    @property
    def base_radius_in(self) -> float:
        """Radius of the base in inches."""
        return self.base_mm / 50.8

    @property
    def body_radius_in(self) -> float:
        """Half the base's radius: what a template must touch and a sight line must see. (ARAP-TMPL-06)"""
        return self.base_mm / 101.6

    @property
    def melee_radius_in(self) -> float:
        """How far it fights: its size category in inches. (ARAP-SIZE-01)"""
        return float(self.size)

    @property
    def is_large(self) -> bool:
        """Size Three and Four are large objects. (ARAP-SIZE-01)"""
        return self.size >= 3

    @property
    def counts_as(self) -> int:
        """Places taken in a vehicle or narrow opening. (ARAP-SIZE-02)"""
        return {"normal": 1, "bulky": 2, "very-bulky": 3, "extremely-bulky": 5}[self.bulk]

    @property
    def is_machine(self) -> bool:
        """Whether it is a vehicle with a WS of its own: dreadnoughts, robots, walkers. (VEH-WS-01, VEH-MECH-01)

        Of any other vehicle the WS says nothing: nobody drives a tank into a brawl.
        """
        vehicle = self.vehicle
        return vehicle is not None and self.ws > 0 and (vehicle.is_mechanoid or vehicle.type == "walker")

    def has(self, trait: str) -> bool:
        """Whether it has the trait of that name."""
        return trait in self.traits
