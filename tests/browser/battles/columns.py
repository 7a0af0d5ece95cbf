"""Battles of the Rules Crusade: columns of vehicles that meet on open ground."""

from __future__ import annotations

from rules.core.ids import SideId
from rules.forces.army import Army, Entry, Member
from rules.table.scenario import Zone
from rules.table.terrain import Terrain
from tabletop.armies.library.library import every_shipped
from tests.browser.battles.muster import Battle

CRUSADE = every_shipped()[-1]
ZONES = (
    Zone(side=SideId("a"), points=((0, 0), (22, 0), (22, 32), (0, 32))),
    Zone(side=SideId("b"), points=((26, 0), (48, 0), (48, 32), (26, 32))),
)


def column(name: str, *entries: tuple[str, str, str]) -> Army:
    """An army of single models of the shipped library: name, kind, and what each rides in."""
    made = tuple(_entry(*each) for each in entries)
    return Army(name=name, entries=made, profiles=CRUSADE.profiles, weapons=CRUSADE.weapons)


def _entry(name: str, kind: str, inside: str) -> Entry:
    role = CRUSADE.kind[kind].roles[0]
    members = (Member(profile=role.profile, count=1, weapons=role.weapons),)
    return Entry(name=name, members=members, points=role.cost, inside=inside)


ROADSIDE = Battle(
    ruleset="rules-crusade",
    zones=ZONES,
    a=column("Ash", ("Ash Wagon", "rhino", ""), ("Ash Anvil", "leman-russ", "")),
    b=column("Birch", ("Birch Wagon", "rhino", ""), ("Birch Raider", "marine", "")),
    places={"a1": [(18, 16)], "a2": [(12, 24)], "b1": [(38, 16)], "b2": [(27, 16)]},
)
"""A wagon that may drive over a raider, and a tank that sees the enemy's wagon."""

WIPEOUT = Battle(
    ruleset="rules-crusade",
    zones=ZONES,
    a=column("Ash", ("Ash Razor", "razorback", "")),
    b=column("Birch", ("Birch Wagon", "rhino", ""), ("Birch Leaper", "assault-marine", "")),
    places={"a1": [(12, 16)], "b1": [(38, 16)], "b2": [(38, 24)]},
)
"""A wagon that may wipe out under fire."""

CLASH = Battle(
    ruleset="rules-crusade",
    zones=ZONES,
    a=column(
        "Ash",
        ("Ash Storm", "marine", ""),
        ("Ash Leaper", "assault-marine", ""),
        ("Ash Wagon", "rhino", ""),
        ("Ash Hawk", "landspeeder", ""),
        ("Ash Razor", "razorback", ""),
    ),
    b=column(
        "Birch",
        ("Birch Wagon", "rhino", ""),
        ("Birch Gun", "basilisk", ""),
        ("Birch Carter", "rhino", ""),
        ("Birch Hawk", "landspeeder", ""),
    ),
    places={
        "a1": [(21.3, 5)],
        "a2": [(21.3, 12)],
        "a3": [(19.4, 19)],
        "a4": [(12, 24)],
        "a5": [(16, 29.5)],
        "b1": [(29, 5)],
        "b2": [(29.5, 12)],
        "b3": [(29, 19)],
        "b4": [(30, 24)],
    },
    terrain=(
        Terrain(
            id="ditch",  # type: ignore[arg-type]
            name="Dry Ditch",
            points=((20, 27), (24, 27), (24, 32), (20, 32)),
            depth_in=8,
            look="trench",
        ),
    ),
)
"""Everything that happens at close quarters: rushes, boarding, rams on the ground and in the air, a ditch to jump."""

LANDING = Battle(
    ruleset="rules-crusade",
    zones=ZONES,
    a=column(
        "Ash",
        ("Ash Pod", "drop-pod", ""),
        ("Ash Rider", "marine", "Ash Pod"),
        ("Ash Leaper", "assault-marine", ""),
        ("Ash Storm", "marine", ""),
        ("Ash Rocket", "missile-crewman", ""),
    ),
    b=column("Birch", ("Birch Gun", "griffon", ""), ("Birch Wagon", "rhino", ""), ("Birch Guard", "guardsman", "")),
    places={
        "a3": [(21.3, 8)],
        "a4": [(17.3, 27)],
        "a5": [(8, 14)],
        "b1": [(29.5, 8)],
        "b2": [(30, 19)],
        "b3": [(28, 21.5)],
    },
    terrain=(
        Terrain(
            id="house",  # type: ignore[arg-type]
            name="Toll House",
            points=((18, 26), (24, 26), (24, 31), (18, 31)),
            look="building",
            height_in=3,
            blocks_sight=True,
        ),
    ),
)
"""A pod that waits for the second turn, a gun to be boarded and driven off, a house to break into."""

BATTLES = {"crusade": ROADSIDE, "crusade-wipeout": WIPEOUT, "crusade-clash": CLASH, "crusade-landing": LANDING}
