"""Small battles at bunkers with ports and houses with people in them."""

from __future__ import annotations

from rules.core.ids import TerrainId
from rules.table.armoured import Armoured
from rules.table.building import Building, Opening
from rules.table.terrain import Terrain
from tests.browser.battles.muster import FLAMER, RIFLE, TROOPER, Battle, army, column, squad
from tests.builders import a_profile

MARKSMAN = a_profile("marksman", i=5, bs=4, ld=9)

STRONGPOINT = Battle(
    a=army(
        "Ash",
        (
            squad("Ash Marksmen", MARKSMAN, RIFLE, count=4),
            squad("Ash Burner", MARKSMAN, FLAMER, count=1),
            squad("Ash Watch", TROOPER, RIFLE, count=1),
        ),
        (TROOPER, MARKSMAN),
        (RIFLE, FLAMER),
    ),
    b=army(
        "Birch",
        (
            squad("Birch Garrison", TROOPER, RIFLE, count=3),
            squad("Birch Lodgers", TROOPER, RIFLE, count=2),
            squad("Birch Watch", TROOPER, RIFLE, count=1),
        ),
        (TROOPER,),
        (RIFLE,),
    ),
    places={
        "a1": column(20, 8.5, 4),
        "a2": [(20.5, 20)],
        "a3": [(4, 26)],
        "b1": [(30, 9), (31.5, 9), (30, 11)],
        "b2": [(25.2, 20), (26.6, 21.2)],
        "b3": [(44, 26)],
    },
    terrain=(
        Terrain(
            id=TerrainId("redoubt"),
            name="Redoubt",
            points=((28, 7), (34, 7), (34, 13), (28, 13)),
            going="impassable",
            cover="hard",
            height_in=2,
            blocks_sight=True,
            look="bunker",
            armoured=Armoured(capacity=10),
            building=Building(
                openings=(
                    Opening(a=(28, 8), b=(28, 8.5), kind="port"),
                    Opening(a=(28, 10.5), b=(28, 11), kind="port"),
                )
            ),
        ),
        Terrain(
            id=TerrainId("byre"),
            name="Byre",
            points=((23, 17.5), (28, 17.5), (28, 22.5), (23, 22.5)),
            height_in=3,
            look="building",
            building=Building(
                handling="tabletop",
                walls="thatch",
                openings=(
                    Opening(a=(23, 19.5), b=(23, 20.5), kind="window", name="byre window"),
                    Opening(a=(28, 19), b=(28, 20.2), name="byre door"),
                ),
            ),
        ),
    ),
)
"""A redoubt with two ports and a garrison, and a thatched byre with people behind its window."""

BATTLES: dict[str, Battle] = {"strongpoint": STRONGPOINT, "byre": STRONGPOINT}
