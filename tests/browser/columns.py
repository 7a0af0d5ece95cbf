"""Battles of the Rules Crusade: columns of vehicles that meet on open ground."""

from __future__ import annotations

from rules.core.ids import SideId
from rules.forces.army import Army, Entry, Member
from rules.table.scenario import Zone
from tabletop.armies.library.library import every_shipped
from tests.browser.muster import Battle

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

BATTLES = {"crusade": ROADSIDE, "crusade-wipeout": WIPEOUT}
