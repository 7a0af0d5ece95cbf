"""Small battles that the tests of this folder begin with: who is there, and where everybody stands."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec.structs import replace

from rules.core.ids import ProfileId, WeaponId
from rules.forces.army import Army, Entry, Member
from rules.forces.profile import Door, Mount, Profile, VehicleProfile
from rules.forces.weapon import Weapon
from rules.table.scenario import Objective, Scenario, ScenarioSide, Zone
from tests.builders import A, B, a_profile, a_row, a_weapon


def _weapon(id: str, name: str, **values: object) -> Weapon:
    return replace(a_weapon(id, **values), name=name)


Places = list[tuple[float, float]]

EVERYWHERE = ((0.0, 0.0), (48.0, 0.0), (48.0, 32.0), (0.0, 32.0))

TROOPER = a_profile("trooper", i=4, ld=8, sv=5)
BRAWLER = a_profile("brawler", i=4, ws=4, s=4, a=2, ld=9, sv=4)
RIFLE = _weapon("rifle", "Long rifle")
LANCE = _weapon("lance", "Breach lance", type="assault", range_in=36, shots=1, strength=8, ap=2)
STORM_GUN = _weapon("storm-gun", "Storm gun", type="assault", range_in=24, shots=2, strength=4, ap=5)
FLAMER = _weapon("flamer", "Flamer", type="assault", range_in=0, strength=4, template=True)
BURSTER = _weapon("burster", "Burster", type="grenade", range_in=9, strength=3, marker_in=3)
MELTA_BOMB = _weapon("melta-bomb", "Melta-bomb", type="bomb", strength=8, ap=1, traits=("melta", "planted"))
DECK_GUN = _weapon("deck-gun", "Deck gun", type="heavy", range_in=36, shots=3, strength=5, ap=4)


@dataclass(frozen=True, kw_only=True)
class Battle:
    """Two armies on a table of 48 by 32 inches; `places` says where each unit stands, by its number."""

    a: Army
    b: Army
    places: dict[str, Places] = field(default_factory=dict)
    objectives: tuple[Objective, ...] = ()
    turn_limit: int = 6

    def scenario(self, name: str) -> Scenario:
        """An open field; both sides deploy anywhere."""
        return Scenario(
            name=name,
            width_in=48,
            height_in=32,
            sides=(ScenarioSide(id=A, name="Ash", edge="west"), ScenarioSide(id=B, name="Birch", edge="east")),
            zones=(Zone(side=A, points=EVERYWHERE), Zone(side=B, points=EVERYWHERE)),
            objectives=self.objectives,
            turn_limit=self.turn_limit,
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
    hull = VehicleProfile(
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
    return Profile(
        id=ProfileId("carrier"), name="Carrier", m=0, ws=0, size=3, kind="vehicle", vehicle=hull, base_mm=100
    )


RIFLES = army("Ash", (squad("Ash Rifles", TROOPER, RIFLE), squad("Ash Watch", TROOPER, RIFLE)), (TROOPER,), (RIFLE,))
BIRCH = army(
    "Birch", (squad("Birch Rifles", TROOPER, RIFLE), squad("Birch Watch", TROOPER, RIFLE)), (TROOPER,), (RIFLE,)
)
BRAWLERS = army(
    "Ash", (squad("Ash Brawlers", BRAWLER), squad("Ash Watch", TROOPER, RIFLE)), (BRAWLER, TROOPER), (RIFLE,)
)
LANCERS = army(
    "Ash",
    (squad("Ash Lancers", TROOPER, LANCE, count=1), squad("Ash Watch", TROOPER, RIFLE)),
    (TROOPER,),
    (LANCE, RIFLE),
)
CARRIED = army(
    "Birch",
    (squad("Birch Carrier", carrier(), count=1), squad("Birch Rifles", TROOPER, RIFLE, inside="Birch Carrier")),
    (carrier(), TROOPER),
    (RIFLE, STORM_GUN, DECK_GUN),
)

FIREFIGHT = Battle(
    a=RIFLES,
    b=BIRCH,
    places={"a1": column(16, 8), "a2": column(6, 20), "b1": column(28, 8), "b2": column(42, 20)},
)
CHARGE = Battle(
    a=BRAWLERS,
    b=BIRCH,
    places={"a1": column(16, 12), "a2": column(4, 24), "b1": column(23, 12), "b2": column(44, 24)},
)
CARRIER = Battle(
    a=LANCERS,
    b=CARRIED,
    places={"a1": [(12, 14)], "a2": column(4, 22), "b1": [(28, 14)]},
)

FLAMERS = army(
    "Ash",
    (squad("Ash Flamers", TROOPER, FLAMER, count=1), squad("Ash Throwers", TROOPER, RIFLE, BURSTER)),
    (TROOPER,),
    (FLAMER, RIFLE, BURSTER),
)
FLAMES = Battle(
    a=FLAMERS,
    b=BIRCH,
    places={"a1": [(16, 10)], "a2": column(16, 20), "b1": column(21, 8), "b2": column(42, 20)},
)

BOMBERS = army(
    "Birch",
    (squad("Birch Bombers", TROOPER, RIFLE, MELTA_BOMB, count=2), squad("Birch Watch", TROOPER, RIFLE)),
    (TROOPER,),
    (RIFLE, MELTA_BOMB),
)
TANKS = army(
    "Ash",
    (squad("Ash Carrier", carrier(), count=1), squad("Ash Watch", TROOPER, RIFLE)),
    (carrier(), TROOPER),
    (RIFLE, STORM_GUN, DECK_GUN),
)
TANK_SHOCK = Battle(
    a=TANKS,
    b=BOMBERS,
    places={"a1": [(14, 14)], "a2": column(4, 22), "b1": [(20, 13.4), (20, 14.9)], "b2": column(44, 20)},
)

BREAKER = replace(carrier(), id=ProfileId("breaker"), name="Breaker")
BREAKERS = army(
    "Ash",
    (squad("Ash Breaker", BREAKER, count=1), squad("Ash Watch", TROOPER, RIFLE)),
    (BREAKER, TROOPER),
    (RIFLE, STORM_GUN, DECK_GUN),
)
RAM = Battle(
    a=BREAKERS,
    b=CARRIED,
    places={"a1": [(12, 14)], "a2": column(4, 22), "b1": [(26, 14)]},
)
"""Two hulls of five inches, nose to nose, nine inches apart."""

WEST = ((0.0, 0.0), (14.0, 0.0), (14.0, 32.0), (0.0, 32.0))
EAST = ((34.0, 0.0), (48.0, 0.0), (48.0, 32.0), (34.0, 32.0))
SHORT_SKIRMISH = replace(
    FIREFIGHT.scenario("Short Skirmish"),
    zones=(Zone(side=A, points=WEST), Zone(side=B, points=EAST)),
    objectives=(Objective(id="o1", name="The well", at=(10, 16), value=2),),
    turn_limit=1,
    briefing="One turn, one well.",
)
"""A battle that people choose, set up, deploy and end by themselves."""

WARBANDS = (replace(RIFLES, name="Ash Warband"), replace(BIRCH, name="Birch Warband"))
"""Armies for it."""

BATTLES = {
    "march": FIREFIGHT,
    "firefight": FIREFIGHT,
    "undo": FIREFIGHT,
    "restart": FIREFIGHT,
    "dropped": FIREFIGHT,
    "keys": FIREFIGHT,
    "hot-seat": FIREFIGHT,
    "phone": FIREFIGHT,
    "charge": CHARGE,
    "carrier": CARRIER,
    "flames": FLAMES,
    "grenades": FLAMES,
    "measured": FLAMES,
    "phone-reaction": CHARGE,
    "split": FIREFIGHT,
    "detour": CHARGE,
    "too-far": FIREFIGHT,
    "shock": TANK_SHOCK,
    "jump-clear": TANK_SHOCK,
    "ram": RAM,
    "driven-ram": RAM,
}

HOT_SEAT = frozenset({"hot-seat"})
"""Tables on which Alice plays both sides."""

CORE = ("march", "firefight", "charge", "carrier", "undo", "restart", "dropped")
"""Battles that are fought on every kind of database and layer."""
