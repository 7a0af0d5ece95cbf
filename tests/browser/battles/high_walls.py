"""A watch at an upper window or in an upper section, and enemies close under the wall."""

from __future__ import annotations

from dataclasses import replace

from rules.core.ids import TerrainId
from rules.table.building import Building, Opening, Room, SectionWay
from rules.table.terrain import Terrain
from tests.browser.battles.muster import BURSTER, RIFLE, TROOPER, Battle, army, squad

HOUSE = Terrain(
    id=TerrainId("toll-house"),
    name="Toll House",
    points=((18, 8), (28, 8), (28, 16), (18, 16)),
    height_in=3,
    look="building",
    building=Building(handling="tabletop", openings=(Opening(a=(20, 16), b=(21.4, 16), name="front door"),)),
)
LOFT = Terrain(
    id=TerrainId("toll-loft"),
    name="Toll loft",
    points=((34, 4), (44, 4), (44, 12), (34, 12)),
    height_in=3,
    look="building",
    building=Building(
        handling="tabletop",
        level=2,
        of=HOUSE.id,
        openings=(Opening(a=(38, 12), b=(40, 12), kind="window", name="loft window"),),
    ),
)
UNDER_THE_WALL = Battle(
    a=army("Ash", (squad("Ash Watch", TROOPER, RIFLE, BURSTER, count=2),), (TROOPER,), (RIFLE, BURSTER)),
    b=army("Birch", (squad("Birch Rifles", TROOPER, RIFLE, count=3),), (TROOPER,), (RIFLE,)),
    places={"a1": [(38.4, 11.5), (39.6, 11.5)], "b1": [(22, 18), (23, 18), (24, 18)]},
    terrain=(HOUSE, LOFT),
)

HALL = Terrain(
    id=TerrainId("hall"),
    name="Guild Hall",
    points=HOUSE.points,
    going="impassable",
    cover="hard",
    height_in=6,
    blocks_sight=True,
    look="building",
    building=Building(
        handling="sections",
        storeys=2,
        sections=(Room(letter="A", points=HOUSE.points), Room(letter="B", points=HOUSE.points, storey=1)),
        openings=(
            Opening(a=(20, 16), b=(21.4, 16), name="front door"),
            Opening(a=(22, 16), b=(24, 16), kind="window", name="upper window", storey=1),
        ),
        section_ways=(SectionWay(a="A", b="B", kind="stairs"),),
    ),
)
UNDER_THE_HALL = replace(UNDER_THE_WALL, housed={"a1": ("hall", "B")}, terrain=(HALL,))

BATTLES = {"under-the-wall": UNDER_THE_WALL, "under-the-hall": UNDER_THE_HALL}
