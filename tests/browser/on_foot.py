"""Small battles on foot with something special: a roof with a ladder, a crag, a mortar."""

from __future__ import annotations

from rules.core.ids import TerrainId
from rules.table.terrain import Terrain
from tests.browser.muster import RIFLE, TROOPER, Battle, army, column, squad, weapon

MORTAR = weapon(
    "mortar", "Trench mortar", type="heavy", range_in=48, shots=1, strength=4, marker_in=3, traits=("high-trajectory",)
)

ROOF = Terrain(
    id=TerrainId("roof"),
    name="Flat roof",
    points=((18.0, 6.0), (28.0, 6.0), (28.0, 18.0), (18.0, 18.0)),
    elevation_in=3,
    gradient_deg=90,
    look="building",
)
CRAG = Terrain(
    id=TerrainId("crag"),
    name="Bare crag",
    points=((13.0, 22.0), (22.0, 22.0), (22.0, 30.0), (13.0, 30.0)),
    elevation_in=3,
    gradient_deg=80,
    look="hill",
)
LADDER = Terrain(
    id=TerrainId("ladder"), name="Iron ladder", points=((17.7, 9.0), (18.3, 9.0)), line=True, width_in=0.5, ladder=True
)
BIRCH = army("Birch", (squad("Birch Rifles", TROOPER, RIFLE),), (TROOPER,), (RIFLE,))

LADDERS = Battle(
    a=army(
        "Ash",
        (squad("Ash Climbers", TROOPER, RIFLE, count=3), squad("Ash Scouts", TROOPER, RIFLE, count=2)),
        (TROOPER,),
        (RIFLE,),
    ),
    b=BIRCH,
    places={"a1": [(17.2, 9), (15.9, 9), (14.6, 9)], "a2": column(12.2, 25, 2), "b1": column(42, 20)},
    terrain=(ROOF, LADDER, CRAG),
)
MORTARS = Battle(
    a=army(
        "Ash",
        (squad("Ash Mortar", TROOPER, MORTAR, count=1), squad("Ash Watch", TROOPER, RIFLE)),
        (TROOPER,),
        (MORTAR, RIFLE),
    ),
    b=BIRCH,
    places={"a1": [(8, 10)], "a2": column(8, 20), "b1": column(30, 8)},
    options={"aiming_allowed": True},
)
BATTLES: dict[str, Battle] = {"ladder": LADDERS, "mortar": MORTARS}
