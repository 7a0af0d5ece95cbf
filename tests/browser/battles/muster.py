"""What small battles are made of: weapons, troops, a carrier, and the table that they stand on."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec.structs import replace

from rules.core.ids import FIRST_RULESET, ProfileId, WeaponId
from rules.forces.army import Army, Entry, Member
from rules.forces.gemini import GeminiHull
from rules.forces.mount import Door, Mount
from rules.forces.profile import Profile
from rules.forces.weapon import Weapon
from rules.table.scenario import Objective, OptionValue, Race, RandomEvent, Scenario, ScenarioSide, Zone
from rules.table.terrain import Terrain
from rules.table.tiles import TileStack
from tests.builders import A, B, a_profile, a_row, a_weapon


def weapon(id: str, name: str, **values: object) -> Weapon:
    """A weapon of that name; any value of its profile may be given."""
    return replace(a_weapon(id, **values), name=name)


Places = list[tuple[float, float]]

TROOPER = a_profile("trooper", i=4, ld=8, sv=5)
BRAWLER = a_profile("brawler", i=4, ws=4, s=4, a=2, ld=9, sv=4)
RIFLE = weapon("rifle", "Long rifle")
LANCE = weapon("lance", "Breach lance", type="assault", range_in=36, shots=1, strength=8, ap=2)
STORM_GUN = weapon("storm-gun", "Storm gun", type="assault", range_in=24, shots=2, strength=4, ap=5)
FLAMER = weapon("flamer", "Flamer", type="assault", range_in=0, strength=4, template=True)
BURSTER = weapon("burster", "Burster", type="grenade", range_in=9, strength=3, marker_in=3)
MELTA_BOMB = weapon("melta-bomb", "Melta-bomb", type="bomb", strength=8, ap=1, traits=("melta", "planted"))
DECK_GUN = weapon("deck-gun", "Deck gun", type="heavy", range_in=36, shots=3, strength=5, ap=4)


@dataclass(frozen=True, kw_only=True)
class Battle:
    """Two armies on a table of 48 by 32 inches; `places` says where each unit stands, by its number."""

    a: Army
    b: Army
    places: dict[str, Places] = field(default_factory=dict)
    objectives: tuple[Objective, ...] = ()
    terrain: tuple[Terrain, ...] = ()
    turn_limit: int = 6
    options: dict[str, OptionValue] = field(default_factory=dict)
    race: Race | None = None
    chances: tuple[RandomEvent, ...] = ()
    tiles: TileStack | None = None
    housed: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Units that begin in a house played by sections: the house and the letter of the section."""
    ruleset: str = FIRST_RULESET
    zones: tuple[Zone, ...] = ()

    def scenario(self, name: str) -> Scenario:
        """A field with that terrain on it; without zones both sides deploy anywhere."""
        return Scenario(
            name=name,
            width_in=48,
            height_in=32,
            sides=(ScenarioSide(id=A, name="Ash", edge="west"), ScenarioSide(id=B, name="Birch", edge="east")),
            objectives=self.objectives,
            terrain=self.terrain,
            turn_limit=self.turn_limit,
            race=self.race,
            chances=self.chances,
            tiles=self.tiles,
            ruleset=self.ruleset,
            zones=self.zones,
        )


def squad(name: str, profile: Profile, *weapons: Weapon, count: int = 5, inside: str = "") -> Entry:
    """One unit of like models."""
    members = (Member(profile=profile.id, count=count, weapons=tuple(WeaponId(w.id) for w in weapons)),)
    return Entry(name=name, members=members, points=50, inside=inside)


def army(name: str, entries: tuple[Entry, ...], profiles: tuple[Profile, ...], weapons: tuple[Weapon, ...]) -> Army:
    """An army of those units."""
    return Army(name=name, entries=entries, profiles=profiles, weapons=weapons)


def column(x: float, y: float, count: int = 5) -> Places:
    """Models one below the other."""
    return a_row(count, x, y)


def carrier() -> Profile:
    """A light transport for ten with a gun, a door at the rear and one on each side."""
    doors = (Door(forward_in=-2.5, right_in=0), Door(forward_in=0, right_in=1.5), Door(forward_in=0, right_in=-1.5))
    mounts = tuple(
        Mount(weapon=WeaponId(w.id), arc_half_deg=180, name=w.name, forward_in=1) for w in (STORM_GUN, DECK_GUN)
    )
    hull = GeminiHull(
        front=11,
        side=10,
        rear=10,
        length_in=5,
        width_in=3,
        capacity=10,
        doors=doors,
        mounts=mounts,
        crew_bs=4,
        crew_initiative=4,
    )
    return Profile(id=ProfileId("carrier"), name="Carrier", m=0, ws=0, size=3, kind="vehicle", hull=hull, base_mm=100)
