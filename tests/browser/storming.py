"""A house of three sections on two floors that is held, a bunker beside it, and a hull with a howitzer before both."""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.ids import ProfileId, TerrainId, WeaponId
from rules.forces.mount import Mount
from rules.table.armoured import Armoured, BuiltIn
from rules.table.building import Building, Opening, Room, SectionWay
from rules.table.terrain import Terrain
from tests.browser.muster import (
    BRAWLER,
    BURSTER,
    DECK_GUN,
    LANCE,
    RIFLE,
    TROOPER,
    Battle,
    army,
    carrier,
    column,
    squad,
    weapon,
)

HOWITZER = weapon("howitzer", "Howitzer", type="heavy", range_in=36, shots=1, strength=9, ap=3, marker_in=3)
BRAWN = replace(BRAWLER, id=ProfileId("storm-brawler"), ws=5, i=5)
_HULL = carrier().hull
assert _HULL is not None
HEAVY = replace(
    carrier(),
    id=ProfileId("heavy"),
    name="Heavy",
    hull=replace(
        _HULL,
        capacity=0,
        doors=(),
        mounts=tuple(
            Mount(weapon=WeaponId(w.id), arc_half_deg=180, name=w.name, forward_in=1) for w in (DECK_GUN, HOWITZER)
        ),
    ),
)

CUSTOMS = Terrain(
    id=TerrainId("customs"),
    name="Customs House",
    points=((16, 8), (28, 8), (28, 12), (16, 12)),
    going="impassable",
    cover="hard",
    height_in=6,
    blocks_sight=True,
    look="building",
    building=Building(
        handling="sections",
        storeys=2,
        sections=(
            Room(letter="A", points=((16, 8), (22, 8), (22, 12), (16, 12))),
            Room(letter="B", points=((22, 8), (28, 8), (28, 12), (22, 12))),
            Room(letter="C", points=((22, 8), (28, 8), (28, 12), (22, 12)), storey=1),
        ),
        openings=(
            Opening(a=(16, 9.4), b=(16, 10.6), name="west door"),
            Opening(a=(22, 9.4), b=(22, 10.6), name="hall door"),
            Opening(a=(18.4, 12), b=(19.6, 12), kind="window", name="front window"),
            Opening(a=(24.4, 12), b=(25.6, 12), kind="window", name="office window"),
            Opening(a=(24.4, 12), b=(25.6, 12), kind="window", name="loft window", storey=1),
        ),
        section_ways=(SectionWay(a="B", b="C", kind="stairs"),),
    ),
)
REDOUBT = Terrain(
    id=TerrainId("redoubt"),
    name="Harbour Redoubt",
    points=((32, 18), (38, 18), (38, 23), (32, 23)),
    going="impassable",
    cover="hard",
    height_in=2,
    blocks_sight=True,
    look="bunker",
    armoured=Armoured(
        kind="Brick house",
        capacity=10,
        ports=1,
        slots=(2.5,),
        weapons=(BuiltIn(name="Twin stubber"), BuiltIn(name="Coast gun")),
    ),
    building=Building(openings=(Opening(a=(32, 19), b=(32, 19.5), kind="port"),)),
)
STORMING = Battle(
    a=army(
        "Ash",
        (
            squad("Ash Brawlers", BRAWN, BURSTER),
            squad("Ash Heavy", HEAVY, count=1),
            squad("Ash Lances", TROOPER, LANCE, count=2),
        ),
        (BRAWN, TROOPER, HEAVY),
        (DECK_GUN, HOWITZER, LANCE, BURSTER),
    ),
    b=army(
        "Birch",
        (
            squad("Birch Clerks", TROOPER, RIFLE, count=3),
            squad("Birch Lofters", TROOPER, RIFLE, count=3),
            squad("Birch Garrison", TROOPER, RIFLE, count=4),
            squad("Birch Watch", TROOPER, RIFLE),
        ),
        (TROOPER,),
        (RIFLE,),
    ),
    places={
        "a1": column(14.6, 8, 5),
        "a2": [(20, 22)],
        "a3": column(24, 19, 2),
        "b3": [(33.5, 19.5), (35, 19.5), (33.5, 21.2), (35, 21.2)],
        "b4": column(45, 24),
    },
    housed={"b1": ("customs", "B"), "b2": ("customs", "C")},
    terrain=(CUSTOMS, REDOUBT),
    options={"section_rout": "ejected"},
)

BATTLES: dict[str, Battle] = {"storming": STORMING, "storming-2": STORMING, "storming-3": STORMING}
