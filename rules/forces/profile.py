"""Characteristics of a kind of model. (ARAP-GEN-07, VEH-MOVE-01)"""

from typing import Literal

from msgspec import Struct

from rules.core.ids import ProfileId
from rules.forces.crusade import CrusadeTroop
from rules.forces.hull import Plates, VehicleHull

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


class Profile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """What a model is. Saves of 7 mean none; `m` in inches; `base_mm` the base's diameter.

    `height_in` is how tall it stands where that is not usual for its size. (ARAP-CLIMB-03)
    `traits` are those of `rules.forces.traits`.
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
    hull: VehicleHull | None = None
    """What it is as a vehicle, by the rules that it is made for. (VEH-MOVE-01, TRI-CHAR-01, CRU-DICE-03)"""
    bike: Bike | None = None
    """What it rides; with `hull` a bike that drives as one, with Toughness instead of armour. (VEH-BIKE-01)"""
    crusade_troop: CrusadeTroop | None = None
    """What it has in the Rules Crusade alone. (CRU-TROOP-01)"""

    @property
    def plates(self) -> Plates | None:
        """Its armour: of a bike none counts. (VEH-BIKE-01)"""
        return self.hull.armour if self.hull is not None and self.bike is None else None

    @property
    def is_vehicle(self) -> bool:
        """Whether it has a hull."""
        return self.hull is not None

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
        return self.hull is not None and self.ws > 0 and self.hull.walks

    def has(self, trait: str) -> bool:
        """Whether it has the trait of that name."""
        return trait in self.traits
