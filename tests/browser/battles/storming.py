"""A house of three sections on two floors that is held, a bunker beside it, and a hull with a howitzer before both."""

from __future__ import annotations

import dataclasses

from msgspec.structs import replace

from rules.core.ids import ProfileId, TerrainId, WeaponId
from rules.forces.mount import Mount
from rules.table.armoured import Armoured, BuiltIn
from rules.table.building import Building, Opening, Room, SectionWay
from rules.table.terrain import Terrain
from tests.browser.battles.muster import (
    BRAWLER,
    BURSTER,
    DECK_GUN,
    FLAMER,
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
BRUTE = replace(BRAWLER, id=ProfileId("brute"), s=8, a=1)
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

_A1, *_OTHERS = STORMING.a.entries
CROWDED = dataclasses.replace(
    STORMING,
    a=replace(
        STORMING.a,
        entries=(squad("Ash Brawlers", BRAWN, BURSTER, FLAMER), *_OTHERS),
        weapons=(*STORMING.a.weapons, FLAMER),
    ),
    places={
        **STORMING.places,
        "a1": [(23.4 + 1.2 * n, 16.5) for n in range(5)],
        "b4": [(28.6 + 1.2 * n, 13.9) for n in range(5)],
    },
)
"""Before the windows of that house, among all else: nowhere is there more to choose from."""

MET = dataclasses.replace(CROWDED, places={**CROWDED.places, "b4": [(27.4 + 1.2 * n, 14.2) for n in range(5)]})
"""A squad beside the way to those windows, which may meet some of those who storm the house, and not all."""

BATTERY = Terrain(
    id=TerrainId("battery"),
    name="Shore Battery",
    points=((20, 8), (30, 8), (30, 13), (20, 13)),
    going="impassable",
    cover="hard",
    height_in=6,
    blocks_sight=True,
    look="bunker",
    armoured=Armoured(
        kind="Brick house",
        capacity=10,
        ports=2,
        weapons=(BuiltIn(name="West gun", section="A"), BuiltIn(name="East gun", strength=3, section="B")),
    ),
    building=Building(
        handling="sections",
        storeys=2,
        sections=(
            Room(letter="A", points=((20, 8), (25, 8), (25, 13), (20, 13))),
            Room(letter="B", points=((25, 8), (30, 8), (30, 13), (25, 13))),
            Room(letter="C", points=((25, 8), (30, 8), (30, 13), (25, 13)), storey=1),
        ),
        openings=(Opening(a=(25, 10), b=(25, 11), name="inner door"),),
        section_ways=(SectionWay(a="B", b="C", kind="stairs"),),
    ),
)
BOMBARDED = Battle(
    a=army(
        "Ash",
        (squad("Ash Lances", TROOPER, LANCE, count=2), squad("Ash Reserve", TROOPER, RIFLE)),
        (TROOPER,),
        (LANCE, RIFLE),
    ),
    b=army(
        "Birch",
        (
            squad("Birch Gunners", TROOPER, RIFLE, count=3),
            squad("Birch Garrison", TROOPER, RIFLE, count=2),
            squad("Birch Spotter", TROOPER, RIFLE, count=1),
            squad("Birch Watch", TROOPER, RIFLE),
        ),
        (TROOPER,),
        (LANCE, RIFLE),
    ),
    places={"a1": [(26.5, 23), (28, 23)], "a2": column(10, 23), "b4": column(45, 24)},
    housed={"b1": ("battery", "A"), "b2": ("battery", "B"), "b3": ("battery", "C")},
    terrain=(BATTERY,),
)
"""A bunker of three sections, one above another: what is shot at falls, what stands beside it stands."""

BLOCKHOUSE = Terrain(
    id=TerrainId("blockhouse"),
    name="Blockhouse",
    points=((22, 8), (32, 8), (32, 13), (22, 13)),
    cover="hard",
    height_in=6,
    blocks_sight=True,
    look="building",
    armoured=Armoured(
        kind="Brick house",
        weapons=(BuiltIn(name="West gun", section="B"), BuiltIn(name="East gun", strength=6, section="B")),
    ),
    building=Building(
        handling="tabletop",
        storeys=2,
        sections=(
            Room(letter="A", points=((22, 8), (27, 8), (27, 13), (22, 13))),
            Room(letter="B", points=((27, 8), (32, 8), (32, 13), (27, 13))),
        ),
        partitions=(((27, 8), (27, 13)),),
        openings=(
            Opening(a=(27, 10), b=(27, 11), name="inner door"),
            Opening(a=(24, 13), b=(25, 13), kind="window", name="western window"),
            Opening(a=(29, 13), b=(30, 13), kind="window", name="eastern window"),
        ),
    ),
)
UPSTAIRS = replace(
    BLOCKHOUSE,
    id=TerrainId("upstairs"),
    name="Blockhouse, level 2",
    points=((6, 8), (16, 8), (16, 13), (6, 13)),
    height_in=3,
    armoured=Armoured(kind="Brick house"),
    building=Building(
        handling="tabletop",
        level=2,
        of=BLOCKHOUSE.id,
        sections=(
            Room(letter="C", points=((6, 8), (11, 8), (11, 13), (6, 13))),
            Room(letter="D", points=((11, 8), (16, 8), (16, 13), (11, 13))),
        ),
        openings=(Opening(a=(13, 13), b=(14, 13), kind="window", name="upper window"),),
    ),
)
LADDER = Terrain(
    id=TerrainId("ladder"), name="Ladder", points=((31, 9), (31, 9.5)), line=True, ladder=True, head=(15, 9)
)
BESIEGED = Battle(
    a=army(
        "Ash",
        (squad("Ash Lances", TROOPER, LANCE, count=2), squad("Ash Brutes", BRUTE, BURSTER, count=2)),
        (TROOPER, BRUTE),
        (LANCE, BURSTER),
    ),
    b=army(
        "Birch",
        (
            squad("Birch Gunners", TROOPER, RIFLE, count=3),
            squad("Birch Garrison", TROOPER, RIFLE, count=2),
            squad("Birch Spotter", TROOPER, RIFLE, count=1),
            squad("Birch Watch", TROOPER, RIFLE),
        ),
        (TROOPER,),
        (RIFLE,),
    ),
    places={
        "a1": [(28.5, 23), (30, 23)],
        "a2": [(26.2, 13.7), (27.8, 13.7)],
        "b1": [(23.5, 9.5), (25, 9.5), (23.5, 11.2)],
        "b2": [(29, 9.5), (29, 11.2)],
        "b3": [(13.5, 11.5)],
        "b4": column(45, 24),
    },
    terrain=(BLOCKHOUSE, UPSTAIRS, LADDER),
)
"""An armoured house that is set out with an upper floor beside it: a room of it falls with the one above."""

assert CUSTOMS.building is not None
PARTED = dataclasses.replace(
    STORMING,
    places={"a2": [(20, 22)], "a3": column(14.6, 8, 2), "b3": STORMING.places["b3"], "b4": column(45, 24)},
    housed={"a1": ("customs", "A"), "b1": ("customs", "B"), "b2": ("customs", "C")},
    terrain=(
        replace(
            CUSTOMS,
            building=replace(
                CUSTOMS.building, openings=tuple(o for o in CUSTOMS.building.openings if o.name != "hall door")
            ),
        ),
        REDOUBT,
    ),
)
"""The same house without a door between its sections at the ground, and enemies on both sides of that wall."""

BATTLES: dict[str, Battle] = {
    "parted": PARTED,
    "parted-2": PARTED,
    "blockhouse": BESIEGED,
    "storming": STORMING,
    "crowded": CROWDED,
    "met": MET,
    "storming-2": STORMING,
    "storming-3": STORMING,
    "battery": BOMBARDED,
}
